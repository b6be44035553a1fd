// Package nn owns the entries of the neural network operators `nn.…`: their
// attributes, type relations, costs and kernels. The relations agree with TVM
// 0.18, whose verdicts the tests have next to them; what TVM accepts and
// cannot be meant gets a warning. The kernels agree with
// tools/reference/nn_reference.py, which computes the operators from their
// definitions.
//
// A file lists the entries of a family with their relations (conv.go, pool.go,
// norm.go, …); the kernels are in NAME_kernel.go next to it, or in a package of
// their own where they are an algorithm: op/nn/convolve, op/nn/downsample,
// op/nn/resample. cost.go has the costs. What relations share is in op/relate,
// what kernels share in op.Reads and op/buffer.
//
// Read the list below first, then dense.go with dense_kernel.go, and conv.go.
package nn

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
)

// Ops are all operators of the package.
func Ops() []*op.Op {
	return op.Ranged(buffer.Checked(slices.Concat(
		dense(), activation(), normalization(), convolution(), transposed(),
		[]*op.Op{deformable(), modulated()}, packedConvolutions(), packing(), bitserial(), sparse(),
		pooling(), padding(), rearrangement(), spacing(), compared(), loss(),
	)), ranges)
}
