package matcher

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// compare compares what is known; lists element by element.
func compare(symbol string, a, b op.Value) truth {
	switch symbol {
	case "==":
		return equal(a, b)
	case "!=":
		return equal(a, b).not()
	case "in":
		return isIn(a, b)
	case ">":
		return less(b, a)
	case ">=":
		return less(a, b).not()
	case "<=":
		return less(b, a).not()
	}
	return less(a, b)
}

func isIn(a, list op.Value) truth {
	if list.Kind != op.ListValue {
		return maybe
	}
	found := no
	for _, e := range list.List {
		switch equal(a, e) {
		case yes:
			return yes
		case maybe:
			found = maybe
		}
	}
	return found
}

func equal(a, b op.Value) truth {
	switch {
	case a.Kind == op.ExprValue || b.Kind == op.ExprValue || a.Kind == op.MetaValue || b.Kind == op.MetaValue:
		return maybe
	case a.Kind == op.DimValue || b.Kind == op.DimValue:
		return equalExtents(a, b)
	case a.Kind == op.ListValue && b.Kind == op.ListValue:
		return equalLists(a.List, b.List)
	case (a.Kind == op.BoolValue) != (b.Kind == op.BoolValue) && isNumber(a) && isNumber(b):
		return no
	}
	return truthOf(equalValues(a, b))
}

func equalLists(a, b []op.Value) truth {
	if len(a) != len(b) {
		return no
	}
	all := yes
	for i := range a {
		switch equal(a[i], b[i]) {
		case no:
			return no
		case maybe:
			all = maybe
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

func equalExtents(a, b op.Value) truth {
	x, y := expression(a), expression(b)
	if x == nil || y == nil {
		return maybe
	}
	if x.Equal(y) {
		return yes
	}
	if less(a, b) == yes || less(b, a) == yes {
		return no
	}
	return maybe
}

func less(a, b op.Value) truth {
	if isNumber(a) && isNumber(b) {
		x, y := number(a), number(b)
		if a.Kind == op.IntValue && b.Kind == op.IntValue {
			return truthOf(a.Int < b.Int)
		}
		if math.IsNaN(x) || math.IsNaN(y) {
			return maybe
		}
		return truthOf(x < y)
	}
	if a.Kind == op.StringValue && b.Kind == op.StringValue {
		return truthOf(a.Str < b.Str)
	}
	x, y := expression(a), expression(b)
	if x == nil || y == nil {
		return maybe
	}
	return lessExtents(x, y)
}

// lessExtents reports whether x < y for all values that extents may have, which are 0
// or more.
func lessExtents(x, y *symbolic.Expr) truth {
	switch {
	case y.Sub(x).Sub(symbolic.Int(1)).Nonnegative():
		return yes
	case x.Sub(y).Nonnegative():
		return no
	}
	return maybe
}

// compute is arithmetic on what is known.
func compute(symbol string, a, b op.Value) op.Value {
	if a.Kind == op.FloatValue && isNumber(b) || b.Kind == op.FloatValue && isNumber(a) {
		return computeFloats(symbol, number(a), number(b))
	}
	x, y := expression(a), expression(b)
	if x == nil || y == nil {
		return notKnown
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
		return notKnown
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
	return notKnown
}
