package rearrange

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// reshapeKernel gives the elements in row-major order the shape that the relation
// finds, now that all extents are numbers.
func reshapeKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, shape := in.Arrays[0], in.Shape
	n, err := value.CheckedLen(shape)
	if err != nil {
		return nil, err
	}
	if n != a.Len() {
		return nil, fmt.Errorf("`%s` cannot give %d elements the shape %s", c.Op.Name, a.Len(), value.ShapeText(shape))
	}
	r, err := op.Reshaped(m, a, shape)
	if err != nil {
		return nil, err
	}
	return value.Simplest(r), nil
}

// transposeKernel gives a view: dimension i is dimension axes[i] of the data. Without axes
// the dimensions are reversed.
func transposeKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	axes := make([]int, a.Rank())
	for i := range axes {
		axes[i] = a.Rank() - 1 - i
	}
	if c.Attrs.Has("axes") {
		var err error
		if axes, err = c.Axes("axes", a.Rank()); err != nil {
			return nil, err
		}
	}
	if sorted := slices.Sorted(slices.Values(axes)); len(axes) != a.Rank() || len(slices.Compact(sorted)) != a.Rank() {
		return nil, fmt.Errorf("`axes` of `transpose` is no permutation of %s: %v", op.Dimensions(a.Rank()), axes)
	}
	return value.Simplest(a.Transpose(axes)), nil
}

// expandDimsKernel gives a view with num_newaxis extents 1 before dimension axis.
func expandDimsKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
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

// squeezeKernel gives a view without dimensions of extent 1: those of axis, which the type
// may not have known to be 1, or all of them.
func squeezeKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	drop, err := squeezed(c, a)
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

// squeezed are the axes to drop.
func squeezed(c *op.KernelCall, a *value.Array) (drop []int, err error) {
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

// reverseKernel gives a view with a negative stride.
func reverseKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, axis := in.Arrays[0], in.Axis
	return op.Reversed(a, axis), nil
}
