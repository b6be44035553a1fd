package rearrange

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// scanKernel computes running sums or products along an axis, each row from its
// beginning, in the dtype of the result, to which the data are converted first.
func scanKernel(product bool) op.Kernel {
	name, neutral := "add", int64(0)
	if product {
		name, neutral = "multiply", 1
	}
	return op.Reads{Arrays: 1}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		a := in.Arrays[0]
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
		if axis == a.Rank()-1 && !d.IsHalf() {
			return runningRows(m, f, a, value.FromInt(d, neutral), c.Attrs.Bool("exclusive"))
		}
		return running(m, f, a, axis, value.FromInt(d, neutral), c.Attrs.Bool("exclusive"))
	})
}

// runningRows goes along the rows of the last axis, each from its beginning.
func runningRows(m op.Machine, f *value.Map, a *value.Array, neutral value.Scalar, exclusive bool) (value.Value, error) {
	a, err := op.Compact(op.Uncounted(m), a)
	if err != nil {
		return nil, err
	}
	r, err := op.NewUnset(m, a.Dtype, a.Shape)
	if err != nil || r.Len() == 0 {
		return r, err
	}
	n, data, behind := a.Shape[a.Rank()-1], a.Flat(), 0
	if exclusive {
		behind = 1
	}
	return r, op.Sweep(m, r.Len()/n, n, func(from, to int) error {
		for i := from; i < to; i++ {
			dst, src := value.Cut(r.Data, i*n, (i+1)*n), value.Cut(data, i*n, (i+1)*n-behind)
			value.Fill(value.Cut(dst, 0, behind), neutral)
			err := op.InTurn(m, n-behind, 1, func(first, last int) error {
				f.ScanRow(value.Cut(dst, behind, n), src, first, last)
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// scanTile is the number of columns that a core scans at once: lines of memory beside each other.
const scanTile = 1024

// running puts the axis first, so that the data are n slices of `width` elements, and
// combines whole slices: slice i += slice i-1. The slices depend on each other, so cores
// share the width: each scans a range of columns from the first slice to the last. The
// order of operations in a column is that of the definition, on any number of cores.
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
		return r.Transpose(op.Inverse(order)), nil
	}
	width := r.Len() / n
	tiles := (width + scanTile - 1) / scanTile
	err = op.Sweep(m, tiles, n*min(width, scanTile), func(from, to int) error {
		from, to = from*scanTile, min(to*scanTile, width)
		return op.InTurn(m, n-1, to-from, func(first, last int) error {
			f.Scan(value.Cut(r.Data, first*width, (last+1)*width), last-first+1, width, from, to)
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	if exclusive {
		err = shiftRow(m, r.Data, (n-1)*width, width, neutral)
	}
	return r.Transpose(op.Inverse(order)), err
}

// shiftRow moves n elements after a row of `width`, which is filled: an inclusive scan
// becomes an exclusive one. It copies the last elements first, since places overlap.
func shiftRow(m op.Machine, data any, n, width int, with value.Scalar) error {
	err := op.InTurn(m, n, 1, func(from, to int) error {
		value.CopyData(value.Cut(data, n-to+width, n-from+width), value.Cut(data, n-to, n-from))
		return nil
	})
	value.Fill(value.Cut(data, 0, width), with)
	return err
}
