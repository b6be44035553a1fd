package random

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are all operators of the package.
func Ops() []*op.Op { return slices.Concat(keys(), draws()) }
