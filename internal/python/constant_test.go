package python

import (
	"math"
	"testing"
)

// TestArithmetic holds results against those that CPython prints.
func TestArithmetic(t *testing.T) {
	for _, c := range []struct {
		sign       string
		a, b, want any // nil for no result
	}{
		{"+", int64(2), int64(3), int64(5)},
		{"+", true, int64(3), int64(4)},
		{"+", int64(math.MaxInt64), int64(1), nil},
		{"+", int64(5), int64(0), int64(5)},
		{"-", int64(math.MinInt64), int64(1), nil},
		{"-", int64(5), int64(0), int64(5)},
		{"-", int64(0), int64(-5), int64(5)},
		{"*", int64(1) << 32, int64(1) << 32, nil},
		{"*", int64(-1), int64(math.MinInt64), nil},
		{"*", int64(math.MinInt64), int64(-1), nil},
		{"*", int64(-3), int64(4), int64(-12)},
		{"*", int64(4611686018427387904), int64(2), nil},
		{"/", int64(1), int64(2), 0.5},
		{"/", int64(1), int64(0), nil},
		{"//", int64(-7), int64(2), int64(-4)},
		{"//", int64(7), int64(-2), int64(-4)},
		{"//", int64(math.MinInt64), int64(-1), nil},
		{"//", int64(9007199254740993), int64(1), int64(9007199254740993)},
		{"%", int64(-7), int64(2), int64(1)},
		{"%", int64(7), int64(-2), int64(-1)},
		{"%", int64(7), int64(0), nil},
		{"**", int64(2), int64(62), int64(1) << 62},
		{"**", int64(2), int64(63), nil},
		{"**", int64(-1), int64(9223372036854775807), int64(-1)},
		{"**", int64(3), int64(5), int64(243)},
		{"**", int64(0), int64(0), int64(1)},
		{"**", int64(2), int64(-1), 0.5},
		{"**", int64(0), int64(-1), nil},
		{"**", -8.0, 0.5, nil},
		{"*", 1.5, int64(2), 3.0},
		{"+", "a", int64(2), nil},
		{"@", int64(1), int64(2), nil},
	} {
		got, ok := Arithmetic(c.sign, c.a, c.b)
		if ok != (c.want != nil) || ok && got != c.want {
			t.Errorf("%v %s %v = %v %v, want %v", c.a, c.sign, c.b, got, ok, c.want)
		}
	}
}
