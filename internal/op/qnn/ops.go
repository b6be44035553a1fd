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
