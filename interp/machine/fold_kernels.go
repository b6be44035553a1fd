package machine

import (
	"errors"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

func isZeroDivisor(err error) bool {
	var f *Fault
	if errors.As(err, &f) {
		return f.Kind == ZeroFault
	}
	return errors.Is(err, value.ErrZeroDivisor)
}

// foldKernel is a loop of its own for the commonest functions; nil for others.
func foldKernel(name string, a, results *value.Array) func(from, to int) {
	switch data := a.Data.(type) {
	case []int32:
		return foldsOf(name, data[a.Offset:], results.Data.([]int32))
	case []int64:
		return foldsOf(name, data[a.Offset:], results.Data.([]int64))
	case []float32:
		return foldsOf(name, data[a.Offset:], results.Data.([]float32))
	case []float64:
		return foldsOf(name, data[a.Offset:], results.Data.([]float64))
	}
	return nil
}

// foldsOf folds chunks four at a time, so that no addition waits for the one
// before it.
func foldsOf[T value.Number](name string, data, results []T) func(from, to int) {
	switch name {
	case op.Add:
		return foldFour(data, results)
	case op.Multiply:
		return foldOne(data, results, func(x, y T) T { return x * y })
	case op.Maximum:
		return foldOne(data, results, func(x, y T) T { return max(x, y) })
	case op.Minimum:
		return foldOne(data, results, func(x, y T) T { return min(x, y) })
	}
	return nil
}

func foldOne[T value.Number](data, results []T, f func(x, y T) T) func(from, to int) {
	return func(from, to int) {
		for ; from < to; from++ {
			x := data[from*chunk : (from+1)*chunk]
			acc := x[0]
			for _, y := range x[1:] {
				acc = f(acc, y)
			}
			results[from] = acc
		}
	}
}

func foldFour[T value.Number](data, results []T) func(from, to int) {
	one := foldOne(data, results, func(x, y T) T { return x + y })
	return func(from, to int) {
		for ; from+4 <= to; from += 4 {
			x := data[from*chunk : (from+4)*chunk]
			var s [4]T
			for k := range s {
				s[k] = x[k*chunk]
			}
			sums(x, &s)
			copy(results[from:], s[:])
		}
		one(from, to)
	}
}

// sums adds the elements of four chunks, but for the first of each, which s
// holds.
func sums[T value.Number](x []T, s *[4]T) {
	a, b, c, d := x[:chunk], x[chunk:2*chunk], x[2*chunk:3*chunk], x[3*chunk:4*chunk]
	s0, s1, s2, s3 := s[0], s[1], s[2], s[3]
	for j := 1; j < chunk; j++ {
		s0 += a[j]
		s1 += b[j]
		s2 += c[j]
		s3 += d[j]
	}
	s[0], s[1], s[2], s[3] = s0, s1, s2, s3
}

// transpose brings elements j to j+strip of n chunks beside each other.
func transpose(dst any, a *value.Array, from, n, j int) {
	switch data := a.Data.(type) {
	case []int32:
		transposeInto(dst.([]int32), data[a.Offset:], from, n, j)
	case []int64:
		transposeInto(dst.([]int64), data[a.Offset:], from, n, j)
	case []float32:
		transposeInto(dst.([]float32), data[a.Offset:], from, n, j)
	case []float64:
		transposeInto(dst.([]float64), data[a.Offset:], from, n, j)
	case []int8:
		transposeInto(dst.([]int8), data[a.Offset:], from, n, j)
	case []int16:
		transposeInto(dst.([]int16), data[a.Offset:], from, n, j)
	case []uint8:
		transposeInto(dst.([]uint8), data[a.Offset:], from, n, j)
	case []uint16:
		transposeInto(dst.([]uint16), data[a.Offset:], from, n, j)
	case []uint32:
		transposeInto(dst.([]uint32), data[a.Offset:], from, n, j)
	case []uint64:
		transposeInto(dst.([]uint64), data[a.Offset:], from, n, j)
	case []bool:
		transposeInto(dst.([]bool), data[a.Offset:], from, n, j)
	}
}

func transposeInto[T any](dst, data []T, from, n, j int) {
	for k := range n {
		row := data[(from+k)*chunk+j:][:strip]
		for i, x := range row {
			dst[i*n+k] = x
		}
	}
}
