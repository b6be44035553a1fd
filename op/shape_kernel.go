package op

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/value"
)

// reshapeKernel gives the elements in their order the shape that the relation
// finds.
func reshapeKernel(m Machine, c *KernelCall) (value.Value, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	shape, err := c.ResultShape()
	if err != nil {
		return nil, err
	}
	n, err := value.CheckedLen(shape)
	if err != nil {
		return nil, err
	}
	if n != a.Len() {
		return nil, fmt.Errorf("`%s` cannot give %d elements the shape %s", c.Op.Name, a.Len(), value.ShapeText(shape))
	}
	r, err := Reshaped(m, a, shape)
	if err != nil {
		return nil, err
	}
	return value.Simplest(r), nil
}

func transposeKernel(_ Machine, c *KernelCall) (value.Value, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	axes := make([]int, a.Rank())
	for i := range axes {
		axes[i] = a.Rank() - 1 - i
	}
	if c.Attrs.Has("axes") {
		if axes, err = c.Axes("axes", a.Rank()); err != nil {
			return nil, err
		}
	}
	if sorted := slices.Sorted(slices.Values(axes)); len(axes) != a.Rank() || len(slices.Compact(sorted)) != a.Rank() {
		return nil, fmt.Errorf("`axes` of `transpose` is no permutation of %s: %v", dimensions(a.Rank()), axes)
	}
	return value.Simplest(a.Transpose(axes)), nil
}

func expandDimsKernel(_ Machine, c *KernelCall) (value.Value, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	axis, err := c.Axis("axis", a.Rank()+1)
	if err != nil {
		return nil, err
	}
	n, err := c.Int("num_newaxis")
	if err != nil {
		return nil, err
	}
	return value.Simplest(a.Insert(axis, n)), nil
}

func squeezeKernel(_ Machine, c *KernelCall) (value.Value, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	drop, err := c.squeezed(a)
	if err != nil {
		return nil, err
	}
	for i := a.Rank() - 1; i >= 0; i-- {
		switch {
		case !slices.Contains(drop, i):
		case a.Shape[i] != 1:
			return nil, fmt.Errorf("`squeeze` drops dimensions of extent 1, and dimension %d of %s is %d", i, value.ShapeText(a.Shape), a.Shape[i])
		default:
			a = a.Drop(i)
		}
	}
	return value.Simplest(a), nil
}

func (c *KernelCall) squeezed(a *value.Array) (drop []int, err error) {
	if c.Attrs.Has("axis") {
		return c.Axes("axis", a.Rank())
	}
	for i, n := range a.Shape {
		if n == 1 {
			drop = append(drop, i)
		}
	}
	return drop, nil
}

func reverseKernel(_ Machine, c *KernelCall) (value.Value, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	axis, err := c.Axis("axis", a.Rank())
	if err != nil {
		return nil, err
	}
	return Reversed(a, axis), nil
}

// Reversed is a view in the opposite order along an axis.
func Reversed(a *value.Array, axis int) *value.Array {
	n := a.Shape[axis]
	return a.Slice(axis, max(n-1, 0), n, -1)
}

func broadcastToKernel(_ Machine, c *KernelCall) (value.Value, error) {
	shape, err := c.ResultShape()
	if err != nil {
		return nil, err
	}
	return c.spread(shape)
}

func broadcastLikeKernel(_ Machine, c *KernelCall) (value.Value, error) {
	like, err := c.Array(1)
	if err != nil {
		return nil, err
	}
	return c.spread(like.Shape)
}

// spread broadcasts the first argument to a shape, without a copy.
func (c *KernelCall) spread(shape []int) (value.Value, error) {
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

func collapseLikeKernel(m Machine, c *KernelCall) (value.Value, error) {
	like, err := c.Array(1)
	if err != nil {
		return nil, err
	}
	return c.collapse(m, like.Shape)
}

func collapseToKernel(m Machine, c *KernelCall) (value.Value, error) {
	if shape, err := c.Ints("shape"); err == nil {
		return c.collapse(m, shape)
	}
	shape, err := c.IntsOf(1)
	if err != nil {
		return nil, err
	}
	return c.collapse(m, shape)
}

// collapse sums along the axes that a shape lacks or has 1 of.
func (c *KernelCall) collapse(m Machine, shape []int) (value.Value, error) {
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
	r, err := Reduce(m, "sum", a, axes)
	if err != nil {
		return nil, err
	}
	return value.Simplest(r.ReshapeView(shape)), nil
}

func shapeOfKernel(_ Machine, c *KernelCall) (value.Value, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	d, err := c.ResultDtype(value.Int32)
	if err != nil {
		return nil, err
	}
	r := value.NewArray(d, []int{a.Rank()})
	for i, n := range a.Shape {
		value.Store(r.Data, i, value.FromInt(d, int64(n)))
	}
	if a.Rank() == 0 {
		// A scalar has no extents; its relation gives a scalar for it.
		return value.FromInt(d, 0), nil
	}
	return r, nil
}

func ndarraySizeKernel(_ Machine, c *KernelCall) (value.Value, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	d, err := c.ResultDtype(value.Int32)
	if err != nil {
		return nil, err
	}
	return value.FromInt(d, int64(a.Len())), nil
}
