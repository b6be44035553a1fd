package compile

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// arithmetic emits an operator of two operands: an opcode where both are numbers and
// it has one, else a site. in is the type of the left operand, out that of the result;
// types that are not known to be scalars go through a site, which looks at the values.
func (b *builder) arithmetic(name string, n syntax.NodeID, in, out types.Type, dst, left, right int) {
	was := b.setNode(n)
	defer b.setNode(was)
	if d, ok := scalarDtype(in); ok {
		if _, both := scalarDtype(out); both {
			if o, turned, ok := b.opcodeOf(name, d); ok {
				if turned {
					left, right = right, left
				}
				b.emit(o, dst, left, right)
				return
			}
		}
	}
	b.operate(name, dst, out, left, right)
}

// opcodeOf finds the opcode of an operator on scalars of a dtype, under its own name
// or under that of its mirror image, which takes the operands turned round.
func (b *builder) opcodeOf(name string, d value.Dtype) (o code.Opcode, turned, ok bool) {
	entry := b.compiler.ops[name]
	if entry == nil {
		return 0, false, false
	}
	if o, ok = code.ScalarOpcodes[entry.Canonical()][d]; ok {
		return o, false, true
	}
	o, ok = code.ScalarOpcodes[entry.Laws.Mirror][d]
	return o, true, ok
}

func scalarDtype(t types.Type) (value.Dtype, bool) {
	d, ok := isScalar(t)
	if !ok {
		return 0, false
	}
	return code.DtypeOf(d)
}

// operate emits an operator of the table on registers.
func (b *builder) operate(name string, dst int, out types.Type, args ...int) {
	b.operateAt(1, name, dst, out, args...)
}

// operateAt is operate for functions that work at a depth of FractalTensors.
func (b *builder) operateAt(level int, name string, dst int, out types.Type, args ...int) {
	o := b.compiler.ops[name]
	if o == nil {
		b.fault(b.node, "there is no operator `"+name+"`")
		return
	}
	attrs, _ := op.Bind(o, nil)
	mark := b.next
	base := b.temp()
	for _, arg := range args {
		b.move(b.temp(), arg)
	}
	b.emitX(code.OpOperator, base, b.site(&code.Site{Op: o, Attrs: attrs, Args: len(args), Out: out, Level: level}))
	b.move(dst, base)
	b.next = mark
}

func (b *builder) operator(n syntax.NodeID) syntax.TokenKind {
	return syntax.TokenKind(b.item.Node(n).Data)
}

// binary emits a chain `a + b - c`, from the left.
func (b *builder) binary(n syntax.NodeID, dst int) {
	if _, ok := scalarDtype(b.typeOf(n)); !ok && b.fused(n, dst) {
		return
	}
	chain := b.item.Binary(n)
	if b.logical(chain) {
		b.logicalValue(chain, dst, false)
		return
	}
	mark := b.next
	left, in := b.operand(chain.First), b.typeOf(chain.First)
	sum := -1
	for i := range chain.Links() {
		operator, operand := chain.Link(i)
		target := dst
		if i+1 < chain.Links() {
			if sum < 0 {
				sum = b.temp()
			}
			target = sum
		}
		b.chainStep(operator, operand, in, target, left)
		left, in = target, b.typeOf(operator)
	}
	b.next = mark
}

// chainStep emits one operator of a chain and its right operand.
func (b *builder) chainStep(operator, right syntax.NodeID, in types.Type, dst, left int) {
	if right == syntax.NoNode {
		b.fault(operator, "an operand is missing")
		return
	}
	was := b.setNode(operator)
	defer b.setNode(was)
	token, out := b.operator(operator), b.typeOf(operator)
	mark := b.next
	defer func() { b.next = max(mark, dst+1) }()
	switch {
	case b.addSmall(token, right, in, dst, left):
	case (token == syntax.TokStar || token == syntax.TokSlash) && b.division(right):
		// `a * %x/2` is `(a * %x) / 2`, though `%x/2` looks like one name.
		x := b.temp()
		rest := b.dividend(right, x)
		b.arithmetic(typecheck.Infix(token), operator, in, out, x, left, x)
		y := b.temp()
		b.segmentOperand(rest, y)
		b.arithmetic(op.Divide, right, out, out, dst, x, y)
	default:
		b.arithmetic(typecheck.Infix(token), operator, in, out, dst, left, b.operand(right))
	}
}

func isBool(t types.Type) bool { return t != nil && types.IsScalar(t, types.Bool) }

// addSmall adds or subtracts a small number.
func (b *builder) addSmall(token syntax.TokenKind, right syntax.NodeID, in types.Type, dst, left int) bool {
	k, ok := b.smallInt(right)
	if token == syntax.TokMinus {
		k = -k
	}
	if !ok || token != syntax.TokPlus && token != syntax.TokMinus || k != int(int8(k)) || in == nil || !types.IsScalar(in, types.Int32) {
		return false
	}
	b.emit(code.OpAddK, dst, left, k)
	return true
}

// smallInt reads an integer literal that fits into a word.
func (b *builder) smallInt(n syntax.NodeID) (int, bool) {
	n = b.item.Unparen(n)
	if b.item.Kind(n) != syntax.Int {
		return 0, false
	}
	s, ok := b.literalValue(n)
	k := int(int64(s.W))
	return k, ok && k > -1<<14 && k < 1<<14
}

// logicalValue emits a chain of one logical operator on truth values: the first
// operand that decides ends it.
func (b *builder) logicalValue(chain syntax.BinaryNode, dst int, tail bool) {
	deciding := b.firstToken(chain) == syntax.TokOr
	var jumps []int
	operands := operandsOf(chain)
	last := len(operands) - 1
	for _, operand := range operands[:last] {
		jumps = append(jumps, b.jumpsIf(operand, deciding)...)
	}
	b.arm(operands[last], dst, tail)
	end := -1
	if !tail {
		end = b.jump()
	}
	for _, j := range jumps {
		b.patchHere(j)
	}
	b.constant(dst, code.BoolSlot(deciding))
	if tail {
		b.emit(code.OpReturn, dst, 0, 0)
		return
	}
	b.patchHere(end)
}

// unary emits `-e` and `!e`.
func (b *builder) unary(n syntax.NodeID, dst int) {
	if b.fused(n, dst) {
		return
	}
	u := b.item.Unary(n)
	operand := u.Operand
	if operand == syntax.NoNode {
		b.fault(n, "an operand is missing")
		return
	}
	mark := b.next
	var rest []syntax.NodeID
	in := b.typeOf(operand)
	r := b.temp()
	if b.division(operand) {
		rest = b.dividend(operand, r) // `-%x/2` is `(-%x)/2`
	} else {
		b.expr(operand, r)
	}
	for _, operator := range slices.Backward(u.Operators) {
		out := b.typeOf(operator)
		b.negate(operator, in, out, r)
		in = out
	}
	if rest != nil {
		y := b.temp()
		b.segmentOperand(rest, y)
		b.arithmetic(op.Divide, operand, in, in, r, r, y)
	}
	b.move(dst, r)
	b.next = mark
}

func (b *builder) negate(operator syntax.NodeID, in, out types.Type, r int) {
	was := b.setNode(operator)
	defer b.setNode(was)
	if b.operator(operator) == syntax.TokNot && isBool(in) {
		b.emit(code.OpNot, r, r, 0)
		return
	}
	b.operate(typecheck.Prefix(b.operator(operator)), r, out, r)
}
