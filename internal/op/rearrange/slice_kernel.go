package rearrange

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// stridedSliceKernel gives a view of the box that the attributes say.
func stridedSliceKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, shape := in.Arrays[0], in.Shape
	b, answer, ok := readBox(&op.Call{Op: c.Op, Attrs: c.Attrs}, a.Rank())
	if !ok {
		return nil, fmt.Errorf("%s", answer.Err.Message)
	}
	for i, axis := range b.axes {
		if slices.Contains(b.axes[i+1:], axis) {
			continue // as in TVM, the last entry of an axis counts
		}
		from := clampIndex(b.begin[i], int64(a.Shape[axis]), b.strides[i])
		a = a.Slice(int(axis), int(from), shape[axis], int(b.strides[i]))
	}
	return value.Simplest(a), nil
}

// sliceLikeKernel gives a view of the leading elements.
func sliceLikeKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, shape := in.Arrays[0], in.Shape
	for axis, n := range shape {
		a = a.Slice(axis, 0, n, 1)
	}
	return value.Simplest(a), nil
}

// stridedSetKernel copies data and writes v into the box that begin, end and
// strides say, on the leading axes.
func stridedSetKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data, v := in.Arrays[0], in.Arrays[1]
	r, err := op.Copied(m, data)
	if err != nil {
		return nil, err
	}
	place, err := place(m, c, r)
	if err != nil {
		return nil, err
	}
	if v = v.Broadcast(place.Shape); v == nil || v.Dtype != r.Dtype {
		return nil, fmt.Errorf("`strided_set` cannot write `v` into a box of shape %s", value.ShapeText(place.Shape))
	}
	return r, op.Assign(m, place, v)
}

// place is the view of r that begin, end and strides (arguments 2 to 4, vectors) say, for
// the leading axes; missing strides are 1.
func place(m op.Machine, c *op.KernelCall, r *value.Array) (*value.Array, error) {
	var bounds [3][]int
	for i := range bounds {
		ns, err := c.IntsOf(m, i+2)
		if err != nil {
			return nil, err
		}
		bounds[i] = ns
	}
	begin, end, strides := bounds[0], bounds[1], bounds[2]
	if len(begin) > r.Rank() || len(end) != len(begin) || len(strides) > len(begin) {
		return nil, fmt.Errorf("`strided_set` gets begin for %d axes, end for %d and strides for %d", len(begin), len(end), len(strides))
	}
	for axis := range begin {
		stride := 1
		if axis < len(strides) {
			stride = strides[axis]
		}
		from, n, err := indexRange(begin[axis], end[axis], stride, r.Shape[axis])
		if err != nil {
			return nil, err
		}
		r = r.Slice(axis, from, n, stride)
	}
	return r, nil
}

// indexRange clamps begin and end, which may count from the end, to an axis, and
// counts the indices from begin on in steps of stride before end.
func indexRange(begin, end, stride, length int) (from, n int, err error) {
	if stride == 0 {
		return 0, 0, fmt.Errorf("a stride is 0")
	}
	first := clampIndex(int64(begin), int64(length), int64(stride))
	last := clampIndex(int64(end), int64(length), int64(stride))
	span := last - first
	if stride < 0 {
		span = -span
	}
	return int(max(first, 0)), int(steps(span, int64(stride))), nil
}

// slidingWindowKernel gives a view in which the windows overlap in memory: with strides sₖ
// of the data and steps tₖ of the window, window (i, …) has its element (j, …) at
// Σ iₖ·tₖ·sₖ + Σ jₖ·sₖ. A result of more elements than any array has is refused, though it
// would take no memory: what reads it may copy it.
func slidingWindowKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, shape := in.Arrays[0], in.Shape
	axis, err := c.Int("axis")
	if err != nil {
		return nil, err
	}
	strides, err := c.Ints("strides")
	if err != nil {
		return nil, err
	}
	windows := (len(shape) - axis) / 2
	if axis+windows != a.Rank() {
		return nil, fmt.Errorf("`sliding_window` needs an extent of the window for each axis from %d on", axis)
	}
	if _, err := value.CheckedLen(shape); err != nil {
		return nil, err
	}
	view := *a
	view.Shape, view.Strides = shape, slices.Clone(a.Strides[:axis])
	for i := range windows {
		if strides[i] < 0 {
			return nil, fmt.Errorf("the windows of `sliding_window` do not lie in %s", value.ShapeText(a.Shape))
		}
		view.Strides = append(view.Strides, a.Strides[axis+i]*strides[i])
	}
	view.Strides = append(view.Strides, a.Strides[axis:]...)
	return &view, nil
}
