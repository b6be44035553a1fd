package python

import (
	"cmp"
	"math"
	"math/big"
)

// Arithmetic computes with numbers as Python does: int64, float64 and bool, which counts as 0 or 1.
// It reports false for an operator that it does not know, a division by zero, and a result that
// is not an int64 or a real number.
func Arithmetic(sign string, a, b any) (any, bool) {
	a, b = unbool(a), unbool(b)
	x, integer := a.(int64)
	y, both := b.(int64)
	if integer && both && sign != "/" && (sign != "**" || y >= 0) {
		return integerArithmetic(sign, x, y)
	}
	return floatArithmetic(sign, a, b)
}

// unbool is True as 1 and False as 0, which is what they are in arithmetic.
func unbool(v any) any {
	switch v {
	case true:
		return int64(1)
	case false:
		return int64(0)
	}
	return v
}

// integerArithmetic checks that results do not overflow. Division rounds down, and a remainder has the
// sign of y.
func integerArithmetic(sign string, x, y int64) (any, bool) {
	switch sign {
	case "+":
		return x + y, (x+y > x) == (y > 0)
	case "-":
		return x - y, (x-y < x) == (y > 0)
	case "*":
		return product(x, y)
	case "//", "%":
		if y == 0 || x == math.MinInt64 && y == -1 {
			return nil, false
		}
		quotient, remainder := x/y, x%y
		if remainder != 0 && (remainder < 0) != (y < 0) {
			quotient, remainder = quotient-1, remainder+y
		}
		if sign == "%" {
			return remainder, true
		}
		return quotient, true
	case "**":
		return power(x, y)
	}
	return nil, false
}

// product multiplies; a wrapped product differs from x · y, and so its quotient by x from y.
func product(x, y int64) (any, bool) {
	p := x * y
	return p, x == 0 || p/x == y && (x != -1 || y != math.MinInt64)
}

// power squares x for each bit of y, so that it takes at most 64 steps. A square that does not fit an
// int64 is an error only if a later bit needs it.
func power(x, y int64) (any, bool) {
	result := any(int64(1))
	for ok := true; y > 0; y >>= 1 {
		if y&1 == 1 {
			if result, ok = product(result.(int64), x); !ok {
				return nil, false
			}
		}
		square, ok := product(x, x)
		if !ok && y > 1 {
			return nil, false
		}
		x = square.(int64)
	}
	return result, true
}

// Negate is the number with the other sign. The negative of 0.0 is -0.0, which 0 - 0.0 is not.
func Negate(v any) (any, bool) {
	if x, ok := v.(float64); ok {
		return -x, true
	}
	return Arithmetic("-", int64(0), v)
}

// Int is a number without its fraction, as int(v) has it. It reports false where that is no int64.
func Int(v any) (int64, bool) {
	switch v := unbool(v).(type) {
	case int64:
		return v, true
	case float64:
		if v >= -1<<63 && v < 1<<63 {
			return int64(v), true
		}
	}
	return 0, false
}

// Order compares numbers by their exact values, as Python does: the result is negative, 0 or
// positive. It reports false for what is no number or has no order.
func Order(a, b any) (int, bool) {
	a, b = unbool(a), unbool(b)
	x, first := a.(int64)
	y, second := b.(int64)
	if first && second {
		return cmp.Compare(x, y), true
	}
	m, first := exact(a)
	n, second := exact(b)
	if !first || !second {
		return 0, false
	}
	return m.Cmp(n), true
}

func exact(v any) (*big.Float, bool) {
	switch v := v.(type) {
	case int64:
		return new(big.Float).SetInt64(v), true
	case float64:
		if !math.IsNaN(v) {
			return big.NewFloat(v), true
		}
	}
	return nil, false
}

// floatArithmetic computes with numbers of which one is a float, or divides. `//` and `%` of floats are
// not computed.
func floatArithmetic(sign string, a, b any) (any, bool) {
	x, ok := Float(a)
	y, both := Float(b)
	if !ok || !both {
		return nil, false
	}
	switch sign {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "/": // the quotient of two integers is rounded once
		return x / y, y != 0 && isFloat(a, x) && isFloat(b, y)
	case "**":
		result := math.Pow(x, y)
		overflows := math.IsInf(result, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0)
		return result, !math.IsNaN(result) && !overflows && (x != 0 || y >= 0)
	}
	return nil, false
}

// isFloat reports whether a number is x without rounding.
func isFloat(v any, x float64) bool {
	n, ok := v.(int64)
	return !ok || n == int64(x) && x < 1<<63
}

// Float returns a number, an int64 or a float64, as a float64.
func Float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
