package compile

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
)

// jumpsUnless emits jumps that are taken where a condition does not hold, and gives
// the places of their targets.
func (b *builder) jumpsUnless(n syntax.NodeID) []int { return b.jumpsIf(n, false) }

// jumpsIf emits jumps that are taken where a condition has the value sense.
func (b *builder) jumpsIf(n syntax.NodeID, sense bool) []int {
	n = b.item.Unparen(n)
	was := b.setNode(n)
	defer b.setNode(was)
	b.before(n)
	switch k := b.item.Kind(n); {
	case b.isWatched(n): // its value is put into a register
	case k == syntax.Unary:
		if u := b.item.Unary(n); len(u.Operators) == 1 && b.operator(u.Operators[0]) == syntax.TokNot && isBool(b.typeOf(u.Operand)) {
			return b.jumpsIf(u.Operand, !sense)
		}
	case k == syntax.Binary:
		chain := b.item.Binary(n)
		if b.logical(chain) {
			return b.logicalJumps(chain, sense)
		}
		if at, ok := b.compare(chain, sense); ok {
			return []int{at}
		}
	}
	mark := b.next
	r := b.operand(n)
	b.next = mark
	o := code.OpIf
	if sense {
		o = code.OpUnless
	}
	b.emit(o, r, 0, 0)
	return []int{b.put(0)}
}

// logical reports whether a chain has one logical operator, on truth values.
func (b *builder) logical(chain syntax.BinaryNode) bool {
	if token := b.firstToken(chain); token != syntax.TokAnd && token != syntax.TokOr || !b.isTruth(chain.First) {
		return false
	}
	for i := range chain.Links() {
		if operator, operand := chain.Link(i); b.operator(operator) != b.firstToken(chain) || !b.isTruth(operand) {
			return false
		}
	}
	return true
}

func (b *builder) isTruth(n syntax.NodeID) bool { return n != syntax.NoNode && isBool(b.typeOf(n)) }

// firstToken is the first operator of a chain.
func (b *builder) firstToken(chain syntax.BinaryNode) syntax.TokenKind {
	operator, _ := chain.Link(0)
	return b.operator(operator)
}

// operandsOf lists the operands of a chain, NoNode for what is missing.
func operandsOf(chain syntax.BinaryNode) []syntax.NodeID {
	operands := []syntax.NodeID{chain.First}
	for i := range chain.Links() {
		_, operand := chain.Link(i)
		operands = append(operands, operand)
	}
	return operands
}

// logicalJumps emits the jumps of `a && b` and `a || b`: one value of an operand
// decides at once.
func (b *builder) logicalJumps(chain syntax.BinaryNode, sense bool) []int {
	deciding := b.firstToken(chain) == syntax.TokOr
	var jumps, past []int
	for i, operand := range operandsOf(chain) {
		switch {
		case sense == deciding:
			jumps = append(jumps, b.jumpsIf(operand, sense)...)
		case i < chain.Links():
			past = append(past, b.jumpsIf(operand, deciding)...)
		default:
			jumps = b.jumpsIf(operand, sense)
		}
	}
	for _, at := range past {
		b.patchHere(at)
	}
	return jumps
}

// An integerJump is a comparison of integers as jumps do it.
type integerJump struct {
	code     code.Opcode
	swapped  bool
	constant code.Opcode // with a number on the right; OpMove where there is none
	offset   int         // to be added to that number
	inverse  syntax.TokenKind
}

var integerJumps = map[syntax.TokenKind]integerJump{
	syntax.TokLess:      {code.OpJumpLt, false, code.OpJumpLtK, 0, syntax.TokGreaterEq},
	syntax.TokLessEq:    {code.OpJumpLe, false, code.OpJumpLtK, 1, syntax.TokGreater},
	syntax.TokGreater:   {code.OpJumpLt, true, code.OpJumpGeK, 1, syntax.TokLessEq},
	syntax.TokGreaterEq: {code.OpJumpLe, true, code.OpJumpGeK, 0, syntax.TokLess},
	syntax.TokEq:        {code.OpJumpEq, false, code.OpJumpEqK, 0, syntax.TokNotEq},
	syntax.TokNotEq:     {code.OpJumpNe, false, code.OpJumpNeK, 0, syntax.TokEq},
}

// compare emits a jump on a comparison of integers.
func (b *builder) compare(chain syntax.BinaryNode, sense bool) (target int, ok bool) {
	if chain.Links() != 1 || b.compiler.stepped {
		return 0, false
	}
	operator, second := chain.Link(0)
	o, known := integerJumps[b.operator(operator)]
	d, scalar := scalarDtype(b.typeOf(chain.First))
	if !known || !scalar || second == syntax.NoNode || code.ScalarOpcodes[op.Less][d] != code.OpLtInt || !isBool(b.typeOf(operator)) {
		return 0, false
	}
	if !sense {
		o = integerJumps[o.inverse]
	}
	mark := b.next
	left := b.operand(chain.First)
	if k, small := b.smallInt(second); small {
		b.next = mark
		b.emitX(o.constant, left, k+o.offset)
		return b.put(0), true
	}
	right := b.operand(second)
	b.next = mark
	if o.swapped {
		left, right = right, left
	}
	b.emit(o.code, left, right, 0)
	return b.put(0), true
}
