package interval_test

import (
	"math"
	"testing"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/value"
)

// TestZeros holds that powers of a zero are those of both.
func TestZeros(t *testing.T) {
	for _, zero := range []float64{0, math.Copysign(0, -1)} {
		out := interval.Power(interval.Between(zero, 2), interval.Between(-1, 2), value.Float32)
		if !out.Contains(math.Inf(1)) || !out.Contains(math.Inf(-1)) {
			t.Errorf("powers of %v have the range %v", zero, out)
		}
	}
}

// TestRounded holds that what a dtype has stays as it is, and that other ends are rounded as kernels do.
func TestRounded(t *testing.T) {
	for _, c := range []struct {
		set   interval.Set
		dtype value.Dtype
		want  interval.Set
	}{
		{interval.Between(-20, 3), value.Float32, interval.Between(-20, 3)},
		{interval.Between(1e-60, 1), value.Float32, interval.Between(0, 1)},
		{interval.Between(0, 1+0x1p-30), value.Float32, interval.Between(0, 1)},
		{interval.Between(0, 65519.999999999), value.Float16, interval.Between(0, math.Inf(1))}, // by way of float32
		{interval.Between(0, 65519), value.Float16, interval.Between(0, 65504)},
	} {
		if got := c.set.Rounded(c.dtype, 1); got != c.want {
			t.Errorf("%v in %v is %v, want %v", c.set, c.dtype, got, c.want)
		}
	}
}

// TestString holds that what is shown has all members: ends are rounded outwards.
func TestString(t *testing.T) {
	for _, c := range []struct {
		set  interval.Set
		want string
	}{
		{interval.Between(0, 1), "[0, 1]"},
		{interval.Between(0, 1.0000001), "[0, 1.00001]"},
		{interval.Between(-1.0000001, 0.9999999), "[-1.00001, 1]"},
		{interval.Between(0.1234567, 123456.7), "[0.123456, 123457]"},
		{interval.Between(-5e-324, 5e-324), "[-4.94066e-324, 4.94066e-324]"},
		{interval.Between(math.Inf(-1), math.MaxFloat64), "[-inf, 1.7976931348623157e+308]"},
		{interval.Of(0.1), "0.1"},
		{interval.Set{Least: 2, Most: 3, NaN: true}, "[2, 3] or NaN"},
	} {
		if got := c.set.String(); got != c.want {
			t.Errorf("%v..%v is %s, want %s", c.set.Least, c.set.Most, got, c.want)
		}
	}
}
