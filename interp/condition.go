package interp

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

func typecheckInfix(k syntax.TokenKind) string  { return typecheck.Infix(k) }
func typecheckPrefix(k syntax.TokenKind) string { return typecheck.Prefix(k) }

// unless emits jumps that are taken where a condition does not hold, and gives
// the places of their targets.
func (b *builder) unless(n syntax.NodeID) []int { return b.when(n, false) }

// when emits jumps that are taken where a condition has the value sense.
func (b *builder) when(n syntax.NodeID, sense bool) []int {
	n = b.inside(n)
	kids := b.item.Kids(n)
	was := b.at(n)
	defer b.at(was)
	switch {
	case b.item.Kind(n) == syntax.Unary && len(kids) == 2 && b.operator(kids[0]) == syntax.TokNot && isBool(b.typeOf(kids[1])):
		return b.when(kids[1], !sense)
	case b.item.Kind(n) == syntax.Binary && b.logical(kids):
		return b.junction(kids, sense)
	case b.item.Kind(n) == syntax.Binary && len(kids) == 3:
		if at, ok := b.compare(kids, sense); ok {
			return []int{at}
		}
	}
	mark := b.next
	r := b.operand(n)
	b.next = mark
	code := opIf
	if sense {
		code = opUnless
	}
	b.emit(code, r, 0, 0)
	return []int{b.put(0)}
}

// logical tells of a chain of one logical operator on truth values.
func (b *builder) logical(kids []syntax.NodeID) bool {
	first := b.operator(kids[1])
	if first != syntax.TokAnd && first != syntax.TokOr {
		return false
	}
	for i, kid := range kids {
		if i%2 == 1 && b.operator(kid) != first || i%2 == 0 && (kid == syntax.NoNode || !isBool(b.typeOf(kid))) {
			return false
		}
	}
	return true
}

// junction emits the jumps of `a && b` and `a || b`: one value of an operand
// decides at once.
func (b *builder) junction(kids []syntax.NodeID, sense bool) []int {
	deciding := b.operator(kids[1]) == syntax.TokOr
	var jumps, past []int
	for i := 0; i < len(kids); i += 2 {
		switch {
		case sense == deciding:
			jumps = append(jumps, b.when(kids[i], sense)...)
		case i+1 < len(kids):
			past = append(past, b.when(kids[i], deciding)...)
		default:
			jumps = b.when(kids[i], sense)
		}
	}
	for _, at := range past {
		b.land(at)
	}
	return jumps
}

// An order is a comparison of integers as jumps do it.
type order struct {
	code     opcode
	swapped  bool
	constant opcode // with a number on the right; opMove where there is none
	plus     int    // to be added to that number
	inverse  syntax.TokenKind
}

var orders = map[syntax.TokenKind]order{
	syntax.TokLess:      {opJumpLt, false, opJumpLtK, 0, syntax.TokGreaterEq},
	syntax.TokLessEq:    {opJumpLe, false, opJumpLtK, 1, syntax.TokGreater},
	syntax.TokGreater:   {opJumpLt, true, opJumpGeK, 1, syntax.TokLessEq},
	syntax.TokGreaterEq: {opJumpLe, true, opJumpGeK, 0, syntax.TokLess},
	syntax.TokEq:        {opJumpEq, false, opJumpEqK, 0, syntax.TokNotEq},
	syntax.TokNotEq:     {opJumpNe, false, opJumpNeK, 0, syntax.TokEq},
}

// compare emits a jump on a comparison of integers.
func (b *builder) compare(kids []syntax.NodeID, sense bool) (target int, ok bool) {
	token := b.operator(kids[1])
	o, known := orders[token]
	d, scalar := scalarDtype(b.typeOf(kids[0]))
	if !known || !scalar || kids[2] == syntax.NoNode || direct["less"][d] != opLtInt || !isBool(b.typeOf(kids[1])) {
		return 0, false
	}
	if !sense {
		o = orders[o.inverse]
	}
	mark := b.next
	left := b.operand(kids[0])
	if k, small := b.smallInt(kids[2]); small {
		b.next = mark
		b.emitX(o.constant, left, k+o.plus)
		return b.put(0), true
	}
	right := b.operand(kids[2])
	b.next = mark
	if o.swapped {
		left, right = right, left
	}
	b.emit(o.code, left, right, 0)
	return b.put(0), true
}
