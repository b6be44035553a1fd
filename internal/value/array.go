package value

import "slices"

// An Array is a dense tensor: element (i, j, …) is at Data[Offset +
// i·Strides[0] + j·Strides[1] + …]. Strides count elements; 0 repeats (a
// broadcast), and they may be negative. Data is a slice of the dtype's Go type:
// []bool, []int8 … []uint64, []float32, []float64, and []uint16 with the bits
// of float16 and bfloat16.
type Array struct {
	Dtype   Dtype
	Shape   []int
	Strides []int
	Offset  int
	Data    any
}

// NewArray makes a row-major array of zeros. The number of elements must not
// overflow: CheckedLen looks at shapes that programs compute.
func NewArray(d Dtype, shape []int) *Array {
	return &Array{Dtype: d, Shape: shape, Strides: RowMajor(shape), Data: MakeData(d, Product(shape))}
}

// Zeros is NewArray.
func Zeros(d Dtype, shape ...int) *Array { return NewArray(d, shape) }

// Full makes an array that holds one value everywhere, which may be written.
// A view that cannot be written costs nothing: FromScalar(s).Broadcast(shape).
func Full(s Scalar, shape []int) *Array {
	a := NewArray(s.Dtype, shape)
	Fill(a.Data, s)
	return a
}

// Of makes a row-major array of data, which it keeps.
func Of[T Element](data []T, shape ...int) *Array {
	return &Array{Dtype: DtypeOf[T](), Shape: shape, Strides: RowMajor(shape), Data: data}
}

// Wrap makes a row-major array of data, a slice of the dtype's Go type.
func Wrap(d Dtype, data any, shape []int) *Array {
	return &Array{Dtype: d, Shape: shape, Strides: RowMajor(shape), Data: data}
}

// FromScalar is the rank-0 array of a scalar.
func FromScalar(s Scalar) *Array {
	a := NewArray(s.Dtype, nil)
	Store(a.Data, 0, s)
	return a
}

// Len is the number of elements.
func (a *Array) Len() int { return Product(a.Shape) }

// Rank is the number of dimensions.
func (a *Array) Rank() int { return len(a.Shape) }

// ScalarAt reads the element of an index for each dimension.
func (a *Array) ScalarAt(index ...int) Scalar {
	at := a.Offset
	for k, i := range index {
		at += i * a.Strides[k]
	}
	return Load(a.Dtype, a.Data, at)
}

// Item reads the only element of an array of one.
func (a *Array) Item() Scalar { return Load(a.Dtype, a.Data, a.Offset) }

// IsContiguous reports whether the elements lie side by side in row-major order,
// from Offset on.
func (a *Array) IsContiguous() bool {
	step := 1
	for k := len(a.Shape) - 1; k >= 0; k-- {
		if a.Shape[k] == 0 {
			return true
		}
		if a.Shape[k] != 1 && a.Strides[k] != step {
			return false
		}
		step *= a.Shape[k]
	}
	return true
}

// Contiguous is the array with its elements side by side: itself, or a copy.
func (a *Array) Contiguous() *Array {
	if a.IsContiguous() {
		return a
	}
	return a.Copy()
}

// Copy is a row-major array of the same elements in new memory.
func (a *Array) Copy() *Array {
	c := Wrap(a.Dtype, MakeUnset(a.Dtype, a.Len()), slices.Clone(a.Shape))
	CopyRange(c.Data, a, 0, c.Len())
	return c
}

// Elems are the elements in row-major order: a part of Data where they lie side
// by side, else a copy. T must be the dtype's Go type.
func Elems[T Element](a *Array) []T {
	return a.Flat().([]T)
}

// Flat is Elems without its type: a slice of the dtype's Go type.
func (a *Array) Flat() any {
	n := a.Len()
	if n == 0 {
		return Cut(a.Data, 0, 0)
	}
	a = a.Contiguous()
	return Cut(a.Data, a.Offset, a.Offset+n)
}

// Index is element i of the outermost dimension, a view.
func (a *Array) Index(i int) *Array {
	return &Array{a.Dtype, a.Shape[1:], a.Strides[1:], a.Offset + i*a.Strides[0], a.Data}
}

// Slice is a view of n elements along an axis, from `from` on in steps of step.
func (a *Array) Slice(axis, from, n, step int) *Array {
	v := a.view()
	v.Offset += from * a.Strides[axis]
	v.Shape[axis] = n
	v.Strides[axis] *= step
	return v
}

// Transpose is a view whose dimension k is dimension axes[k].
func (a *Array) Transpose(axes []int) *Array {
	v := a.view()
	for k, axis := range axes {
		v.Shape[k], v.Strides[k] = a.Shape[axis], a.Strides[axis]
	}
	return v
}

// Insert is a view with n dimensions of extent 1 before an axis.
func (a *Array) Insert(axis, n int) *Array {
	v := a.view()
	for range n {
		v.Shape = slices.Insert(v.Shape, axis, 1)
		v.Strides = slices.Insert(v.Strides, axis, 0)
	}
	return v
}

// Drop is a view without a dimension: its element 0 is taken.
func (a *Array) Drop(axis int) *Array {
	v := a.view()
	v.Shape = slices.Delete(v.Shape, axis, axis+1)
	v.Strides = slices.Delete(v.Strides, axis, axis+1)
	return v
}

// Broadcast is a view of a shape to which the array broadcasts: new dimensions
// in front and those of extent 1 repeat. It is nil where the shapes do not fit.
func (a *Array) Broadcast(shape []int) *Array {
	lead := len(shape) - len(a.Shape)
	if lead < 0 {
		return nil
	}
	strides := make([]int, len(shape))
	for k, n := range a.Shape {
		switch {
		case n == shape[lead+k]:
			strides[lead+k] = a.Strides[k]
		case n != 1:
			return nil
		}
	}
	return &Array{a.Dtype, shape, strides, a.Offset, a.Data}
}

// Reshape gives the elements another shape of the same number: a view where
// the strides allow it, else a copy.
func (a *Array) Reshape(shape []int) *Array {
	if v := a.ReshapeView(shape); v != nil {
		return v
	}
	c := a.Copy()
	return Wrap(a.Dtype, c.Data, shape)
}

// ReshapeView is Reshape without a copy: nil where it needs one.
func (a *Array) ReshapeView(shape []int) *Array {
	if a.IsContiguous() {
		return &Array{a.Dtype, shape, RowMajor(shape), a.Offset, a.Data}
	}
	strides := regroup(a.Shape, a.Strides, shape)
	if strides == nil {
		return nil
	}
	return &Array{a.Dtype, shape, strides, a.Offset, a.Data}
}

func (a *Array) view() *Array {
	return &Array{a.Dtype, slices.Clone(a.Shape), slices.Clone(a.Strides), a.Offset, a.Data}
}

// regroup finds the strides of a view of another shape. Groups of dimensions
// with equal products on both sides must be evenly strided on the old side.
func regroup(from, steps, to []int) []int {
	from, steps = squeezed(from, steps)
	strides := make([]int, len(to))
	i, j := 0, 0
	for i < len(from) && j < len(to) {
		m, n, firstI, firstJ := from[i], to[j], i, j
		for m != n {
			if m < n {
				if i++; i == len(from) {
					return nil
				}
				m *= from[i]
			} else {
				if j++; j == len(to) {
					return nil
				}
				n *= to[j]
			}
		}
		for k := firstI; k < i; k++ {
			if steps[k] != from[k+1]*steps[k+1] {
				return nil
			}
		}
		step := steps[i]
		for k := j; k >= firstJ; k-- {
			strides[k] = step
			step *= to[k]
		}
		i, j = i+1, j+1
	}
	return strides
}

// squeezed leaves out the dimensions of extent 1.
func squeezed(shape, strides []int) (s, t []int) {
	for k, n := range shape {
		if n != 1 {
			s, t = append(s, n), append(t, strides[k])
		}
	}
	return s, t
}

// Iota is the vector 0, 1, …, n - 1 of int64.
func Iota(n int) *Array {
	data := make([]int64, n)
	for i := range data {
		data[i] = int64(i)
	}
	return Of(data, n)
}
