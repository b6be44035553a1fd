package value

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSorter compares sorting by digits with a stable sort by comparisons: all places, a few of
// them, and the numbers, to the bit.
func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	special := []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 1e-45, 5e-324}
	for range 60 {
		n := 1 + r.IntN(400)
		truths, f32, f64 := make([]bool, n), make([]float32, n), make([]float64, n)
		i8, u16, i32, u32, i64, u64 := make([]int8, n), make([]uint16, n), make([]int32, n), make([]uint32, n), make([]int64, n), make([]uint64, n)
		for i := range n {
			f64[i] = r.NormFloat64()
			if r.IntN(3) == 0 {
				f64[i] = special[r.IntN(len(special))]
			}
			f32[i], truths[i] = float32(f64[i]), r.IntN(2) == 0
			u64[i] = r.Uint64() >> r.IntN(64) << r.IntN(40)
			i8[i], u16[i], i32[i], u32[i], i64[i] = int8(u64[i]), uint16(u64[i]), int32(u64[i]), uint32(u64[i]), int64(u64[i])
		}
		for _, descending := range []bool{false, true} {
			sortBoth(t, truths, boolCodec, descending)
			sortBoth(t, f32, f32Codec, descending)
			sortBoth(t, f64, f64Codec, descending)
			sortBoth(t, i8, integerCodec[int8](Int8), descending)
			sortBoth(t, u16, integerCodec[uint16](Uint16), descending)
			sortBoth(t, i32, integerCodec[int32](Int32), descending)
			sortBoth(t, u32, integerCodec[uint32](Uint32), descending)
			sortBoth(t, i64, integerCodec[int64](Int64), descending)
			sortBoth(t, u64, integerCodec[uint64](Uint64), descending)
		}
	}
}

func sortBoth[T Element](t *testing.T, x []T, c codec[T], descending bool) {
	t.Helper()
	want := make([]int64, len(x))
	for i := range want {
		want[i] = int64(i)
	}
	slices.SortStableFunc(want, func(i, j int64) int {
		if descending {
			i, j = j, i
		}
		switch {
		case c.less(x[i], x[j]):
			return -1
		case c.less(x[j], x[i]):
			return 1
		}
		return 0
	})
	s := NewSorter(len(x), func() error { return nil })
	for _, k := range []int{0, 1, len(x) / 8, len(x)} {
		got := make([]int64, k)
		if err := s.Places(x, got, descending); err != nil || !slices.Equal(got, want[:k]) {
			t.Fatalf("%T, descending %t, the first %d: %v, want %v", x, descending, k, got, want[:k])
		}
	}
	got := make([]T, len(x))
	if err := s.Values(got, x, descending); err != nil {
		t.Fatal(err)
	}
	for i, place := range want {
		if c.encode(got[i]) != c.encode(x[place]) {
			t.Fatalf("%T, descending %t: element %d is %v, want %v", x, descending, i, got[i], x[place])
		}
	}
}

// TestSorterStops holds that long rows look at the limits.
func TestSorterStops(t *testing.T) {
	stop := errors.New("stop")
	x := make([]float64, 1<<18)
	looks := 0
	s := NewSorter(len(x), func() error { looks++; return nil })
	if err := s.Places(x, make([]int64, len(x)), false); err != nil || looks < 8 {
		t.Errorf("%d looks, %v", looks, err)
	}
	s = NewSorter(len(x), func() error { return stop })
	if err := s.Places(x, make([]int64, len(x)), false); err != stop {
		t.Errorf("%v, want that the sorting stops", err)
	}
	if err := s.Places(make([]int8, 1<<18), make([]int64, 3), false); err != stop {
		t.Errorf("%v, want that the selection stops", err)
	}
}
