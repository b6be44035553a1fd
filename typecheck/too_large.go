package typecheck

import (
	"context"
	"errors"
	"math/bits"

	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// A small text may mean types that are too large to be worked out: inference is
// exponential in the worst case (Mairson 1990), and aliases and extents grow by
// substitution. All work on an item is counted in steps, as many as its text allows
// with room to spare; where they run out, the item is refused with one finding, and
// nothing is said of its types.

// What the checking of an item may take: so many steps for each node of its tree, and
// its share of what a file has. Programs that people write take some 20 steps a node.
const (
	fileSteps = 20_000_000
	mostSteps = 400_000
	nodeSteps = 200
)

// baseSteps is the share of an item. Files of about as many items have the same, so that
// an edit seldom changes it.
func baseSteps(items int) int { return min(mostSteps, fileSteps>>bits.Len(uint(items))) }

// steps is how many the work on some items may take.
func (m *Module) steps(items []int) int {
	nodes := 0
	for _, i := range items {
		nodes += m.config.File.Item(i).Len()
	}
	return baseSteps(m.config.File.Len()) + nodeSteps*nodes
}

// context is that of the module's making, while it is made.
func (m *Module) context() context.Context {
	if m.making == nil {
		return context.Background()
	}
	return m.making
}

// declaring resolves what an item declares; where that is too large, it is reported
// and refuse is called.
func (m *Module) declaring(i int, resolve func(*declarer), refuse func()) {
	d := m.declarer(i)
	err := steps.Run(func() { resolve(d) })
	m.keep(d)
	if err == nil {
		return
	}
	if !errors.Is(err, steps.ErrExhausted) {
		steps.Stop(err)
	}
	m.items.at(i).report(message.TooLarge(m.headline(i), "what this declares"))
	refuse()
}

// headline is the name that an item declares, or else its beginning.
func (m *Module) headline(i int) syntax.Span {
	item := m.config.File.Item(i)
	if o := m.items.at(i).object; o != nil {
		return item.Span(o.Node)
	}
	return item.Span(item.Root)
}

// refused is the result of an item whose check ran out of steps, but for what was found in
// its declaration.
func (m *Module) refused(i int, at syntax.Span) *typed.Result {
	item := m.config.File.Item(i)
	info := &typed.Info{Types: make([]types.Type, item.Len()), Objects: make([]*typed.Object, item.Len())}
	info.Begin(item, m.config.Ops)
	for _, ref := range m.items.at(i).found().refs {
		info.Objects[ref.node] = ref.object
	}
	if o := m.items.at(i).object; o != nil {
		info.Objects[o.Node] = o
	}
	return &typed.Result{Info: info, Diagnostics: []syntax.Diagnostic{message.TooLarge(at, "what this comes to")}}
}

// at is the place that the checker has come to.
func (c *checker) at() syntax.Span {
	if c.unit == nil {
		return syntax.Span{}
	}
	if c.node != syntax.NoNode {
		return c.Item.Span(c.node)
	}
	return c.m.headline(c.index)
}

// refuseGroup gives up the inference of definitions that are too large.
func (m *Module) refuseGroup(group []int, c *checker) {
	items := make([]*syntax.Item, len(group))
	for k, i := range group {
		items[k] = m.config.File.Item(i)
	}
	for _, i := range group {
		at := m.headline(i)
		if c.unit != nil && c.index == i {
			at = c.at()
		}
		state := m.items.at(i)
		state.object.Type = types.ErrorType
		state.inferred.result, state.inferred.group, state.inferred.by = typed.Pack(m.refused(i, at)), items, m.identity
	}
}

// oversized reports the type of a function that is too large to be used.
func (c *checker) oversized(t types.Type, n syntax.NodeID) bool {
	large := infer.Oversized(t, c.Item.Len(), &c.Meter)
	if large {
		c.Report(message.TooLarge(c.Item.Span(n), "the type of this function"))
	}
	return large
}
