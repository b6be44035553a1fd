package interval_test

import (
	"math"
	"testing"

	"github.com/fraccheck/fraccheck/internal/interval"
)

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
