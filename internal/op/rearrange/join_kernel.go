package rearrange

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// concatenateKernel writes the parts one after the other along the axis.
func concatenateKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	parts, shape := in.Elements, in.Shape
	axis, err := c.Axis("axis", len(shape))
	if err != nil {
		return nil, err
	}
	return joined(m, parts, shape, axis)
}

// joined copies parts, one after the other along an axis, into a result of a shape. The
// places of parts do not overlap; inside a part the elements are shared among cores.
func joined(m op.Machine, parts []*value.Array, shape []int, axis int) (value.Value, error) {
	r, err := op.NewUnset(m, parts[0].Dtype, shape)
	if err != nil {
		return nil, err
	}
	at := 0
	for _, part := range parts {
		place := r.Slice(axis, at, part.Shape[axis], 1)
		if !slices.Equal(place.Shape, part.Shape) {
			return nil, fmt.Errorf("a part of shape %s does not fit into %s along axis %d",
				value.ShapeText(part.Shape), value.ShapeText(shape), axis)
		}
		if err := op.Assign(m, place, part); err != nil {
			return nil, err
		}
		at += part.Shape[axis]
	}
	return r, nil
}

// stackKernel joins the parts, which get an axis of extent 1 to be joined along. The relation
// does not compare the shapes at the place of the new axis, as TVM's does not; the kernel
// does.
func stackKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	parts, shape := in.Elements, in.Shape
	axis, err := c.Axis("axis", len(shape))
	if err != nil {
		return nil, err
	}
	for i, part := range parts {
		if !slices.Equal(part.Shape, parts[0].Shape) {
			return nil, fmt.Errorf("`stack` needs tensors of one shape: element 0 has shape %s and element %d has shape %s",
				value.ShapeText(parts[0].Shape), i, value.ShapeText(part.Shape))
		}
	}
	views := make([]*value.Array, len(parts))
	for i, part := range parts {
		views[i] = part.Insert(axis, 1)
	}
	return joined(m, views, shape, axis)
}

// meshgridKernel gives views: the vector of dimension k repeats along all others, by
// strides 0. With indexing="xy" the first two dimensions are exchanged.
func meshgridKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	vectors := in.Elements
	shapes, err := c.ResultShapes()
	if err != nil {
		return nil, err
	}
	grids := &value.Tuple{}
	for i, v := range vectors {
		axis := i
		if c.Attrs.Str("indexing") == "xy" && i < 2 && len(vectors) > 1 {
			axis = 1 - i
		}
		if v, err = op.Reshaped(m, v, []int{v.Len()}); err != nil {
			return nil, err
		}
		v = v.Insert(1, len(vectors)-1-axis)
		grids.Elems = append(grids.Elems, v.Broadcast(shapes[i]))
	}
	return grids, nil
}

// splitKernel gives views: the parts share the memory of the data.
func splitKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	shapes, err := c.ResultShapes()
	if err != nil {
		return nil, err
	}
	axis, err := c.Axis("axis", a.Rank())
	if err != nil {
		return nil, err
	}
	parts, at := &value.Tuple{}, 0
	for _, shape := range shapes {
		parts.Elems = append(parts.Elems, a.Slice(axis, at, shape[axis], 1))
		at += shape[axis]
	}
	return parts, nil
}

// repeatKernel repeats each element: a new axis after the axis, broadcast to the number
// of repeats, is joined with it.
func repeatKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, axis := in.Arrays[0], in.Axis
	n, err := c.Int("repeats")
	if err != nil {
		return nil, err
	}
	shape := slices.Clone(a.Shape)
	if _, err := value.CheckedLen([]int{n, shape[axis]}); err != nil {
		return nil, err
	}
	shape[axis] *= n
	if _, err := value.CheckedLen(shape); err != nil {
		return nil, err
	}
	return spreadOut(m, a.Insert(axis+1, 1), slices.Insert(slices.Clone(a.Shape), axis+1, n), shape)
}

// spreadOut broadcasts an array to a shape and then joins dimensions, which copies.
func spreadOut(m op.Machine, a *value.Array, wide, shape []int) (value.Value, error) {
	r, err := op.Reshaped(m, a.Broadcast(wide), shape)
	if err != nil {
		return nil, err
	}
	return value.Simplest(r), nil
}

// tileKernel repeats the tensor as a whole: each dimension gets a new one in front, broadcast
// to its number of repeats, and is joined with it. Extents are multiplied with a check:
// they may overflow.
func tileKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	reps, err := c.Ints("reps")
	if err != nil {
		return nil, err
	}
	rank := max(a.Rank(), len(reps))
	a = a.Insert(0, rank-a.Rank())
	times := append(slices.Repeat([]int{1}, rank-len(reps)), reps...)
	var wide, shape []int
	for i, n := range a.Shape {
		if _, err := value.CheckedLen([]int{times[i], n}); err != nil {
			return nil, err
		}
		wide, shape = append(wide, times[i], n), append(shape, times[i]*n)
	}
	if _, err := value.CheckedLen(shape); err != nil {
		return nil, err
	}
	for i := rank - 1; i >= 0; i-- {
		a = a.Insert(i, 1)
	}
	return spreadOut(m, a, wide, shape)
}
