package workspace

import (
	"context"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An itemCost is the bound of a definition with what it rests on: the bodies of all
// that it reaches.
type itemCost struct {
	bound *complexity.Bound
	reads facts.Reads
}

// CostOf bounds what calling the definition in item i of a file costs; nil for other
// items. It is kept over edits that reach nothing that the definition does. Where the
// context ends, the bound says so, and is not kept.
func (s *Snapshot) CostOf(ctx context.Context, path string, i int) (*Cost, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	if i < 0 || i >= e.module.Items() {
		return nil, nil
	}
	o := e.module.Object(i)
	if o == nil || o.Kind != typecheck.DefObject {
		return nil, nil
	}
	return s.placedCost(e, i, o, e.cost(ctx, i)), nil
}

// placedCost is a bound in its place.
func (s *Snapshot) placedCost(e *entry, i int, o *typecheck.Object, b *complexity.Bound) *Cost {
	item := e.source.File.Items[i]
	c := &Cost{Place: Place{e.source, e.source.Absolute(i, item.Span(item.Declared()))}, Item: i, Name: o.Name, Bound: b}
	c.Why = s.lossPlace(e, b.Loss)
	c.locate = func(p syntax.Place) Place { return s.locate(e, i, p) }
	return c
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
