package interval

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Units in the last place by which kernels may miss an exact result.
const (
	correct  = 1 // one rounding
	accurate = 4 // functions of the mathematical library
)

// Exp has the exponentials.
func Exp(s Set, d value.Dtype) Set {
	return atLeast(Monotone(s, math.Exp).Rounded(d, accurate), 0)
}

// atLeast leaves out numbers below a bound, that of NaN excepted.
func atLeast(s Set, least float64) Set {
	s.Least = math.Max(s.Least, least)
	return s
}

func limited(s Set, least, most float64) Set {
	s.Least, s.Most = math.Max(s.Least, least), math.Min(s.Most, most)
	return s
}

// inDomain are the members at least so great; others have no result.
func inDomain(s Set, least, most float64) Set {
	if s.Empty() {
		return s
	}
	s.NaN = s.NaN || s.Least < least || s.Most > most
	return limited(s, least, most)
}

// Log has the logarithms by a function that is one.
func Log(s Set, d value.Dtype, f func(float64) float64) Set {
	return Monotone(inDomain(s, 0, math.Inf(1)), f).Rounded(d, accurate)
}

// Sqrt has the square roots.
func Sqrt(s Set, d value.Dtype) Set {
	return atLeast(Monotone(inDomain(s, 0, math.Inf(1)), math.Sqrt).Rounded(d, accurate), 0)
}

// Rsqrt has the reciprocals of the square roots.
func Rsqrt(s Set, d value.Dtype) Set {
	s = inDomain(s, 0, math.Inf(1))
	if s.Empty() {
		return s
	}
	out := Set{1 / math.Sqrt(s.Most), 1 / math.Sqrt(s.Least), s.NaN}
	if s.Least == 0 {
		out.Most = math.Inf(1)
		if s.Most == 0 { // of -0, the result is negative
			out.Least = math.Inf(-1)
		}
		out.Least = math.Min(out.Least, math.Inf(-1))
	}
	return out.Rounded(d, accurate)
}

// Bounded has the results of a function that never falls, between two numbers.
func Bounded(s Set, d value.Dtype, f func(float64) float64, least, most float64) Set {
	return limited(Monotone(s, f).Rounded(d, 2*accurate), least, most)
}

// Cosh has the hyperbolic cosines.
func Cosh(s Set, d value.Dtype) Set {
	return atLeast(Monotone(Abs(s), math.Cosh).Rounded(d, 2*accurate), 1-4*Unit(d))
}

// Acosh has the inverse hyperbolic cosines.
func Acosh(s Set, d value.Dtype) Set {
	return atLeast(Monotone(inDomain(s, 1, math.Inf(1)), math.Acosh).Rounded(d, 2*accurate), 0)
}

// Tan has the tangents: between two poles they rise.
func Tan(s Set, d value.Dtype) Set {
	const beforePole = math.Pi/2 - 0.01
	if s.Magnitude() < beforePole && !s.Empty() {
		return Monotone(s, math.Tan).Rounded(d, 2*accurate)
	}
	return All(d)
}

// Wave has the results of sine and cosine.
func Wave(s Set) Set {
	if s.Empty() {
		return s
	}
	return Set{-1, 1, s.NaN || math.IsInf(s.Least, 0) || math.IsInf(s.Most, 0)}
}

// Arc has the results of arc sine (rising) and arc cosine.
func Arc(s Set, d value.Dtype, f func(float64) float64) Set {
	s = inDomain(s, -1, 1)
	if s.Empty() {
		return s
	}
	a, b := f(s.Least), f(s.Most)
	return Set{math.Min(a, b), math.Max(a, b), s.NaN}.Rounded(d, accurate)
}

// Atanh has the inverse hyperbolic tangents.
func Atanh(s Set, d value.Dtype) Set {
	return Monotone(inDomain(s, -1, 1), math.Atanh).Rounded(d, accurate)
}

// Power has the powers of floats.
func Power(s, t Set, d value.Dtype) Set {
	if s.NaN || t.NaN || s.Empty() || t.Empty() {
		return nothing(s, t).Join(All(d))
	}
	n, single := t.Single()
	switch {
	case s.Least >= 0:
		out := hull(s.NaN || t.NaN, math.Pow(s.Least, t.Least), math.Pow(s.Least, t.Most), math.Pow(s.Most, t.Least), math.Pow(s.Most, t.Most))
		if s.Least == 0 && t.Least < 0 {
			out = out.Join(Between(math.Inf(-1), math.Inf(1))) // of -0 and 0
		}
		if s.Contains(1) || t.Contains(0) {
			out = out.Join(Of(1))
		}
		return out.Rounded(d, 8*accurate)
	case single && n == 2:
		return atLeast(Square(s).Rounded(d, 8*accurate), 0)
	case single && n == math.Trunc(n) && math.Mod(n, 2) == 0 && n > 0 && n < 64:
		return atLeast(Monotone(Abs(s), func(x float64) float64 { return math.Pow(x, n) }).Rounded(d, 8*accurate), 0)
	case single && n == math.Trunc(n) && n > 0 && n < 64:
		return Monotone(s, func(x float64) float64 { return math.Pow(x, n) }).Rounded(d, 8*accurate)
	}
	return All(d)
}

// Quotient has the quotients of integers, rounded towards zero or, with floor, down. A divisor
// of 0 has none.
func Quotient(s, t Set, d value.Dtype, round func(float64) float64) Set {
	out := None
	for _, part := range []Set{t.Meet(Between(math.Inf(-1), -1)), t.Meet(Between(1, math.Inf(1)))} {
		if !part.Empty() && !s.Empty() {
			q := Divide(s, part)
			const inexact = 1e-15 // of the ends of 64-bit integers
			q.Least, q.Most = q.Least-inexact*math.Abs(q.Least), q.Most+inexact*math.Abs(q.Most)
			out = out.Join(Monotone(q, round))
		}
	}
	return out.Clipped(d)
}

// Remainder has the remainders of integers, with the sign of the dividend.
func Remainder(s, t Set) Set {
	if s.Empty() || t.Empty() {
		return None
	}
	most := math.Max(0, t.Magnitude()-1)
	out := Between(0, 0)
	if s.Least < 0 {
		out.Least = math.Max(s.Least, -most)
	}
	if s.Most > 0 {
		out.Most = math.Min(s.Most, most)
	}
	return out
}

// FloorRemainder has the remainders of integers, with the sign of the divisor.
func FloorRemainder(t Set) Set {
	if t.Empty() {
		return None
	}
	return Between(math.Min(0, t.Least+1), math.Max(0, t.Most-1))
}

// Convert has the numbers of a dtype as those of another one.
func Convert(s Set, from, to value.Dtype) Set {
	switch {
	case to == value.Bool:
		return Between(0, 1)
	case to.IsFloat() && (from == value.Float32 || from.IsHalf()): // rounding never falls
		return Monotone(s, func(x float64) float64 { return value.FromFloat(to, x).Float() })
	case to.IsFloat():
		return s.Rounded(to, correct)
	case !from.IsFloat():
		return s.Clipped(to)
	}
	all := All(to)
	out := Monotone(s, math.Trunc)
	out.NaN = false
	if !out.Empty() {
		out = Set{math.Max(all.Least, math.Min(all.Most, out.Least)), math.Max(all.Least, math.Min(all.Most, out.Most)), false}
	}
	if s.NaN {
		out = out.Join(Of(0))
	}
	return out
}

// Sum has the sums of so many members, in any order. Halves are summed in float32 and rounded
// once.
func Sum(s Set, least, most float64, d value.Dtype) Set {
	within := d
	if d.IsHalf() {
		within = value.Float32
	}
	return sum(s, least, most, d, within)
}

// RunningSum has the sums of any number of members up to so many, each partial sum rounded.
func RunningSum(s Set, most float64, d value.Dtype) Set { return sum(s, 0, most, d, d) }

// Product has the products of so many members, and 1.
func Product(s Set, d value.Dtype) Set {
	switch {
	case s.NaN:
	case s.Within(Between(0, 1)):
		return Between(0, 1)
	case s.Within(Between(-1, 1)):
		return Between(-1, 1)
	}
	return All(d)
}

// sum is Sum where partial sums are rounded to the dtype within.
func sum(s Set, least, most float64, d, within value.Dtype) Set {
	out := Times(s, least, most)
	if !d.IsFloat() {
		return out.Clipped(d)
	}
	if math.IsInf(most, 1) || !s.Finite() && !s.Empty() {
		out = Set{math.Inf(-1), math.Inf(1), s.NaN || s.Least < 0 && s.Most > 0}
		if s.Least >= 0 {
			out.Least = 0
		}
		if s.Most <= 0 {
			out.Most = 0
		}
		return out
	}
	if e := 2*most*Unit(within)*most*s.Magnitude() + 2*most*Smallest(within); e > 0 && !out.Empty() {
		least, most := out.Least-e, out.Most+e
		if s.Least >= 0 {
			least = math.Max(least, 0)
		}
		if s.Most <= 0 {
			most = math.Min(most, 0)
		}
		out.Least, out.Most = least, most
	}
	out = out.Rounded(d, correct)
	if most*s.Magnitude() > Largest(d)/2 {
		// Parts of the sum may be infinite, of either sign.
		if s.Least < 0 {
			out.Least = math.Inf(-1)
		}
		if s.Most > 0 {
			out.Most = math.Inf(1)
		}
		out.NaN = out.NaN || s.Least < 0 && s.Most > 0
	}
	return out
}

// Mean has the means of so many members.
func Mean(s Set, least, most float64, d value.Dtype) Set {
	if !d.IsFloat() {
		return All(d)
	}
	if s.Empty() || !s.Finite() || math.IsInf(most, 1) || most*s.Magnitude() > Largest(d)/2 && d != value.Float16 {
		return Set{math.Inf(-1), math.Inf(1), true}
	}
	within := d
	if d.IsHalf() {
		within = value.Float32
	}
	e := 4 * (most + 1) * Unit(within) * s.Magnitude()
	out := Set{s.Least - e, s.Most + e, s.NaN}
	if s.Least >= 0 {
		out.Least = math.Max(0, out.Least)
	}
	if s.Most <= 0 {
		out.Most = math.Min(0, out.Most)
	}
	out = out.Rounded(d, correct)
	if least <= 0 {
		out.NaN = true
	}
	return out
}
