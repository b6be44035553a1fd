package symbolic

import (
	"math/big"
	"slices"
)

// Power is e^x for any exponent: 2^n, n^log2(3), n^(1/2), n^(-1), n^n. A whole
// constant exponent is the usual power, and anything to the 0 is 1; other powers
// mean max(e, 0)^x. A power of a constant that is not positive, with an exponent
// that is no natural number, is unknown.
//
// In normal form the exponents of one base in a product are added (n*n^log2(3)
// is n^log2(6)), the bases of one exponent multiplied (2^n*3^n is 6^n), constants
// come out of exponents (2^(n + 1) is 2*2^n), bases have no root that the
// exponent could take (4^(n/2) is 2^n), and a power of a logarithm is one of its
// argument: 3^log2(n) is max(n, 1)^log2(3).
func (e *Expr) Power(x *Expr) *Expr {
	if e == nil || x == nil {
		return nil
	}
	c, number := e.constant()
	if number && c.sign() > 0 {
		return constantPower(c, x) // also where the number would be too long to be written
	}
	if k, ok := x.Const(); ok && 0 <= k && k <= maxDegree {
		return e.Pow(uint32(k))
	}
	if number {
		return constantPower(c, x)
	}
	if x.fixed() && len(e.terms) == 1 {
		if out := e.terms[0].power(x); out != nil {
			return out
		}
	}
	return newAtom(powerAtom, e, x).expr()
}

// Exp is base^e.
func (e *Expr) Exp(base int64) *Expr { return Int(base).Power(e) }

// Div is the exact quotient e/o; not ok if o is the constant 0. Where o does not
// divide e it is a product with o^(-1), whose value is an error where o is 0.
func (e *Expr) Div(o *Expr) (*Expr, bool) {
	switch {
	case o.isZero():
		return nil, false
	case e == nil || o == nil:
		return nil, true
	}
	if c, ok := o.constant(); ok {
		return e.scale(one.quo(c)), true
	}
	if len(o.terms) > 1 {
		if q, ok := divideExactly(e, o); ok {
			return q, true
		}
	}
	return e.Mul(o.Power(Int(-1))), true
}

// fixed says that e has one value: no symbol occurs in it.
func (e *Expr) fixed() bool {
	return e != nil && !e.anyAtom(func(a *atom) bool { return !a.fixed })
}

// power distributes a fixed exponent over the factors of a term; nil where a
// factor may be negative.
func (t term) power(x *Expr) *Expr {
	if t.coef.sign() <= 0 {
		return nil
	}
	out := constantPower(t.coef, x)
	for _, p := range t.mono.powers {
		if !p.atom.nonnegative {
			return nil
		}
		out = out.Mul(p.power(x))
	}
	return out
}

func (p power) power(x *Expr) *Expr {
	x = x.scale(rat{n: int64(p.exp)})
	if p.atom.kind == powerAtom {
		base, inner := p.atom.args[0], p.atom.args[1]
		if c, ok := base.constant(); ok {
			return constantPower(c, inner.Mul(x))
		}
		if a := base.soleAtom(); a != nil && a.nonnegative && inner.fixed() {
			return atomPower(a, inner.Mul(x))
		}
	}
	return atomPower(p.atom, x)
}

// soleAtom is the atom that e consists of, else nil.
func (e *Expr) soleAtom() *atom {
	if e == nil || len(e.terms) != 1 || !e.terms[0].coef.isOne() {
		return nil
	}
	return e.terms[0].mono.sole()
}

// atomPower is a^x for an a that is nowhere negative.
func atomPower(a *atom, x *Expr) *Expr {
	if k, ok := x.Const(); ok && 0 <= k && k <= maxDegree {
		return a.expr().Pow(uint32(k))
	}
	return newAtom(powerAtom, a.expr(), x).expr()
}

func constantPower(c rat, x *Expr) *Expr {
	switch {
	case c.isOne():
		return small[1]
	case c.isZero() && x.fixed() && x.Nonnegative():
		return small[0]
	case c.sign() <= 0:
		if k, ok := x.constant(); ok && k.r == nil && c.sign() < 0 {
			if v, ok := c.integerPower(k.n); ok {
				return constant(v)
			}
		}
		return nil
	}
	out := small[1]
	for _, t := range x.terms {
		out = out.Mul(constantFactor(c, t))
	}
	return out
}

// constantFactor is c^t.
func constantFactor(c rat, t term) *Expr {
	if t.mono == nil {
		return numberPower(c, t.coef)
	}
	if a := t.mono.sole(); a != nil && a.kind == logAtom && !a.fixed {
		return a.args[0].atLeastOne().Power(signedLog(a.base(), c).scale(t.coef))
	}
	if base, rest := t.takeLog(c); rest != nil {
		return base.Power(rest)
	}
	return exponential(c, t.coef, single(one, t.mono))
}

// takeLog reads c^t as base^rest where t has the factor log(base) to a base of
// which c is a power: 2^(n*log2(3)) is 3^n.
func (t term) takeLog(c rat) (base, rest *Expr) {
	for i, p := range t.mono.powers {
		if p.atom.kind != logAtom || !p.atom.fixed || p.exp != 1 {
			continue
		}
		if k, ok := p.atom.base().exponentIn(c); ok {
			others := product(slices.Delete(slices.Clone(t.mono.powers), i, i+1))
			return p.atom.args[0].atLeastOne(), single(t.coef.mul(rat{n: k}), others)
		}
	}
	return nil, nil
}

func numberPower(c, q rat) *Expr {
	whole := q.floorQuo(one)
	if whole.r == nil {
		if v, ok := c.integerPower(whole.n); ok {
			return radical(c, q.add(whole.neg())).scale(v)
		}
	}
	return newAtom(powerAtom, constant(c), constant(q)).expr()
}

// Powers of constants have one form: c^q = r·b^(1/d) with r rational, d the least root, and
// no prime of b to the d-th power or more; c^(q·x) = b^(x/d) with b no p-th power for a
// prime p that divides d. Then two are equal only if b, d and x are: an exponential
// determines its base. Primes beyond trial division count as prime, which makes fewer equal.

// radical is c^q as a rational number times base^(1/root) in the one form in which
// no prime of the whole base occurs root times: 8^(1/2) is 2*2^(1/2), and
// 2^(-1/2) is 2^(1/2)/2. What would become too long stays as it is.
func radical(c, q rat) *Expr {
	base, root, ok := reduceRoot(c, q)
	if !ok {
		return newAtom(powerAtom, constant(c), constant(q)).expr()
	}
	outside, inside := one, one
	for _, f := range base.factors() {
		whole := rat{n: f.exp}.floorQuo(rat{n: root}).n
		prime := ratOf(new(big.Rat).SetInt(f.prime))
		out, short := prime.integerPower(whole)
		in, also := prime.integerPower(f.exp - whole*root)
		if !short || !also || inside.bits()+in.bits() > maxBits {
			return newAtom(powerAtom, constant(base), constant(one.quo(rat{n: root}))).expr()
		}
		outside, inside = outside.mul(out), inside.mul(in)
	}
	return exponential(inside, one.quo(rat{n: root}), small[1]).scale(outside)
}

// exponential is c^(q*x), x one monomial or 1, with q brought to 1/d and c without
// a root that d allows. What would become too long stays as it is.
func exponential(c, q rat, x *Expr) *Expr {
	base, root, ok := reduceRoot(c, q)
	if !ok {
		return newAtom(powerAtom, constant(c), x.scale(q)).expr()
	}
	if base.isOne() {
		return small[1]
	}
	if k, ok := x.constant(); ok && k.isOne() && root == 1 {
		return constant(base)
	}
	return newAtom(powerAtom, constant(base), x.scale(one.quo(rat{n: root}))).expr()
}

// reduceRoot writes c^q as base^(1/root) with the least root.
func reduceRoot(c, q rat) (base rat, root int64, ok bool) {
	r := q.big()
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return rat{}, 0, false
	}
	base, ok = c.integerPower(r.Num().Int64())
	if !ok {
		return rat{}, 0, false
	}
	root = r.Denom().Int64()
	for _, f := range factorize(r.Denom()) {
		p := f.prime.Int64()
		for p <= maxRoot && root%p == 0 {
			inner, whole := base.root(p)
			if !whole {
				break
			}
			base, root = inner, root/p
		}
	}
	return base, root, true
}
