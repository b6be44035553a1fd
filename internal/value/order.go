package value

import (
	"math"
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

// SortPlaces orders places by the numbers at them; equal ones stay in order.
// NaN is last, or first where the order descends. Data must not hold half
// dtypes.
func SortPlaces(data any, at []int, descending bool) {
	kindOfSlice(data).sortStable(data, at, descending)
}

// JoinPlaces fills dst from the beginnings of two lists of places in order,
// equal ones from the left first, and tells how many it took from the left.
func JoinPlaces(data any, dst, left, right []int, descending bool) (taken int) {
	return kindOfSlice(data).join(data, dst, left, right, descending)
}

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

// sortStable sorts places by their elements; equal elements keep their order.
func (k sliceOf[T]) sortStable(data any, at []int, descending bool) {
	xs := data.([]T)
	if k.of.Size() <= 4 && len(at) >= vector.LeastRadix && len(xs) <= math.MaxUint32 {
		vector.SortPlaces(at, func(place int) uint32 { return k.key(xs[place]) }, descending)
		return
	}
	sign := 1
	if descending {
		sign = -1
	}
	slices.SortStableFunc(at, func(i, j int) int {
		switch {
		case k.less(xs[i], xs[j]):
			return -sign
		case k.less(xs[j], xs[i]):
			return sign
		}
		return 0
	})
}

// key is a number in the order of sorting, equal for 0 and -0, and the greatest for NaN.
func (k sliceOf[T]) key(x T) uint32 {
	if f, float := any(x).(float32); float {
		return vector.SortKey(f)
	}
	b := uint32(k.encode(x))
	if k.of.IsSigned() {
		b ^= 1 << 31
	}
	return b
}

// join merges two sorted lists of places until dst is full, and gives how many it took of left.
func (k sliceOf[T]) join(data any, dst, left, right []int, descending bool) int {
	xs, i, j := data.([]T), 0, 0
	for n := range dst {
		fromRight := i == len(left)
		if !fromRight && j < len(right) {
			x, y := xs[left[i]], xs[right[j]]
			fromRight = k.less(y, x)
			if descending {
				fromRight = k.less(x, y)
			}
		}
		if fromRight {
			dst[n] = right[j]
			j++
		} else {
			dst[n] = left[i]
			i++
		}
	}
	return i
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
