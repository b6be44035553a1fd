package binding

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// candidate reports whether an item without errors may have something to report, which holds
// for few: the others need no index. It errs on the side of looking. Children come before
// their parents in the order of nodes.
func (c *checker) candidate() bool {
	c.read = scratch.Cleared(&c.read, c.item.Len())
	for i, o := range c.pass.Info.Objects[:c.item.Len()] {
		n := syntax.NodeID(i)
		if o != nil && o.Kind == typecheck.LocalObject && o.Item == c.item {
			if o.Node == n {
				c.vars, c.names = append(c.vars, o), append(c.names, o.Name)
			} else {
				c.read[o.Node] = true
			}
		}
		if c.namesItself(n) {
			return true
		}
	}
	return c.unread() || c.repeats()
}

// namesItself reports whether n is a binding whose own value may read it: what is in the value
// comes before the binding. Patterns of several variables are left to those who look.
func (c *checker) namesItself(n syntax.NodeID) bool {
	binder := syntax.NoNode
	switch c.item.Kind(n) {
	case syntax.Let:
		binder = c.item.Let(n).Pattern
		for c.item.Kind(binder) == syntax.PatTyped {
			binder = c.item.Pattern(binder)
		}
	case syntax.Graph:
		binder = c.item.Graph(n).Name
	default:
		return false
	}
	return c.read[binder] || len(c.item.Kids(binder)) > 0
}

// unread reports whether some variable is never read, and its name does not mark that as intended.
func (c *checker) unread() bool {
	return slices.ContainsFunc(c.vars, func(o *typecheck.Object) bool { return !c.read[o.Node] && !silent(o.Name) })
}
