// Package dyn owns the entries of the operators `dyn.…`: those that take as
// tensors what their namesakes take as attributes (a shape, an axis, a scale),
// so that the result's extents are known at run time only. Attributes of the
// same name are still there and say nothing: TVM reads them all the same.
//
// Read the list below first, then operand.go; kernel.go runs the namesakes.
package dyn

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are all operators of the package.
func Ops() []*op.Op {
	return withKernels(slices.Concat(creations(), reshapes(), images(), selections()))
}
