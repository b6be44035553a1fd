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
)

// Ops are the operators of this package, in the order of the manual.
func Ops() []*op.Op {
	return slices.Concat(reductions, orders, normalizations)
}
