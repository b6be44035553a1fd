// Package linear owns products of matrices, sums of products after Einstein's
// convention, determinants, and Fourier transforms.
//
// A product adds, for each element of the result, the products of a row and a
// column in blocks of the inner dimension, in order (value/matrix): tiles of the
// result go to the cores, and no element is shared, so that results are the same
// on any number of cores. float16 and bfloat16 are multiplied in float32, truth
// values in int32; the result is rounded once. Integers wrap around.
//
// einsum is a sequence of such products, of two operands at a time from the left.
// Transforms compute in float64 and round once.
//
// Read einsum.go and matmul_kernel.go first.
package linear

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are the operators of this package.
func Ops() []*op.Op {
	return slices.Concat(products, determinants, signals)
}
