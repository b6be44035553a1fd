package interp

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// direct lists the opcodes of operators on scalars, by dtype.
var direct = map[string]map[value.Dtype]opcode{
	"add":        {value.Int32: opAddI32, value.Int64: opAddI64, value.Float32: opAddF32, value.Float64: opAddF64},
	"subtract":   {value.Int32: opSubI32, value.Int64: opSubI64, value.Float32: opSubF32, value.Float64: opSubF64},
	"multiply":   {value.Int32: opMulI32, value.Int64: opMulI64, value.Float32: opMulF32, value.Float64: opMulF64},
	"divide":     {value.Int32: opDivI32, value.Int64: opDivI64, value.Float32: opDivF32, value.Float64: opDivF64},
	"less":       comparison(opLtInt, opLtF32, opLtF64),
	"less_equal": comparison(opLeInt, opLeF32, opLeF64),
	"equal":      equality(opEqInt, opEqF32, opEqF64),
	"not_equal":  equality(opNeInt, opNeF32, opNeF64),
}

// sameAs are other names of operators in direct.
var sameAs = map[string]string{"mul": "multiply", "sub": "subtract", "div": "divide"}

// mirrored comparisons take their operands the other way round.
var mirrored = map[string]string{"greater": "less", "greater_equal": "less_equal"}

// comparison lists opcodes for the dtypes whose slots compare as signed words.
func comparison(ints, f32, f64 opcode) map[value.Dtype]opcode {
	m := map[value.Dtype]opcode{value.Float32: f32, value.Float64: f64}
	for _, d := range []value.Dtype{value.Int8, value.Int16, value.Int32, value.Int64, value.Uint8, value.Uint16, value.Uint32} {
		m[d] = ints
	}
	return m
}

// equality lists opcodes for the dtypes whose slots are equal as words.
func equality(ints, f32, f64 opcode) map[value.Dtype]opcode {
	m := comparison(ints, f32, f64)
	m[value.Uint64], m[value.Bool] = ints, ints
	return m
}

// arithmetic emits an operator of two operands. in is the type of the left one.
func (b *builder) arithmetic(name string, n syntax.NodeID, in, out types.Type, dst, left, right int) {
	was := b.at(n)
	defer b.at(was)
	if same, ok := sameAs[name]; ok {
		name = same
	}
	if d, ok := scalarDtype(in); ok {
		if _, both := scalarDtype(out); both {
			if other, ok := mirrored[name]; ok {
				name, left, right = other, right, left
			}
			if code, ok := direct[name][d]; ok {
				b.emit(code, dst, left, right)
				return
			}
		}
	}
	b.operate(name, dst, out, left, right)
}

func scalarDtype(t types.Type) (value.Dtype, bool) {
	d, ok := isScalar(t)
	if !ok {
		return 0, false
	}
	return dtypeOf(d)
}

// operate emits an operator of the table on registers.
func (b *builder) operate(name string, dst int, out types.Type, args ...int) {
	o := b.program.ops[name]
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
	b.emitX(opOperator, base, b.site(&site{op: o, attrs: attrs, args: len(args), out: out}))
	b.move(dst, base)
	b.next = mark
}

func (b *builder) operator(n syntax.NodeID) syntax.TokenKind {
	return syntax.TokenKind(b.item.Node(n).Data)
}

// binary emits a chain `a + b - c`, from the left.
func (b *builder) binary(n syntax.NodeID, dst int) {
	kids := b.item.Kids(n)
	if _, ok := scalarDtype(b.typeOf(n)); !ok && b.chained(n, dst) {
		return
	}
	if b.logical(kids) {
		b.decide(kids, dst, false)
		return
	}
	mark := b.next
	left, in := b.operand(kids[0]), b.typeOf(kids[0])
	sum := -1
	for i := 1; i+1 < len(kids); i += 2 {
		target := dst
		if i+3 < len(kids) {
			if sum < 0 {
				sum = b.temp()
			}
			target = sum
		}
		b.step(kids[i], kids[i+1], in, target, left)
		left, in = target, b.typeOf(kids[i])
	}
	b.next = mark
}

// step emits one operator of a chain and its right operand.
func (b *builder) step(operator, right syntax.NodeID, in types.Type, dst, left int) {
	if right == syntax.NoNode {
		b.fault(operator, "an operand is missing")
		return
	}
	was := b.at(operator)
	defer b.at(was)
	token, out := b.operator(operator), b.typeOf(operator)
	mark := b.next
	defer func() { b.next = max(mark, dst+1) }()
	switch {
	case b.smallStep(token, right, in, dst, left):
	case (token == syntax.TokStar || token == syntax.TokSlash) && b.division(right):
		// `a * %x/2` is `(a * %x) / 2`, though `%x/2` looks like one name.
		x := b.temp()
		rest := b.dividend(right, x)
		b.arithmetic(typecheckInfix(token), operator, in, out, x, left, x)
		y := b.temp()
		b.segmentOperand(rest, y)
		b.arithmetic("divide", right, out, out, dst, x, y)
	default:
		b.arithmetic(typecheckInfix(token), operator, in, out, dst, left, b.operand(right))
	}
}

func isBool(t types.Type) bool { return t != nil && types.IsScalar(t, types.Bool) }

// smallStep adds or subtracts a small number.
func (b *builder) smallStep(token syntax.TokenKind, right syntax.NodeID, in types.Type, dst, left int) bool {
	k, ok := b.smallInt(right)
	if token == syntax.TokMinus {
		k = -k
	}
	if !ok || token != syntax.TokPlus && token != syntax.TokMinus || k != int(int8(k)) || in == nil || !types.IsScalar(in, types.Int32) {
		return false
	}
	b.emit(opAddK, dst, left, k)
	return true
}

// smallInt reads an integer literal that has room in a word.
func (b *builder) smallInt(n syntax.NodeID) (int, bool) {
	n = b.inside(n)
	if b.item.Kind(n) != syntax.Int {
		return 0, false
	}
	s, ok := b.literalValue(n)
	k := int(int64(s.w))
	return k, ok && k > -1<<14 && k < 1<<14
}

// decide emits a chain of one logical operator on truth values: the first
// operand that decides ends it.
func (b *builder) decide(kids []syntax.NodeID, dst int, tail bool) {
	deciding := b.operator(kids[1]) == syntax.TokOr
	var jumps []int
	last := len(kids) - 1
	for i := 0; i < last; i += 2 {
		jumps = append(jumps, b.when(kids[i], deciding)...)
	}
	b.arm(kids[last], dst, tail)
	end := -1
	if !tail {
		end = b.jump()
	}
	for _, j := range jumps {
		b.land(j)
	}
	b.constant(dst, boolSlot(deciding))
	if tail {
		b.emit(opReturn, dst, 0, 0)
		return
	}
	b.land(end)
}

// unary emits `-e` and `!e`.
func (b *builder) unary(n syntax.NodeID, dst int) {
	if b.chained(n, dst) {
		return
	}
	kids := b.item.Kids(n)
	operand := kids[len(kids)-1]
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
	for i := len(kids) - 2; i >= 0; i-- {
		out := b.typeOf(kids[i])
		b.negate(kids[i], in, out, r)
		in = out
	}
	if rest != nil {
		y := b.temp()
		b.segmentOperand(rest, y)
		b.arithmetic("divide", operand, in, in, r, r, y)
	}
	b.move(dst, r)
	b.next = mark
}

func (b *builder) negate(operator syntax.NodeID, in, out types.Type, r int) {
	was := b.at(operator)
	defer b.at(was)
	if b.operator(operator) == syntax.TokNot && isBool(in) {
		b.emit(opNot, r, r, 0)
		return
	}
	b.operate(typecheckPrefix(b.operator(operator)), r, out, r)
}
