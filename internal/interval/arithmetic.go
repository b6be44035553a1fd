package interval

import "math"

// Exact arithmetic of numbers in sets. Results are of real numbers and infinities, computed in
// float64: Rounded makes those of a dtype of them.

// Add has the sums.
func Add(s, t Set) Set {
	if s.Empty() || t.Empty() {
		return nothing(s, t)
	}
	out := Set{s.Least + t.Least, s.Most + t.Most, s.NaN || t.NaN}
	opposite := math.IsInf(s.Least, -1) && math.IsInf(t.Most, 1) || math.IsInf(s.Most, 1) && math.IsInf(t.Least, -1)
	out.NaN = out.NaN || opposite
	if out.Least != out.Least {
		out.Least = math.Inf(-1)
	}
	if out.Most != out.Most {
		out.Most = math.Inf(1)
	}
	return out
}

// nothing is the result of a set without numbers.
func nothing(sets ...Set) Set {
	out := None
	for _, s := range sets {
		out.NaN = out.NaN || s.NaN
	}
	return out
}

// Negative has the negations.
func Negative(s Set) Set { return Set{-s.Most, -s.Least, s.NaN} }

// Subtract has the differences.
func Subtract(s, t Set) Set { return Add(s, Negative(t)) }

// hull is the least set of some numbers; NaN among them represents a product of 0 and an
// infinity.
func hull(nan bool, xs ...float64) Set {
	out := Set{None.Least, None.Most, nan}
	for _, x := range xs {
		if x != x {
			out.NaN = true
			out = out.Join(Of(0))
			continue
		}
		out = out.Join(Of(x))
	}
	return out
}

// Multiply has the products.
func Multiply(s, t Set) Set {
	if s.Empty() || t.Empty() {
		return nothing(s, t)
	}
	out := hull(s.NaN || t.NaN, s.Least*t.Least, s.Least*t.Most, s.Most*t.Least, s.Most*t.Most)
	infinite := func(a Set) bool { return math.IsInf(a.Least, 0) || math.IsInf(a.Most, 0) }
	if infinite(s) && t.Contains(0) || infinite(t) && s.Contains(0) {
		out.NaN = true
	}
	return out
}

// Square has the squares.
func Square(s Set) Set {
	if s.Empty() {
		return s
	}
	a := Abs(s)
	return Set{a.Least * a.Least, a.Most * a.Most, s.NaN}
}

// Abs has the magnitudes.
func Abs(s Set) Set {
	if s.Empty() {
		return s
	}
	most := s.Magnitude()
	least := math.Min(math.Abs(s.Least), math.Abs(s.Most))
	if s.Contains(0) {
		least = 0
	}
	return Set{least, most, s.NaN}
}

// Divide has the quotients of floats: those by 0 are infinite, and 0/0 is NaN. A divisor in
// which 0 is inside may be 0 of either sign.
func Divide(s, t Set) Set {
	if s.Empty() || t.Empty() {
		return nothing(s, t)
	}
	if t.Contains(0) {
		out := Set{math.Inf(-1), math.Inf(1), true}
		if s.Least >= 0 && t.Least > 0 {
			out.Least = 0
		}
		return out
	}
	out := hull(s.NaN || t.NaN, s.Least/t.Least, s.Least/t.Most, s.Most/t.Least, s.Most/t.Most)
	infinite := func(a Set) bool { return math.IsInf(a.Least, 0) || math.IsInf(a.Most, 0) }
	if infinite(s) && infinite(t) {
		out = out.Join(Of(0))
		out.NaN = true
	}
	return out
}

// Max and Min have the greater and the smaller ones. NaN spreads.
func Max(s, t Set) Set {
	if s.Empty() || t.Empty() {
		return nothing(s, t)
	}
	return Set{math.Max(s.Least, t.Least), math.Max(s.Most, t.Most), s.NaN || t.NaN}
}

func Min(s, t Set) Set {
	if s.Empty() || t.Empty() {
		return nothing(s, t)
	}
	return Set{math.Min(s.Least, t.Least), math.Min(s.Most, t.Most), s.NaN || t.NaN}
}

// Monotone has the results of a function that never falls.
func Monotone(s Set, f func(float64) float64) Set {
	if s.Empty() {
		return s
	}
	return hull(s.NaN, f(s.Least), f(s.Most))
}

// Times has the sums of n members, n being any number from least to most.
func Times(s Set, least, most float64) Set {
	if s.Empty() {
		if least <= 0 {
			return s.Join(Of(0))
		}
		return s
	}
	out := Multiply(Between(least, most), s)
	if math.IsInf(most, 1) && s.Contains(0) && s.Finite() {
		out.NaN = false // that many zeros are 0
	}
	if math.IsInf(s.Least, -1) && math.IsInf(s.Most, 1) {
		out.NaN = true // opposite infinities
	}
	out.NaN = out.NaN || s.NaN
	return out
}
