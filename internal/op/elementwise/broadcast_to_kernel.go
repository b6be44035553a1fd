package elementwise

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/reduction"
	"github.com/fraccheck/fraccheck/internal/value"
)

// broadcastToKernel repeats to the shape of the attribute, broadcastLikeKernel to that of
// argument 1. Both give views with strides 0.
func broadcastToKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	shape := in.Shape
	return spread(c, shape)
}

func broadcastLikeKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	like := in.Arrays[1]
	return spread(c, like.Shape)
}

// spread broadcasts the first argument to a shape, without a copy.
func spread(c *op.KernelCall, shape []int) (value.Value, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	if _, err := value.CheckedLen(shape); err != nil {
		return nil, err
	}
	r := a.Broadcast(shape)
	if r == nil {
		return nil, fmt.Errorf("`%s` cannot repeat a tensor of shape %s to %s", c.Op.Name, value.ShapeText(a.Shape), value.ShapeText(shape))
	}
	return value.Simplest(r), nil
}

func collapseLikeKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	like := in.Arrays[1]
	return collapse(c, m, like.Shape)
}

// collapseToKernel takes the shape from the attribute, or else from argument 1, a vector.
func collapseToKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	if shape, err := c.Ints("shape"); err == nil {
		return collapse(c, m, shape)
	}
	shape, err := c.IntsOf(m, 1)
	if err != nil {
		return nil, err
	}
	return collapse(c, m, shape)
}

// collapse sums along the axes that a shape lacks or has 1 of: the inverse of
// broadcasting, as gradients need it. Sums are those of package reduction.
func collapse(c *op.KernelCall, m op.Machine, shape []int) (value.Value, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	lead := a.Rank() - len(shape)
	whole, err := value.BroadcastShape(a.Shape, shape)
	if err != nil || lead < 0 || !slices.Equal(whole, a.Shape) {
		return nil, fmt.Errorf("`%s` cannot collapse %s to %s", c.Op.Name, value.ShapeText(a.Shape), value.ShapeText(shape))
	}
	axes := make([]bool, a.Rank())
	for i, n := range a.Shape {
		axes[i] = i < lead || shape[i-lead] != n
	}
	r, err := reduction.Reduce(m, "sum", a, axes)
	if err != nil {
		return nil, err
	}
	return value.Simplest(r.ReshapeView(shape)), nil
}
