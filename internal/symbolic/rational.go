package symbolic

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
)

// A rat is an exact rational. Nearly all coefficients of dimensions are small
// integers: those are computed with in an int64, without an allocation, and what
// overflows goes on in a big.Rat. r is nil if and only if the value is an integer
// that fits n; so equal values have equal forms. r is never changed.
type rat struct {
	n int64
	r *big.Rat
}

func ratOf(r *big.Rat) rat {
	if r.IsInt() && r.Num().IsInt64() {
		return rat{n: r.Num().Int64()}
	}
	return rat{r: r}
}

func (a rat) big() *big.Rat {
	if a.r != nil {
		return a.r
	}
	return new(big.Rat).SetInt64(a.n)
}

func (a rat) isOne() bool  { return a.r == nil && a.n == 1 }
func (a rat) isZero() bool { return a.r == nil && a.n == 0 }
func (a rat) isInt() bool  { return a.r == nil || a.r.IsInt() }

func (a rat) sign() int {
	if a.r != nil {
		return a.r.Sign()
	}
	return cmp.Compare(a.n, 0)
}

func (a rat) add(b rat) rat {
	if a.r == nil && b.r == nil {
		if s := a.n + b.n; (a.n^s)&(b.n^s) >= 0 {
			return rat{n: s}
		}
	}
	return ratOf(new(big.Rat).Add(a.big(), b.big()))
}

func (a rat) neg() rat {
	if a.r == nil && a.n != math.MinInt64 {
		return rat{n: -a.n}
	}
	return ratOf(new(big.Rat).Neg(a.big()))
}

func (a rat) mul(b rat) rat {
	if a.r == nil && b.r == nil {
		if p, ok := mulInt(a.n, b.n); ok {
			return rat{n: p}
		}
	}
	return ratOf(new(big.Rat).Mul(a.big(), b.big()))
}

func mulInt(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	// The unsigned high word counts 2^64 more for each negative factor.
	signed := int64(hi) - a>>63&b - b>>63&a
	return int64(lo), signed == int64(lo)>>63
}

// quo is a/b; b is not zero.
func (a rat) quo(b rat) rat {
	if b.isOne() {
		return a
	}
	if a.r == nil && b.r == nil && b.n != -1 && a.n%b.n == 0 {
		return rat{n: a.n / b.n}
	}
	return ratOf(new(big.Rat).Quo(a.big(), b.big()))
}

// floorQuo is the greatest integer not above a/b; b is not zero.
func (a rat) floorQuo(b rat) rat {
	if a.r == nil && b.r == nil && b.n != -1 {
		q := a.n / b.n
		if a.n%b.n != 0 && (a.n < 0) != (b.n < 0) {
			q--
		}
		return rat{n: q}
	}
	q := a.quo(b)
	if q.r == nil {
		return q
	}
	// Euclidean division by a positive denominator rounds down.
	f := new(big.Int).Div(q.r.Num(), q.r.Denom())
	return ratOf(new(big.Rat).SetInt(f))
}

func (a rat) cmp(b rat) int {
	if a.r == nil && b.r == nil {
		return cmp.Compare(a.n, b.n)
	}
	return a.big().Cmp(b.big())
}

func (a rat) equal(b rat) bool {
	if a.r == nil || b.r == nil {
		return a == b
	}
	return a.r.Cmp(b.r) == 0
}

// gcd is the greatest positive rational of which a and b are integer
// multiples, or zero when both are zero.
func (a rat) gcd(b rat) rat {
	if a.r == nil && b.r == nil && a.n != math.MinInt64 && b.n != math.MinInt64 {
		x, y := a.n, b.n
		for y != 0 {
			x, y = y, x%y
		}
		return rat{n: max(x, -x)}
	}
	x, y := a.big(), b.big()
	left := new(big.Int).Mul(x.Num(), y.Denom())
	right := new(big.Int).Mul(y.Num(), x.Denom())
	num := new(big.Int).GCD(nil, nil, left.Abs(left), right.Abs(right))
	return ratOf(new(big.Rat).SetFrac(num, new(big.Int).Mul(x.Denom(), y.Denom())))
}

// bits bounds the length of numerator and denominator.
func (a rat) bits() int {
	if a.r == nil {
		return bits.Len64(uint64(max(a.n, -a.n)))
	}
	return max(a.r.Num().BitLen(), a.r.Denom().BitLen())
}

func (a rat) hash() uint64 {
	if a.r == nil {
		return uint64(a.n)
	}
	h := uint64(a.r.Sign())
	for _, part := range []*big.Int{a.r.Num(), a.r.Denom()} {
		for _, b := range part.Bytes() {
			h = mix(h, uint64(b))
		}
	}
	return h
}

// mix folds v into h by the finalizer of SplitMix64 (Steele, Lea and Flood,
// OOPSLA 2014).
func mix(h, v uint64) uint64 {
	x := h*0x9e3779b97f4a7c15 + v + 1
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
