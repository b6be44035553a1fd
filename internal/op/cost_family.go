package op

import "github.com/fraccheck/fraccheck/internal/types"

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
var ViewCost = Cost{Work: Steady(1), Span: Steady(1), Memory: Steady(0), steady: 1}

// GatheredCost is the cost of making each element of the result of so many terms, one
// operation for each, combined two by two.
func GatheredCost(terms Figure) Cost {
	return Cost{Work: func(c *Call) types.Dim { return c.Results().Mul(terms(c)) }, Span: combining(terms), Memory: ResultBytes}
}

// SizeOf is the number of elements of argument i, as a figure.
func SizeOf(i int) Figure { return func(c *Call) types.Dim { return c.Size(i) } }

// MovedCost is the cost of putting elements in their places, which takes so much work,
// all of it at once.
func MovedCost(work Figure) Cost { return Cost{Work: work, Span: Steady(1), Memory: ResultBytes} }

// CombinedCost is the cost of combining the elements of argument 0 in groups of so many
// each, in so many passes over them, the last of which combines them two by two.
func CombinedCost(passes int64, group Figure) Cost {
	return Cost{Work: SizeOf(0).Times(passes), Span: combining(group).Plus(Steady(passes - 1)), Memory: ResultBytes}
}

// PerGroup is the number of elements of argument 0 for each of the result.
func PerGroup(c *Call) types.Dim { return c.Size(0).FloorDiv(c.Results()) }

// SortedCost is the cost of sorting the elements of argument 0 in rows of so many each
// by merging: each is compared at most once in each round, and moved. The rounds of one
// merge, which finds all places by searching, wait for each other as those of the sort
// do.
func SortedCost(row Figure) Cost {
	rounds := func(c *Call) types.Dim { return Rounds(row(c)).Add(types.Const(1)) }
	return Cost{
		Work:   func(c *Call) types.Dim { return c.Size(0).Mul(rounds(c)) },
		Span:   func(c *Call) types.Dim { return rounds(c).Mul(rounds(c)) },
		Memory: ResultBytes,
	}
}

// AtMost means that a cost is an upper bound.
func (c Cost) AtMost() Cost {
	c.Bound = true
	return c
}

// And is the cost of doing one thing after the other on the same operands, where the
// first leaves nothing after.
func (c Cost) And(work, span Figure) Cost {
	c.Work, c.Span, c.steady = c.Work.Plus(work), c.Span.Plus(span), 0
	return c
}

// AlongAxis is the extent of argument 0 along the axis that an attribute says; of all
// of it where the attribute is left out.
func AlongAxis(attr string) Figure {
	return func(c *Call) types.Dim {
		if !c.Attrs.Has(attr) {
			return c.Size(0)
		}
		axis, ok := c.Attrs.Int(attr)
		if !ok {
			return types.Unknown
		}
		return c.Extent(0, int(axis))
	}
}

// ReshapeCost is the cost of a view where the elements lie side by side. Where they do
// not they are copied, for which the model counts no work; types do not tell.
var ReshapeCost = Cost{Work: Steady(1), Span: Steady(1), Memory: ResultBytes, steady: 1}
