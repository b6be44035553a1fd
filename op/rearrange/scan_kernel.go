package rearrange

import (
	"slices"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/value"
)

// scanKernel computes running sums or products along an axis, each row from
// its beginning.
func scanKernel(product bool) op.Kernel {
	name, neutral := "add", int64(0)
	if product {
		name, neutral = "multiply", 1
	}
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		a, err := c.Array(0)
		if err != nil {
			return nil, err
		}
		d, err := c.AttrDtype("dtype", a.Dtype)
		if err != nil {
			return nil, err
		}
		axis := 0
		if c.Attrs.Has("axis") {
			axis, err = c.Axis("axis", a.Rank())
		} else {
			a, err = op.Reshaped(m, a, []int{a.Len()})
		}
		if err != nil {
			return nil, err
		}
		if a, err = op.Converted(m, a, d); err != nil {
			return nil, err
		}
		f := value.BinaryMap(name, d)
		return running(m, f, a, axis, value.FromInt(d, neutral), c.Attrs.Bool("exclusive"))
	}
}

// running puts the axis first and combines whole slices; a part of their
// elements goes to each core.
func running(m op.Machine, f *value.Map, a *value.Array, axis int, neutral value.Scalar, exclusive bool) (value.Value, error) {
	order := []int{axis}
	for i := range a.Rank() {
		if i != axis {
			order = append(order, i)
		}
	}
	r, err := op.Copied(m, a.Transpose(order))
	if err != nil {
		return nil, err
	}
	n := r.Shape[0]
	if r.Len() == 0 {
		return r.Transpose(inverse(order)), nil
	}
	width := r.Len() / n
	at := func(i, from, to int) any { return value.Cut(r.Data, i*width+from, i*width+to) }
	err = op.Sweep(m, width, n, func(from, to int) error {
		f.Scan(r.Data, n, width, from, to)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if exclusive {
		value.CopyData(at(1, 0, (n-1)*width), r.Data)
		value.Fill(at(0, 0, width), neutral)
	}
	return r.Transpose(inverse(order)), nil
}

// inverse is the permutation that undoes another.
func inverse(order []int) []int {
	back := slices.Clone(order)
	for i, axis := range order {
		back[axis] = i
	}
	return back
}
