package vision

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// What boxes cost: one corner by corner, and the overlap of two: four greater or smaller
// ones of coordinates, two extents, three areas, their sum and difference, a quotient
// and a comparison.
const (
	boxSteps     = 8
	overlapSteps = 16
)

// priorCost: each coordinate of a box is a place, half an extent by scale and ratio,
// their sum and the limits on both sides.
var priorCost = op.EachCost(boxSteps).AtMost()

// suppressedCost bounds the cost of dropping boxes: in each of so many lists of n boxes
// all are sorted, and each is compared with all before it.
func suppressedCost(lists, boxes op.Figure) op.Cost {
	return op.Cost{
		Work: func(c *op.Call) types.Dim {
			n := boxes(c)
			each := n.Mul(types.Const(overlapSteps)).Add(op.Rounds(n)).Add(types.Const(boxSteps))
			return lists(c).Mul(n).Mul(each).Add(c.Results()).Add(op.Operands(c))
		},
		Span: func(c *op.Call) types.Dim {
			n := boxes(c)
			sorted := op.Rounds(n).Add(types.Const(1))
			return n.Mul(types.Const(overlapSteps)).Add(sorted.Mul(sorted)).Add(types.Const(boxSteps))
		},
		Memory: op.ResultBytes,
	}.AtMost()
}

func extent(arg, dimension int) op.Figure {
	return func(c *op.Call) types.Dim { return c.Extent(arg, dimension) }
}

// times is the product of figures.
func times(fs ...op.Figure) op.Figure {
	return func(c *op.Call) types.Dim {
		n := types.Const(1)
		for _, f := range fs {
			n = n.Mul(f(c))
		}
		return n
	}
}

// boxesEach is the number of scores of one element of the batch: two for each box.
func boxesEach(c *op.Call) types.Dim { return c.Size(0).FloorDiv(c.Extent(0, 0)) }

// countedCost: each box is compared with the threshold, and moved.
var countedCost = op.MovedCost(op.Figure(op.ResultSize).Plus(op.SizeOf(0)).Plus(op.Steady(1))).
	And(op.Steady(0), func(c *op.Call) types.Dim { return op.Rounds(c.Extent(0, 1)).Mul(types.Const(2)) }).AtMost()

// decodedCost: the class of each box is the greatest of its scores; each coordinate is
// moved from its anchor's.
var decodedCost = op.MovedCost(op.SizeOf(0).Plus(op.SizeOf(1).Times(boxSteps)).Plus(op.Figure(op.ResultSize))).
	And(op.Steady(0), func(c *op.Call) types.Dim {
		return op.Rounds(c.Size(0)).Mul(types.Const(2)).Add(types.Const(boxSteps))
	}).AtMost()

// reorganizedCost moves every element.
var reorganizedCost = op.MovedCost(op.ResultSize)

// alignedCost: each sample of a part is read between four elements, eight operations.
// Where the attribute does not say how many samples there are, a part has about as many as
// there are elements in it, which are not more than those of the plane.
func alignedCost() op.Cost {
	samples := op.Figure(func(c *op.Call) types.Dim {
		n, ok := c.Attrs.Int("sample_ratio")
		if !ok || n <= 0 {
			return planeOf(c)
		}
		return types.Const(n).Mul(types.Const(n))
	})
	cost := op.GatheredCost(samples)
	cost.Work = cost.Work.Times(2 * boxSteps).Plus(op.ResultSize)
	cost.Span = cost.Span.Plus(op.Steady(2 * boxSteps))
	return cost.AtMost()
}

// pooledCost: each part of a region is at most a whole plane.
func pooledCost() op.Cost {
	return op.GatheredCost(planeOf).And(op.Figure(op.ResultSize).Times(boxSteps), op.Steady(boxSteps)).AtMost()
}

// planeOf is the number of elements of a plane of the data.
func planeOf(c *op.Call) types.Dim {
	if c.Attrs.Str("layout") == "NHWC" {
		return c.Extent(0, 1).Mul(c.Extent(0, 2))
	}
	return c.Extent(0, 2).Mul(c.Extent(0, 3))
}
