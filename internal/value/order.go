package value

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/vector"
)

// Gather reads rows of `width` neighbours: row i of dst is row at[i] of src, slices of one Go type.
func Gather(dst, src any, at []int, width int) { kindOfSlice(dst).pick(dst, src, at, width) }

// Greatest is the place of the greatest of numbers side by side, the first or
// the last of equal ones. NaN counts as greatest. Data must not hold half dtypes,
// nor be empty.
func Greatest(data any, last bool) int { return kindOfSlice(data).greatest(data, 1, last) }

// Least is Greatest for the least number; NaN counts as least.
func Least(data any, last bool) int { return kindOfSlice(data).greatest(data, -1, last) }

// Search finds for each value the number of sorted ones below it, or, right,
// below or equal.
func Search(sorted, values any, right bool, at []int) {
	kindOfSlice(sorted).search(sorted, values, right, at)
}

func (sliceOf[T]) pick(dst, src any, at []int, width int) {
	to, from := dst.([]T), src.([]T)
	if width == 1 {
		for i, k := range at {
			to[i] = from[k]
		}
		return
	}
	for i, k := range at {
		copy(to[i*width:(i+1)*width], from[k*width:(k+1)*width])
	}
}

// greatest is the place of the first (or last) greatest element; sign -1 makes it the least.
func (k sliceOf[T]) greatest(data any, sign int, last bool) int {
	switch xs := data.(type) {
	case []float32:
		return vector.Place(xs, sign < 0, last)
	case []float64:
		return vector.Place(xs, sign < 0, last)
	}
	xs, best := data.([]T), 0
	for i, x := range xs {
		beyond, behind := k.less(xs[best], x), k.less(x, xs[best])
		if sign < 0 {
			beyond, behind = behind, beyond
		}
		if beyond || last && !behind {
			best = i
		}
	}
	return best
}

// search is a binary search for each value.
func (k sliceOf[T]) search(sorted, values any, right bool, at []int) {
	xs := sorted.([]T)
	for i, v := range values.([]T) {
		at[i], _ = slices.BinarySearchFunc(xs, v, func(x, v T) int {
			if k.less(x, v) || right && !k.less(v, x) {
				return -1
			}
			return 1
		})
	}
}
