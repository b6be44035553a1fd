package symbolic

import "math/big"

var one = rat{n: 1}

// Log is the logarithm of e to a base, a constant above 1 (any other base gives
// unknown). So that it is defined, monotone and at least 0 everywhere, it means
// the logarithm of max(e, 1): a list of no elements has log2(|l|) = 0.
//
// The base is made primitive (log4(n) is log2(n)/2), powers come out where
// nothing inside is negative (log2(n^3) is 3*log2(n)), and logarithms of numbers
// are split into those of primes (log2(12) is log2(3) + 2). The logarithm of a
// product stays whole: log2(2*n) is not log2(n) + 1 where n is 0.
//
// Why max(e, 1): a logarithm of 0 has no value, and one of 1/2 is negative; costs of nothing
// would be -∞. With it log is monotone and at least 0 on all naturals, which Trend and
// Nonnegative rest upon. It is why log(2·n) is not split: at n = 0 the left side is 0 and
// the right one 1. A bound may be split (Part.Apart), an equality may not.
func (e *Expr) Log(base *Expr) *Expr {
	b, ok := base.constant()
	if e == nil || !ok || b.cmp(one) <= 0 {
		return nil
	}
	root, k := b.primitive()
	return e.log(root).scale(one.quo(rat{n: k}))
}

func (e *Expr) log(b rat) *Expr {
	if c, ok := e.constant(); ok {
		if c.cmp(one) <= 0 {
			return small[0]
		}
		return signedLog(b, c)
	}
	e = withoutUnit(e)
	if e.neverAboveOne() {
		return small[0]
	}
	if len(e.terms) == 1 && e.terms[0].coef.isOne() && len(e.terms[0].mono.powers) == 1 {
		if out := e.terms[0].mono.powers[0].log(b); out != nil {
			return out
		}
	}
	return newAtom(logAtom, e, constant(b)).expr()
}

// neverAboveOne says that e is a number of which an enclosure shows that it is 1 at
// most, such as log(2, 3/2)/2.
func (e *Expr) neverAboveOne() bool {
	if !e.fixed() {
		return false
	}
	v, err := e.Enclose(nil)
	return err == nil && v.High <= 1
}

// atLeastOne is max(e, 1), or e where an enclosure shows that it is no less than 1.
func (e *Expr) atLeastOne() *Expr {
	if e.fixed() {
		if v, err := e.Enclose(nil); err == nil && v.Low >= 1 {
			return e
		}
	}
	return e.Max(small[1])
}

// withoutUnit takes constants up to 1 out of a maximum, for log(max(x, 1)) is
// log(x).
func withoutUnit(e *Expr) *Expr {
	if len(e.terms) != 1 || !e.terms[0].coef.isOne() {
		return e
	}
	a := e.terms[0].mono.sole()
	if a == nil || a.kind != maxAtom {
		return e
	}
	var args []*Expr
	for _, x := range a.args {
		if c, ok := x.constant(); !ok || c.cmp(one) > 0 {
			args = append(args, x)
		}
	}
	return extremum(maxAtom, args)
}

// log is nil where the logarithm of the power is no simpler.
func (p power) log(b rat) *Expr {
	a, k := p.atom, rat{n: int64(p.exp)}
	if a.kind == powerAtom && a.args[1].Nonnegative() {
		inner := logOfBase(b, a.args[0])
		return a.args[1].Mul(inner).scale(k)
	}
	if p.exp == 1 || !a.nonnegative {
		return nil
	}
	return a.expr().log(b).scale(k)
}

// logOfBase is the logarithm by which c^x is x*log(c). A base below 1 has a
// negative one, which max(c^x, 1) does not see: it counts as 0.
func logOfBase(b rat, base *Expr) *Expr { return base.log(b) }

// signedLog is the logarithm of any positive number.
func signedLog(b, c rat) *Expr {
	r := c.big()
	return integerLog(b, r.Num()).Sub(integerLog(b, r.Denom()))
}

// base is that of a logarithm.
func (a *atom) base() rat {
	b, _ := a.args[1].constant()
	return b
}

func integerLog(b rat, n *big.Int) *Expr {
	sum := small[0]
	for _, f := range factorize(n) {
		sum = sum.addScaled(factorLog(b, f.prime), rat{n: f.exp})
	}
	return sum
}

// factorLog is the logarithm of a prime. The greatest prime factor of the base is
// written by the others, so that log6(2) + log6(3) is 1.
func factorLog(b rat, p *big.Int) *Expr {
	factors := b.factors()
	last := factors[len(factors)-1]
	if last.prime.Cmp(p) != 0 {
		return primeLog(b, p)
	}
	rest := small[1]
	for _, f := range factors[:len(factors)-1] {
		rest = rest.addScaled(primeLog(b, f.prime), rat{n: -f.exp})
	}
	return rest.scale(one.quo(rat{n: last.exp}))
}

func primeLog(b rat, p *big.Int) *Expr {
	return newAtom(logAtom, constant(ratOf(new(big.Rat).SetInt(p))), constant(b)).expr()
}
