package fill

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A grid is a tensor whose elements are wide floats, row by row. Integers beyond 2⁵³ lose digits: what is
// computed with grids is a guess, with which terms are compared.
type grid struct {
	dtype value.Dtype
	shape []int
	at    []float64
}

// gridOf is a tensor as a grid.
func gridOf(v value.Value) (g grid, ok bool) {
	switch v := v.(type) {
	case value.Scalar:
		return grid{v.Dtype, nil, []float64{number(v)}}, true
	case *value.Array:
		flat := v.Flat()
		g := grid{v.Dtype, v.Shape, make([]float64, v.Len())}
		for i := range g.at {
			g.at[i] = number(value.Load(v.Dtype, flat, i))
		}
		return g, true
	}
	return grid{}, false
}

// number is a scalar as a float, truth values as 0 and 1.
func number(s value.Scalar) float64 {
	if s.Dtype.IsFloat() {
		return s.Float()
	}
	return float64(s.Int())
}

// gridsOf are tensors as grids; nil where a value is none.
func gridsOf(values []value.Value) (grids []grid) {
	for _, v := range values {
		g, ok := gridOf(v)
		if !ok {
			return nil
		}
		grids = append(grids, g)
	}
	return grids
}

// value is a grid in its dtype; ok is false where an element is none of its numbers.
func (g grid) value() (v value.Value, ok bool) {
	a := value.NewArray(g.dtype, slices.Clone(g.shape))
	for i, x := range g.at {
		s, ok := scalarIn(g.dtype, x)
		if !ok {
			return nil, false
		}
		value.Store(a.Data, i, s)
	}
	return value.Simplest(a), true
}

// scalarIn is a number in a dtype; ok is false where an integer dtype has none, and for what is not finite.
func scalarIn(d value.Dtype, x float64) (value.Scalar, bool) {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return value.Scalar{}, false
	case d.IsFloat():
		return value.FromFloat(d, x), true
	case x != math.Trunc(x) || math.Abs(x) > 1<<53:
		return value.Scalar{}, false
	case d == value.Bool:
		return value.Truth(x != 0), x == 0 || x == 1
	}
	s := value.FromInt(d, int64(x))
	return s, number(s) == x
}

// goalOf is the goal of some grids in place of those of another goal; nil where a grid has no value in its
// dtype.
func goalOf(grids []grid, near []value.Tolerance) *goal {
	g := &goal{grids: grids, near: near}
	for _, each := range grids {
		v, ok := each.value()
		if !ok {
			return nil
		}
		g.values = append(g.values, v)
	}
	return g
}

// stretched are the elements of a grid that is broadcast to a shape; nil where it is not.
func (g grid) stretched(shape []int) []float64 {
	if slices.Equal(g.shape, shape) {
		return g.at
	}
	lead := len(shape) - len(g.shape)
	if lead < 0 {
		return nil
	}
	strides := make([]int, len(shape))
	step := 1
	for i := len(g.shape) - 1; i >= 0; i-- {
		switch g.shape[i] {
		case shape[lead+i]:
			strides[lead+i] = step
		case 1:
		default:
			return nil
		}
		step *= g.shape[i]
	}
	at := make([]float64, value.Product(shape))
	index := make([]int, len(shape))
	from := 0
	for i := range at {
		at[i] = g.at[from]
		for k := len(shape) - 1; k >= 0; k-- {
			index[k]++
			from += strides[k]
			if index[k] < shape[k] {
				break
			}
			from -= strides[k] * shape[k]
			index[k] = 0
		}
	}
	return at
}

// permuted is a grid whose axis k is axis axes[k].
func (g grid) permuted(axes []int) grid {
	strides := value.RowMajor(g.shape)
	to := grid{g.dtype, make([]int, len(axes)), make([]float64, len(g.at))}
	steps := make([]int, len(axes))
	for k, axis := range axes {
		to.shape[k], steps[k] = g.shape[axis], strides[axis]
	}
	to.gather(g.at, 0, steps)
	return to
}

// gather fills a grid with elements from an offset on, in steps by axis.
func (g grid) gather(from []float64, offset int, steps []int) {
	index := make([]int, len(g.shape))
	for i := range g.at {
		g.at[i] = from[offset]
		for k := len(g.shape) - 1; k >= 0; k-- {
			index[k]++
			offset += steps[k]
			if index[k] < g.shape[k] {
				break
			}
			offset -= steps[k] * g.shape[k]
			index[k] = 0
		}
	}
}

// cut is the part of a grid from one index to another along an axis; kept reports whether the axis stays.
func (g grid) cut(axis, from, to int, kept bool) grid {
	strides := value.RowMajor(g.shape)
	part := grid{g.dtype, slices.Clone(g.shape), nil}
	part.shape[axis] = to - from
	part.at = make([]float64, value.Product(part.shape))
	part.gather(g.at, from*strides[axis], strides)
	if !kept {
		part.shape = slices.Delete(part.shape, axis, axis+1)
	}
	return part
}

// narrowed are the ways to narrow a grid to one that broadcasts to it: without leading axes, and with
// extents of 1, along which the elements are the same. Operands are stored by their own values, so the
// operand of a sum must be looked up in each of these forms.
func (g grid) narrowed() []narrowing {
	found := []narrowing{{}}
	for axis := range g.shape {
		if g.shape[axis] != 1 && g.constant(axis) {
			for _, n := range found[:len(found):len(found)] {
				found = append(found, append(slices.Clone(n), axis))
			}
		}
	}
	return found
}

// A narrowing is axes along which a grid is narrowed to extent 1; those in front are dropped.
type narrowing []int

// narrow applies a narrowing. ok is false where the elements differ along an axis.
func (g grid) narrow(n narrowing) (to grid, ok bool) {
	to = g
	for _, axis := range n {
		if axis >= len(to.shape) || to.shape[axis] != 1 && !to.constant(axis) {
			return g, false
		}
		to = to.cut(axis, 0, 1, true)
	}
	lead := 0
	for lead < len(n) && n[lead] == lead {
		lead++
	}
	to.shape = to.shape[lead:]
	return to, true
}

// constant reports whether the elements are the same along an axis.
func (g grid) constant(axis int) bool {
	if len(g.at) == 0 {
		return false
	}
	strides := value.RowMajor(g.shape)
	for i, x := range g.at {
		if x != g.at[i-i/strides[axis]%g.shape[axis]*strides[axis]] {
			return false
		}
	}
	return true
}

// reversed is a grid in the other order along an axis.
func (g grid) reversed(axis int) grid {
	strides := value.RowMajor(g.shape)
	to := grid{g.dtype, g.shape, make([]float64, len(g.at))}
	if len(g.at) == 0 {
		return to
	}
	offset := (g.shape[axis] - 1) * strides[axis]
	strides[axis] = -strides[axis]
	to.gather(g.at, offset, strides)
	return to
}

// differences are those of elements that are side by side along an axis: what a running sum is of.
func (g grid) differences(axis int) grid {
	step := value.RowMajor(g.shape)[axis]
	to := grid{g.dtype, g.shape, slices.Clone(g.at)}
	for i := range to.at {
		if i/step%g.shape[axis] > 0 {
			to.at[i] -= g.at[i-step]
		}
	}
	return to
}

// split makes two axes of one, one of them of an extent.
func (g grid) split(axis, part int, inner bool) (grid, bool) {
	n := g.shape[axis]
	if n%part != 0 || n == part {
		return g, false
	}
	parts := []int{part, n / part}
	if inner {
		parts = []int{n / part, part}
	}
	return grid{g.dtype, slices.Concat(g.shape[:axis], parts, g.shape[axis+1:]), g.at}, true
}
