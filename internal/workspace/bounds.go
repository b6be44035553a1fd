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
		e.cache.costs[i].Store(found)
	}
	return found.bound
}

// knownCost is what is known of a definition's cost and holds; nil where it must be
// worked out.
func (e *entry) knownCost(ctx context.Context, i int) *itemCost {
	if known := e.cache.costs[i].Load(); known != nil {
		return known
	}
	if e.cache.earlierCosts == nil {
		return nil
	}
	found := e.cache.earlierCosts[i]
	if found == nil || !e.facts.Hold(ctx, i, found.reads) {
		return nil
	}
	e.cache.costs[i].Store(found)
	return found
}

// latestCost is what is known of a definition's cost, verified or not.
func (c *itemCache) latestCost(i int) *itemCost {
	if found := c.costs[i].Load(); found != nil || c.earlierCosts == nil {
		return found
	}
	return c.earlierCosts[i]
}

// inheritCost takes over the cost of an item of an earlier text, to be verified when
// somebody asks.
func (c *itemCache) inheritCost(i int, found *itemCost) {
	if found == nil {
		return
	}
	if c.earlierCosts == nil {
		c.earlierCosts = make([]*itemCost, len(c.costs))
	}
	c.earlierCosts[i] = found
}
