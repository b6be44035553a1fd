package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// expr emits code that puts the value of an expression into a register. A call
// needs no move where that register is the topmost one in use.
func (b *builder) expr(n syntax.NodeID, dst int) {
	if r, ok := b.evaluated[n]; ok {
		b.move(dst, r)
		return
	}
	b.before(n)
	b.unconverted(n, dst)
	b.convert(n, dst)
	b.after(n, dst)
}

func (b *builder) unconverted(n syntax.NodeID, dst int) {
	was := b.setNode(n)
	defer b.setNode(was)
	recursive := b.selfName
	b.selfName = nil
	switch b.item.Kind(n) {
	case syntax.Paren:
		b.selfName = recursive
		b.expr(b.item.Inner(n), dst)
	case syntax.Block:
		b.block(n, dst)
	case syntax.Int, syntax.Float, syntax.Bool:
		b.literal(n, dst)
	case syntax.Meta:
		b.meta(n, dst)
	case syntax.Local:
		b.localUse(n, dst)
	case syntax.Global:
		b.globalUse(n, dst)
	case syntax.Name:
		b.nameUse(n, dst)
	case syntax.Call:
		b.call(n, dst, false)
	case syntax.Project:
		b.project(b.item.Inner(n), int(b.item.Node(n).Data), dst)
	case syntax.Index:
		b.index(n, dst)
	case syntax.Tuple:
		b.tuple(n, dst)
	case syntax.List:
		if _, old := b.typeOf(n).(*types.Tuple); old { // an attribute of TVM 0.6
			b.tuple(n, dst)
		} else {
			b.list(n, dst)
		}
	case syntax.Fn:
		b.lambda(n, dst, recursive)
	case syntax.If:
		b.branch(n, dst, false)
	case syntax.Match:
		b.match(n, dst, false)
	case syntax.Unary:
		b.unary(n, dst)
	case syntax.Binary:
		b.binary(n, dst)
	case syntax.Hole:
		b.fault(n, openMessage(b.item, n))
	default:
		b.fault(n, "this is no expression that can be evaluated")
	}
}

// operand gives a register that holds the value of an expression: a variable's
// own, or a new one.
func (b *builder) operand(n syntax.NodeID) int {
	if r, ok := b.variableRegister(n); ok {
		return r
	}
	r := b.temp()
	b.expr(n, r)
	return r
}

// variableRegister is the register of an expression that is a mere variable.
func (b *builder) variableRegister(n syntax.NodeID) (int, bool) {
	if r, ok := b.evaluated[n]; ok {
		return r, true
	}
	if b.rebinds || b.converts(n) {
		return 0, false
	}
	if n = b.item.Unparen(n); b.converts(n) {
		return 0, false
	}
	switch b.item.Kind(n) {
	case syntax.Local:
		if len(b.item.Kids(n)) > b.info.Split[n] {
			return 0, false
		}
	case syntax.Name:
	default:
		return 0, false
	}
	o := b.local(n)
	if o == nil || o.Kind != typecheck.LocalObject {
		return 0, false
	}
	return b.register(o)
}

// tail emits an expression whose value is the function's result.
func (b *builder) tail(n syntax.NodeID) {
	was := b.setNode(n)
	defer b.setNode(was)
	b.before(n)
	if b.converts(n) || b.isWatched(n) {
		b.finishTail(n)
		return
	}
	switch b.item.Kind(n) {
	case syntax.Paren:
		b.tail(b.item.Inner(n))
		return
	case syntax.Block:
		b.tailBlock(n)
		return
	case syntax.If:
		b.branch(n, 0, true)
		return
	case syntax.Match:
		b.match(n, 0, true)
		return
	case syntax.Binary:
		if chain := b.item.Binary(n); b.logical(chain) {
			b.logicalValue(chain, 0, true)
			return
		}
	case syntax.Call:
		if b.call(n, 0, true) {
			return
		}
	}
	b.finishTail(n)
}

// finishTail emits a result that is no call.
func (b *builder) finishTail(n syntax.NodeID) {
	mark := b.next
	r := b.operand(n)
	b.checkResult(r)
	b.emit(code.OpReturn, r, 0, 0)
	b.next = mark
}

// branch emits `if`, whose arms both put their value into dst, or both end the
// function.
func (b *builder) branch(n syntax.NodeID, dst int, tail bool) {
	branch := b.item.If(n)
	if branch.Cond == syntax.NoNode || branch.Then == syntax.NoNode || branch.Else == syntax.NoNode {
		b.fault(n, "this `if` lacks a part")
		return
	}
	jumps := b.jumpsUnless(branch.Cond)
	b.arm(branch.Then, dst, tail)
	end := -1
	if !tail {
		end = b.jump()
	}
	for _, j := range jumps {
		b.patchHere(j)
	}
	b.arm(branch.Else, dst, tail)
	if !tail {
		b.patchHere(end)
	}
}

func (b *builder) arm(n syntax.NodeID, dst int, tail bool) {
	if tail {
		b.tail(n)
		return
	}
	b.expr(n, dst)
}

func isScalar(t types.Type) (types.Dtype, bool) {
	tensor, ok := t.(*types.Tensor)
	if !ok || len(tensor.Shape) > 0 {
		return types.Dtype{}, false
	}
	return tensor.Dtype, true
}
