package nn

import (
	"slices"

	"github.com/fraccheck/fraccheck/op"
)

// Ops are all operators of the package.
func Ops() []*op.Op {
	return slices.Concat(
		dense(), activation(), normalization(), convolution(), transposed(),
		[]*op.Op{deformable()}, winograd(), packing(), bitserial(), sparse(),
		pooling(), padding(), rearrangement(), spacing(), compared(), loss(),
	)
}
