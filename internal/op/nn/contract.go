package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A contract compares a weight with what attributes and data ask of it. Extents
// that clash are an error; those that are yet to be solved become one equation
// for the weight.
type contract struct {
	typing *relate.Typing
	layout layouts
	shape  []types.Dim // the weight's in canonical order
	asked  map[int]types.Dim
}

// equal asks that dimension i of the canonical shape is want.
func (c *contract) equal(i int, want types.Dim, why string) {
	if c.typing.Stopped() {
		return
	}
	have := c.shape[i]
	if relate.Clash(have, want) {
		letter := c.layout.canonical[i]
		c.typing.FailArg(1, "shape-mismatch", fmt.Sprintf("`%s` has %s %s, where %s needed",
			c.typing.Op.Params[1].Name, have, weightPart(letter), areNeeded(want)), why)
		shown := []op.Shown{}
		if letter == 'I' {
			shown = append(shown, op.Shown{Arg: 0, Shape: c.typing.Peek(0).Shape, Clash: c.layout.data.Index('C')})
		}
		c.typing.Show(append(shown, op.Shown{Arg: 1, Shape: c.typing.Peek(1).Shape, Clash: c.layout.kernel.Index(letter)})...)
		return
	}
	if !op.Compatible(have, want) {
		if c.asked == nil {
			c.asked = map[int]types.Dim{}
		}
		c.asked[i] = want
	}
}

// weightPart is what a weight has along a dimension, in the plural.
func weightPart(letter byte) string {
	switch letter {
	case 'O':
		return "output channels (dimension O)"
	case 'I':
		return "input channels (dimension I)"
	case 'G':
		return "groups (dimension G)"
	}
	return fmt.Sprintf("taps along %c", letter)
}

// areNeeded is "1 is" or "n are".
func areNeeded(d types.Dim) string {
	if d.IsConst(1) {
		return "1 is"
	}
	return d.String() + " are"
}

// kernelSize asks for the attribute kernel_size, where it is given.
func (c *contract) kernelSize(rank int) {
	if !c.typing.Attrs.Has("kernel_size") {
		return
	}
	kernel := c.typing.Dims("kernel_size")
	if len(kernel) < rank || rank > 1 && len(kernel) != rank {
		c.typing.FailAttr("kernel_size", fmt.Sprintf("`kernel_size` has %s, where %d are needed", op.Entries(len(kernel)), rank))
		return
	}
	first := len(c.shape) - rank
	for i := range rank {
		c.equal(first+i, kernel[i], fmt.Sprintf("entry %d of `kernel_size` is %s", i+1, kernel[i]))
	}
}

// close hands what is yet to be solved to the checker.
func (c *contract) close(weight *types.Tensor) {
	if len(c.asked) == 0 || c.typing.Stopped() {
		return
	}
	shape := append([]types.Dim{}, c.shape...)
	for i, want := range c.asked {
		shape[i] = want
	}
	c.typing.Equate(1, &types.Tensor{
		Dtype: weight.Dtype,
		Shape: relate.Backward(shape, c.layout.canonical, c.layout.kernel),
	})
}
