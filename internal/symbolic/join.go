package symbolic

import "slices"

// times is the product of two terms. Powers with other exponents than natural
// numbers are joined, which may leave a number: 2^(1/2)*2^(1/2) is 2.
func (t term) times(u term) term {
	if t.mono.hasPowers() || u.mono.hasPowers() {
		return joinPowers(t.coef.mul(u.coef), t.mono, u.mono)
	}
	return term{t.coef.mul(u.coef), t.mono.mul(u.mono)}
}

func (m *monomial) hasPowers() bool { return m != nil && m.special }

func (e *Expr) hasPowers() bool {
	return slices.ContainsFunc(e.terms, func(t term) bool { return t.mono.hasPowers() })
}

// A joiner collects the factors of a product: powers of constants by what their
// exponent is a multiple of, other powers by their base.
type joiner struct {
	coef         rat
	plain        []power
	exponentials []exponentialPart
	reals        []realPart
}

// An exponentialPart is base^(of/root).
type exponentialPart struct {
	base rat
	root int64
	of   *Expr
}

// A realPart is base^exp.
type realPart struct {
	base *atom
	exp  *Expr
}

// joinPowers is the product of monomials in which powers are joined:
//
//	b^x·b^y = b^(x + y)          one base that is no number    (reals)
//	a^(x/k)·b^(x/l) = c^(x/m)    one exponent x                (exponentials)
//
// of which the first needs b ≥ 0 where x or y is no natural, as powers are of max(b, 0),
// and 0^x·0^y = 0^(x + y) = 0 for x, y > 0. A factor may become a number; the result is a
// term then, and no monomial.
func joinPowers(coef rat, monomials ...*monomial) term {
	j := joiner{coef: coef}
	for _, m := range monomials {
		if m == nil {
			continue
		}
		for _, p := range m.powers {
			j.add(p)
		}
	}
	return j.join()
}

func (j *joiner) add(p power) {
	if p.atom.kind != powerAtom {
		j.plain = append(j.plain, p)
		return
	}
	base, x := p.atom.args[0], p.atom.args[1]
	if c, ok := base.constant(); ok {
		if part, ok := exponentialOf(c, x, p.exp); !ok || !j.addExponential(part) {
			j.plain = append(j.plain, p)
		}
		return
	}
	if a := base.soleAtom(); a != nil && a.nonnegative {
		j.addReal(a, x.scale(rat{n: int64(p.exp)}))
		return
	}
	j.plain = append(j.plain, p)
}

func exponentialOf(c rat, x *Expr, k uint32) (exponentialPart, bool) {
	if len(x.terms) != 1 {
		return exponentialPart{}, false
	}
	t := x.terms[0]
	base, root, ok := reduceRoot(c, t.coef.mul(rat{n: int64(k)}))
	return exponentialPart{base, root, single(one, t.mono)}, ok
}

func (j *joiner) addExponential(p exponentialPart) bool {
	for i, q := range j.exponentials {
		if q.of.Equal(p.of) {
			joined, ok := q.times(p)
			if ok {
				j.exponentials[i] = joined
			}
			return ok
		}
	}
	j.exponentials = append(j.exponentials, p)
	return true
}

func (p exponentialPart) times(q exponentialPart) (exponentialPart, bool) {
	root, fits := mulInt(p.root/gcdInt(p.root, q.root), q.root)
	if !fits {
		return p, false
	}
	a, ok := p.base.integerPower(root / p.root)
	b, both := q.base.integerPower(root / q.root)
	if !ok || !both || a.bits()+b.bits() > maxBits {
		return p, false
	}
	base, root, ok := reduceRoot(a.mul(b), one.quo(rat{n: root}))
	return exponentialPart{base, root, p.of}, ok
}

func gcdInt(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (j *joiner) addReal(base *atom, exp *Expr) {
	for i, r := range j.reals {
		if r.base.equal(base) {
			j.reals[i].exp = r.exp.Add(exp)
			return
		}
	}
	j.reals = append(j.reals, realPart{base, exp})
}

func (j *joiner) join() term {
	j.absorb()
	for _, r := range j.reals {
		j.placeReal(r)
	}
	for _, p := range j.exponentials {
		j.placeExponential(p)
	}
	return term{j.coef, product(j.plain)}
}

// absorb moves plain powers to the real powers of their base.
func (j *joiner) absorb() {
	rest := j.plain[:0:0]
	for _, p := range j.plain {
		i := slices.IndexFunc(j.reals, func(r realPart) bool { return r.base.equal(p.atom) })
		if i < 0 {
			rest = append(rest, p)
			continue
		}
		j.reals[i].exp = j.reals[i].exp.Add(constant(rat{n: int64(p.exp)}))
	}
	j.plain = rest
}

func (j *joiner) placeReal(r realPart) {
	if k, ok := r.exp.Const(); ok && 0 <= k && k <= maxDegree {
		if k > 0 {
			j.plain = append(j.plain, power{r.base, uint32(k)})
		}
		return
	}
	j.plain = append(j.plain, power{newAtom(powerAtom, r.base.expr(), r.exp), 1})
}

func (j *joiner) placeExponential(p exponentialPart) {
	t := p.expr().terms[0]
	j.coef = j.coef.mul(t.coef)
	if t.mono != nil {
		j.plain = append(j.plain, t.mono.powers[0])
	}
}

func (p exponentialPart) expr() *Expr {
	q := one.quo(rat{n: p.root})
	if k, ok := p.of.constant(); ok && k.isOne() {
		return radical(p.base, q)
	}
	return exponential(p.base, q, p.of)
}

// product is the monomial of powers in any order. It owns the slice.
func product(powers []power) *monomial {
	slices.SortFunc(powers, func(p, q power) int { return p.atom.compare(q.atom) })
	out := newMonomial(len(powers))
	for _, p := range powers {
		if n := len(out.powers); n > 0 && out.powers[n-1].atom.equal(p.atom) {
			out.powers[n-1].exp += p.exp
			continue
		}
		out.powers = append(out.powers, p)
	}
	return out.seal()
}
