// Package linear owns products of matrices, sums of products after Einstein's
// convention, and Fourier transforms.
//
// Products are computed by package value/matrix. Read einsum.go and
// matmul_kernel.go first.
package linear

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are the operators of this package.
func Ops() []*op.Op {
	return slices.Concat(products, signals)
}
