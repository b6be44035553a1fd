package interp

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// expr emits code that puts the value of an expression into a register. A call
// needs no move where that register is the topmost one in use.
func (b *builder) expr(n syntax.NodeID, dst int) {
	if r, ok := b.leaves[n]; ok {
		b.move(dst, r)
		return
	}
	was := b.at(n)
	defer b.at(was)
	recursive := b.recursive
	b.recursive = nil
	switch b.item.Kind(n) {
	case syntax.Paren:
		b.recursive = recursive
		b.expr(b.item.Kid(n, 0), dst)
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
		b.project(b.item.Kid(n, 0), int(b.item.Node(n).Data), dst)
	case syntax.Index:
		b.index(n, dst)
	case syntax.Tuple:
		b.tuple(n, dst)
	case syntax.List:
		b.list(n, dst)
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
	if r, ok := b.leaves[n]; ok {
		return r, true
	}
	if b.rebinding {
		return 0, false
	}
	n = b.inside(n)
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
	was := b.at(n)
	defer b.at(was)
	switch b.item.Kind(n) {
	case syntax.Paren:
		b.tail(b.item.Kid(n, 0))
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
		if kids := b.item.Kids(n); b.logical(kids) {
			b.decide(kids, 0, true)
			return
		}
	case syntax.Call:
		if b.call(n, 0, true) {
			return
		}
	}
	mark := b.next
	r := b.operand(n)
	b.checkResult(r)
	b.emit(opReturn, r, 0, 0)
	b.next = mark
}

// block emits the statements of a block, and its result.
func (b *builder) block(n syntax.NodeID, dst int) {
	mark := b.next
	last := b.statements(n)
	if last == syntax.NoNode {
		b.constant(dst, unitSlot)
	} else {
		b.expr(last, dst)
	}
	b.next = mark
}

func (b *builder) tailBlock(n syntax.NodeID) {
	mark := b.next
	if last := b.statements(n); last != syntax.NoNode {
		b.tail(last)
	} else {
		b.constant(0, unitSlot)
		b.emit(opReturn, 0, 0, 0)
	}
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
	pattern, annotation, value := b.item.Kid(n, 0), b.item.Kid(n, 1), b.item.Kid(n, 2)
	if value == syntax.NoNode {
		b.fault(n, "this binding has no value")
		return
	}
	o := b.info.Objects[pattern]
	simple := o != nil && o.Kind == typecheck.LocalObject
	if simple && b.postpone(n, o) {
		return
	}
	r := b.temp()
	if simple && b.item.Kind(b.inside(value)) == syntax.Fn {
		b.recursive = o
	}
	b.expr(value, r)
	if annotation != syntax.NoNode {
		b.check(annotation, r, b.typeOf(pattern))
	}
	if simple {
		b.bindLet(o, r)
		return
	}
	b.destructure(pattern, r)
}

func (b *builder) project(n syntax.NodeID, index, dst int) {
	mark := b.next
	r := b.operand(n)
	b.field(dst, r, index)
	b.next = mark
}

// maxFields bounds what a word can say of fields.
const maxFields = 200

func (b *builder) field(dst, src, index int) {
	if index > 255 || index < 0 {
		b.broken = true
		return
	}
	b.emit(opField, dst, src, index)
}

func (b *builder) index(n syntax.NodeID, dst int) {
	mark := b.next
	xs := b.operand(b.item.Kid(n, 0))
	i := b.operand(b.item.Kid(n, 1))
	b.emit(opIndex, dst, xs, i)
	b.next = mark
}

func (b *builder) tuple(n syntax.NodeID, dst int) {
	kids := b.item.Kids(n)
	if len(kids) == 0 {
		b.constant(dst, unitSlot)
		return
	}
	if len(kids) > maxFields {
		b.broken = true
		return
	}
	mark := b.next
	regs := b.operands(kids)
	b.emit(opTuple, dst, 0, len(kids))
	b.registers(regs)
	b.next = mark
}

// operands gives registers that hold the values of expressions.
func (b *builder) operands(kids []syntax.NodeID) []int {
	regs := make([]int, len(kids))
	for i, kid := range kids {
		if kid == syntax.NoNode {
			b.fault(b.node, "an argument is missing")
			continue
		}
		regs[i] = b.operand(kid)
	}
	return regs
}

// registers emits a list of registers, four a word, one word at least.
func (b *builder) registers(regs []int) {
	for i := 0; i == 0 || i < len(regs); i += 4 {
		w := uint32(0)
		for k, r := range regs[i:min(i+4, len(regs))] {
			w |= uint32(r) << (8 * k)
		}
		b.put(w)
	}
}

// row puts expressions into registers side by side and gives the first.
func (b *builder) row(kids []syntax.NodeID) int {
	first := b.next
	for _, kid := range kids {
		r := b.temp()
		if kid == syntax.NoNode {
			b.fault(b.node, "an argument is missing")
			continue
		}
		b.expr(kid, r)
	}
	return first
}

// manyElements is when the elements of a literal are collected one by one.
const manyElements = 32

func (b *builder) list(n syntax.NodeID, dst int) {
	kids := b.item.Kids(n)
	mark := b.next
	defer func() { b.next = mark }()
	s := b.site(&site{out: b.typeOf(n)})
	if len(kids) <= manyElements {
		first := b.row(kids)
		b.emit(opList, dst, first, 0)
		b.put(uint32(len(kids)))
		b.put(uint32(s))
		return
	}
	list := b.temp()
	b.emit(opListBegin, list, 0, 0)
	for _, kid := range kids {
		r := b.temp()
		b.expr(kid, r)
		b.emit(opListAdd, list, r, 0)
		b.next = r
	}
	b.emit(opListEnd, dst, list, 0)
	b.put(uint32(s))
}

func (b *builder) site(s *site) int {
	b.fn.sites = append(b.fn.sites, s)
	return len(b.fn.sites) - 1
}

// branch emits `if`, whose arms both put their value into dst, or both end the
// function.
func (b *builder) branch(n syntax.NodeID, dst int, tail bool) {
	cond, then, other := b.item.Kid(n, 0), b.item.Kid(n, 1), b.item.Kid(n, 2)
	if cond == syntax.NoNode || then == syntax.NoNode || other == syntax.NoNode {
		b.fault(n, "this `if` lacks a part")
		return
	}
	jumps := b.unless(cond)
	b.arm(then, dst, tail)
	end := -1
	if !tail {
		end = b.jump()
	}
	for _, j := range jumps {
		b.land(j)
	}
	b.arm(other, dst, tail)
	if !tail {
		b.land(end)
	}
}

func (b *builder) arm(n syntax.NodeID, dst int, tail bool) {
	if tail {
		b.tail(n)
		return
	}
	b.expr(n, dst)
}

// localUse loads a variable and applies its tail segments.
func (b *builder) localUse(n syntax.NodeID, dst int) {
	segments := b.item.Kids(n)
	o := b.local(n)
	if o == nil {
		b.fault(n, "the variable `"+b.item.SourceText(n)+"` is not defined")
		return
	}
	used := b.info.Split[n]
	b.load(o, dst)
	rest := segments[used:]
	for i, s := range rest {
		text := b.item.SourceText(s)
		if text[0] == '/' {
			b.divideSegments(n, rest[i:], dst)
			return
		}
		b.field(dst, dst, parseIndex(text[1:]))
	}
}

func parseIndex(digits string) int {
	n := 0
	for _, c := range digits {
		n = min(n*10+int(c-'0'), 1<<20)
	}
	return n
}

// divideSegments emits the division in `%x/2`, which looks like one name.
func (b *builder) divideSegments(n syntax.NodeID, rest []syntax.NodeID, dst int) {
	mark := b.next
	left := b.temp()
	b.move(left, dst)
	right := b.temp()
	b.segmentOperand(rest, right)
	b.arithmetic("divide", n, b.typeOf(n), b.typeOf(n), dst, left, right)
	b.next = mark
}

// segmentOperand loads what stands behind the `/`.
func (b *builder) segmentOperand(rest []syntax.NodeID, dst int) {
	if o := b.info.Objects[rest[0]]; o != nil {
		b.load(o, dst)
		return
	}
	text := b.item.Text[b.item.Span(rest[0]).Start+1 : b.item.Span(rest[len(rest)-1]).End]
	s, ok := parseNumber(text)
	if !ok {
		b.fault(b.node, "`"+text+"` is no number")
		return
	}
	b.constant(dst, s)
}

// division tells whether a local is a division in truth, and what it divides.
func (b *builder) division(n syntax.NodeID) bool {
	if b.item.Kind(n) != syntax.Local {
		return false
	}
	for _, s := range b.item.Kids(n)[b.info.Split[n]:] {
		if b.item.Text[b.item.Span(s).Start] == '/' {
			return true
		}
	}
	return false
}

// dividend loads what a local that is a division divides, and gives the
// segments of the divisor.
func (b *builder) dividend(n syntax.NodeID, dst int) []syntax.NodeID {
	b.load(b.local(n), dst)
	rest := b.item.Kids(n)[b.info.Split[n]:]
	for i, s := range rest {
		text := b.item.SourceText(s)
		if text[0] == '/' {
			return rest[i:]
		}
		b.field(dst, dst, parseIndex(text[1:]))
	}
	return nil
}

func isScalar(t types.Type) (types.Dtype, bool) {
	tensor, ok := t.(*types.Tensor)
	if !ok || len(tensor.Shape) > 0 {
		return types.Dtype{}, false
	}
	return tensor.Dtype, true
}
