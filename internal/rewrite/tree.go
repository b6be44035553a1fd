package rewrite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Tree is an item's typed tree, to move through it in all directions.
type Tree struct{ *typecheck.Info }

// NewTree is the tree of an item that was checked.
func NewTree(info *typecheck.Info) *Tree { return &Tree{info} }

// Parent is the node that a node is a child of, NoNode for the root.
func (t *Tree) Parent(n syntax.NodeID) syntax.NodeID { return t.Index().Parent(n) }

// Within reports whether a node is another one or is in it.
func (t *Tree) Within(n, outer syntax.NodeID) bool { return t.Index().Within(n, outer) }

// TypeAt is the type of a node, nil where it has none.
func (t *Tree) TypeAt(n syntax.NodeID) types.Type {
	if int(n) >= len(t.Types) {
		return nil
	}
	return t.Types[n]
}

// ObjectAt is what a node's name stands for, nil where it is none.
func (t *Tree) ObjectAt(n syntax.NodeID) *typecheck.Object { return objectAt(t.Info, n) }

func objectAt(info *typecheck.Info, n syntax.NodeID) *typecheck.Object {
	if int(n) >= len(info.Objects) {
		return nil
	}
	return info.Objects[n]
}

// isVariable are the kinds of nodes that read a variable.
func isVariable(k syntax.Kind) bool { return k == syntax.Local || k == syntax.Name }

// Uses are the nodes that read a variable of the item, in the order of the text.
// A division written as `%x/y` is none of `y`: no expression represents it.
func (t *Tree) Uses(o *typecheck.Object) []syntax.NodeID {
	return slices.DeleteFunc(slices.Clone(t.Index().Uses(o.Node)), func(n syntax.NodeID) bool {
		return t.Item.Kind(n) == syntax.Segment
	})
}

// Free are the variables that an expression reads and does not bind itself, in
// the order of the text.
func (t *Tree) Free(root syntax.NodeID) []*typecheck.Object {
	var found []*typecheck.Object
	seen := map[*typecheck.Object]bool{}
	t.Item.Walk(root, func(n syntax.NodeID) bool {
		o := t.ObjectAt(n)
		if isVariable(t.Item.Kind(n)) && t.isLocal(o) && !seen[o] && !t.Within(o.Node, root) {
			seen[o] = true
			found = append(found, o)
		}
		return true
	})
	return found
}

// isLocal reports whether o is a variable that the item binds.
func (t *Tree) isLocal(o *typecheck.Object) bool {
	return o != nil && o.Kind == typecheck.LocalObject && o.Item == t.Item
}

// Binds reports whether a variable with one of some names is bound under a node.
func (t *Tree) Binds(root syntax.NodeID, names map[string]bool) bool {
	found := false
	t.Item.Walk(root, func(n syntax.NodeID) bool {
		o := t.ObjectAt(n)
		found = found || t.isLocal(o) && o.Node == n && names[o.Name]
		return !found
	})
	return found
}

// IsGraph reports whether a variable is bound without `let`: its value is worked
// out when it is first read.
func (t *Tree) IsGraph(o *typecheck.Object) bool {
	parent := t.Parent(o.Node)
	return t.Item.Kind(parent) == syntax.Graph && t.Item.Graph(parent).Name == o.Node
}

// Fresh is a name, made of one without a sigil, that is nowhere in the item.
func (t *Tree) Fresh(name string) string {
	return t.fresh(name, func(string) bool { return false })
}

// FreshNextTo is such a name that is none of those that are taken either.
func (t *Tree) FreshNextTo(name string, taken map[string]bool) string {
	return t.fresh(name, func(made string) bool { return taken[made] })
}

// FreshGlobal is a name, made of one without a sigil, that is nowhere in item
// i of a module, the tree's, and that no definition has which the item sees.
func (t *Tree) FreshGlobal(m *typecheck.Module, i int, name string) string {
	return t.fresh(name, func(made string) bool { return m.Find(i, "@"+made) != nil })
}

func (t *Tree) fresh(name string, taken func(string) bool) string {
	made := name
	for i := 1; strings.Contains(t.Item.Text, made) || taken(made); i++ {
		made = fmt.Sprintf("%s%d", name, i)
	}
	return made
}

// OwnSpan is the extent of a variable's name, without the tail segments that are
// projections of it.
func (t *Tree) OwnSpan(n syntax.NodeID) syntax.Span {
	span, segments := t.Item.Span(n), t.Item.Kids(n)
	if len(segments) == 0 || t.Item.Kind(n) != syntax.Local {
		return span
	}
	if used := t.Split[n]; used > 0 {
		span.End = t.Item.Span(segments[used-1]).End
	} else {
		span.End = t.Item.Span(segments[0]).Start
	}
	return span
}
