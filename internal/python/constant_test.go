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
		{"/", int64(9007199254740993), int64(3), nil}, // 3002399751580331.0, and not the quotient of a rounded number
		{"/", int64(math.MaxInt64), int64(1), nil},
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
		{"**", 1e200, int64(2), nil},
		{"*", 1e200, 1e200, math.Inf(1)},
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

// TestOrder compares with CPython, which compares integers and floats by their exact values.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		a, b any
		want int
		ok   bool
	}{
		{int64(2), 2.0, 0, true},
		{true, int64(1), 0, true},
		{int64(9007199254740993), 9007199254740992.0, 1, true},
		{int64(math.MaxInt64), 9223372036854775808.0, -1, true},
		{math.Inf(-1), int64(math.MinInt64), -1, true},
		{math.NaN(), int64(1), 0, false},
		{"a", int64(1), 0, false},
		{nil, int64(1), 0, false},
	} {
		if got, ok := Order(c.a, c.b); got != c.want || ok != c.ok {
			t.Errorf("order of %v and %v: %d %v, want %d %v", c.a, c.b, got, ok, c.want, c.ok)
		}
	}
}

func TestNegateAndInt(t *testing.T) {
	if v, ok := Negate(0.0); !ok || !math.Signbit(v.(float64)) {
		t.Errorf("-0.0 is %v", v)
	}
	if v, ok := Negate(int64(math.MinInt64)); ok {
		t.Errorf("the negative of the least int64 is %v", v)
	}
	for _, c := range []struct {
		v    any
		want int64
		ok   bool
	}{{-1.9, -1, true}, {true, 1, true}, {1e300, 0, false}, {math.NaN(), 0, false}, {9223372036854775808.0, 0, false}} {
		if got, ok := Int(c.v); got != c.want || ok != c.ok {
			t.Errorf("int(%v) = %d %v", c.v, got, ok)
		}
	}
}
