package network

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

var none = Figure{Size: types.Const(0)}

// unknown is a figure that is not known.
func unknown(why *Reason) Figure { return Figure{types.Unknown, why} }

// plus adds figures; the first reason stays.
func (f Figure) plus(g Figure) Figure {
	if f.Why != nil {
		return f
	}
	if g.Why != nil {
		return g
	}
	return Figure{Size: f.Size.Add(g.Size)}
}

func (f Figure) times(n types.Dim) Figure {
	if f.Why != nil {
		return f
	}
	return Figure{Size: f.Size.Mul(n)}
}

// max is the greater of two figures.
func (f Figure) max(g Figure) Figure {
	switch {
	case f.Why != nil:
		return f
	case g.Why != nil:
		return g
	}
	switch greater(f.Size, g.Size) {
	case first:
		return f
	case second:
		return g
	}
	return Figure{Size: types.DimOf(f.Size.Expr().Max(g.Size.Expr()))}
}

// Which of two sizes is at least the other, whatever the shape variables are.
type order uint8

const (
	undecided order = iota
	first
	second
)

func greater(a, b types.Dim) order {
	m, known := a.Const()
	n, both := b.Const()
	if known && both {
		if m >= n {
			return first
		}
		return second
	}
	difference := a.Expr().Sub(b.Expr())
	switch {
	case difference.Nonnegative():
		return first
	case difference.Neg().Nonnegative():
		return second
	}
	return undecided
}

// sample is the extent by which figures with shape variables are sorted.
const sample = 1000

// magnitude sorts figures: by size, what is not known first.
func magnitude(f Figure) float64 {
	if f.Why != nil {
		return math.Inf(1)
	}
	if n, ok := f.Size.Const(); ok {
		return float64(n)
	}
	v, err := f.Size.Expr().Enclose(func(*symbolic.Symbol) (int64, bool) { return sample, true })
	if err != nil {
		return math.MaxFloat64
	}
	return v.Mid()
}

// Share is the part of a total that a figure is, where that is one number.
func (f Figure) Share(total Figure) (float64, bool) {
	if f.Why != nil || total.Why != nil {
		return 0, false
	}
	return Ratio(f.Size, total.Size)
}

// Ratio is a/b where that depends on no shape variable.
func Ratio(a, b types.Dim) (float64, bool) {
	if a.Loose() || b.Loose() || b.IsConst(0) {
		return 0, false
	}
	quotient, ok := a.Expr().Div(b.Expr())
	if !ok {
		return 0, false
	}
	constant := true
	quotient.Symbols(func(*symbolic.Symbol) { constant = false })
	v, err := quotient.Enclose(func(*symbolic.Symbol) (int64, bool) { return 0, false })
	if !constant || err != nil {
		return 0, false
	}
	return v.Mid(), true
}
