package value

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/vector"
)

// TestSortPlaces compares sorting by digits with a stable sort by comparisons.
func TestSortPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	special := []float32{0, float32(math.Copysign(0, -1)), float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 1e-45}
	for range 50 {
		n := vector.LeastRadix + r.IntN(300)
		f, i8, u16, i32 := make([]float32, n), make([]int8, n), make([]uint16, n), make([]int32, n)
		for i := range n {
			f[i] = float32(r.NormFloat64())
			if r.IntN(3) == 0 {
				f[i] = special[r.IntN(len(special))]
			}
			i8[i], u16[i], i32[i] = int8(r.Uint32()), uint16(r.Uint32()), int32(r.Uint32())>>r.IntN(32)
		}
		for _, descending := range []bool{false, true} {
			sortBoth(t, f, f32Codec.less, descending)
			sortBoth(t, i8, less[int8], descending)
			sortBoth(t, u16, less[uint16], descending)
			sortBoth(t, i32, less[int32], descending)
		}
	}
}

func sortBoth[T Element](t *testing.T, x []T, before func(x, y T) bool, descending bool) {
	t.Helper()
	got := rand.Perm(len(x))
	want := slices.Clone(got)
	slices.SortStableFunc(want, func(i, j int) int {
		if descending {
			i, j = j, i
		}
		switch {
		case before(x[i], x[j]):
			return -1
		case before(x[j], x[i]):
			return 1
		}
		return 0
	})
	SortPlaces(x, got, descending)
	if !slices.Equal(got, want) {
		t.Fatalf("%T, descending %t: %v, want %v", x, descending, got, want)
	}
}
