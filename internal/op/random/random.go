// Package random owns the entries of the operators `random.…`. They keep no
// state: each takes the key of a Threefry generator and gives the next key
// with its numbers.
//
// Read the list below first; key.go has the generator's own operators, draw.go the
// distributions.
package random

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are all operators of the package.
func Ops() []*op.Op { return slices.Concat(keys(), draws()) }
