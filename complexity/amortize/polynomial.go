package amortize

import "math/big"

// MaxDegree is the largest degree of a bound, and of what is added up in one.
const MaxDegree = 3

// A Polynomial is a sum of products of binomial coefficients: each term is
// Coef · Π C(xᵢ, Powers[i]).
type Polynomial struct{ Terms []Term }

// A Term is one product. A short Powers goes on in zeros.
type Term struct {
	Coef   *big.Rat
	Powers []uint8
}

// Constant is a polynomial without variables.
func Constant(c int64) Polynomial {
	if c == 0 {
		return Polynomial{}
	}
	return Polynomial{[]Term{{Coef: big.NewRat(c, 1)}}}
}

// Degree is the largest total degree of a term.
func (p Polynomial) Degree() int {
	degree := 0
	for _, t := range p.Terms {
		degree = max(degree, t.Degree())
	}
	return degree
}

// Degree is the total degree of a term.
func (t Term) Degree() int {
	degree := 0
	for _, p := range t.Powers {
		degree += int(p)
	}
	return degree
}

// At is the value at a point, exactly.
func (p Polynomial) At(point []int64) *big.Rat {
	sum := new(big.Rat)
	for _, t := range p.Terms {
		if b := product(t.Powers, point); b != 0 {
			sum.Add(sum, new(big.Rat).Mul(t.Coef, new(big.Rat).SetInt64(b)))
		}
	}
	return sum
}

// product is Π C(pointᵢ, powersᵢ).
func product(powers []uint8, point []int64) int64 {
	v := int64(1)
	for i, d := range powers {
		if d > 0 {
			v *= binomial(point[i], d)
		}
	}
	return v
}

// binomial is C(n, d), for negative n as well: n·(n-1)·…/d!.
func binomial(n int64, d uint8) int64 {
	v := int64(1)
	for i := range int64(d) {
		v = v * (n - i) / (i + 1)
	}
	return v
}

// Divides reports whether a term is a product of some of another's factors.
func (t Term) Divides(o Term) bool {
	for i, e := range t.Powers {
		if e > 0 && (i >= len(o.Powers) || o.Powers[i] < e) {
			return false
		}
	}
	return true
}
