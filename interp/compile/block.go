package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// block emits the statements of a block, and its result.
func (b *builder) block(n syntax.NodeID, dst int) {
	mark, scope := b.next, b.stepping.scope
	last := b.statements(n)
	if last == syntax.NoNode {
		b.constant(dst, code.Unit)
	} else {
		b.expr(last, dst)
	}
	b.leave(scope)
	b.next = mark
}

func (b *builder) tailBlock(n syntax.NodeID) {
	mark, scope := b.next, b.stepping.scope
	if last := b.statements(n); last != syntax.NoNode {
		b.tail(last)
	} else {
		b.constant(0, code.Unit)
		b.emit(code.OpReturn, 0, 0, 0)
	}
	b.leave(scope)
	b.next = mark
}

// statements emits all but the result of a block, which is given back; NoNode
// where a block ends with a statement.
func (b *builder) statements(n syntax.NodeID) syntax.NodeID {
	kids := b.item.Kids(n)
	forked := 0 // statements before it are emitted
	for i, kid := range kids {
		switch {
		case i < forked:
			continue
		case kid == syntax.NoNode:
			b.fault(n, "this block has no result")
			return syntax.NoNode
		}
		if forked = i + b.forkLets(kids[i:]); forked > i {
			continue
		}
		switch {
		case b.statement(kid):
		case i == len(kids)-1:
			return kid
		default:
			mark := b.next
			b.expr(kid, b.temp())
			b.next = mark
		}
	}
	return syntax.NoNode
}

// statement emits a binding; false for an expression.
func (b *builder) statement(n syntax.NodeID) bool {
	switch b.item.Kind(n) {
	case syntax.Let:
		b.let(n)
	case syntax.Graph, syntax.FreeVar:
	case syntax.Assign:
		b.fault(n, "elements cannot be written: FractalTensors and tensors are immutable")
	default:
		return false
	}
	return true
}

func (b *builder) let(n syntax.NodeID) {
	let := b.item.Let(n)
	if let.Value == syntax.NoNode {
		b.fault(n, "this binding has no value")
		return
	}
	o := b.info.Objects[let.Pattern]
	simple := o != nil && o.Kind == typecheck.LocalObject
	if simple && b.deferLet(n, o) {
		return
	}
	r := b.temp()
	if simple && b.item.Kind(b.item.Unparen(let.Value)) == syntax.Fn {
		b.selfName = o
	}
	if let.Type != syntax.NoNode {
		b.annotate(let.Value)
	}
	b.expr(let.Value, r)
	if let.Type != syntax.NoNode {
		b.check(let.Type, r, b.typeOf(let.Pattern))
	}
	if simple {
		b.bindLet(o, r)
		return
	}
	b.destructureBy(let.Pattern, r, b.bindLet)
	if b.env != nil && !b.graph && b.env.holdsLets {
		b.next = r // no variable has a register
	}
}
