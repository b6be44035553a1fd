package types

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Arithmetic on extents is exact on numbers and symbolic on shape variables;
// with `?` it gives `?`, with Unknown it gives Unknown. Where numbers overflow,
// the result is an expression, which does not.
var (
	addOp = dimOp{addInt, (*symbolic.Expr).Add}
	subOp = dimOp{subInt, (*symbolic.Expr).Sub}
	mulOp = dimOp{mulInt, (*symbolic.Expr).Mul}
	divOp = dimOp{divInt, floorDiv}
)

// Add is d + o.
func (d Dim) Add(o Dim) Dim { return addOp.known(d, o) }

// Sub is d - o.
func (d Dim) Sub(o Dim) Dim { return subOp.known(d, o) }

// Mul is d · o.
func (d Dim) Mul(o Dim) Dim { return mulOp.known(d, o) }

// FloorDiv is ⌊d / o⌋; division by zero gives Unknown.
func (d Dim) FloorDiv(o Dim) Dim {
	if o.IsConst(0) {
		return Unknown
	}
	return divOp.known(d, o)
}

func (op dimOp) known(a, b Dim) Dim {
	if a.IsUnknown() || b.IsUnknown() {
		return Unknown
	}
	return op.apply(a, b)
}

// Product is the number of elements of a shape; 1 for a scalar.
func Product(shape []Dim) Dim {
	product := Const(1)
	for _, d := range shape {
		product = product.Mul(d)
	}
	return product
}

func addInt(a, b int64) (int64, bool) {
	sum := a + b
	return sum, (sum > a) == (b > 0)
}

func subInt(a, b int64) (int64, bool) {
	difference := a - b
	return difference, (difference < a) == (b > 0)
}

func mulInt(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	product := a * b
	fits := product/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64)
	return product, fits
}

func divInt(a, b int64) (int64, bool) {
	if a == math.MinInt64 && b == -1 {
		return 0, false
	}
	quotient := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		quotient--
	}
	return quotient, true
}

// floorDiv has no answer only for division by zero, which FloorDiv excludes.
func floorDiv(a, b *symbolic.Expr) *symbolic.Expr {
	quotient, _ := a.FloorDiv(b)
	return quotient
}
