package condition

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// compare compares what is known; lists element by element.
func compare(symbol string, a, b op.Value) Truth {
	switch symbol {
	case "==":
		return equal(a, b)
	case "!=":
		return equal(a, b).Not()
	case "in":
		return isIn(a, b)
	case ">":
		return less(b, a)
	case ">=":
		return less(a, b).Not()
	case "<=":
		return less(b, a).Not()
	}
	return less(a, b)
}

func isIn(a, list op.Value) Truth {
	if list.Kind != op.ListValue {
		return Maybe
	}
	found := No
	for _, e := range list.List {
		switch equal(a, e) {
		case Yes:
			return Yes
		case Maybe:
			found = Maybe
		}
	}
	return found
}

func equal(a, b op.Value) Truth {
	switch {
	case a.Kind == op.ExprValue || b.Kind == op.ExprValue || a.Kind == op.MetaValue || b.Kind == op.MetaValue:
		return Maybe
	case a.Kind == op.DimValue || b.Kind == op.DimValue:
		return equalExtents(a, b)
	case a.Kind == op.ListValue && b.Kind == op.ListValue:
		return equalLists(a.List, b.List)
	case (a.Kind == op.BoolValue) != (b.Kind == op.BoolValue) && IsNumber(a) && IsNumber(b):
		return No
	}
	return TruthOf(EqualValues(a, b))
}

func equalLists(a, b []op.Value) Truth {
	if len(a) != len(b) {
		return No
	}
	all := Yes
	for i := range a {
		switch equal(a[i], b[i]) {
		case No:
			return No
		case Maybe:
			all = Maybe
		}
	}
	return all
}

// expression is a number as an expression over extents, nil where it is none.
func expression(v op.Value) *symbolic.Expr {
	switch v.Kind {
	case op.IntValue:
		return symbolic.Int(v.Int)
	case op.DimValue:
		return v.Dim.Expr()
	}
	return nil
}

func equalExtents(a, b op.Value) Truth {
	x, y := expression(a), expression(b)
	if x == nil || y == nil {
		return Maybe
	}
	if x.Equal(y) {
		return Yes
	}
	if less(a, b) == Yes || less(b, a) == Yes {
		return No
	}
	return Maybe
}

func less(a, b op.Value) Truth {
	if IsNumber(a) && IsNumber(b) {
		x, y := Number(a), Number(b)
		if a.Kind == op.IntValue && b.Kind == op.IntValue {
			return TruthOf(a.Int < b.Int)
		}
		if math.IsNaN(x) || math.IsNaN(y) {
			return Maybe
		}
		return TruthOf(x < y)
	}
	if a.Kind == op.StringValue && b.Kind == op.StringValue {
		return TruthOf(a.Str < b.Str)
	}
	x, y := expression(a), expression(b)
	if x == nil || y == nil {
		return Maybe
	}
	return lessExtents(x, y)
}

// lessExtents reports whether x < y for all values that extents may have, which are 0
// or more.
func lessExtents(x, y *symbolic.Expr) Truth {
	switch {
	case y.Sub(x).Sub(symbolic.Int(1)).Nonnegative():
		return Yes
	case x.Sub(y).Nonnegative():
		return No
	}
	return Maybe
}

// compute is arithmetic on what is known.
func compute(symbol string, a, b op.Value) op.Value {
	if a.Kind == op.FloatValue && IsNumber(b) || b.Kind == op.FloatValue && IsNumber(a) {
		return computeFloats(symbol, Number(a), Number(b))
	}
	x, y := expression(a), expression(b)
	if x == nil || y == nil {
		return Unknown
	}
	var z *symbolic.Expr
	ok := true
	switch symbol {
	case "+":
		z = x.Add(y)
	case "-":
		z = x.Sub(y)
	case "*":
		z = x.Mul(y)
	case "/":
		z, ok = divide(x, y)
	case "%":
		z, ok = x.Mod(y)
	}
	if !ok || z == nil || z.Undefined() {
		return Unknown
	}
	if n, constant := z.Const(); constant {
		return op.Int(n)
	}
	return op.Value{Kind: op.DimValue, Dim: types.DimOf(z)}
}

// divide is the quotient of whole numbers, rounded down.
func divide(x, y *symbolic.Expr) (*symbolic.Expr, bool) {
	if n, ok := y.Const(); ok && n == 0 {
		return nil, false
	}
	return x.FloorDiv(y)
}

func computeFloats(symbol string, x, y float64) op.Value {
	switch symbol {
	case "+":
		return op.Float(x + y)
	case "-":
		return op.Float(x - y)
	case "*":
		return op.Float(x * y)
	case "/":
		return op.Float(x / y)
	case "%":
		return op.Float(x - y*math.Floor(x/y))
	}
	return Unknown
}

// EqualValues compares attributes; numbers by value, whether they have a fraction,
// and truth values as 0 and 1. Two whole numbers are not compared as floats: 2^53 and
// 2^53 + 1 round to one.
func EqualValues(a, b op.Value) bool {
	if IsNumber(a) && IsNumber(b) {
		if a.Kind != op.FloatValue && b.Kind != op.FloatValue {
			return a.Int == b.Int
		}
		return Number(a) == Number(b)
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case op.StringValue:
		return a.Str == b.Str
	case op.DimValue:
		return a.Dim.Equal(b.Dim)
	case op.ListValue:
		for i := range a.List {
			if len(a.List) != len(b.List) || !EqualValues(a.List[i], b.List[i]) {
				return false
			}
		}
		return len(a.List) == len(b.List)
	}
	return a.Kind == op.NoneValue
}

// IsNumber reports whether a value is a number or a truth value.
func IsNumber(v op.Value) bool {
	return v.Kind == op.IntValue || v.Kind == op.BoolValue || v.Kind == op.FloatValue
}

// Number is a number or a truth value as a float.
func Number(v op.Value) float64 {
	if v.Kind == op.FloatValue {
		return v.Float
	}
	return float64(v.Int)
}
