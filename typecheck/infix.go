package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// operator is what the name of an operator stands for.
func (c *checker) operator(name string) *typed.Object {
	o := c.operators[name]
	if o == nil {
		o = typed.Operator(name)
		c.operators[name] = o
	}
	return o
}

// binary types a chain `a + b - c`, from the left.
func (c *checker) binary(n syntax.NodeID) types.Type {
	chain := c.Item.Binary(n)
	left, before := c.expr(chain.First, nil, reason{}), chain.First
	for i := range chain.Links() {
		operator, right := chain.Link(i)
		t := types.ErrorType
		if right != syntax.NoNode {
			t = c.expr(right, nil, reason{})
		}
		if c.chainsComparison(operator, left, t, before, right, i) {
			t = types.ErrorType
		}
		left = c.combine(operator, left, t, before, right)
		c.info.Types[operator] = left
		before = right
	}
	return left
}

// combine types one operation of a chain. Scalars of one dtype, by far the
// most common operands, need no relation.
func (c *checker) combine(operator syntax.NodeID, left, right types.Type, l, r syntax.NodeID) types.Type {
	in, ok := typed.Infixes[syntax.TokenKind(c.Item.Node(operator).Data)]
	if !ok {
		return types.ErrorType
	}
	c.info.Objects[operator] = in.Object
	if a, ok := types.Head(left).(*types.Tensor); ok && len(a.Shape) == 0 {
		if b, ok := types.Head(right).(*types.Tensor); ok && len(b.Shape) == 0 && a.Dtype == b.Dtype {
			if in.Truth {
				return types.Scalar(types.Bool)
			}
			return a
		}
	}
	if types.IsBad(left) || types.IsBad(right) {
		// What the operand in error would have been may be why the other does not fit.
		if !isTensor(left) && !isTensor(right) {
			return types.ErrorType
		}
	}
	return c.operate(in.Op, operator, []types.Type{left, right}, []syntax.NodeID{l, r})
}

func isTensor(t types.Type) bool {
	_, ok := types.Head(t).(*types.Tensor)
	return ok
}

// unary types `-e` and `!e`.
func (c *checker) unary(n syntax.NodeID) types.Type {
	prefix := c.Item.Unary(n)
	operand := prefix.Operand
	if operand == syntax.NoNode {
		return types.ErrorType
	}
	t := c.expr(operand, nil, reason{})
	for _, operator := range slices.Backward(prefix.Operators) {
		o := typed.Prefixes[syntax.TokenKind(c.Item.Node(operator).Data)]
		c.info.Objects[operator] = o
		if c.negatesReference(operator, operand, t) {
			t = types.ErrorType
		}
		t = c.operate(o.Op, operator, []types.Type{t}, []syntax.NodeID{operand})
		c.info.Types[operator] = t
	}
	return t
}
