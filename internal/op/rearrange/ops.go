package rearrange

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are the operators of this package.
func Ops() []*op.Op {
	return slices.Concat(reshapes, rearrangements, joins, splits, slicing, scans)
}
