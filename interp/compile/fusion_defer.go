package compile

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// usesOf are the nodes at which a variable of the item is read.
func (b *builder) usesOf(o *typecheck.Object) []syntax.NodeID { return b.info.Index().Uses(o.Node) }

// deferLet leaves the value of a `let` to the fused operators that read it, if they do
// and nothing else: operands are evaluated now, operators then. Where an
// operator may fail, nothing that is between may fail or take effect.
func (b *builder) deferLet(let syntax.NodeID, o *typecheck.Object) bool {
	written := b.item.Let(let)
	value := written.Value
	if written.Type != syntax.NoNode && hasExtents(b.typeOf(written.Pattern)) && !b.annotationHolds(let) || b.rebinds || b.fusing || b.compiler.stepped {
		return false
	}
	operands, _ := b.elementwise(b.item.Unparen(value))
	if _, scalar := isScalar(b.typeOf(value)); scalar || operands == nil || !sameShape(b.typeOf(value), b.typeOf(value)) {
		return false
	}
	uses := b.usesOf(o)
	if len(uses) != 1 || !b.readByFusion(let, uses[0]) || b.next > code.MaxRegisters/2 || b.readByGraphs(o) {
		return false
	}
	w := b.fusionTree(value)
	if w.ops >= maxFusedOperators/2 || w.fails && !b.readsFirst(let, uses[0]) {
		return false
	}
	for _, leaf := range w.leaves {
		b.evaluateOperand(leaf)
	}
	if b.deferred == nil {
		b.deferred = map[*typecheck.Object]syntax.NodeID{}
	}
	b.deferred[o] = value
	return true
}

// evaluateOperand evaluates an operand whose operator is left for later.
func (b *builder) evaluateOperand(leaf syntax.NodeID) {
	if _, plain := b.variableOf(leaf); plain && b.isTrivial(leaf) {
		return // variables do not change
	}
	if _, held := b.evaluated[leaf]; held {
		return
	}
	r := b.temp()
	b.expr(leaf, r)
	if b.evaluated == nil {
		b.evaluated = map[syntax.NodeID]int{}
	}
	b.evaluated[leaf] = r
}

// annotationHolds reports whether an annotation says no more than what is known of the
// value.
func (b *builder) annotationHolds(let syntax.NodeID) bool {
	written := b.item.Let(let)
	declared, given := b.typeOf(written.Pattern), b.typeOf(written.Value)
	return !hasVariables(declared) && sameShape(given, declared) && !searchExtents(given, types.Dim.Loose)
}

// readByGraphs reports whether the code of graph bindings reads a variable.
func (b *builder) readByGraphs(o *typecheck.Object) bool {
	if b.env == nil {
		return false
	}
	_, ok := b.env.fields[o]
	return ok
}

// readByFusion reports whether a node is an operand of fused operators after a `let`, in
// the same block and evaluated whenever the block is.
func (b *builder) readByFusion(let, node syntax.NodeID) bool {
	index := b.info.Index()
	if o, ok := b.variableOf(node); !ok || o == nil {
		return false
	}
	block := index.Parent(let)
	parent := index.Parent(node)
	for b.item.Kind(parent) == syntax.Paren {
		parent = index.Parent(parent)
	}
	if operands, _ := b.elementwise(parent); operands == nil || !sameShape(b.typeOf(parent), b.typeOf(node)) {
		return false
	}
	for at := parent; at != block; at = index.Parent(at) {
		switch b.item.Kind(at) {
		case syntax.Paren, syntax.Call, syntax.Unary, syntax.Binary, syntax.Tuple, syntax.Project, syntax.Index, syntax.List, syntax.Let, syntax.Block, syntax.NamedArg:
		default:
			return false
		}
	}
	return true
}

// readsFirst reports whether the statement after a `let` begins with the operator
// that reads it, at node: nothing is evaluated before but variables.
func (b *builder) readsFirst(let, node syntax.NodeID) bool {
	index := b.info.Index()
	next, ok := b.statementBehind(let)
	if !ok {
		return false
	}
	whole := next
	if b.item.Kind(next) == syntax.Let {
		if whole = b.item.Let(next).Value; whole == syntax.NoNode {
			return false
		}
	}
	for at := node; at != whole; at = index.Parent(at) {
		parent := index.Parent(at)
		if b.item.Kind(parent) == syntax.Paren {
			continue
		}
		operands, _ := b.elementwise(parent)
		if operands == nil || parent == let || parent == index.Parent(let) {
			return false
		}
		for _, operand := range operands {
			if operand != at && !b.isTrivial(operand) {
				return false
			}
		}
	}
	return true
}

// statementBehind is what follows a statement in its block.
func (b *builder) statementBehind(n syntax.NodeID) (syntax.NodeID, bool) {
	start := func(n syntax.NodeID) int { return int(b.item.Span(n).Start) }
	kids := b.item.Kids(b.info.Index().Parent(n))
	i, _ := slices.BinarySearchFunc(kids, start(n), func(kid syntax.NodeID, at int) int { return start(kid) - at })
	if i+1 >= len(kids) || kids[i] != n {
		return syntax.NoNode, false
	}
	return kids[i+1], kids[i+1] != syntax.NoNode
}
