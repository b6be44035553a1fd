// Package image owns the entries of the image operators `image.…`: resizing,
// cropping, morphological dilation and sampling by a grid.
//
// Read the list below first.
package image

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
)

// Ops are all operators of the package.
func Ops() []*op.Op { return buffer.Checked(slices.Concat(resizing(), rescaling(), sampling())) }
