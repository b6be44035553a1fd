package elementwise

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// fixedPoint is x · multiplier · 2^(left - right - 31), rounded to the nearest integer
// and halves up, as TVM's q_multiply_shift computes it (gemmlowp's fixed point):
//
//	((x·2^left)·multiplier + 2^(t-1)) >> t,  t = right + 31
//
// in int64, where the shift rounds down. x and the multiplier are of 32 bits, so that the
// product fits; left shifts of more than 1 may wrap around, as they do in TVM.
func fixedPoint(x, multiplier int64, left, right uint) int64 {
	total := right + 31
	return ((x<<left)*multiplier + 1<<(total-1)) >> total
}

// fixedPointMapping reads one shift, which is to the left where it is positive.
func fixedPointMapping(attrs op.Attrs, in []value.Dtype) *value.Map {
	multiplier, _ := attrs.Int("multiplier")
	shift, _ := attrs.Int("shift")
	left, right := uint(max(shift, 0)), uint(max(-shift, 0))
	return value.NewIntegerUnary("fixed_point_multiply", in[0], func(x int64) int64 {
		return fixedPoint(x, multiplier, left, right)
	})
}

// fixedPointPerAxis has multipliers and shifts for each index of some axes.
func fixedPointPerAxis(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	x := in.Arrays[0]
	axes, err := c.Axes("axes", x.Rank())
	if err != nil {
		return nil, err
	}
	if !x.Dtype.IsInteger() {
		return nil, fmt.Errorf("`%s` cannot be computed of %s", c.Op.Name, x.Dtype)
	}
	var factors [4][]int64
	for i, a := range in.Arrays[:4] {
		if i > 0 {
			if a, err = along(a, axes, x.Shape); err != nil {
				return nil, err
			}
		}
		if factors[i], err = op.WholeNumbers(m, a); err != nil {
			return nil, err
		}
	}
	shifts := [2]bool{c.Attrs.Bool("is_lshift_required"), c.Attrs.Bool("is_rshift_required")}
	r, err := op.NewResult(m, x.Dtype, x.Shape)
	if err != nil {
		return nil, err
	}
	return r, op.Sweep(m, r.Len(), 4, func(from, to int) error {
		for i := from; i < to; i++ {
			left, right := shiftBy(factors[2][i], shifts[0]), shiftBy(factors[3][i], shifts[1])
			value.Store(r.Data, i, value.FromInt(x.Dtype, fixedPoint(factors[0][i], factors[1][i], left, right)))
		}
		return nil
	})
}

// shiftBy is a shift that is in use, between 0 and 32; otherwise 0.
func shiftBy(n int64, required bool) uint {
	if !required {
		return 0
	}
	return uint(min(max(n, 0), 32))
}

// along lays the dimensions of an array on axes of a shape and repeats it along
// the others.
func along(a *value.Array, axes, shape []int) (*value.Array, error) {
	if a.Rank() == 0 {
		return a.Broadcast(shape), nil
	}
	if a.Rank() != len(axes) {
		return nil, fmt.Errorf("factors of shape %s for %d axes", value.ShapeText(a.Shape), len(axes))
	}
	strides := make([]int, len(shape))
	for k, axis := range axes {
		switch a.Shape[k] {
		case shape[axis]:
			strides[axis] = a.Strides[k]
		case 1:
		default:
			return nil, fmt.Errorf("factors of shape %s for axis %d of %s", value.ShapeText(a.Shape), axis, value.ShapeText(shape))
		}
	}
	view := *a
	view.Shape, view.Strides = shape, strides
	return &view, nil
}
