package value

import (
	"math"
	"testing"
)

func TestMagnitude(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	huge := &Array{Dtype: Float32, Shape: []int{1 << 20, 1 << 20}, Strides: []int{0, 0}, Data: []float32{-3}}
	for _, test := range []struct {
		v    Value
		want float64
	}{
		{F32(-2.5), 2.5},
		{I32(7), 0},
		{Of([]float64{1, -4, inf, nan}, 4), 4},
		{Of([]float64{nan, -inf}, 2), 0},
		{Of([]float32{}, 0), 0},
		{&Array{Dtype: Float32, Shape: []int{3, 0}, Strides: []int{0, 0}, Data: []float32{}}, 0},
		{&Array{Dtype: Float16, Shape: []int{2}, Strides: []int{1}, Data: []uint16{float16Bits(-0.5), float16Bits(0.25)}}, 0.5},
		{&Tuple{Elems: []Value{F64(1), &Data{Name: "Box", Fields: []Value{F64(-9)}}, huge}}, 9},
		{huge, 3}, // is never written out
	} {
		if got := Magnitude(test.v); got != test.want {
			t.Errorf("%s: %v, want %v", Summary(test.v), got, test.want)
		}
	}
}
