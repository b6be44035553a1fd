package lower

import (
	"math"
	"math/big"
	"math/bits"
)

// A rational is an exact number. Nearly all are small: numerator and denominator are computed
// with in 64 bits, without an allocation, and what overflows goes on in a big.Rat. A value that
// fits 64 bits has no big.Rat, so that equal values are equal structs or both large.
type rational struct {
	num  int64
	less int64    // the denominator less 1: the zero value is 0
	big  *big.Rat // nil for what fits; never changed
}

func whole(n int64) rational { return rational{num: n} }

func (a rational) large() *big.Rat {
	if a.big != nil {
		return a.big
	}
	return big.NewRat(a.num, a.less+1)
}

func ofLarge(r *big.Rat) rational {
	if n, d := r.Num(), r.Denom(); n.IsInt64() && d.IsInt64() && n.Int64() != math.MinInt64 {
		return rational{num: n.Int64(), less: d.Int64() - 1}
	}
	return rational{big: r}
}

func (a rational) sign() int {
	switch {
	case a.big != nil:
		return a.big.Sign()
	case a.num < 0:
		return -1
	case a.num > 0:
		return 1
	}
	return 0
}

// isInteger reports whether a number is whole, and which one; larger ones are not looked at.
func (a rational) integer() (n int64, ok bool) { return a.num, a.big == nil && a.less == 0 }

func (a rational) negated() rational {
	if a.big != nil {
		return rational{big: new(big.Rat).Neg(a.big)}
	}
	a.num = -a.num
	return a
}

func (a rational) plus(b rational) rational {
	if a.big == nil && b.big == nil {
		if a.less == 0 && b.less == 0 {
			if s := a.num + b.num; (a.num^s)&(b.num^s) >= 0 && s != math.MinInt64 {
				return rational{num: s}
			}
		} else if x, okX := product(a.num, b.less+1); okX {
			y, okY := product(b.num, a.less+1)
			d, okD := product(a.less+1, b.less+1)
			if s := x + y; okY && okD && (x^s)&(y^s) >= 0 && s != math.MinInt64 {
				return reduced(s, d)
			}
		}
	}
	return ofLarge(new(big.Rat).Add(a.large(), b.large()))
}

func (a rational) minus(b rational) rational { return a.plus(b.negated()) }

func (a rational) times(b rational) rational {
	if a.big == nil && b.big == nil {
		n, okN := product(a.num, b.num)
		if okN && a.less == 0 && b.less == 0 {
			return rational{num: n}
		}
		if d, okD := product(a.less+1, b.less+1); okN && okD {
			return reduced(n, d)
		}
	}
	return ofLarge(new(big.Rat).Mul(a.large(), b.large()))
}

// inverse is 1/a; a is not 0.
func (a rational) inverse() rational {
	switch {
	case a.big != nil:
		return ofLarge(new(big.Rat).Inv(a.big))
	case a.num < 0:
		return rational{num: -(a.less + 1), less: -a.num - 1}
	}
	return rational{num: a.less + 1, less: a.num - 1}
}

// compare is the sign of a - b.
func (a rational) compare(b rational) int { return a.minus(b).sign() }

func (a rational) float() float64 {
	if a.big != nil {
		f, _ := a.big.Float64()
		return f
	}
	return float64(a.num) / float64(a.less+1)
}

// product is a·b; not ok where that overflows, or is the least number, which has no negation.
func product(a, b int64) (p int64, ok bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	// The unsigned high word counts 2^64 more for each negative factor.
	signed := int64(hi) - a>>63&b - b>>63&a
	return int64(lo), signed == int64(lo)>>63 && int64(lo) != math.MinInt64
}

// reduced is n/d in lowest terms; d is above 0.
func reduced(n, d int64) rational {
	x, y := max(n, -n), d
	for x != 0 {
		x, y = y%x, x
	}
	return rational{num: n / y, less: d/y - 1}
}
