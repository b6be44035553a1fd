// Package rearrange owns the operators that give the elements of tensors another
// order or shape: reshaping, transposing, joining, cutting, slicing, repeating and
// sliding windows; and running sums and products along an axis.
//
// Where the memory can stay as it is, the result is a view of it. Read reshape.go
// first, which holds Relay's codes for extents (0, -1 to -4), then slice.go.
package rearrange

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are the operators of this package.
func Ops() []*op.Op {
	return slices.Concat(reshapes, rearrangements, joins, splits, slicing, scans)
}
