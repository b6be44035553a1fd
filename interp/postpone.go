package interp

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A census tells where the variables of an item are read.
type census struct {
	parents []syntax.NodeID
	next    []syntax.NodeID // what stands behind in the parent
	reads   map[*typecheck.Object]reads
}

type reads struct {
	count int
	last  syntax.NodeID
}

// census counts an item's variables when they are first asked for.
func (b *builder) census() *census {
	for b.outer != nil {
		b = b.outer
	}
	if b.counted == nil {
		b.counted = b.count()
	}
	return b.counted
}

func (b *builder) count() *census {
	n := b.item.Len()
	c := &census{parents: make([]syntax.NodeID, n), next: make([]syntax.NodeID, n), reads: map[*typecheck.Object]reads{}}
	binds := make([]bool, n)
	for i := range n {
		node := syntax.NodeID(i)
		kids := b.item.Kids(node)
		for k, kid := range kids {
			if kid == syntax.NoNode {
				continue
			}
			c.parents[kid] = node
			if k+1 < len(kids) {
				c.next[kid] = kids[k+1]
			}
			switch b.item.Kind(node) {
			case syntax.Let, syntax.Graph, syntax.FreeVar, syntax.Param:
				binds[kid] = k == 0
			}
		}
	}
	for node, o := range b.info.Objects {
		if o != nil && !binds[node] {
			c.reads[o] = reads{c.reads[o].count + 1, syntax.NodeID(node)}
		}
	}
	return c
}

func (b *builder) readsOf(o *typecheck.Object) reads { return b.census().reads[o] }

// postpone leaves the value of a `let` to the chain that reads it, if one does
// and nothing else: operands are evaluated now, operators then. Where an
// operator may fail, nothing that stands between may fail or take effect.
func (b *builder) postpone(let syntax.NodeID, o *typecheck.Object) bool {
	value, annotation := b.item.Kid(let, 2), b.item.Kid(let, 1)
	if annotation != syntax.NoNode && hasExtents(b.typeOf(b.item.Kid(let, 0))) && !b.surely(let) || b.rebinding || b.chaining {
		return false
	}
	operands, _ := b.elementwise(b.inside(value))
	if _, scalar := isScalar(b.typeOf(value)); scalar || operands == nil || !alike(b.typeOf(value), b.typeOf(value)) {
		return false
	}
	r := b.readsOf(o)
	if r.count != 1 || !b.chainReads(let, r.last) || b.next > maxRegisters/2 || b.shared(o) {
		return false
	}
	w := b.gather(value)
	if w.ops >= longestChain/2 || w.fails && !b.leads(let, r.last) {
		return false
	}
	for _, leaf := range w.leaves {
		b.hold(leaf)
	}
	if b.late == nil {
		b.late = map[*typecheck.Object]syntax.NodeID{}
	}
	b.late[o] = value
	return true
}

// hold evaluates an operand whose operator is left for later.
func (b *builder) hold(leaf syntax.NodeID) {
	if _, plain := b.plain(leaf); plain && b.quiet(leaf) {
		return // variables do not change
	}
	if _, held := b.leaves[leaf]; held {
		return
	}
	r := b.temp()
	b.expr(leaf, r)
	if b.leaves == nil {
		b.leaves = map[syntax.NodeID]int{}
	}
	b.leaves[leaf] = r
}

// surely tells of an annotation that says what is known already.
func (b *builder) surely(let syntax.NodeID) bool {
	declared, given := b.typeOf(b.item.Kid(let, 0)), b.typeOf(b.item.Kid(let, 2))
	return !hasVariables(declared) && alike(given, declared) && !searchExtents(given, types.Dim.Loose)
}

// shared tells of a variable that the code of graph bindings reads.
func (b *builder) shared(o *typecheck.Object) bool {
	if b.env == nil {
		return false
	}
	_, ok := b.env.fields[o]
	return ok
}

// chainReads tells whether a node is an operand of a chain behind a `let`, in
// the same block and evaluated whenever the block is.
func (b *builder) chainReads(let, node syntax.NodeID) bool {
	c := b.census()
	if o, ok := b.plain(node); !ok || o == nil {
		return false
	}
	block := c.parents[let]
	parent := c.parents[node]
	for b.item.Kind(parent) == syntax.Paren {
		parent = c.parents[parent]
	}
	if operands, _ := b.elementwise(parent); operands == nil || !alike(b.typeOf(parent), b.typeOf(node)) {
		return false
	}
	for at := parent; at != block; at = c.parents[at] {
		switch b.item.Kind(at) {
		case syntax.Paren, syntax.Call, syntax.Unary, syntax.Binary, syntax.Tuple, syntax.Project, syntax.Index, syntax.List, syntax.Let, syntax.Block, syntax.NamedArg:
		default:
			return false
		}
		if at == 0 || c.parents[at] == at {
			return false
		}
	}
	return true
}

// leads tells whether the statement behind a `let` begins with the operator
// that reads it, at node: nothing is evaluated before but variables.
func (b *builder) leads(let, node syntax.NodeID) bool {
	c := b.census()
	next := c.next[let]
	if next == syntax.NoNode {
		return false
	}
	whole := next
	if b.item.Kind(next) == syntax.Let {
		if whole = b.item.Kid(next, 2); whole == syntax.NoNode {
			return false
		}
	}
	for at := node; at != whole; at = c.parents[at] {
		parent := c.parents[at]
		if b.item.Kind(parent) == syntax.Paren {
			continue
		}
		operands, _ := b.elementwise(parent)
		if operands == nil || parent == let || parent == c.parents[let] {
			return false
		}
		for _, operand := range operands {
			if operand != at && !b.quiet(operand) {
				return false
			}
		}
	}
	return true
}
