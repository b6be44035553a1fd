package value

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/vector"
)

// The functions on two numbers of one dtype, by Relay's names. Those of Go's operators
// have loops of their own, since a call for each element would cost more than they do.
//
// Integers are computed modulo 2ⁿ, floats in their own dtype with one rounding. With
// trunc the rounding towards zero and floor that towards minus infinity,
//
//	divide, trunc_divide   trunc(x / y)        mod, trunc_mod   x - y·trunc(x / y)
//	floor_divide           floor(x / y)        floor_mod        x - y·floor(x / y)
//
// so that mod has the sign of x, and floor_mod that of y. divide of floats is x / y.
// Integer functions with `divides` are not called with y = 0.

func add[T Number](x, y T) T      { return x + y }
func subtract[T Number](x, y T) T { return x - y }
func multiply[T Number](x, y T) T { return x * y }
func greater[T Number](x, y T) T  { return max(x, y) }
func smaller[T Number](x, y T) T  { return min(x, y) }

// quotient rounds towards zero; the least number by -1 wraps, as Go has it.
func quotient[T Integer](x, y T) T {
	if y == 0 {
		return 0
	}
	return x / y
}

// remainder has the sign of the dividend. Both functions give 0 for a divisor 0, which a
// Map that divides refuses before.
func remainder[T Integer](x, y T) T {
	if y == 0 {
		return 0
	}
	return x % y
}

// floorQuotient is 1 less than the quotient where that was rounded up: where the signs differ
// and something is left.
func floorQuotient[T Integer](x, y T) T {
	q := quotient(x, y)
	if r := remainder(x, y); r != 0 && (r < 0) != (y < 0) {
		q--
	}
	return q
}

// floorRemainder has the sign of the divisor.
func floorRemainder[T Integer](x, y T) T {
	r := remainder(x, y)
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

// integerPower multiplies modulo the width. Below zero the power is what is
// left of the fraction when it is rounded towards zero.
func integerPower[T Integer](x, n T) T {
	if n < 0 {
		switch {
		case x == 1:
			return 1
		case x+1 == 0 && n&1 == 0:
			return 1
		case x+1 == 0:
			return x
		}
		return 0
	}
	power := T(1)
	for n > 0 {
		if n&1 == 1 {
			power *= x
		}
		x *= x
		n >>= 1
	}
	return power
}

// Shifts by the width or more, or by less than 0, shift everything out.
func leftShift[T Integer](x, n T) T  { return x << uint64(n) }
func rightShift[T Integer](x, n T) T { return x >> uint64(n) }

// integerArithmetic lists the functions of integers, floatArithmetic those of floats. Maximum
// and minimum of floats are NaN where an operand is, as Go's max and min have it.
func integerArithmetic[T Integer]() []binaryOf[T, T] {
	return []binaryOf[T, T]{
		{name: "add", one: add[T], block: vector.Add[T], fold: vector.FoldAdd[T]},
		{name: "subtract", one: subtract[T], block: vector.Subtract[T]},
		{name: "multiply", one: multiply[T], block: vector.Multiply[T], fold: vector.FoldMultiply[T]},
		{name: "maximum", one: greater[T], block: vector.Maximum[T], fold: vector.FoldMaximum[T]},
		{name: "minimum", one: smaller[T], block: vector.Minimum[T], fold: vector.FoldMinimum[T]},
		{name: "divide", one: quotient[T], divides: true},
		{name: "mod", one: remainder[T], divides: true},
		{name: "trunc_divide", one: quotient[T], divides: true},
		{name: "trunc_mod", one: remainder[T], divides: true},
		{name: "floor_divide", one: floorQuotient[T], divides: true},
		{name: "floor_mod", one: floorRemainder[T], divides: true},
		{name: "power", one: integerPower[T]},
		{name: "left_shift", one: leftShift[T]},
		{name: "right_shift", one: rightShift[T]},
		{name: "bitwise_and", one: func(x, y T) T { return x & y }},
		{name: "bitwise_or", one: func(x, y T) T { return x | y }},
		{name: "bitwise_xor", one: func(x, y T) T { return x ^ y }},
		{name: "logical_and", one: func(x, y T) T { return numberOf[T](x != 0 && y != 0) }},
		{name: "logical_or", one: func(x, y T) T { return numberOf[T](x != 0 || y != 0) }},
		{name: "logical_xor", one: func(x, y T) T { return numberOf[T]((x != 0) != (y != 0)) }},
	}
}

// numberOf is 1 where b holds, else 0.
func numberOf[T Number](b bool) T {
	if b {
		return 1
	}
	return 0
}

func fraction[T Float](x, y T) T           { return x / y }
func floatRemainder[T Float](x, y T) T     { return T(math.Mod(float64(x), float64(y))) }
func floatPower[T Float](x, y T) T         { return T(math.Pow(float64(x), float64(y))) }
func floatFloorQuotient[T Float](x, y T) T { return T(math.Floor(float64(x / y))) }

// floatFloorRemainder adds the divisor to a remainder of the other sign, in float64.
func floatFloorRemainder[T Float](x, y T) T {
	r := math.Mod(float64(x), float64(y))
	if r != 0 && (r < 0) != (y < 0) {
		r += float64(y)
	}
	return T(r)
}

func floatArithmetic[T Float]() []binaryOf[T, T] {
	return []binaryOf[T, T]{
		{name: "add", one: add[T], block: vector.Add[T], fold: vector.FoldAdd[T]},
		{name: "subtract", one: subtract[T], block: vector.Subtract[T]},
		{name: "multiply", one: multiply[T], block: vector.Multiply[T], fold: vector.FoldMultiply[T]},
		{name: "maximum", one: greater[T], block: vector.Maximum[T], fold: vector.FoldMaximum[T]},
		{name: "minimum", one: smaller[T], block: vector.Minimum[T], fold: vector.FoldMinimum[T]},
		{name: "divide", one: fraction[T], block: vector.Divide[T]},
		{name: "mod", one: floatRemainder[T]},
		{name: "trunc_divide", one: func(x, y T) T { return T(math.Trunc(float64(x / y))) }},
		{name: "trunc_mod", one: floatRemainder[T]},
		{name: "floor_divide", one: floatFloorQuotient[T]},
		{name: "floor_mod", one: floatFloorRemainder[T]},
		{name: "power", one: floatPower[T]},
		{name: "logical_and", one: func(x, y T) T { return numberOf[T](x != 0 && y != 0) }},
		{name: "logical_or", one: func(x, y T) T { return numberOf[T](x != 0 || y != 0) }},
		{name: "logical_xor", one: func(x, y T) T { return numberOf[T]((x != 0) != (y != 0)) }},
	}
}

// truthBinaries takes sums of truth values for disjunctions and products for
// conjunctions, as NumPy does.
func truthBinaries() []binaryOf[bool, bool] {
	and := func(x, y bool) bool { return x && y }
	or := func(x, y bool) bool { return x || y }
	differ := func(x, y bool) bool { return x != y }
	less := func(x, y bool) bool { return !x && y }
	atMost := func(x, y bool) bool { return !x || y }
	return []binaryOf[bool, bool]{
		{name: "add", one: or}, {name: "multiply", one: and}, {name: "subtract", one: differ},
		{name: "maximum", one: or}, {name: "minimum", one: and},
		{name: "bitwise_and", one: and}, {name: "bitwise_or", one: or}, {name: "bitwise_xor", one: differ},
		{name: "logical_and", one: and}, {name: "logical_or", one: or}, {name: "logical_xor", one: differ},
		{name: "equal", one: func(x, y bool) bool { return x == y }}, {name: "not_equal", one: differ},
		{name: "less", one: less}, {name: "less_equal", one: atMost},
		{name: "greater", one: func(x, y bool) bool { return x && !y }},
		{name: "greater_equal", one: func(x, y bool) bool { return x || !y }},
	}
}

func equal[T Number](x, y T) bool        { return x == y }
func notEqual[T Number](x, y T) bool     { return x != y }
func less[T Number](x, y T) bool         { return x < y }
func lessEqual[T Number](x, y T) bool    { return x <= y }
func exceeds[T Number](x, y T) bool      { return x > y }
func exceedsEqual[T Number](x, y T) bool { return x >= y }

func equals[T Number](dst []bool, x, y []T)      { each2(dst, x, y, equal[T]) }
func notEquals[T Number](dst []bool, x, y []T)   { each2(dst, x, y, notEqual[T]) }
func lesses[T Number](dst []bool, x, y []T)      { each2(dst, x, y, less[T]) }
func lessEquals[T Number](dst []bool, x, y []T)  { each2(dst, x, y, lessEqual[T]) }
func exceed[T Number](dst []bool, x, y []T)      { each2(dst, x, y, exceeds[T]) }
func exceedEqual[T Number](dst []bool, x, y []T) { each2(dst, x, y, exceedsEqual[T]) }

// comparisons lists the relations. Of NaN all are false but not_equal.
func comparisons[T Number]() []binaryOf[T, bool] {
	return []binaryOf[T, bool]{
		{name: "equal", one: equal[T], block: equals[T]},
		{name: "not_equal", one: notEqual[T], block: notEquals[T]},
		{name: "less", one: less[T], block: lesses[T]},
		{name: "less_equal", one: lessEqual[T], block: lessEquals[T]},
		{name: "greater", one: exceeds[T], block: exceed[T]},
		{name: "greater_equal", one: exceedsEqual[T], block: exceedEqual[T]},
	}
}
