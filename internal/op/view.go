package op

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Assign writes the elements of src into the places of dst, a view of a result
// under construction, on all cores.
func Assign(m Machine, dst, src *value.Array) error {
	return Sweep(m, dst.Len(), 1, func(from, to int) error {
		value.AssignRange(dst, src, from, to)
		return nil
	})
}

// Iota is the vector 0, 1, …, n - 1 of int64.
func Iota(m Machine, n int) (*value.Array, error) {
	if err := Ask[int64](m, n); err != nil {
		return nil, err
	}
	return value.Iota(n), nil
}

// Copied is a row-major array of the same elements in new memory.
func Copied(m Machine, a *value.Array) (*value.Array, error) {
	r, err := NewUnset(m, a.Dtype, slices.Clone(a.Shape))
	if err != nil {
		return nil, err
	}
	return r, Assign(m, r, a)
}

// Reversed is a view in the opposite order along an axis.
func Reversed(a *value.Array, axis int) *value.Array {
	n := a.Shape[axis]
	return a.Slice(axis, max(n-1, 0), n, -1)
}

// Flipped is a view with the last two dimensions exchanged, if that is asked
// for.
func Flipped(a *value.Array, exchange bool) *value.Array {
	if !exchange {
		return a
	}
	order := AxisOrder(a.Rank())
	slices.Reverse(order[len(order)-2:])
	return a.Transpose(order)
}

// Diagonal joins two dimensions into the first.
func Diagonal(a *value.Array, i, j int) *value.Array {
	shape, strides := slices.Clone(a.Shape), slices.Clone(a.Strides)
	n, step := 1, 0
	for _, k := range []int{i, j} {
		if shape[k] != 1 {
			n, step = shape[k], step+strides[k]
		}
	}
	shape[i], strides[i] = n, step
	view := *a
	view.Shape, view.Strides = slices.Delete(shape, j, j+1), slices.Delete(strides, j, j+1)
	return &view
}

// MemoryOrder is the order of dimensions in which an array lies row by row in
// memory, where there is one, so that a kernel on its transpose copies nothing
// and its result lies alike; else the dimensions as they are.
func MemoryOrder(a *value.Array) []int {
	order := AxisOrder(a.Rank())
	if a.IsContiguous() {
		return order
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a.Strides[j], a.Strides[i]) })
	if a.Transpose(order).IsContiguous() {
		return order
	}
	return AxisOrder(a.Rank())
}

// AxisOrder is the order 0, 1, … n-1.
func AxisOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// Inverse undoes a permutation.
func Inverse(order []int) []int {
	inverse := make([]int, len(order))
	for i, k := range order {
		inverse[k] = i
	}
	return inverse
}
