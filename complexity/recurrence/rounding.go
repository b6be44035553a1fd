package recurrence

import (
	"math"
	"math/big"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Arithmetic of floats that is rounded in a known direction, and exact where the
// result is a float: the error of a sum is a float itself (Knuth, The Art of
// Computer Programming, volume 2, 4.2.2, theorem B), that of a product is given by
// a fused multiplication and addition.

func addUp(a, b float64) float64 {
	s := a + b
	t := s - a
	if (a-(s-t))+(b-t) > 0 {
		s = math.Nextafter(s, math.Inf(1))
	}
	return s
}

func addDown(a, b float64) float64 { return -addUp(-a, -b) }

func mulUp(a, b float64) float64 {
	p := a * b
	if math.FMA(a, b, -p) > 0 || p == 0 && a != 0 && b != 0 {
		p = math.Nextafter(p, math.Inf(1))
	}
	return p
}

func mulDown(a, b float64) float64 { return -mulUp(-a, b) }

// divUp divides by a positive number.
func divUp(a, b float64) float64 {
	q := a / b
	if math.FMA(q, b, -a) < 0 {
		q = math.Nextafter(q, math.Inf(1))
	}
	return q
}

func ratUp(r *big.Rat) float64 {
	v, exact := r.Float64()
	if exact {
		return v
	}
	return math.Nextafter(v, math.Inf(1))
}

func ratDown(r *big.Rat) float64 {
	v, exact := r.Float64()
	if exact {
		return v
	}
	return math.Nextafter(v, math.Inf(-1))
}

// slack is far above the relative error of package math.
const slack = 1e-13

// log2 bounds the logarithm of max(x, 1) from above (direction 1) or below (-1).
func log2(x, direction float64) float64 {
	if x <= 1 {
		return 0
	}
	v := math.Log2(x)
	if v == math.Trunc(v) && math.Exp2(v) == x {
		return v
	}
	return v * (1 + direction*slack)
}

// power bounds x^k for x >= 0, rounding as mul does.
func power(x float64, k exponent, mul func(a, b float64) float64, direction float64) float64 {
	switch {
	case k.whole < 0:
		if x <= 1 && (x == 0 || x == 1) {
			return x
		}
		return math.Pow(x, k.value) * (1 + direction*slack*32)
	case k.whole == 0:
		return 1
	}
	out := 1.0
	for i := k.whole; i > 0; i >>= 1 {
		if i&1 == 1 {
			out = mul(out, x)
		}
		if i > 1 {
			x = mul(x, x)
		}
	}
	return out
}

// roundUp is a number of at least v with few binary digits, v itself if it has few.
func roundUp(v float64) float64 {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return v
	}
	unit := math.Min(1, math.Exp2(math.Floor(math.Log2(math.Abs(v)))-4))
	unit = math.Max(unit, 0x1p-20)
	return math.Ceil(v/unit) * unit
}

// constant is a float with few digits as an expression; nil where it is too large.
func constant(v float64) *symbolic.Expr {
	r := new(big.Rat)
	if math.IsNaN(v) || math.Abs(v) > 0x1p60 || r.SetFloat64(v) == nil {
		return nil
	}
	return symbolic.Ratio(r)
}
