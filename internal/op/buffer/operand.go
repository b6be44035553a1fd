package buffer

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector"
)

// Read gives the elements in row-major order as T's: the array's own memory
// where it holds them so, which must not be written. What has to be copied is
// asked for first; it counts no steps, since operators' costs are those of their
// own work.
func Read[T value.Number](m op.Machine, a *value.Array) ([]T, error) {
	return Cast[T](m, a, a.Dtype)
}

// Cast is Read through another dtype, to which the elements are rounded first.
func Cast[T value.Number](m op.Machine, a *value.Array, d value.Dtype) ([]T, error) {
	var err error
	for _, d := range []value.Dtype{d, value.DtypeOf[T]()} {
		if a, err = InDtype(m, a, d); err != nil {
			return nil, err
		}
	}
	return op.ElementsOf[T](m, a)
}

// InDtype is op.Converted, which counts no steps.
func InDtype(m op.Machine, a *value.Array, d value.Dtype) (*value.Array, error) {
	return op.Converted(op.Uncounted(m), a, d)
}

// Reshaped is op.Reshaped, which counts no steps.
func Reshaped(m op.Machine, a *value.Array, shape []int) (*value.Array, error) {
	return op.Reshaped(op.Uncounted(m), a, shape)
}

// OutDtype is the attribute out_dtype, the data's dtype where it is left out.
// Typed has reported those that are none of arrays.
func OutDtype(c *op.KernelCall, data *value.Array) value.Dtype {
	d, _ := c.AttrDtype("out_dtype", data.Dtype)
	return d
}

// Int is an attribute that counts, 0 where it is no number.
func Int(c *op.KernelCall, attr string) int {
	n, _ := c.Attrs.Int(attr)
	return int(n)
}

// Float is an attribute that may be written as a float or an integer.
func Float(c *op.KernelCall, attr string) float64 {
	if x, ok := c.Attrs.Float(attr); ok {
		return x
	}
	return float64(Int(c, attr))
}

// A Batch is matrices of Rows×Columns elements, Step apart (0 where all are
// one), each row by row, or column by column where it is Turned.
type Batch[T value.Number] struct {
	Len, Rows, Columns int
	Step               int
	Turned             bool
	elems              []T
}

// Matrices reads an array (batch, rows, columns), rounded to d, without moving
// elements that lie row by row or column by column already.
func Matrices[T value.Number](m op.Machine, a *value.Array, d value.Dtype) (b Batch[T], err error) {
	b = Batch[T]{Len: a.Shape[0], Rows: a.Shape[1], Columns: a.Shape[2], Step: a.Shape[1] * a.Shape[2]}
	if a.Strides[0] == 0 && b.Len > 1 {
		b.Step = 0
		a = a.Slice(0, 0, 1, 1)
	}
	if across := a.Transpose([]int{0, 2, 1}); !a.IsContiguous() && across.IsContiguous() {
		a, b.Turned = across, true
	}
	b.elems, err = Cast[T](m, a, d)
	return b, err
}

// At are the elements of matrix i.
func (b Batch[T]) At(i int) []T { return b.elems[i*b.Step:] }

// Straight has its matrices row by row.
func (b Batch[T]) Straight(m op.Machine) (Batch[T], error) {
	if !b.Turned {
		return b, nil
	}
	elems, err := op.Make[T](m, len(b.elems))
	if err != nil {
		return b, err
	}
	copy(elems, b.elems)
	size := b.Rows * b.Columns
	for at := 0; at+size <= len(elems) && size > 0; at += size {
		vector.Transpose(elems[at:], b.Columns, b.elems[at:], b.Rows, b.Columns, b.Rows)
	}
	b.elems, b.Turned = elems, false
	return b, nil
}
