package downsample

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A reducer reduces windows of elements E, by keys K that represent them.
type reducer[E, K value.Number] struct {
	// keys are those of a plane, in scratch where they are not its elements.
	keys  func(scratch []K, plane []E) []K
	elems func(dst []E, keys []K)
	// combine reduces each key of dst with that of src.
	combine func(dst, src []K)
	// fold reduces the keys of each window of a line.
	fold func(dst, line []K, ws []frame)
	// finish makes the results of windows of n lines, of which a mean counts `lines`.
	finish func(dst []K, n int, ws []frame, lines int)
}

// plain are elements that are their own keys.
func plain[T value.Number]() reducer[T, T] {
	return reducer[T, T]{
		keys:  func(_, plane []T) []T { return plane },
		elems: func(dst, keys []T) { copy(dst, keys) },
	}
}

// integers takes the greatest element of integers; a window without elements has the
// least number of the dtype.
func integers[T int32 | int64 | uint64](d value.Dtype) reducer[T, T] {
	if !d.IsSigned() {
		return greatest[T](0)
	}
	return greatest(T(int64(-1) << (d.Bits() - 1)))
}

// greatest takes the greatest element; a window without elements has `none`.
func greatest[T int32 | int64 | uint64](none T) reducer[T, T] {
	r := plain[T]()
	r.combine, r.fold = combineMax[T], foldMax[T]
	r.finish = func(dst []T, n int, ws []frame, _ int) {
		for i, w := range ws {
			if n == 0 || w.from >= w.to {
				dst[i] = none
			}
		}
	}
	return r
}

func combineMax[T int32 | int64 | uint64](dst, src []T) {
	src = src[:len(dst)]
	for i, x := range src {
		dst[i] = max(dst[i], x)
	}
}

func foldMax[T int32 | int64 | uint64](dst, line []T, ws []frame) {
	dst = dst[:len(ws)]
	for i, w := range ws {
		if w.from >= w.to {
			continue
		}
		best := line[w.from]
		for x := w.from + w.step; x < w.to; x += w.step {
			best = max(best, line[x])
		}
		dst[i] = best
	}
}

// mean divides the sum; integers are cut off.
func mean[T value.Number](value.Dtype) reducer[T, T] {
	r := plain[T]()
	r.combine, r.fold = combineSum[T], foldSum[T]
	r.finish = func(dst []T, _ int, ws []frame, lines int) {
		for i, w := range ws {
			dst[i] /= T(max(1, lines*w.count))
		}
	}
	return r
}

func combineSum[T value.Number](dst, src []T) {
	src = src[:len(dst)]
	for i, x := range src {
		dst[i] += x
	}
}

func foldSum[T value.Number](dst, line []T, ws []frame) {
	dst = dst[:len(ws)]
	for i, w := range ws {
		var sum T
		for x := w.from; x < w.to; x += w.step {
			sum += line[x]
		}
		dst[i] = sum
	}
}

// Floats are compared as integers of the same order, of which a machine takes
// the greater one without a branch: those below zero have all bits but the sign
// complemented. NaN is the greatest.
// A window without elements has the least finite number of the dtype.
func ordered32(d value.Dtype) reducer[float32, int32] {
	least := float32(-math.MaxFloat32)
	switch d {
	case value.Float16:
		least = -65504
	case value.Bfloat16:
		least = -value.Bfloat16Value(0x7f7f)
	}
	return ordered(greatest(key32(least)), keys32, floats32)
}

func ordered64(value.Dtype) reducer[float64, int64] {
	return ordered(greatest(key64(-math.MaxFloat64)), keys64, floats64)
}

func ordered[E value.Float, K int32 | int64](by reducer[K, K], keys func([]K, []E) []K, elems func([]E, []K)) reducer[E, K] {
	return reducer[E, K]{keys: keys, elems: elems, combine: by.combine, fold: by.fold, finish: by.finish}
}

func keys32(scratch []int32, plane []float32) []int32 {
	scratch = scratch[:len(plane)]
	for i, x := range plane {
		scratch[i] = key32(x)
	}
	return scratch
}

func keys64(scratch []int64, plane []float64) []int64 {
	scratch = scratch[:len(plane)]
	for i, x := range plane {
		scratch[i] = key64(x)
	}
	return scratch
}

func floats32(dst []float32, keys []int32) {
	for i, k := range keys {
		dst[i] = math.Float32frombits(uint32(flip32(k)))
	}
}

func floats64(dst []float64, keys []int64) {
	for i, k := range keys {
		dst[i] = math.Float64frombits(uint64(flip64(k)))
	}
}

func key32(x float32) int32 {
	if x != x {
		return math.MaxInt32
	}
	return flip32(int32(math.Float32bits(x)))
}

func key64(x float64) int64 {
	if x != x {
		return math.MaxInt64
	}
	return flip64(int64(math.Float64bits(x)))
}

func flip32(bits int32) int32 { return bits ^ int32(uint32(bits>>31)>>1) }
func flip64(bits int64) int64 { return bits ^ int64(uint64(bits>>63)>>1) }
