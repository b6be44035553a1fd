package dataset

import (
	"math"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

func fractal(t *testing.T, elements ...value.Value) value.Value {
	t.Helper()
	f, err := value.NewFractal(elements)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestDifference compares values as numpy.testing.assert_allclose does with rtol=1e-3 and
// atol=1e-7, and shapes and dtypes exactly.
func TestDifference(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	floats := func(xs ...float32) value.Value { return value.Of(xs, len(xs)) }
	tests := []struct {
		found, expected value.Value
		want            string
	}{
		{floats(1, 2), floats(1, 2), ""},
		{floats(1.0009), floats(1), ""},
		{floats(1.0011), floats(1), "element [0]: 1.0011 is found, and 1 is expected"},
		{floats(9e-8), floats(0), ""},
		{floats(2e-7), floats(0), "element [0]: 2e-07 is found, and 0 is expected"},
		{floats(nan, inf, -inf), floats(nan, inf, -inf), ""},
		{floats(nan), floats(0), "element [0]: NaN is found, and 0 is expected"},
		{floats(0), floats(nan), "element [0]: 0 is found, and NaN is expected"},
		{floats(math.MaxFloat32), floats(inf), "element [0]: 3.4028235e+38 is found, and +Inf is expected"},
		{floats(-inf), floats(inf), "element [0]: -Inf is found, and +Inf is expected"},
		{floats(1, 3, 2.5), floats(1, 2, 2), "element [1]: 3 is found, and 2 is expected; 2 of 3 differ, by up to 1"},
		{value.Of([]float32{1, 2, 3, 5}, 2, 2), value.Of([]float32{1, 2, 3, 4}, 2, 2), "element [1, 1]: 5 is found, and 4 is expected"},
		{value.Of([]float32{1, 2, 3, 4}, 2, 2).Transpose([]int{1, 0}), value.Of([]float32{1, 3, 2, 4}, 2, 2), ""},
		{floats(1, 2), value.Of([]float32{1, 2}, 1, 2), "shape [2] is found, and [1, 2] is expected"},
		{value.F32(1), floats(1), "shape [] is found, and [1] is expected"},
		{value.F32(1), value.FromScalar(value.F32(1)), ""},
		{value.Zeros(value.Float32, 0, 3), value.Zeros(value.Float32, 0, 3), ""},
		{value.Zeros(value.Float32, 0, 3), value.Zeros(value.Float32, 3, 0), "shape [0, 3] is found, and [3, 0] is expected"},
		{value.Of([]float64{1}, 1), floats(1), "elements of float64 are found, and float32 is expected"},
		{value.Of([]int64{1000, 7}, 2), value.Of([]int64{1000, 8}, 2), "element [1]: 7 is found, and 8 is expected"},
		{value.Of([]bool{true}, 1), value.Of([]bool{false}, 1), "element [0]: true is found, and false is expected"},
		{value.Of([]uint64{math.MaxUint64}, 1), value.Of([]uint64{0}, 1), "element [0]: 18446744073709551615 is found, and 0 is expected"},
		{fractal(t, floats(1, 2), floats(3, 4)), fractal(t, floats(1, 2), floats(3, 4)), ""},
		{value.Of([]float32{1, 2, 3, 4}, 2, 2), fractal(t, floats(1, 2), floats(3, 4)), ""},
		{fractal(t, floats(1, 2), floats(3, 5)), fractal(t, floats(1, 2), floats(3, 4)), "item 1, element [1]: 5 is found, and 4 is expected"},
		{fractal(t, floats(1, 2)), fractal(t, floats(1, 2), floats(3, 4)), "a sequence of 1 is found, and one of 2 is expected"},
		{floats(1), fractal(t, floats(1)), "item 0, shape [] is found, and [1] is expected"},
		{fractal(t, floats(1)), floats(1), "a sequence is found, and a tensor is expected"},
		{Some(floats(1)), Some(floats(1)), ""},
		{Some(floats(1)), Some(floats(2)), "element [0]: 1 is found, and 2 is expected"},
		{None(), None(), ""},
		{None(), Some(floats(2)), "None is found, and Some is expected"},
		{fractal(t, floats(1)), None(), "a sequence is found, and None is expected"},
		{value.Unit, None(), "a tuple of 0 is found, and None is expected"},
	}
	for _, test := range tests {
		if got := Difference(test.found, test.expected); got != test.want {
			t.Errorf("%s and %s: %q; want %q", value.Text(test.found), value.Text(test.expected), got, test.want)
		}
	}
	// More than one block, the last of them short.
	a, b := value.NewArray(value.Int32, []int{3, 5000}), value.NewArray(value.Int32, []int{3, 5000})
	a.Data.([]int32)[14_999] = 1
	if got := Difference(a, b); got != "element [2, 4999]: 1 is found, and 0 is expected" {
		t.Error(got)
	}
}
