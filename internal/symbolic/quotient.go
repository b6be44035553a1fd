package symbolic

// FloorDiv is floor(e/o), rounded towards minus infinity; not ok if o is the
// constant 0.
func (e *Expr) FloorDiv(o *Expr) (*Expr, bool) {
	switch {
	case o.isZero():
		return nil, false
	case e == nil || o == nil:
		return nil, true
	}
	return floorQuotient(e, o), true
}

// CeilDiv is e/o rounded towards plus infinity; not ok if o is the constant 0.
func (e *Expr) CeilDiv(o *Expr) (*Expr, bool) {
	switch {
	case o.isZero():
		return nil, false
	case e == nil || o == nil:
		return nil, true
	}
	if k, ok := o.constant(); ok && k.isInt() && e.integral() {
		// One form for what is mostly written floor((p + k - 1)/k).
		if k.sign() < 0 {
			e, k = e.Neg(), k.neg()
		}
		return floorQuotient(e.Add(constant(k)).Sub(small[1]), constant(k)), true
	}
	return floorQuotient(e.Neg(), o).Neg(), true
}

// Mod is e - o*floor(e/o), which has the sign of o; not ok if o is the
// constant 0.
func (e *Expr) Mod(o *Expr) (*Expr, bool) {
	q, ok := e.FloorDiv(o)
	if !ok {
		return nil, false
	}
	return e.Sub(o.Mul(q)), true
}

// floorQuotient is the normal form of floor(p/q). The atom that remains has
// whole coefficients without common factor, no monomial that divides all
// terms of both sides, and a divisor that begins with a positive coefficient.
// A divisor of one term takes out what it divides, so coefficients over a
// constant k lie in [0, k). A zero divisor, which only substitution lets
// through, stays as it is. Each step is an identity that holds for all integers,
// so that the order of the steps decides what is found equal, never what is true.
//
// The steps, for integers p, q, k and a symbol-free divisor k > 0:
//
//	floor(g·p/(g·q))          = floor(p/q)                     cancelContent, cancelMonomial
//	floor((q·a)/q)            = a                              divideExactly
//	floor((k·a + r)/k)        = a + floor(r/k)                 divideByTerm
//	floor((g·x + c)/(g·k))    = floor((x + floor(c/g))/k)      dropFraction
//	floor((floor(a/b) + r)/k) = floor((a + b·r)/(b·k))         innerFloor
//
// The second and third are the definition of floor; the fourth holds since x is whole: no
// multiple of k lies strictly between (x + floor(c/g))/k and (x + c/g)/k. The fifth is the
// same with a/b for x. The first needs g ≠ 0: where it is 0, floor(g·p/(g·q)) has no value.
func floorQuotient(p, q *Expr) *Expr {
	if q.isZero() || !p.wholeAtoms() || !q.wholeAtoms() {
		return newAtom(floorAtom, p, q).expr()
	}
	if p.isZero() {
		return p
	}
	p, q = cancelContent(p, q)
	p, q = cancelMonomial(p, q)
	if len(q.terms) > 1 {
		if a, ok := divideExactly(p, q); ok {
			return a
		}
		return newAtom(floorAtom, p, q).expr()
	}
	whole, rest := divideByTerm(p, q.terms[0])
	return whole.Add(properFloor(rest, q))
}

func cancelContent(p, q *Expr) (*Expr, *Expr) {
	g := p.content().gcd(q.content())
	if q.terms[0].coef.sign() < 0 {
		g = g.neg()
	}
	if g.isOne() {
		return p, q
	}
	inverse := rat{n: 1}.quo(g)
	return p.scale(inverse), q.scale(inverse)
}

func cancelMonomial(p, q *Expr) (*Expr, *Expr) {
	g := q.terms[0].mono
	for _, e := range []*Expr{q, p} {
		for _, t := range e.terms {
			if g == nil {
				return p, q
			}
			g = g.gcd(t.mono)
		}
	}
	if g == nil {
		return p, q
	}
	return p.quoMonomial(g), q.quoMonomial(g)
}

// quoMonomial divides every term by m, which divides them.
func (e *Expr) quoMonomial(m *monomial) *Expr {
	out := newExpr(len(e.terms))
	for _, t := range e.terms {
		rest, _ := t.mono.quo(m)
		out.terms = append(out.terms, term{t.coef, rest})
	}
	return out
}

// divideByTerm writes p as d*whole + rest with the coefficients of rest that d
// could divide below that of d.
func divideByTerm(p *Expr, d term) (whole, rest *Expr) {
	whole, rest = newExpr(len(p.terms)), newExpr(len(p.terms))
	for _, t := range p.terms {
		if m, ok := t.mono.quo(d.mono); ok {
			if c := t.coef.floorQuo(d.coef); !c.isZero() {
				whole.terms = append(whole.terms, term{c, m})
				t.coef = t.coef.add(c.mul(d.coef).neg())
			}
		}
		if !t.coef.isZero() {
			rest.terms = append(rest.terms, t)
		}
	}
	return whole, rest
}

// maxDivision bounds the terms of an exact quotient.
const maxDivision = 256

// Long division by leading terms: the leading term of p is divided by that of q, and the
// product is subtracted. As the order is compatible with multiplication, the leading term
// falls in every step, and as it is a well-order that ends; a leading term that is no
// multiple refutes divisibility. Cost: O(terms of the quotient · terms of p and q).

// divideExactly is p/q where q divides p with whole coefficients.
func divideExactly(p, q *Expr) (*Expr, bool) {
	lead := q.terms[0]
	var quotient []term
	for len(p.terms) > 0 && len(p.terms) <= maxTerms && len(quotient) < maxDivision {
		m, ok := p.terms[0].mono.quo(lead.mono)
		if !ok {
			return nil, false
		}
		c := p.terms[0].coef.quo(lead.coef)
		if !c.isInt() || c.bits() > maxBits {
			return nil, false
		}
		quotient = append(quotient, term{c, m})
		p = p.addScaled(q.mulTerm(term{c, m}), rat{n: -1})
	}
	return &Expr{quotient}, len(p.terms) == 0
}

// properFloor is floor(p/q) for a q of one term from which nothing more can be
// taken out.
func properFloor(p, q *Expr) *Expr {
	k, constantDivisor := q.constant()
	if p.isZero() {
		return p
	}
	if !constantDivisor {
		return newAtom(floorAtom, p, q).expr()
	}
	p, k = dropFraction(p, k)
	if p.isZero() {
		return p
	}
	if a, rest := innerFloor(p); a != nil {
		num, den := a.args[0], a.args[1]
		return floorQuotient(num.Add(den.Mul(rest)), den.scale(k))
	}
	return newAtom(floorAtom, p, constant(k)).expr()
}

// dropFraction cancels a factor g common to the divisor k and all but the
// constant term: floor((g*x + c)/(g*k)) is floor((x + floor(c/g))/k), since x
// is an integer.
func dropFraction(p *Expr, k rat) (*Expr, rat) {
	terms, c := p.split()
	if len(terms) == 0 {
		return small[0], k
	}
	g := contentOf(terms, k)
	if g.isOne() {
		return p, k
	}
	x := (&Expr{terms}).scale(rat{n: 1}.quo(g))
	return x.Add(constant(c.floorQuo(g))), k.quo(g)
}

// innerFloor finds the one term of p that is a quotient by a constant with
// coefficient 1, for floor((floor(a/b) + r)/k) is floor((a + b*r)/(b*k))
// (Graham, Knuth and Patashnik, (3.11)). With
// two of them there would be a choice, and neither is taken.
func innerFloor(p *Expr) (inner *atom, rest *Expr) {
	for _, t := range p.terms {
		a := t.mono.sole()
		if a == nil || a.kind != floorAtom || !t.coef.isOne() {
			continue
		}
		if _, ok := a.args[1].constant(); !ok || a.undefined {
			continue
		}
		if inner != nil {
			return nil, nil
		}
		inner, rest = a, p.Sub(a.expr())
	}
	return inner, rest
}
