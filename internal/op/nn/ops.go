package nn

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
)

// Ops are all operators of the package.
func Ops() []*op.Op {
	return buffer.Checked(slices.Concat(
		dense(), activation(), normalization(), convolution(), transposed(),
		[]*op.Op{deformable()}, packedConvolutions(), packing(), bitserial(), sparse(),
		pooling(), padding(), rearrangement(), spacing(), compared(), loss(),
	))
}
