package typed

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// An Index leads from the nodes of an item to their parents and between the
// variables' binders and uses. It is made once for a typed tree, when somebody
// asks for it, in one pass over the nodes; it never changes and is safe for
// concurrent readers.
type Index struct {
	info    *Info
	parents []int32         // by node
	binders []syntax.NodeID // in the order of the text
	first   []int32         // by node, two more: where a binder's uses begin
	uses    []syntax.NodeID
}

// Index is the index of the item.
func (info *Info) Index() *Index {
	info.once.Do(func() { info.index = newIndex(info) })
	return info.index
}

func newIndex(info *Info) *Index {
	nodes := info.Item.Len()
	byNode := make([]int32, nodes+nodes+2)
	x := &Index{info: info, parents: byNode[:nodes:nodes], first: byNode[nodes:]}
	binders, uses := 0, 0
	for n := syntax.NodeID(1); int(n) < info.Item.Len(); n++ {
		for _, kid := range info.Item.Kids(n) {
			if kid != syntax.NoNode {
				x.parents[kid] = int32(n)
			}
		}
		if b := x.Binder(n); b == n {
			binders++
		} else if b != syntax.NoNode {
			x.first[b+2]++
			uses++
		}
	}
	if binders+uses == 0 {
		return x
	}
	named := make([]syntax.NodeID, binders+uses)
	x.binders, x.uses = named[:0:binders], named[binders:]
	x.fill()
	slices.SortFunc(x.binders, func(a, b syntax.NodeID) int { return int(x.info.Item.Span(a).Start - x.info.Item.Span(b).Start) })
	return x
}

// fill collects the binders, and the uses side by side by their binders. At first holds,
// one place late, how many uses there are; then, by binder, where the next one goes, which
// in the end is where those of the next binder begin.
func (x *Index) fill() {
	next := x.first[1:]
	for n := 1; n < len(next); n++ {
		next[n] += next[n-1]
	}
	for n := syntax.NodeID(1); int(n) < x.info.Item.Len(); n++ {
		if b := x.Binder(n); b == n {
			x.binders = append(x.binders, n)
		} else if b != syntax.NoNode {
			x.uses[next[b]] = n
			next[b]++
		}
	}
}

// Parent is the node that a node is a child of, NoNode for the root and for what
// stands in attributes and type comments.
func (x *Index) Parent(n syntax.NodeID) syntax.NodeID { return syntax.NodeID(x.parents[n]) }

// Within reports whether a node is another one or stands in it. It takes time with
// the depth.
func (x *Index) Within(n, outer syntax.NodeID) bool {
	for ; n != syntax.NoNode; n = x.Parent(n) {
		if n == outer {
			return true
		}
	}
	return false
}

// Binder is the node that gives the variable at a node its value, the node
// itself where it is a binder: a PatVar, a PatName, the Local of a graph binding
// or of a `free_var`; or the first use of a variable that an expression of a
// document leaves free. It is NoNode where no variable of the item stands.
func (x *Index) Binder(n syntax.NodeID) syntax.NodeID {
	if int(n) >= len(x.info.Objects) {
		return syntax.NoNode
	}
	if o := x.info.Objects[n]; o != nil && o.Kind == LocalObject && o.Item == x.info.Item {
		return o.Node
	}
	return syntax.NoNode
}

// Binders are the binders of the item's variables in the order of the text. The
// slice belongs to the index.
func (x *Index) Binders() []syntax.NodeID { return x.binders }

// Uses are the nodes at which the variable of a binder is named besides, in the
// order of the text. The slice belongs to the index.
func (x *Index) Uses(binder syntax.NodeID) []syntax.NodeID {
	return x.uses[x.first[binder]:x.first[binder+1]]
}

// scopes are the kinds of nodes that bind variables by their patterns; besides,
// the item does, for a definition's parameters and for `free_var`.
var scopes = [1 << 8]bool{syntax.Let: true, syntax.Graph: true, syntax.Fn: true, syntax.Clause: true}

// Scope is the innermost binding, function or clause around a node, the item if
// there is none: of a binder, what binds it.
func (x *Index) Scope(n syntax.NodeID) syntax.NodeID {
	for n != x.info.Item.Root && n != syntax.NoNode && !scopes[x.info.Item.Kind(n)] {
		n = x.Parent(n)
	}
	return n
}

// Visible returns the binders of the variables that an expression can name where node n
// stands, the nearest first; each hides those of its name before it. It gives at most so
// many.
func (x *Index) Visible(n syntax.NodeID, most int) (found []syntax.NodeID) {
	at := x.info.Item.Span(n)
	hidden := map[string]bool{}
	for i := len(x.binders) - 1; i >= 0 && len(found) < most; i-- {
		binder := x.binders[i]
		name := x.info.Objects[binder].Name
		if hidden[name] || len(name) > 1 && name[1] == '_' || !x.sees(at, x.Scope(binder)) {
			continue
		}
		hidden[name] = true
		found = append(found, binder)
	}
	return found
}

// sees reports whether a place is where the variables that a node binds can be named:
// after a `let` in its block, within others.
func (x *Index) sees(at syntax.Span, owner syntax.NodeID) bool {
	item := x.info.Item
	span := item.Span(owner)
	if kind := item.Kind(owner); kind == syntax.Let || kind == syntax.Graph {
		block := item.Span(x.Parent(owner))
		return span.End <= at.Start && at.Start < block.End
	}
	return span.Start <= at.Start && at.End <= span.End
}
