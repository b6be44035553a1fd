package interp

import (
	"fmt"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// call emits a call. In tail position it may end the function, and says so.
func (b *builder) call(n syntax.NodeID, dst int, tail bool) (ended bool) {
	callee := b.item.Kid(n, 0)
	o := b.info.Objects[callee]
	if b.item.Kind(callee) == syntax.Name || b.item.Kind(callee) == syntax.Global {
		switch {
		case b.info.OperatorCall(n) != nil:
			return b.direct(n, dst, tail, func(dst int) { b.operatorCall(n, b.info.OperatorCall(n), dst) })
		case o == nil:
			return b.direct(n, dst, tail, func(dst int) { b.builtin(n, dst) })
		case o.Kind == typecheck.ConstructorObject:
			return b.direct(n, dst, tail, func(dst int) { b.construct(n, o, dst) })
		case o.Kind == typecheck.DeclaredObject:
			b.fault(n, undefinedBody(o))
			return false
		case o.Kind == typecheck.DefObject:
			return b.globalCall(n, o, dst, tail)
		}
	}
	return b.closureCall(n, callee, dst, tail)
}

func undefinedBody(o *typecheck.Object) string {
	return fmt.Sprintf("`%s` is declared without a body, so it cannot be called", o.Name)
}

// direct emits what is no call for the machine.
func (b *builder) direct(n syntax.NodeID, dst int, tail bool, emit func(dst int)) bool {
	if !tail {
		emit(dst)
		return false
	}
	mark := b.next
	r := b.temp()
	emit(r)
	b.checkResult(r)
	b.emit(opReturn, r, 0, 0)
	b.next = mark
	return true
}

// args are a call's positional arguments.
func (b *builder) args(n syntax.NodeID) []syntax.NodeID {
	var args []syntax.NodeID
	for _, arg := range b.item.Kids(n)[1:] {
		if b.item.Kind(arg) != syntax.NamedArg {
			args = append(args, arg)
		}
	}
	return args
}

// base is the register that a call's result is left in: dst where that is the
// topmost one.
func (b *builder) base(dst int, tail bool) int {
	if !tail && dst == b.next-1 && dst > 0 {
		return dst
	}
	return b.temp()
}

func (b *builder) globalCall(n syntax.NodeID, o *typecheck.Object, dst int, tail bool) bool {
	fn := b.program.global(o)
	b.fn.calls = append(b.fn.calls, fn)
	mark := b.next
	defer func() { b.next = mark }()
	base := b.base(dst, tail)
	b.arguments(b.args(n))
	b.at(n)
	if tail && !b.entry && (b.checks == nil || fn == b.fn.index) {
		b.emitX(opTailGlobal, base, fn)
		return true
	}
	b.emitX(opCallGlobal, base, fn)
	return b.deliver(base, dst, tail)
}

func (b *builder) closureCall(n, callee syntax.NodeID, dst int, tail bool) bool {
	mark := b.next
	defer func() { b.next = mark }()
	base := b.base(dst, tail)
	b.expr(callee, base)
	args := b.args(n)
	b.arguments(args)
	b.at(n)
	b.fn.unknown = true
	if tail && !b.entry && b.checks == nil {
		b.emit(opTail, base, min(len(args), maxParams), 0)
		return true
	}
	b.emit(opCall, base, min(len(args), maxParams), 0)
	return b.deliver(base, dst, tail)
}

// arguments puts a call's arguments where the callee expects them.
func (b *builder) arguments(args []syntax.NodeID) {
	if len(args) <= maxParams {
		b.row(args)
		return
	}
	b.row(args[:maxParams-1])
	rest := b.temp()
	b.emit(opListBegin, rest, 0, 0)
	for _, arg := range args[maxParams-1:] {
		r := b.temp()
		b.expr(arg, r)
		b.emit(opListAdd, rest, r, 0)
		b.next = r
	}
	b.emit(opListTuple, rest, rest, 0)
}

// deliver hands on a call's result.
func (b *builder) deliver(base, dst int, tail bool) bool {
	if !tail {
		b.move(dst, base)
		return false
	}
	b.checkResult(base)
	b.emit(opReturn, base, 0, 0)
	return true
}

// construct emits a call of a constructor.
func (b *builder) construct(n syntax.NodeID, o *typecheck.Object, dst int) {
	args := b.args(n)
	k := b.program.constructor(o.Cons)
	mark := b.next
	switch len(args) {
	case 0:
		b.constant(dst, slot{b.program.cons[k].word, &none})
		return
	case 2:
		x, y := b.operand(args[0]), b.operand(args[1])
		b.at(n)
		b.emit(opPair, dst, x, y)
		b.put(uint32(k))
	default:
		regs := b.operands(args)
		b.at(n)
		b.data(dst, k, regs)
	}
	b.next = mark
}

func (b *builder) data(dst, k int, regs []int) {
	b.emit(opData, dst, 0, 0)
	b.put(uint32(k))
	b.registers(regs)
}

// references are the functions on references, by name: their opcodes.
var references = map[string]opcode{"ref": opRef, "ref_read": opRead, "ref_write": opWrite}

// builtin emits a call of what is neither declared nor in the operator table.
func (b *builder) builtin(n syntax.NodeID, dst int) {
	name, args := b.item.SourceText(b.item.Kid(n, 0)), b.args(n)
	if name == "Constant" {
		b.dense(n, dst)
		return
	}
	code, ok := references[name]
	if !ok || len(args) == 0 {
		b.fault(n, "`"+name+"` cannot be called")
		return
	}
	mark := b.next
	x, y := b.operand(args[0]), 0
	if len(args) > 1 {
		y = b.operand(args[1])
	}
	b.at(n)
	b.fn.effect = true
	b.emit(code, dst, x, y)
	b.next = mark
}

// globalUse loads a definition as a value.
func (b *builder) globalUse(n syntax.NodeID, dst int) {
	o := b.info.Objects[n]
	switch {
	case o == nil:
		b.fault(n, "`"+b.item.SourceText(n)+"` is not defined")
	case o.Kind == typecheck.DeclaredObject:
		b.constant(dst, closureOf(b.program.bodiless(o)))
	default:
		fn := b.program.global(o)
		b.fn.calls = append(b.fn.calls, fn)
		b.constant(dst, closureOf(fn))
	}
}

// closureOf is the value of a function that captures nothing.
func closureOf(fn int) slot { return slot{uint64(closureKind) | uint64(fn)<<32, &none} }

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
		b.fn.unknown = true
		b.constant(dst, closureOf(b.program.stub(stub{name: name, params: params})))
	case o == nil:
		b.fault(n, "`"+name+"` is not defined")
	case o.Kind == typecheck.LocalObject:
		b.load(o, dst)
	case o.Kind == typecheck.OperatorObject:
		b.constant(dst, closureOf(b.program.stub(stub{name: o.Op, params: params, operator: true})))
	case o.Cons != nil && len(o.Cons.Fields) == 0:
		b.constant(dst, slot{b.program.cons[b.program.constructor(o.Cons)].word, &none})
	case o.Cons != nil:
		b.constant(dst, closureOf(b.program.stub(stub{name: o.Name, cons: o.Cons, params: len(o.Cons.Fields)})))
	default:
		b.fault(n, "`"+name+"` is no value")
	}
}
