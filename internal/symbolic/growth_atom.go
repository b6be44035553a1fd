package symbolic

var two = rat{n: 2}

// atom is the growth of an atom.
func (g *growing) atom(a *atom) growthSet {
	if a.fixed {
		// A fixed atom of value 0 would be too great a bound, no wrong one.
		set := growthOf(nil)
		if numberSign(a.expr()) != 1 {
			set = set.loosen()
		}
		return set
	}
	switch a.kind {
	case symbolAtom, costAtom:
		return growthOf(a.expr().terms[0].mono)
	case floorAtom:
		return g.floor(a.args[0], a.args[1])
	case minAtom:
		return g.minimum(g.args(a))
	case maxAtom:
		return g.maximum(g.args(a))
	case productAtom:
		if !a.nonnegative {
			return noGrowth
		}
		return g.product(g.expr(a.args[0]), g.expr(a.args[1]))
	case logAtom:
		return g.logarithm(g.expr(a.args[0]))
	}
	return g.power(a)
}

func (g *growing) args(a *atom) []growthSet {
	out := make([]growthSet, len(a.args))
	for i, x := range a.args {
		out[i] = g.expr(x)
	}
	return out
}

// A set of terms that is not tight is an upper bound only. It comes about where a value may
// be less than its form says: a floor of what stays bounded may be 0, a fixed atom may be 0,
// a difference may cancel, a call may cost nothing. From it O follows and Θ does not.

// floor differs from the quotient by less than 1, which vanishes where the
// quotient grows.
func (g *growing) floor(p, q *Expr) growthSet {
	quotient := g.quotient(p, q)
	if !quotient.grows() {
		quotient = quotient.loosen()
	}
	return quotient
}

func (g *growing) quotient(p, q *Expr) growthSet {
	if !q.Nonnegative() {
		return noGrowth
	}
	return g.product(g.expr(p), g.reciprocal(g.expr(q)))
}

// reciprocal of several terms is at most that of any one of them.
func (g *growing) reciprocal(s growthSet) growthSet { return g.raiseDown(s, Int(-1)) }

func (g *growing) raiseDown(s growthSet, x *Expr) growthSet {
	if !s.known || !s.tight || len(s.terms) == 0 {
		return noGrowth
	}
	out := g.raise(growthOf(s.terms[0]), x)
	if len(s.terms) > 1 {
		out = out.loosen()
	}
	return out
}

// isNegatedCeiling says that -a is a quotient, nowhere negative, rounded up.
func (a *atom) isNegatedCeiling() bool {
	return a.kind == floorAtom && a.args[1].Nonnegative() && a.args[0].Neg().Nonnegative()
}

// ceiling of what is above 0 is at least 1, and that of 0 is 0.
func (g *growing) ceiling(a *atom) growthSet {
	quotient := g.quotient(a.args[0].Neg(), a.args[1])
	if quotient.known && len(quotient.terms) == 0 {
		return quotient
	}
	s := g.union(quotient, growthOf(nil))
	s.terms = maximal(s.terms)
	return s
}

func (g *growing) maximum(args []growthSet) growthSet {
	out := growthOf()
	for _, s := range args {
		out = g.union(out, s)
	}
	out.terms = maximal(out.terms)
	return out
}

// minimum distributes over the maxima that sets are. An argument of which
// nothing is known only makes it less.
func (g *growing) minimum(args []growthSet) growthSet {
	out := noGrowth
	for i, s := range args {
		switch {
		case !s.known:
			out.tight = false
		case !out.known:
			out = growthSet{s.terms, s.tight && i == 0, true}
		default:
			out = g.meet(out, s)
		}
	}
	return out
}

func (g *growing) meet(a, b growthSet) growthSet {
	if len(a.terms)*len(b.terms) > maxGrowthTerms {
		g.overflow = true
		return noGrowth
	}
	var terms []*monomial
	for _, m := range a.terms {
		for _, n := range b.terms {
			terms = append(terms, lesser(m, n))
		}
	}
	return growthSet{maximal(terms), a.tight && b.tight, true}
}

// lesser is the minimum of two terms: one of them if that is decided.
func lesser(m, n *monomial) *monomial {
	switch {
	case dominates(m, n, false):
		return n
	case dominates(n, m, false):
		return m
	}
	return single(one, m).Min(single(one, n)).terms[0].mono
}

// logarithm of a maximum is the maximum of logarithms; what stays bounded beside
// them counts as 1.
func (g *growing) logarithm(s growthSet) growthSet {
	if !s.known {
		return noGrowth
	}
	out := growthOf(nil)
	for _, m := range s.terms {
		out = g.union(out, g.monomialLog(m))
	}
	if !out.known {
		return noGrowth
	}
	if !s.tight {
		out = out.loosen()
	}
	out.terms = maximal(out.terms)
	if !out.grows() {
		out = out.loosen()
	}
	return out
}

func (g *growing) monomialLog(m *monomial) growthSet {
	options := alternatives(m)
	sets := make([]growthSet, len(options))
	for i, o := range options {
		l := binaryLog(o)
		if l == nil {
			return noGrowth
		}
		sets[i] = g.leaves(l)
		if o.holdsCost() { // which may be 0
			sets[i] = sets[i].loosen()
		}
	}
	return g.minimum(sets)
}

// leaves is the growth of a sum of growth terms with fixed factors.
func (g *growing) leaves(e *Expr) growthSet {
	up, down := growthOf(), growthOf()
	for _, t := range gather(e) {
		switch t.sign {
		case 1:
			up = g.union(up, growthOf(t.mono))
		case 0:
		default:
			down = g.union(down, growthOf(t.mono))
		}
	}
	up.terms = maximal(up.terms)
	up.tight = up.outgrows(down)
	return up
}

// binaryLog is the logarithm of a growth term without minima, up to a bounded
// difference; nil where it is not known.
func binaryLog(m *monomial) *Expr {
	sum := small[0]
	if m == nil {
		return sum
	}
	for _, p := range m.powers {
		l := p.atom.binaryLog()
		if l == nil {
			return nil
		}
		sum = sum.Add(l.scale(rat{n: int64(p.exp)}))
	}
	return sum
}

func (a *atom) binaryLog() *Expr {
	if a.kind != powerAtom {
		// Of anything else the logarithm would be no simpler to compare.
		if _, _, _, ok := a.chain(); !ok {
			return nil
		}
		return a.expr().log(two)
	}
	if c, ok := a.args[0].constant(); ok {
		return a.args[1].Mul(signedLog(two, c))
	}
	if base := a.args[0].soleAtom(); base != nil && base.kind != powerAtom {
		return a.args[1].Mul(base.binaryLog())
	}
	return nil
}

// power is the growth of a power with any exponent.
func (g *growing) power(a *atom) growthSet {
	base, x := a.args[0], a.args[1]
	if c, ok := base.constant(); ok {
		return g.exponential(c, a)
	}
	if x.fixed() {
		s := g.expr(base)
		switch numberSign(x) {
		case 1:
			return g.raise(s, x)
		case -1:
			if !base.Nonnegative() {
				return noGrowth
			}
			return g.raiseDown(s, x)
		}
		return noGrowth
	}
	if b := base.soleAtom(); b != nil && b.kind == symbolAtom && x.isLeafSum() {
		return growthOf(a.expr().terms[0].mono)
	}
	return noGrowth
}

// exponential needs its exponent up to a constant: floors are dropped, extrema
// come out, and anything else inside must be in its simplest form.
func (g *growing) exponential(c rat, a *atom) growthSet {
	x := a.args[1]
	if x.isLeafSum() {
		return growthOf(a.expr().terms[0].mono)
	}
	if len(x.terms) != 1 {
		return noGrowth
	}
	t := x.terms[0]
	inner := t.mono.sole()
	if inner == nil {
		return noGrowth
	}
	switch inner.kind {
	case floorAtom:
		if k, ok := inner.args[1].constant(); ok {
			return g.exprOf(constant(c).Power(inner.args[0].scale(t.coef.quo(k))))
		}
	case minAtom, maxAtom:
		return g.extremumPower(c, t.coef, inner)
	}
	return noGrowth
}

func (g *growing) exprOf(e *Expr) growthSet {
	if e == nil {
		return noGrowth
	}
	return g.expr(e)
}

// extremumPower is c^(q*a), where c^q rises or falls.
func (g *growing) extremumPower(c, q rat, a *atom) growthSet {
	sets := make([]growthSet, len(a.args))
	for i, x := range a.args {
		sets[i] = g.exprOf(constant(c).Power(x.scale(q)))
	}
	rises := (c.cmp(one) > 0) == (q.sign() > 0)
	if rises == (a.kind == maxAtom) {
		return g.maximum(sets)
	}
	return g.minimum(sets)
}

// isLeafSum says that only sizes, iterated logarithms of sizes, fixed powers of
// both and exponentials of such sums occur outside of fixed factors.
func (e *Expr) isLeafSum() bool {
	return !e.anyAtom(func(a *atom) bool { return !a.isLeaf() })
}

func (a *atom) isLeaf() bool {
	if a.fixed {
		return true
	}
	if a.kind == powerAtom && a.args[0].fixed() {
		return a.args[1].isLeafSum()
	}
	_, _, _, ok := a.chain()
	return ok && !a.holdsCost()
}

func (a *atom) holdsCost() bool {
	found := false
	a.costs(func(Measure, *Symbol) { found = true })
	return found
}
