package compile

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// call emits a call: of a constructor, an operator, a definition, a function value or a
// function on references. The result's register is followed by those of the arguments:
// a machine call makes the first the callee's register 0. In tail position it may end
// the function, and says so; tail calls are emitted only where no declared result has
// to be checked after them.
func (b *builder) call(n syntax.NodeID, dst int, tail bool) (ended bool) {
	if hole := b.item.OpenAttribute(n); hole != syntax.NoNode {
		b.fault(hole, openMessage(b.item, hole))
		return false
	}
	callee := b.item.Call(n).Callee
	o := b.info.Objects[callee]
	if b.item.Kind(callee) == syntax.Name || b.item.Kind(callee) == syntax.Global {
		switch {
		case b.info.OperatorCall(n) != nil:
			return b.withoutCall(dst, tail, func(dst int) { b.operatorCall(n, b.info.OperatorCall(n), dst) })
		case o == nil:
			return b.withoutCall(dst, tail, func(dst int) { b.builtin(n, dst) })
		case o.Kind == typecheck.ConstructorObject:
			return b.withoutCall(dst, tail, func(dst int) { b.construct(n, o, dst) })
		case o.Kind == typecheck.DeclaredObject:
			b.fault(n, undefinedBody(o))
			return false
		case o.Kind == typecheck.DefObject:
			return b.globalCall(n, o, dst, tail)
		}
	}
	return b.closureCall(n, callee, dst, tail)
}

// openMessage says that the run met a hole.
func openMessage(item *syntax.Item, hole syntax.NodeID) string {
	return fmt.Sprintf("the hole `%s` has no value: write an expression in its place", item.SourceText(hole))
}

func undefinedBody(o *typecheck.Object) string {
	return fmt.Sprintf("`%s` is declared without a body, so it cannot be called", o.Name)
}

// withoutCall emits what is no call for the machine.
func (b *builder) withoutCall(dst int, tail bool, emit func(dst int)) bool {
	if !tail {
		emit(dst)
		return false
	}
	mark := b.next
	r := b.temp()
	emit(r)
	b.checkResult(r)
	b.emit(code.OpReturn, r, 0, 0)
	b.next = mark
	return true
}

// args are a call's positional arguments.
func (b *builder) args(n syntax.NodeID) []syntax.NodeID {
	var args []syntax.NodeID
	for _, arg := range b.item.Call(n).Args {
		if b.item.Kind(arg) != syntax.NamedArg {
			args = append(args, arg)
		}
	}
	return args
}

// resultRegister is the register that a call's result is left in: dst where that is the
// topmost one.
func (b *builder) resultRegister(dst int, tail bool) int {
	if !tail && dst == b.next-1 && dst > 0 {
		return dst
	}
	return b.temp()
}

func (b *builder) globalCall(n syntax.NodeID, o *typecheck.Object, dst int, tail bool) bool {
	if o.Item != nil && len(params(o.Item, o.Item.Def(o.Item.Root).Params)) != len(b.args(n)) {
		b.wrongCount(n, o.Name)
		return false
	}
	fn := b.compiler.global(o)
	b.fn.Calls = append(b.fn.Calls, fn)
	mark := b.next
	defer func() { b.next = mark }()
	base := b.resultRegister(dst, tail)
	b.annotateArguments(o, b.args(n))
	b.arguments(b.args(n))
	b.setNode(n)
	if tail && !b.entry && (b.declaredResult == nil || fn == b.fn.Index) {
		b.emitX(code.OpTailGlobal, base, fn)
		return true
	}
	b.emitX(code.OpCallGlobal, base, fn)
	return b.finishCall(base, dst, tail)
}

func (b *builder) closureCall(n, callee syntax.NodeID, dst int, tail bool) bool {
	mark := b.next
	defer func() { b.next = mark }()
	base := b.resultRegister(dst, tail)
	b.expr(callee, base)
	args := b.args(n)
	b.arguments(args)
	b.setNode(n)
	b.fn.CallsUnknown = true
	if tail && !b.entry && b.declaredResult == nil {
		b.emit(code.OpTail, base, min(len(args), code.MaxParams), 0)
		return true
	}
	b.emit(code.OpCall, base, min(len(args), code.MaxParams), 0)
	return b.finishCall(base, dst, tail)
}

// arguments puts a call's arguments where the callee expects them.
func (b *builder) arguments(args []syntax.NodeID) {
	if len(args) <= code.MaxParams {
		b.consecutive(args)
		return
	}
	b.consecutive(args[:code.MaxParams-1])
	rest := b.temp()
	b.emit(code.OpListBegin, rest, 0, 0)
	for _, arg := range args[code.MaxParams-1:] {
		r := b.temp()
		b.expr(arg, r)
		b.emit(code.OpListAdd, rest, r, 0)
		b.next = r
	}
	b.emit(code.OpListTuple, rest, rest, 0)
}

// finishCall hands on a call's result.
func (b *builder) finishCall(base, dst int, tail bool) bool {
	if !tail {
		b.move(dst, base)
		return false
	}
	b.checkResult(base)
	b.emit(code.OpReturn, base, 0, 0)
	return true
}

// construct emits a call of a constructor.
func (b *builder) construct(n syntax.NodeID, o *typecheck.Object, dst int) {
	args := b.args(n)
	if len(args) != len(o.Cons.Fields) {
		b.wrongCount(n, o.Name)
		return
	}
	k := b.compiler.constructor(o.Cons)
	mark := b.next
	switch len(args) {
	case 0:
		b.constant(dst, code.Slot{W: b.compiler.code.Constructor(k).Word, P: &code.NoFields})
		return
	case 2:
		x, y := b.operand(args[0]), b.operand(args[1])
		b.setNode(n)
		b.emit(code.OpPair, dst, x, y)
		b.put(uint32(k))
	default:
		regs := b.operands(args)
		b.setNode(n)
		b.data(dst, k, regs)
	}
	b.next = mark
}

// wrongCount emits the fault of a call that the checker should have refused: the machine
// takes the numbers of arguments and fields for granted.
func (b *builder) wrongCount(n syntax.NodeID, name string) {
	b.fault(n, "`"+name+"` is not called with as many arguments as it takes")
}

func (b *builder) data(dst, k int, regs []int) {
	b.emit(code.OpData, dst, 0, 0)
	b.put(uint32(k))
	b.registers(regs)
}

// references are the functions on references, by name: their opcodes.
var references = map[string]code.Opcode{"ref": code.OpRef, "ref_read": code.OpRead, "ref_write": code.OpWrite}

// builtin emits a call of what is neither declared nor in the operator table.
func (b *builder) builtin(n syntax.NodeID, dst int) {
	name, args := b.item.SourceText(b.item.Call(n).Callee), b.args(n)
	if name == "Constant" {
		b.dense(n, dst)
		return
	}
	o, ok := references[name]
	if !ok || len(args) == 0 {
		b.fault(n, "`"+name+"` cannot be called")
		return
	}
	mark := b.next
	x, y := b.operand(args[0]), 0
	if len(args) > 1 {
		y = b.operand(args[1])
	}
	b.setNode(n)
	b.fn.Effect = true
	b.emit(o, dst, x, y)
	b.next = mark
}

// globalUse loads a definition as a value.
func (b *builder) globalUse(n syntax.NodeID, dst int) {
	o := b.info.Objects[n]
	switch {
	case o == nil:
		b.fault(n, "`"+b.item.SourceText(n)+"` is not defined")
	case o.Kind == typecheck.DeclaredObject:
		b.constant(dst, code.FunctionSlot(b.compiler.bodiless(o)))
	default:
		fn := b.compiler.global(o)
		b.fn.Calls = append(b.fn.Calls, fn)
		b.constant(dst, code.FunctionSlot(fn))
	}
}

// nameUse loads a bare name: a variable, a constructor, an operator, one of the
// functions on references.
func (b *builder) nameUse(n syntax.NodeID, dst int) {
	o := b.info.Objects[n]
	name := b.item.SourceText(n)
	params := 0
	if f, ok := b.typeOf(n).(*types.Func); ok {
		params = len(f.In)
	}
	switch {
	case o == nil && references[name] != 0:
		b.fn.CallsUnknown = true
		b.constant(dst, code.FunctionSlot(b.compiler.stub(stub{name: name, params: params})))
	case o == nil:
		b.fault(n, "`"+name+"` is not defined")
	case o.Kind == typecheck.LocalObject:
		b.load(o, dst)
	case o.Kind == typecheck.OperatorObject:
		b.constant(dst, code.FunctionSlot(b.compiler.stub(stub{name: o.Op, params: params, level: depthOfUse(b.typeOf(n)), operator: true})))
	case o.Cons != nil && len(o.Cons.Fields) == 0:
		b.constant(dst, code.Slot{W: b.compiler.code.Constructor(b.compiler.constructor(o.Cons)).Word, P: &code.NoFields})
	case o.Cons != nil:
		b.constant(dst, code.FunctionSlot(b.compiler.stub(stub{name: o.Name, cons: o.Cons, params: len(o.Cons.Fields)})))
	default:
		b.fault(n, "`"+name+"` is no value")
	}
}
