package buffer

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/value"
)

// MemoryOrder is the order of dimensions in which an array lies row by row in
// memory, where there is one, so that a kernel on its transpose copies nothing
// and its result lies alike; else the dimensions as they are.
func MemoryOrder(a *value.Array) []int {
	order := Identity(a.Rank())
	if a.IsContiguous() {
		return order
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a.Strides[j], a.Strides[i]) })
	if a.Transpose(order).IsContiguous() {
		return order
	}
	return Identity(a.Rank())
}

// Identity is the order 0, 1, … n-1.
func Identity(n int) []int {
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
