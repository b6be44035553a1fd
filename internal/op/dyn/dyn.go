// Package dyn owns the entries of the operators `dyn.…`: those that take as
// tensors what their namesakes take as attributes (a shape, an axis, a scale),
// so that the result's extents are known at run time only.
//
// The type of such an operator has an extent `?` for each extent that is computed. Its
// rank must be known: it is the length of a vector, whose type says it, or the rank of the
// data. Attributes of the same name are still there and say nothing: TVM reads them all
// the same, and text must give some of them.
//
// Kernels and costs are those of the namesakes: kernel.go reads the arguments as
// attributes and calls them. What they compute and how they round is described there.
//
// Relations are as lax as TVM's: vectors whose elements cannot count anything, or that
// have further dimensions, are only warned of.
//
// Read the list below first, then operand.go; kernel.go runs the namesakes.
package dyn

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are the operators of this package, with the kernels of their namesakes.
func Ops() []*op.Op {
	return op.Ranged(withKernels(slices.Concat(creations(), reshapes(), images(), selections())), ranges)
}

// ranges are the bounds of results, by the name of the operator.
var ranges = map[string]op.Range{
	"dyn.reshape": op.Moves, "dyn.broadcast_to": op.Moves, "dyn.tile": op.Moves, "dyn.expand_dims": op.Moves, "dyn.squeeze": op.Moves,
	"dyn.strided_slice": op.Moves, "dyn.topk": op.Chosen,
	"dyn.full": op.MovesOr(false, 0), "dyn.one_hot": op.MovesOr(false, 1, 2), "dyn.sparse_to_dense": op.MovesOr(true, 1, 2),
	"dyn.zeros": op.Uniform(0), "dyn.ones": op.Uniform(1),
}
