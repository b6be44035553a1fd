package dyn

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are all operators of the package.
func Ops() []*op.Op {
	return withKernels(slices.Concat(creations(), reshapes(), images(), selections()))
}
