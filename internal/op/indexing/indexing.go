// Package indexing owns the operators that find elements by indices which are
// tensors themselves: taking, gathering, scattering, and sparse tensors, which
// list indices and values.
//
// An index out of range is refused, clipped or wrapped, as the operator says. Read
// take.go first.
package indexing

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are the operators of this package.
func Ops() []*op.Op {
	return slices.Concat(lookups, sparse)
}
