package value

import (
	"math/rand/v2"
	"testing"
)

// TestAssignRange writes parts of views into views, transposed, sliced, reversed and broadcast,
// and holds each element against the one at its index.
func TestAssignRange(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		shape := make([]int, 1+r.IntN(4))
		for i := range shape {
			shape[i] = 1 + r.IntN(20)
		}
		dst, src := strided(r, shape, false), strided(r, shape, true)
		n := Product(shape)
		from := r.IntN(n + 1)
		to := from + r.IntN(n+1-from)
		before := dst.Copy()
		AssignRange(dst, src, from, to)
		for i := range n {
			index, rest := make([]int, len(shape)), i
			for k := len(shape) - 1; k >= 0; k-- {
				index[k], rest = rest%shape[k], rest/shape[k]
			}
			want := before.ScalarAt(index...)
			if i >= from && i < to {
				want = src.ScalarAt(index...)
			}
			if got := dst.ScalarAt(index...); got != want {
				t.Fatalf("shape %v, strides %v from %v, positions %d to %d: element %v is %s, want %s",
					shape, dst.Strides, src.Strides, from, to, index, Text(got), Text(want))
			}
		}
	}
}

// strided is a view of a shape of an array of different numbers, with dimensions in a random
// order in memory.
func strided(r *rand.Rand, shape []int, repeats bool) *Array {
	order := r.Perm(len(shape))
	wide := make([]int, len(shape))
	for k, axis := range order {
		wide[axis] = shape[k] * (1 + r.IntN(2))
	}
	a := NewArray(Float32, wide)
	for i := range a.Data.([]float32) {
		a.Data.([]float32)[i] = r.Float32()
	}
	a = a.Transpose(order)
	for k, n := range shape {
		if a.Shape[k] > n {
			a = a.Slice(k, r.IntN(a.Shape[k]-n+1), n, 1)
		}
		switch r.IntN(6) {
		case 0:
			a = a.Slice(k, n-1, n, -1)
		case 1:
			if repeats {
				a = a.Slice(k, 0, n, 0)
			}
		}
	}
	return a
}
