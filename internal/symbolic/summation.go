package symbolic

import "math/big"

// A Tightness says what a result is to what was asked for.
type Tightness uint8

// Tightnesses from worst to best. Unknown comes with a nil expression.
const (
	Unknown Tightness = iota
	UpperBound
	Exact
)

// maxSumDegree bounds the powers of which sums are found.
const maxSumDegree = 64

// Sum is the sum of e over all whole i from low to high, 0 if there is none.
// Neither end may mention i. Polynomials in i and their products with c^i have a
// closed form (Faulhaber's, by Bernoulli numbers: Graham, Knuth and Patashnik,
// Concrete Mathematics, 6.5; exponentials by summation by parts, 2.6). Of other
// terms the sum is at most their number times the greatest, found by Trend; where
// that fails, or a negative term cannot be left out, it is unknown. Upper bounds
// hold where all sizes are natural numbers.
func (e *Expr) Sum(i *Symbol, low, high *Expr) (*Expr, Tightness) {
	if e == nil || low == nil || high == nil || low.Has(i) || high.Has(i) {
		return nil, Unknown
	}
	if !low.integral() {
		low, _ = low.CeilDiv(small[1])
	}
	if !high.integral() {
		high, _ = high.FloorDiv(small[1])
	}
	count := high.Sub(low).Add(small[1])
	if !count.Nonnegative() {
		count = count.Max(small[0])
	}
	shifted := e.Subst(func(s *Symbol) *Expr {
		if s == i {
			return Var(i).Add(low)
		}
		return nil
	})
	if shifted == nil || shifted.Undefined() {
		return nil, Unknown
	}
	return (summation{i, count}).sum(shifted)
}

// A summation runs over the whole i from 0 to count-1.
type summation struct {
	i     *Symbol
	count *Expr
}

func (s summation) sum(e *Expr) (*Expr, Tightness) {
	total, tightness := small[0], Exact
	for _, t := range e.terms {
		x, how := s.term(t)
		total, tightness = total.Add(x), min(tightness, how)
	}
	if total == nil {
		return nil, Unknown
	}
	return total, tightness
}

func (s summation) term(t term) (*Expr, Tightness) {
	fixed, moving := s.split(t)
	if sum := s.closed(moving); sum != nil {
		return sum.Mul(fixed), Exact
	}
	part := single(one, moving)
	if !part.Nonnegative() || !single(one, fixed.terms[0].mono).Nonnegative() {
		return nil, Unknown
	}
	if t.coef.sign() < 0 {
		return small[0], UpperBound
	}
	return s.bound(part).Mul(fixed), UpperBound
}

// split writes t as a factor without i times one of powers with i.
func (s summation) split(t term) (*Expr, *monomial) {
	fixed, moving := term{coef: t.coef}, term{coef: one}
	if t.mono != nil {
		for _, p := range t.mono.powers {
			if p.atom.find(func(u *Symbol) bool { return u == s.i }) {
				moving = moving.times(term{one, p.monomial()})
			} else {
				fixed = fixed.times(term{one, p.monomial()})
			}
		}
	}
	return single(fixed.coef, fixed.mono), moving.mono
}

// closed is the sum of i^k*c^i; nil for anything else.
func (s summation) closed(m *monomial) *Expr {
	k, base := uint32(0), one
	if m != nil {
		for _, p := range m.powers {
			if p.atom.symbol == s.i && p.atom.kind == symbolAtom {
				k = p.exp
				continue
			}
			c, ok := s.exponentialBase(p)
			if !ok {
				return nil
			}
			base = c
		}
	}
	switch {
	case k > maxSumDegree:
		return nil
	case base.isOne():
		return powerSum(k, s.count)
	}
	return geometricSum(k, base, s.count)
}

// exponentialBase is the c of c^i.
func (s summation) exponentialBase(p power) (rat, bool) {
	if p.atom.kind != powerAtom || p.exp != 1 || !p.atom.args[1].Equal(Var(s.i)) {
		return rat{}, false
	}
	return p.atom.args[0].constant()
}

// The closed forms, with the Bernoulli numbers B₀ = 1, B₁ = -1/2, B₂ = 1/6, …:
//
//	Σ_{i<n} i^k     = 1/(k+1) · Σ_{j≤k} C(k+1, j)·B_j·n^(k+1-j)                  (Faulhaber)
//	(c-1)·S_d       = n^d·c^n - [d = 0] - c·Σ_{j<d} C(d, j)·S_j
//
// for S_d = Σ_{i<n} i^d·c^i, c ≠ 1. The second sums (i+1)^d·c^(i+1) - i^d·c^i, which
// telescopes to n^d·c^n - 0^d, after expanding (i+1)^d. Both are identities for all n ≥ 0.

// powerSum is the sum of i^k over i from 0 to n-1.
func powerSum(k uint32, n *Expr) *Expr {
	if k == 0 {
		return n
	}
	sum, choose := small[0], big.NewInt(1)
	for j, b := range bernoulli(k) {
		c := new(big.Rat).SetInt(choose)
		sum = sum.Add(n.Pow(k + 1 - uint32(j)).Mul(constant(ratOf(c.Mul(c, b)))))
		choose.Mul(choose, big.NewInt(int64(k)+1-int64(j)))
		choose.Quo(choose, big.NewInt(int64(j)+1))
	}
	return sum.scale(one.quo(rat{n: int64(k) + 1}))
}

// bernoulli gives the Bernoulli numbers up to the k-th, that of 1 being -1/2.
func bernoulli(k uint32) []*big.Rat {
	out := make([]*big.Rat, k+1)
	for m := range out {
		sum, choose := new(big.Rat), big.NewInt(1)
		for j, b := range out[:m] {
			c := new(big.Rat).SetInt(choose)
			sum.Add(sum, c.Mul(c, b))
			choose.Mul(choose, big.NewInt(int64(m+1-j)))
			choose.Quo(choose, big.NewInt(int64(j+1)))
		}
		out[m] = sum.Quo(sum, big.NewRat(-int64(m)-1, 1))
		if m == 0 {
			out[m] = big.NewRat(1, 1)
		}
	}
	return out
}

// geometricSum is the sum of i^k*c^i over i from 0 to n-1: summing the difference
// of (i+1)^k*c^(i+1) and i^k*c^i gives each sum by those of lower powers.
func geometricSum(k uint32, c rat, n *Expr) *Expr {
	last := constant(c).Power(n)
	sums := make([]*Expr, k+1)
	for d := range sums {
		sum, choose := n.Pow(uint32(d)).Mul(last), one
		if d == 0 {
			sum = sum.Sub(small[1])
		}
		for j, lower := range sums[:d] {
			sum = sum.Sub(lower.Mul(constant(c.mul(choose))))
			choose = choose.mul(rat{n: int64(d - j)}).quo(rat{n: int64(j) + 1})
		}
		sums[d] = sum.Mul(constant(one.quo(c.add(one.neg()))))
	}
	return sums[k]
}

// Where there is no closed form, Σ_{i<n} e(i) ≤ n·max e: at i = n-1 where e rises, at 0 where
// it falls. A term that is taken away is left out, if it is at least 0. It is a bound only
// where no summand is negative, since n may be 0.

// bound is an upper bound of the sum of e, which is nowhere negative: of what
// stands in floors, if that has a closed form, else of the greatest.
func (s summation) bound(e *Expr) *Expr {
	if smooth := e.Smooth(); !smooth.Equal(e) {
		if sum, how := s.sum(smooth); how == Exact {
			return sum
		}
	}
	at := s.count.Sub(small[1])
	switch e.Trend(s.i) {
	case Falling:
		at = small[0]
	case Mixed:
		return nil
	}
	greatest := e.Subst(func(u *Symbol) *Expr {
		if u == s.i {
			return at
		}
		return nil
	})
	if greatest == nil || greatest.Undefined() {
		return nil
	}
	return greatest.Mul(s.count)
}

// Smooth is an upper bound of e without floors by constants where all sizes are
// natural numbers: floor(n/2) becomes n/2, and n - floor(n/2) becomes (n + 1)/2.
// Floors stay where the bound would need to know signs that it does not.
func (e *Expr) Smooth() *Expr {
	if e == nil {
		return nil
	}
	sum := small[0]
	for _, t := range e.terms {
		sum = sum.Add(t.smooth())
	}
	return sum
}

func (t term) smooth() *Expr {
	if a := t.mono.sole(); a != nil {
		return a.smooth(t.coef.sign()).scale(t.coef)
	}
	if t.mono == nil || !t.mono.nonnegative() {
		return single(t.coef, t.mono)
	}
	out := constant(t.coef)
	for _, p := range t.mono.powers {
		x := p.atom.smooth(t.coef.sign())
		if !x.Nonnegative() {
			x = p.atom.expr()
		}
		out = out.Mul(x.Pow(p.exp))
	}
	return out
}

// smooth bounds a floor by a constant from above (sign 1) or below (-1).
func (a *atom) smooth(sign int) *Expr {
	if a.kind != floorAtom {
		return a.expr()
	}
	k, ok := a.args[1].constant()
	if !ok || k.sign() <= 0 {
		return a.expr()
	}
	p := a.args[0]
	if sign < 0 {
		// Of whole numbers, floor(p/k) is at least (p - k + 1)/k.
		slack := one.neg()
		if !p.integral() || !k.isInt() {
			slack = rat{}
		}
		p = p.Sub(constant(k.add(slack)))
	}
	return p.scale(one.quo(k))
}
