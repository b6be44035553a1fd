package symbolic

// Nonnegative says that e is at least 0 wherever all symbols are natural numbers.
// It is sound and not complete: a negative term must be outweighed by positive
// ones with the same factors in no lower powers, as in n^2 - n.
func (e *Expr) Nonnegative() bool {
	if e == nil {
		return false
	}
	negative := 0
	for _, t := range e.terms {
		if !t.mono.nonnegative() {
			return false
		}
		if t.coef.sign() < 0 {
			negative++
		}
	}
	return negative == 0 || e.outweighed(negative)
}

// The rule of outweighing. Let e = Σ aᵢ·mᵢ - Σ bⱼ·nⱼ with aᵢ, bⱼ > 0 and all monomials at
// least 0. Where there are w(i,j) ≥ 0 with
//
//	Σᵢ w(i,j) = bⱼ,  Σⱼ w(i,j) ≤ aᵢ,  and mᵢ ≥ nⱼ wherever w(i,j) > 0,
//
// e is at least 0: Σ bⱼ·nⱼ = Σ w(i,j)·nⱼ ≤ Σ w(i,j)·mᵢ ≤ Σ aᵢ·mᵢ. It is a transportation
// problem; cover solves it greedily, which may miss a solution and finds no wrong one.
// mᵢ ≥ nⱼ is seen by exponents (atLeast): n² ≥ n for a whole n, as n is 0 or at least 1; of
// log₂(n), which may be 1/2, no power is taken to exceed another.

// maxWeighing bounds the pairs of terms that are compared.
const maxWeighing = 1 << 12

// outweighed spends positive coefficients on negative ones, term by term.
func (e *Expr) outweighed(negative int) bool {
	if negative*len(e.terms) > maxWeighing {
		return false
	}
	left := make([]rat, len(e.terms))
	for i, t := range e.terms {
		left[i] = t.coef
	}
	for _, t := range e.terms {
		if t.coef.sign() < 0 && !e.cover(t, left) {
			return false
		}
	}
	return true
}

func (e *Expr) cover(t term, left []rat) bool {
	need := t.coef.neg()
	for i, u := range e.terms {
		if left[i].sign() <= 0 || !u.mono.atLeast(t.mono) {
			continue
		}
		if left[i].cmp(need) >= 0 {
			left[i] = left[i].add(need.neg())
			return true
		}
		need = need.add(left[i].neg())
		left[i] = rat{}
	}
	return false
}

// nonnegative says that no factor of m is negative.
func (m *monomial) nonnegative() bool {
	if m == nil {
		return true
	}
	for _, p := range m.powers {
		if !p.atom.nonnegative && p.exp%2 == 1 {
			return false
		}
	}
	return true
}

// atLeast says that m has o's factors, in powers that are no lower, and others
// that are at least 1. A higher power is greater since a whole number that is not
// 0 is at least 1.
func (m *monomial) atLeast(o *monomial) bool {
	if m == nil {
		return o == nil
	}
	shared := 0
	for _, p := range m.powers {
		k := o.exponent(p.atom)
		switch {
		case k > 0 && p.exp >= k && (p.exp == k || p.atom.integral || p.atom.positive()):
			shared++
		case k > 0 || !p.atom.positive():
			return false
		}
	}
	return o == nil || shared == len(o.powers)
}

// positive says that the value is at least 1.
func (a *atom) positive() bool {
	switch a.kind {
	case powerAtom:
		c, ok := a.args[0].constant()
		return ok && c.cmp(one) >= 0 && a.args[1].Nonnegative()
	case maxAtom:
		for _, x := range a.args {
			if c, ok := x.constant(); ok && c.cmp(one) >= 0 {
				return true
			}
		}
	}
	return false
}

func (a *atom) isNonnegative() bool {
	switch a.kind {
	case powerAtom:
		// A whole negative power has the sign of its base.
		return !a.wholePower() || a.args[0].Nonnegative()
	case maxAtom:
		for _, x := range a.args {
			if x.Nonnegative() {
				return true
			}
		}
		return false
	case floorAtom, minAtom, productAtom:
		for _, x := range a.args {
			if !x.Nonnegative() {
				return false
			}
		}
	}
	return true
}

// wholePower says that the exponent is a whole number; other powers are of
// max(base, 0).
func (a *atom) wholePower() bool {
	c, ok := a.args[1].constant()
	return ok && c.isInt()
}
