package op

import "github.com/fraccheck/fraccheck/types"

// ResultSize and Operands are figures: the number of elements of the result, and of
// all arguments.
func ResultSize(c *Call) types.Dim { return c.Results() }

func Operands(c *Call) types.Dim {
	sum := types.Const(0)
	for i := range c.Args {
		sum = sum.Add(c.Size(i))
	}
	return sum
}

// ElementwiseCost is the cost of a function of corresponding elements, broadcast or
// not.
var ElementwiseCost = EachCost(1)

// EachCost is the cost of computing each element of the result by itself, in so many
// operations.
func EachCost(operations int64) Cost {
	return Cost{Work: Figure(ResultSize).Times(operations), Span: Steady(operations), Memory: ResultBytes}
}

// ViewCost is the cost of what only looks at a tensor in another way.
var ViewCost = Cost{Work: Steady(1), Span: Steady(1), Memory: Steady(0)}

// GatheredCost is the cost of making each element of the result of so many terms, one
// operation for each, combined two by two.
func GatheredCost(terms Figure) Cost {
	return Cost{Work: func(c *Call) types.Dim { return c.Results().Mul(terms(c)) }, Span: combining(terms), Memory: ResultBytes}
}
