package typecheck

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// An infix is an operator written as a symbol: its name in the table, and
// whether it gives truth values.
type infix struct {
	*Object
	truth bool
}

var infixes = map[syntax.TokenKind]infix{
	syntax.TokPlus:      {operatorObject("add"), false},
	syntax.TokMinus:     {operatorObject("subtract"), false},
	syntax.TokStar:      {operatorObject("multiply"), false},
	syntax.TokSlash:     {operatorObject("divide"), false},
	syntax.TokLess:      {operatorObject("less"), true},
	syntax.TokLessEq:    {operatorObject("less_equal"), true},
	syntax.TokGreater:   {operatorObject("greater"), true},
	syntax.TokGreaterEq: {operatorObject("greater_equal"), true},
	syntax.TokEq:        {operatorObject("equal"), true},
	syntax.TokNotEq:     {operatorObject("not_equal"), true},
	syntax.TokAnd:       {operatorObject("logical_and"), false},
	syntax.TokOr:        {operatorObject("logical_or"), false},
}

func operatorObject(name string) *Object { return &Object{Kind: OperatorObject, Name: name, Op: name} }

// binary types a chain `a + b - c`, from the left.
func (c *checker) binary(n syntax.NodeID) types.Type {
	kids := c.item.Kids(n)
	left := c.expr(kids[0], nil, reason{})
	for i := 1; i+1 < len(kids); i += 2 {
		operator, right := kids[i], kids[i+1]
		t := types.ErrorType
		if right != syntax.NoNode {
			t = c.expr(right, nil, reason{})
		}
		left = c.combine(operator, left, t, kids[i-1], right)
		c.info.Types[operator] = left
	}
	return left
}

// combine types one operation of a chain. Scalars of one dtype, by far the
// most common operands, need no relation.
func (c *checker) combine(operator syntax.NodeID, left, right types.Type, l, r syntax.NodeID) types.Type {
	in, ok := infixes[syntax.TokenKind(c.item.Node(operator).Data)]
	if !ok {
		return types.ErrorType
	}
	c.info.Objects[operator] = in.Object
	if a, ok := types.Head(left).(*types.Tensor); ok && len(a.Shape) == 0 {
		if b, ok := types.Head(right).(*types.Tensor); ok && len(b.Shape) == 0 && a.Dtype == b.Dtype {
			if in.truth {
				return types.Scalar(types.Bool)
			}
			return a
		}
	}
	return c.operate(in.Op, operator, []types.Type{left, right}, []syntax.NodeID{l, r})
}

var prefixes = map[syntax.TokenKind]*Object{
	syntax.TokMinus: operatorObject("negative"),
	syntax.TokNot:   operatorObject("logical_not"),
}

// unary types `-e` and `!e`.
func (c *checker) unary(n syntax.NodeID) types.Type {
	kids := c.item.Kids(n)
	operand := kids[len(kids)-1]
	if operand == syntax.NoNode {
		return types.ErrorType
	}
	t := c.expr(operand, nil, reason{})
	for i := len(kids) - 2; i >= 0; i-- {
		o := prefixes[syntax.TokenKind(c.item.Node(kids[i]).Data)]
		c.info.Objects[kids[i]] = o
		t = c.operate(o.Op, kids[i], []types.Type{t}, []syntax.NodeID{operand})
		c.info.Types[kids[i]] = t
	}
	return t
}
