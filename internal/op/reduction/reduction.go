// Package reduction owns the operators that combine the elements along axes:
// sums and products, greatest and least, means and variances, the order of
// elements (sorting, the k greatest, different values), and batch_norm, which is
// made of means.
//
// How a sum is bracketed depends on the shape alone, so that results are the same
// on any number of cores. Read reduce.go first.
package reduction

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are the operators of this package.
func Ops() []*op.Op {
	return slices.Concat(reductions, orders, normalizations)
}
