package graph

import (
	"strconv"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// local is a use of a variable, and the projections or the division in the tail
// of its name, but for a division that the operator before it makes late.
func (b *builder) local(n syntax.NodeID, block Block) {
	o := b.variable(n)
	if o == nil {
		b.add(Free, n, block) // an error
		return
	}
	used, late := b.Info.Split[n], b.Info.LateDivision(n)
	base := b.use(n, o, block)
	at := n
	for _, s := range b.item.Kids(n)[min(used, len(b.item.Kids(n))):] {
		if b.item.SourceText(s)[0] == '/' {
			if s != late {
				base = b.divided(s, operand{base, at, block})
			}
			break
		}
		v := b.add(Project, s, block, operand{base, at, block})
		b.buffers.values[v].index = component(b.item.SourceText(s))
		base, at = to(v), s
	}
	b.refs[n] = base
}

// divided is `%x/2`, `%x/y`, whose right operand has no node but the division's
// own.
func (b *builder) divided(s syntax.NodeID, left operand) ref {
	right := operand{node: s, block: left.block}
	if o := b.variable(s); o != nil {
		right.ref = b.use(s, o, left.block)
	} else {
		right.ref = to(b.add(Literal, s, left.block))
	}
	return to(b.add(Operation, s, left.block, left, right))
}

// component reads the number in `.0`; -1 where it is too large.
func component(text string) int32 {
	n, err := strconv.ParseInt(text[1:], 10, 32)
	if err != nil {
		return -1
	}
	return int32(n)
}

// use refers to a variable that a node names.
func (b *builder) use(n syntax.NodeID, o *typecheck.Object, block Block) ref {
	if !b.bound(o) {
		return b.freeUse(n, o)
	}
	if inner, self := b.selfUse(n, o); self {
		b.buffers.blocks[inner].Recursive = true
		return to(b.add(Self, n, block))
	}
	if _, rebound := b.rebound[o]; rebound {
		return to(b.add(Read, n, block, operand{ref(o.Node), n, block}))
	}
	return ref(o.Node)
}

// bound reports whether a variable has a binder in the item: the Local of a graph
// binding or `free_var`, or a pattern. Of one that an expression of a document
// leaves free the object leads to a use.
func (b *builder) bound(o *typecheck.Object) bool {
	if o.Item != b.item || b.item.Kind(o.Node) != syntax.Local {
		return o.Item == b.item
	}
	statement := b.index.Parent(o.Node)
	kind := b.item.Kind(statement)
	return (kind == syntax.Graph || kind == syntax.FreeVar) && b.item.Kids(statement)[0] == o.Node
}

// freeUse makes a variable that is bound nowhere in the item a value of the
// whole, once.
func (b *builder) freeUse(n syntax.NodeID, o *typecheck.Object) ref {
	v, known := b.free[o]
	if !known {
		v = b.add(Free, n, Body)
		if b.free == nil {
			b.free = map[*typecheck.Object]Value{}
		}
		b.free[o] = v
	}
	return to(v)
}

// selfUse reports whether a variable is bound to a function literal that the node
// is in, and gives that function's block.
func (b *builder) selfUse(n syntax.NodeID, o *typecheck.Object) (Block, bool) {
	bound := b.refs[o.Node]
	if bound <= 0 {
		return 0, false
	}
	f := b.item.Unparen(syntax.NodeID(bound))
	inner, open := b.lambdas[f]
	return inner, open && b.item.Span(f).Start <= b.item.Span(n).Start && b.item.Span(n).End <= b.item.Span(f).End
}
