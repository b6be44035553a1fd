// Package qnn owns the entries of the quantized operators `qnn.…`: an integer
// stands for scale · (integer - zero point), and scales and zero points are
// arguments besides the data. Their relations check those and leave the rest to
// the operators on tensors; their kernels compute on the integers, or on the
// floats that they stand for.
//
// Read the list below first, then scale.go and number.go.
package qnn

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
)

// Ops are all operators of the package.
func Ops() []*op.Op {
	return buffer.Checked(slices.Concat(conversion(), binary(), unary(), layers(), joining()))
}
