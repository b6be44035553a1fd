package workspace

import (
	"context"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/complexity"
)

// An itemCost is the bound of a definition with what it rests on: the bodies of all
// that it reaches.
type itemCost struct {
	bound *complexity.Bound
	reads facts.Reads
}

// cost is the bound of a definition, worked out if need be.
func (e *entry) cost(ctx context.Context, i int) *complexity.Bound {
	if known := e.knownCost(ctx, i); known != nil {
		return known.bound
	}
	unit := e.facts.Unit(ctx, i, e.result(i))
	found := &itemCost{bound: unit.Of(complexity.Analyzer).(*complexity.Bound)}
	if ctx.Err() == nil {
		found.reads = facts.ReadsOf(unit)
		e.cache.costs.Found.Store(i, found)
	}
	return found.bound
}

// knownCost is what is known of a definition's cost and holds; nil where it must be
// worked out.
func (e *entry) knownCost(ctx context.Context, i int) *itemCost {
	if known := e.cache.costs.Found.Load(i); known != nil {
		return known
	}
	found, _ := e.cache.costs.Earlier(i)
	if found == nil || !e.facts.Hold(ctx, i, found.reads) {
		return nil
	}
	e.cache.costs.Found.Store(i, found)
	return found
}
