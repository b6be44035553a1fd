package value

import (
	"math"
	"testing"
)

// Each number of a format is converted to its own code and back, what lies between two to the
// nearer one, and what is half way to the even code.
func TestSmallFloats(t *testing.T) {
	tests := []struct {
		d                    Dtype
		least, one, greatest float64
		numbers              int // finite ones
	}{
		{Float8E4M3FN, 1. / (1 << 9), 0x38, 448, 254},
		{Float8E4M3FNUZ, 1. / (1 << 10), 0x40, 240, 255},
		{Float8E5M2, 1. / (1 << 16), 0x3c, 57344, 248},
		{Float8E5M2FNUZ, 1. / (1 << 17), 0x40, 57344, 255},
		{Float4E2M1FN, 0.5, 2, 6, 16},
	}
	for _, test := range tests {
		finite := 0
		for code := range uint64(1) << test.d.Bits() {
			s := Scalar{test.d, code}
			x := s.Float()
			if x-x != 0 {
				continue
			}
			finite++
			if got := FromFloat(test.d, x); got != s {
				t.Errorf("%s: %g of code %#x becomes %#x", test.d, x, code, got.Bits)
			}
			if math.Signbit(x) || x == test.greatest {
				continue
			}
			next := Scalar{test.d, code + 1}
			middle, even := (x+next.Float())/2, s
			if code%2 == 1 {
				even = next
			}
			for y, want := range map[float64]Scalar{middle: even, math.Nextafter(middle, 0): s, math.Nextafter(middle, 1e9): next} {
				if got := FromFloat(test.d, y); got != want {
					t.Errorf("%s: %g becomes %#x, want %#x", test.d, y, got.Bits, want.Bits)
				}
			}
		}
		if finite != test.numbers {
			t.Errorf("%s has %d finite numbers, want %d", test.d, finite, test.numbers)
		}
		for x, want := range map[float64]float64{
			math.Inf(1): test.greatest, 1e300: test.greatest, math.Inf(-1): -test.greatest, test.least: test.least, test.least / 2.5: 0,
		} {
			if got := FromFloat(test.d, x).Float(); got != want {
				t.Errorf("%s: %g becomes %g, want %g", test.d, x, got, want)
			}
		}
		if got := FromFloat(test.d, 1); float64(got.Bits) != test.one {
			t.Errorf("%s: the code of 1 is %#x", test.d, got.Bits)
		}
		if got := FromFloat(test.d, math.NaN()).Float(); got == got && test.d != Float4E2M1FN {
			t.Errorf("%s: NaN becomes %g", test.d, got)
		}
	}
}

// Integers wrap at the width of the dtype, floats saturate.
func TestSmallIntegers(t *testing.T) {
	tests := []struct {
		from Scalar
		d    Dtype
		want int64
	}{
		{I32(20), Int4, 4}, {I32(-9), Int4, 7}, {I32(8), Int4, -8}, {I32(-1), Uint4, 15}, {I32(2), Int2, -2}, {I32(-1), Uint2, 3},
		{F32(100), Int4, 7}, {F64(-100), Int4, -8}, {F32(-3), Uint4, 0}, {F32(99), Uint2, 3}, {F32(1.9), Int2, 1}, {F32(float32(math.NaN())), Int4, 0},
		{FromFloat(Bfloat16, -7.5), Int4, -7}, {Truth(true), Int2, 1}, {FromFloat(Float8E5M2, 5), Int4, 5},
	}
	for _, test := range tests {
		got := FromScalar(test.from).Convert(test.d).Item()
		if got != FromInt(test.d, test.want) || test.from.Convert(test.d) != got || got.Int() != test.want {
			t.Errorf("%s becomes %s of %s, want %d", Text(test.from), Text(got), test.d, test.want)
		}
	}
}
