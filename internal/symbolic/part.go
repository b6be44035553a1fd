package symbolic

import "math/big"

// A Part is one term of an expression as a function of one size s:
//
//	Coef * Factor * s^Degree * log2(s)^Logs * Base^s
//
// The factor has the coefficient 1. It mentions s only where the term has s in
// another form, such as log2(s + m).
type Part struct {
	Coef   *big.Rat
	Factor *Expr
	Degree *Expr // without symbols, often no constant: log2(3)
	Logs   uint32
	Base   *big.Rat // at least 1
}

var unit = big.NewRat(1, 1)

// Parts takes e apart, term by term; nothing for what is unknown.
func (e *Expr) Parts(s *Symbol) []Part {
	if e == nil {
		return nil
	}
	out := make([]Part, len(e.terms))
	for i, t := range e.terms {
		out[i] = Part{Coef: t.coef.big(), Factor: small[1], Degree: small[0], Base: unit}
		if t.mono == nil {
			continue
		}
		for _, p := range t.mono.powers {
			out[i].take(p, s)
		}
	}
	return out
}

func (q *Part) take(p power, s *Symbol) {
	a, k := p.atom, rat{n: int64(p.exp)}
	switch {
	case a.kind == symbolAtom && a.symbol == s:
		q.Degree = q.Degree.Add(constant(k))
		return
	case a.kind == logAtom && a.args[0].is(s):
		q.Logs += p.exp
		q.Factor = q.Factor.Mul(signedLog(a.base(), two).Pow(p.exp))
		return
	case a.kind == powerAtom && a.args[0].is(s) && a.args[1].fixed():
		q.Degree = q.Degree.Add(a.args[1].scale(k))
		return
	case a.kind == powerAtom && a.args[1].is(s) && p.exp == 1:
		if c, ok := a.args[0].constant(); ok && c.cmp(one) > 0 {
			q.Base = c.big()
			return
		}
	}
	q.Factor = q.Factor.Mul(single(one, p.monomial()))
}

// is says that e is the symbol s.
func (e *Expr) is(s *Symbol) bool {
	a := e.soleAtom()
	return a != nil && a.kind == symbolAtom && a.symbol == s
}

// Ratio is the constant r.
func Ratio(r *big.Rat) *Expr { return constant(ratOf(r)) }

// Recurrences need a cost as a sum of n^a·log(n)^b·c^n with factors free of n; Apart gives
// up precision for that form:
//
//	max(a, b)     ≤ a + b                        a, b ≥ 0
//	log(a + b)    ≤ log(a) + log(b) + 1          a + b ≤ 2·max(a, b), and log ≥ 0
//	log(a·b)      ≤ log(a) + log(b)              log is that of max(·, 1)
//
// Each loses a constant factor at most, so that the growth is the same.

// Apart is an upper bound of e, and grows alike, in which more terms have s apart
// from other symbols, where all sizes are natural numbers: maxima become sums, and
// log2(n + m) becomes log2(n) + log2(m) + 1.
func (e *Expr) Apart(s *Symbol) *Expr {
	if e == nil || !e.anyAtom(func(a *atom) bool { return a.separable(s) }) {
		return e
	}
	sum := small[0]
	for _, t := range e.terms {
		x := single(t.coef, t.mono)
		if t.coef.sign() > 0 && t.mono.nonnegative() {
			x = t.apart(s)
		}
		sum = sum.Add(x)
	}
	return sum
}

func (a *atom) separable(s *Symbol) bool {
	return a.nonnegative && (a.kind == maxAtom || a.kind == logAtom && !a.args[0].is(s)) && a.find(func(u *Symbol) bool { return u == s })
}

func (t term) apart(s *Symbol) *Expr {
	out := constant(t.coef)
	if t.mono == nil {
		return out
	}
	for _, p := range t.mono.powers {
		x := p.atom.expr()
		if p.atom.separable(s) {
			x = p.atom.apart()
		}
		out = out.Mul(x.Pow(p.exp))
	}
	return out
}

func (a *atom) apart() *Expr {
	sum := small[0]
	for _, x := range a.args {
		switch {
		case a.kind == logAtom:
			return x.logApart(a.base())
		case x.Nonnegative():
			sum = sum.Add(x)
		case !x.Neg().Nonnegative():
			return a.expr()
		}
	}
	return sum
}

// logApart bounds the logarithm of a sum: that of k terms is at most k times the
// greatest, and a product at most that of the factors that are above 1.
func (e *Expr) logApart(b rat) *Expr {
	sum, terms := small[0], int64(0)
	for _, t := range e.terms {
		if !t.mono.nonnegative() {
			return e.log(b)
		}
		if t.coef.sign() < 0 {
			continue
		}
		terms++
		sum = sum.Add(constant(t.coef).log(b))
		if t.mono == nil {
			continue
		}
		for _, p := range t.mono.powers {
			sum = sum.Add(p.atom.expr().log(b).scale(rat{n: int64(p.exp)}))
		}
	}
	return sum.Add(Int(terms).log(b))
}
