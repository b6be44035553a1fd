// Package reduction owns the operators that combine the elements along axes:
// sums and products, greatest and least, means and variances, the order of
// elements (sorting, the k greatest, different values), and batch_norm, which is
// made of means.
//
// A reduction folds, for each index of the axes that are kept, the elements along
// the others, in row-major order, by a function of two numbers. value.Fold brackets
// them by their number alone: chunks of a constant length, whose results are combined
// with their neighbours pairwise. A core folds whole chunks, so that results are the
// same, in each bit, on any number of cores, and the error of a sum of n floats grows
// with log n.
//
// Rounding and NaN:
//
//   - Floats are added in their own dtype, float16 and bfloat16 in float32 with one
//     rounding at the end.
//   - Sums and products of integers wrap around. Means, though, are summed in 64 bits
//     and divided with rounding towards 0.
//   - NaN is the result of a sum, a product, a greatest and a least element that meet
//     one. In sorting NaN is greater than all numbers, so that the order is total; argmax
//     and argmin find the first NaN.
//   - all and any give 1 or 0 in the dtype of the data; a number is true where it is not 0.
//
// Of no elements a sum is 0, a product 1, all 1 and any 0; the greatest, the least and
// their indices are a fault, since no number would be neutral.
//
// Read reduce.go first, then reduce_kernel.go.
package reduction

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Ops are the operators of this package, in the order of the manual.
func Ops() []*op.Op {
	all := op.Ranged(slices.Concat(reductions, orders, normalizations, distinctOps), ranges)
	for _, o := range all {
		o.Numbers |= roles[o.Canonical()]
	}
	return all
}

// group is the number of elements that are reduced to one.
func group(c *op.Call) types.Dim {
	t, ok := c.Arg(0).(*types.Tensor)
	if !ok {
		return types.Unknown
	}
	axes, _, _, ok := reducedAxes(c, len(t.Shape))
	if !ok {
		return types.Unknown
	}
	n := types.Const(1)
	for i, is := range axes {
		if is {
			n = n.Mul(t.Shape[i])
		}
	}
	return n
}

// reduced is the cost of one pass, mean of a pass and the quotients, varied of the
// differences, their squares, and the mean of these.
var (
	reducedCost  = op.CombinedCost(1, group)
	meanCost     = reducedCost.And(op.ResultSize, op.Steady(1))
	varianceCost = op.CombinedCost(3, group).And(op.ResultSize, op.Steady(1))
)

// batchNormCost: of each channel the root and its reciprocal, and the sum below it; of
// each element a difference and a product. The new statistics are counted with it: of
// each element the sum, the difference, its square and the sum of these; of each channel
// two quotients, and two products and a sum for both statistics.
var batchNormCost = op.EachCost(2+4).And(op.SizeOf(2).Times(3+8), func(c *op.Call) types.Dim {
	return op.Rounds(c.Size(0).FloorDiv(c.Extent(0, 1))).Mul(types.Const(2)).Add(types.Const(3 + 4))
})

// rowsOf is the length of what is sorted.
var rowsOf = op.AlongAxis("axis")

var topCost = op.SortedCost(rowsOf).And(op.ResultSize, op.Steady(1))

// searchCost: each value is compared as often as the sequence can be halved.
var searchCost = func() op.Cost {
	halvings := op.Figure(func(c *op.Call) types.Dim { return op.Rounds(c.Extent(0, -1).Add(types.Const(1))) })
	cost := op.MovedCost(func(c *op.Call) types.Dim { return c.Size(1).Mul(halvings(c)) })
	cost.Span = halvings
	return cost
}()

// uniqueCost: the elements are sorted and compared with the ones before them; the
// groups are sorted by their first places, and numbered in each element.
var uniqueCost = func() op.Cost {
	sorted := op.SortedCost(op.SizeOf(0))
	return sorted.And(sorted.Work, sorted.Span).And(op.SizeOf(0).Times(4), op.Steady(4)).AtMost()
}()
