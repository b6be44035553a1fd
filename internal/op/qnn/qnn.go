// Package qnn owns the entries of the quantized operators `qnn.…`: an integer q
// represents the number
//
//	x = scale · (q - zero)
//
// and scales and zero points are arguments besides the data, one for all elements
// or one for each channel of an axis. Relations check those and leave the rest to
// the operators on tensors.
//
// Kernels are of three kinds:
//
//   - Conversions compute x/scale + zero or the way back, in float32; to integers they
//     round halves away from zero, NaN to the zero point, and limit the result to what
//     the dtype holds.
//   - Sums, products and layers compute on the integers. A change of scale is a product
//     with scale/scale' in fixed point, which rounds once (rescale.go). Layers subtract
//     the zero points and are those of integers, whose sums wrap around in int32.
//   - Functions convert to float64, compute there, and convert back.
//
// Integers that do not fit saturate. tools/reference/nn_reference.py computes the same
// from the definitions.
//
// Read the list below first, then scale.go and number.go.
package qnn

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
)

// Ops are the operators of this package.
func Ops() []*op.Op {
	all := buffer.Checked(slices.Concat(conversion(), binary(), unary(), layers(), joining()))
	for _, o := range all {
		o.Numbers |= op.Modular
	}
	return all
}
