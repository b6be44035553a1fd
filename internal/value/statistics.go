package value

import (
	"context"
	"math"
)

// Statistics summarize the elements of a tensor. Least, Most and Mean are those of the finite
// elements, and say nothing where there are none.
type Statistics struct {
	Finite, NaN, Infinite int // how many there are
	Least, Most           Scalar
	Mean                  float64

	sum float64
}

// Measure looks at one element in so many, until the context ends. What a broadcast repeats
// is looked at once, and counted as often as it is there.
func Measure(ctx context.Context, a *Array, step int) (Statistics, error) {
	var s Statistics
	held := a.held()
	reader, n := NewReader(held), held.Len()
	for from := 0; from < n; {
		if err := ctx.Err(); err != nil {
			return Statistics{}, err
		}
		length := min(measured, n-from)
		s.add(a.Dtype, reader.Read(from, length), step)
		from += (length + step - 1) / step * step
	}
	if s.Finite > 0 {
		s.Mean = s.sum / float64(s.Finite)
	}
	if n > 0 {
		times := a.Len() / n
		s.Finite, s.NaN, s.Infinite = s.Finite*times, s.NaN*times, s.Infinite*times
	}
	return s, nil
}

// measured is how many elements are looked at between looks at the context.
const measured = 1 << 16

// add looks at elements that lie side by side.
func (s *Statistics) add(d Dtype, data any, step int) {
	switch xs := data.(type) {
	case []bool:
		numbers := make([]uint8, len(xs))
		for i, x := range xs {
			numbers[i] = uint8(truthBits(x))
		}
		addIntegers(s, d, numbers, step)
	case []int8:
		addIntegers(s, d, xs, step)
	case []int16:
		addIntegers(s, d, xs, step)
	case []int32:
		addIntegers(s, d, xs, step)
	case []int64:
		addIntegers(s, d, xs, step)
	case []uint8:
		if d.IsFloat() {
			wide := make([]float32, len(xs))
			widenSmall(d, wide, xs)
			addFloats(s, d, wide, step)
			return
		}
		addIntegers(s, d, xs, step)
	case []uint16:
		s.addWords(d, xs, step)
	case []uint32:
		addIntegers(s, d, xs, step)
	case []uint64:
		addIntegers(s, d, xs, step)
	case []float32:
		addFloats(s, d, xs, step)
	case []float64:
		addFloats(s, d, xs, step)
	}
}

// addWords looks at uint16, or at the bits of a half dtype.
func (s *Statistics) addWords(d Dtype, xs []uint16, step int) {
	if !d.IsHalf() {
		addIntegers(s, d, xs, step)
		return
	}
	wide := make([]float32, len(xs))
	Widen(d, wide, xs)
	addFloats(s, d, wide, step)
}

// addIntegers adds elements to the statistics.
func addIntegers[T Integer](s *Statistics, d Dtype, xs []T, step int) {
	if len(xs) == 0 {
		return
	}
	least, most, sum, n := xs[0], xs[0], 0.0, 0
	for i := 0; i < len(xs); i += step {
		x := xs[i]
		least, most = min(least, x), max(most, x)
		sum += float64(x)
		n++
	}
	s.join(Scalar{d, uint64(least)}, Scalar{d, uint64(most)}, sum, n)
}

// addFloats adds elements; NaN and infinities are only counted.
func addFloats[T float32 | float64](s *Statistics, d Dtype, xs []T, step int) {
	least, most, sum, n := math.Inf(1), math.Inf(-1), 0.0, 0
	for i := 0; i < len(xs); i += step {
		x := float64(xs[i])
		switch {
		case x != x:
			s.NaN++
			continue
		case math.IsInf(x, 0):
			s.Infinite++
			continue
		}
		least, most = min(least, x), max(most, x)
		sum += x
		n++
	}
	if n > 0 {
		s.join(FromFloat(d, least), FromFloat(d, most), sum, n)
	}
}

// join adds what was found among so many finite elements.
func (s *Statistics) join(least, most Scalar, sum float64, n int) {
	if s.Finite == 0 || isBelow(least, s.Least) {
		s.Least = least
	}
	if s.Finite == 0 || isBelow(s.Most, most) {
		s.Most = most
	}
	s.sum += sum
	s.Finite += n
}

// isBelow compares numbers of one dtype exactly.
func isBelow(a, b Scalar) bool {
	switch {
	case a.Dtype.IsFloat():
		return a.Float() < b.Float()
	case a.Dtype.IsSigned():
		return int64(a.Bits) < int64(b.Bits)
	}
	return a.Bits < b.Bits
}
