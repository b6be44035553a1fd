// Package indexing owns the operators that find elements by tensors of indices:
// taking and gathering, scattering, the places of elements that are not zero, and
// sparse tensors in coordinate form.
//
// Operators that read compute, for each row-major position of the result, the
// position of the element in the data (Placed). Positions do not depend on each
// other, so that cores share them. Operators that write change a copy of the data
// in the order of the updates, on one core: a place may be named twice, and the
// last update, or the order of a sum, must be the same in each run.
//
// An index is read as int64. Negative ones count from the end where the operator
// says so; one that is outside is a fault, unless the attribute mode clips or wraps
// it. Elements are moved as they are; only scatters combine them, in their dtype,
// each rounded.
//
// Read take.go first, then indexed_kernel.go.
package indexing

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are the operators of this package, in the order of the manual.
func Ops() []*op.Op {
	return slices.Concat(lookups, sparse)
}
