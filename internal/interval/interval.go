// Package interval bounds numbers: what values an element of a tensor may have.
//
// A Set is an interval of numbers with its ends, in which infinities count where an end is
// infinite, and NaN, which stands apart. Functions give bounds of results from bounds of
// operands (R. Moore, Interval Analysis, 1966). All are sound: no result of numbers in the
// operands is outside of the result, for the arithmetic of the dtypes that kernels compute in,
// whose rounding is allowed for (Rounded).
//
// Read this file first, then arithmetic.go and function.go.
package interval

import (
	"math"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A Set is the numbers from Least to Most, both included, and NaN. The set without numbers has
// a Least that is greater than Most.
type Set struct {
	Least, Most float64
	NaN         bool
}

// None has no number.
var None = Set{Least: math.Inf(1), Most: math.Inf(-1)}

// Of is the set of one number.
func Of(x float64) Set {
	if x != x {
		return Set{None.Least, None.Most, true}
	}
	return Set{x, x, false}
}

// Between is the set of the numbers between two.
func Between(least, most float64) Set { return Set{least, most, false} }

// All has every number of a dtype.
func All(d value.Dtype) Set {
	switch {
	case d == value.Bool:
		return Between(0, 1)
	case d.IsFloat():
		return Set{math.Inf(-1), math.Inf(1), true}
	case d.IsSigned():
		most := math.Ldexp(1, d.Bits()-1)
		return Between(-most, integerEnd(most))
	}
	return Between(0, integerEnd(math.Ldexp(1, d.Bits())))
}

// integerEnd is the number before a power of two; the power itself where float64 does not have
// that number.
func integerEnd(power float64) float64 { return power - 1 }

// Largest is the greatest finite number of a dtype of floats.
func Largest(d value.Dtype) float64 {
	switch d {
	case value.Float16:
		return 65504
	case value.Bfloat16:
		return 0x1.fep127
	case value.Float32:
		return math.MaxFloat32
	}
	return math.MaxFloat64
}

// Smallest is the least positive number of a dtype of floats.
func Smallest(d value.Dtype) float64 {
	switch d {
	case value.Float16:
		return 0x1p-24
	case value.Bfloat16:
		return 0x1p-133
	case value.Float32:
		return math.SmallestNonzeroFloat32
	}
	return math.SmallestNonzeroFloat64
}

// Unit is the relative rounding error of a dtype of floats.
func Unit(d value.Dtype) float64 {
	switch d {
	case value.Float16:
		return 0x1p-11
	case value.Bfloat16:
		return 0x1p-8
	case value.Float32:
		return 0x1p-24
	}
	return 0x1p-53
}

// Empty reports whether no number is in the set; NaN may be.
func (s Set) Empty() bool { return s.Least > s.Most }

// Nothing reports whether not even NaN is in the set.
func (s Set) Nothing() bool { return s.Empty() && !s.NaN }

// Contains reports whether a number is in the set.
func (s Set) Contains(x float64) bool {
	if x != x {
		return s.NaN
	}
	return s.Least <= x && x <= s.Most
}

// Finite reports whether all members are finite numbers.
func (s Set) Finite() bool {
	return !s.NaN && (s.Empty() || !math.IsInf(s.Least, 0) && !math.IsInf(s.Most, 0))
}

// Single is the only member; ok is false where there are others, or none.
func (s Set) Single() (x float64, ok bool) { return s.Least, s.Least == s.Most && !s.NaN }

// Magnitude is the greatest magnitude of a member.
func (s Set) Magnitude() float64 {
	if s.Empty() {
		return 0
	}
	return math.Max(math.Abs(s.Least), math.Abs(s.Most))
}

// Join has the members of both.
func (s Set) Join(t Set) Set {
	return Set{math.Min(s.Least, t.Least), math.Max(s.Most, t.Most), s.NaN || t.NaN}
}

// Meet has the members that are in both.
func (s Set) Meet(t Set) Set {
	return Set{math.Max(s.Least, t.Least), math.Min(s.Most, t.Most), s.NaN && t.NaN}
}

// Within reports whether all members are in another set.
func (s Set) Within(t Set) bool {
	return (!s.NaN || t.NaN) && (s.Empty() || t.Least <= s.Least && s.Most <= t.Most)
}

// Widen is a set that holds both, whose ends are of a small number of candidates where they
// have moved: then a growing row of sets ends (P. Cousot, R. Cousot, Abstract Interpretation,
// 1977).
func (s Set) Widen(next Set, d value.Dtype) Set {
	out := s.Join(next)
	all := All(d)
	if out.Least < s.Least {
		out.Least = threshold(out.Least, all.Least)
	}
	if out.Most > s.Most {
		out.Most = -threshold(-out.Most, -all.Most)
	}
	return out
}

// threshold is the next of some numbers at or below x.
func threshold(x, end float64) float64 {
	for _, t := range [...]float64{0, -1, -1024, -65536, -16777216} {
		if t <= x && t > end {
			return t
		}
	}
	return end
}

// Clipped are the members of a set of numbers that a dtype has: of floats beyond it infinities,
// of integers any of the dtype (they wrap).
func (s Set) Clipped(d value.Dtype) Set {
	if s.Empty() {
		return s
	}
	if !d.IsFloat() {
		all := All(d)
		if d.Bits() == 64 { // float64 does not have their ends
			s.Least, s.Most = beside(s.Least, -1), beside(s.Most, 1)
			if s.Least <= all.Least && all.Least < 0 || s.Most >= all.Most {
				return all
			}
		}
		if !s.Within(all) {
			return all
		}
		return s
	}
	largest := Largest(d)
	if s.Least < -largest {
		s.Least = math.Inf(-1)
	}
	if s.Most > largest {
		s.Most = math.Inf(1)
	}
	return s
}

// beside is a number, or where not all integers around it are numbers of float64 one further out.
func beside(x, sign float64) float64 {
	const exact = 1 << 53
	if math.Abs(x) < exact || math.IsInf(x, 0) {
		return x
	}
	return math.Nextafter(math.Nextafter(x, math.Inf(int(sign))), math.Inf(int(sign)))
}

// Rounded is a set of exact results as a dtype has them: those of floats, each with an error of
// so many units in the last place.
func (s Set) Rounded(d value.Dtype, units float64) Set {
	if s.Empty() || !d.IsFloat() {
		return s.Clipped(d)
	}
	if units <= correct {
		s.Least, s.Most = nearest(s.Least, -1, d), nearest(s.Most, 1, d)
		return s
	}
	e := units * 2 * Unit(d)
	s.Least = outward(s.Least, -1, e, d)
	s.Most = outward(s.Most, 1, e, d)
	return s.Clipped(d)
}

// nearest is an end after one rounding, which never falls: that of the end, which float64 may miss by half a
// unit. Kernels round halves from float32, or once.
func nearest(x, sign float64, d value.Dtype) float64 {
	if x == 0 || math.IsInf(x, 0) {
		return x
	}
	x = math.Nextafter(x, math.Inf(int(sign)))
	once := value.FromFloat(d, x).Float()
	again := value.FromFloat(d, float64(float32(x))).Float()
	if d == value.Float64 || sign*once > sign*again {
		return once
	}
	return again
}

func outward(x, sign, e float64, d value.Dtype) float64 {
	if x == 0 || math.IsInf(x, 0) {
		return x
	}
	moved := x + sign*(math.Abs(x)*e+Smallest(d))
	if x*moved < 0 {
		return 0
	}
	return moved
}

// String is the set as documents show it: `[0, 1]`, `[-10, 10] or NaN`. Ends are rounded outwards, so that
// all members are in what is shown.
func (s Set) String() string {
	text := "[" + end(s.Least, -1) + ", " + end(s.Most, 1) + "]"
	switch x, single := s.Single(); {
	case s.Nothing():
		return "nothing"
	case s.Empty():
		return "NaN"
	case single:
		text = number(x)
	}
	if s.NaN {
		text += " or NaN"
	}
	return text
}

// end is an end of a set in six digits, rounded towards the infinity of a sign.
func end(x, sign float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-5)
	for _, shown := range []float64{x, x + sign*unit} {
		text := number(shown)
		if is, err := strconv.ParseFloat(text, 64); err == nil && sign*is >= sign*x && math.IsInf(is, 0) == math.IsInf(x, 0) {
			return text
		}
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func number(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	case x == math.Trunc(x) && math.Abs(x) < 1e15:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}
