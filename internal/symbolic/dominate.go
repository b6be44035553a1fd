package symbolic

import "slices"

// Growth terms are compared in two ways. dominates proves f = O(g) by the ratio:
// a product of sizes and logarithms is bounded if and only if it is in each
// variable, and with exponentials the logarithm of the ratio is bounded where each
// rising part of it vanishes beside a falling one. What is not found that way may
// be refuted by a path to infinity (path.go).

// The order of terms. A product of powers of sizes and of their iterated logarithms,
//
//	f/g = Π_v v^a(v,0) · (log v)^a(v,1) · (log log v)^a(v,2) · …
//
// tends to 0 in v, with all else fixed, if and only if the first a(v, ·) that is not 0 is
// negative (the scale of G. H. Hardy, Orders of Infinity, 1910). The sizes are independent,
// so that f/g is bounded for all sizes ≥ N if and only if it is in each by itself: it is a
// product of functions of one variable each. Exponents may be irrational, as log₂(3): their
// signs are decided by intervals, and unsure where these hold 0.
//
// With exponentials, log f - log g is looked at as a sum of growth terms: it is bounded
// above where each term that is added is dominated strictly by one that is taken away.
// Strict domination is needed: n - n/2 is one of same growth, and not bounded. Terms that
// differ by a fixed factor are joined before that (gather).
//
// A minimum is below each of its arguments: min(a, b) = O(n) if a or b is, and n is
// O(min(a, b)) if it is of both. With means there is more (mean.go).

// dominates says that m = O(n), or m = o(n) if strictly, is proved.
func dominates(n, m *monomial, strictly bool) bool {
	above, below := alternatives(n), alternatives(m)
	for _, a := range above {
		if !slices.ContainsFunc(below, func(b *monomial) bool { return bounded(b, a, strictly) }) &&
			(strictly || !meanBounded(below, a)) {
			return false
		}
	}
	return true
}

// maxAlternatives bounds the minima that are taken apart.
const maxAlternatives = 64

// alternatives are terms without minima of which m is the minimum.
func alternatives(m *monomial) []*monomial {
	if !m.hasMinimum() {
		return []*monomial{m}
	}
	out := []*monomial{nil}
	for _, p := range m.powers {
		options := p.alternatives()
		if len(out)*len(options) > maxAlternatives {
			options = []*monomial{p.monomial()}
		}
		var next []*monomial
		for _, o := range options {
			for _, q := range out {
				next = append(next, term{one, q}.times(term{one, o}).mono)
			}
		}
		out = next
	}
	return out
}

func (m *monomial) hasMinimum() bool {
	return m != nil && slices.ContainsFunc(m.powers, func(p power) bool {
		return p.atom.minimum() != nil
	})
}

// minimum is the minimum that a is, or is a fixed power of.
func (a *atom) minimum() *atom {
	if a.kind == minAtom {
		return a
	}
	if a.kind == powerAtom && a.args[1].fixed() {
		if b := a.args[0].soleAtom(); b != nil && b.kind == minAtom {
			return b
		}
	}
	return nil
}

func (p power) monomial() *monomial {
	m := newMonomial(1)
	m.powers = append(m.powers, p)
	return m.seal()
}

func (p power) alternatives() []*monomial {
	inner := p.atom.minimum()
	if inner == nil {
		return []*monomial{p.monomial()}
	}
	x := constant(rat{n: int64(p.exp)})
	if p.atom.kind == powerAtom {
		x = x.Mul(p.atom.args[1])
	}
	out := make([]*monomial, 0, len(inner.args))
	for _, arg := range inner.args {
		e := arg.Power(x)
		if e == nil || len(e.terms) != 1 || numberSign(x) != 1 {
			return []*monomial{p.monomial()}
		}
		out = append(out, e.terms[0].mono)
	}
	return out
}

// bounded says that f/g is proved to stay bounded, or to vanish if strictly.
func bounded(f, g *monomial, strictly bool) bool {
	if f.equal(g) {
		return !strictly
	}
	if r, ok := ratioOf(f, g); ok {
		return r.bounded(strictly)
	}
	l, o := binaryLog(f), binaryLog(g)
	if l == nil || o == nil {
		return false
	}
	return boundedAbove(gather(l.Sub(o)), strictly)
}

// boundedAbove says that a sum of growth terms is proved to stay below a
// constant, or to fall without bound if strictly.
func boundedAbove(sum []signedTerm, strictly bool) bool {
	falls := false
	for _, t := range sum {
		switch {
		case t.mono.holdsCost():
			return false
		case t.sign == 0:
		case t.sign == -1:
			falls = falls || dominates(t.mono, nil, true)
		case t.mono == nil && t.sign == 1:
		default:
			if !slices.ContainsFunc(sum, func(u signedTerm) bool {
				return u.sign == -1 && dominates(u.mono, t.mono, true)
			}) {
				return false
			}
		}
	}
	return falls || !strictly
}

func (m *monomial) holdsCost() bool {
	return m != nil && slices.ContainsFunc(m.powers, func(p power) bool { return p.atom.holdsCost() })
}

// A signedTerm is a growth term with the sign of its fixed factor.
type signedTerm struct {
	mono *monomial
	sign int // -1, 0, 1 or unsure
}

const unsure = 2

// gather joins the terms of e that differ in fixed factors alone.
func gather(e *Expr) []signedTerm {
	type group struct {
		mono   *monomial
		factor *Expr
	}
	var groups []group
	for _, t := range e.terms {
		factor, rest := t.splitFixed()
		i := slices.IndexFunc(groups, func(g group) bool { return g.mono.equal(rest) })
		if i < 0 {
			groups = append(groups, group{rest, factor})
			continue
		}
		groups[i].factor = groups[i].factor.Add(factor)
	}
	out := make([]signedTerm, len(groups))
	for i, g := range groups {
		out[i] = signedTerm{g.mono, numberSign(g.factor)}
	}
	return out
}

// splitFixed writes t as a number times a term without fixed factors.
func (t term) splitFixed() (*Expr, *monomial) {
	if t.mono == nil {
		return constant(t.coef), nil
	}
	number, rest := term{coef: t.coef}, term{coef: one}
	for _, p := range t.mono.powers {
		m := p.monomial()
		if p.atom.fixed {
			number = number.times(term{one, m})
		} else {
			rest = rest.times(term{one, m})
		}
	}
	return single(number.coef, number.mono), rest.mono
}

// numberSign is the sign of a fixed expression, unsure where rounding hides it.
func numberSign(e *Expr) int {
	if c, ok := e.constant(); ok {
		return c.sign()
	}
	v, err := e.Enclose(func(*Symbol) (int64, bool) { return 0, false })
	switch {
	case err != nil:
		return unsure
	case v.Low > 0:
		return 1
	case v.High < 0:
		return -1
	}
	return unsure
}

// A ratioPart is the exponent of one iterated logarithm of a variable in a
// quotient of products; level 0 is the variable itself.
type ratioPart struct {
	variable *atom
	level    int
	exp      *Expr
}

type ratio []ratioPart

// ratioOf is f/g where both are products of variables, their iterated logarithms,
// and fixed powers of them.
func ratioOf(f, g *monomial) (ratio, bool) {
	var r ratio
	ok := r.add(f, one) && r.add(g, rat{n: -1})
	return r, ok
}

func (r *ratio) add(m *monomial, sign rat) bool {
	if m == nil {
		return true
	}
	for _, p := range m.powers {
		v, level, exp, ok := p.atom.chain()
		if !ok {
			return false
		}
		r.multiply(v, level, exp.scale(sign.mul(rat{n: int64(p.exp)})))
	}
	return true
}

func (r *ratio) multiply(v *atom, level int, exp *Expr) {
	for i, p := range *r {
		if p.level == level && p.variable.equal(v) {
			(*r)[i].exp = p.exp.Add(exp)
			return
		}
	}
	*r = append(*r, ratioPart{v, level, exp})
}

// chain reads a as a fixed power of an iterated logarithm of a variable.
func (a *atom) chain() (variable *atom, level int, exp *Expr, ok bool) {
	exp = small[1]
	if a.kind == powerAtom {
		if !a.args[1].fixed() {
			return nil, 0, nil, false
		}
		exp = a.args[1]
		if a = a.args[0].soleAtom(); a == nil {
			return nil, 0, nil, false
		}
	}
	for a.kind == logAtom {
		inner := a.args[0].soleAtom()
		if inner == nil {
			return nil, 0, nil, false
		}
		a, level = inner, level+1
	}
	return a, level, exp, a.kind == symbolAtom || a.kind == costAtom
}

// signIn is the sign of the exponent of v that decides: of v itself, else of its
// logarithm, and so on.
func (r ratio) signIn(v *atom) int {
	sign, level := 0, -1
	for _, p := range r {
		if !p.variable.equal(v) || level >= 0 && p.level > level {
			continue
		}
		if s := numberSign(p.exp); s != 0 {
			sign, level = s, p.level
		}
	}
	return sign
}

// bounded says that the ratio is so in every variable. A cost variable may be 0
// and may be great, so its exponent must be 0.
func (r ratio) bounded(strictly bool) bool {
	vanishes := false
	for _, p := range r {
		switch sign := r.signIn(p.variable); {
		case sign == 0:
		case sign != -1 || p.variable.kind == costAtom:
			return false
		default:
			vanishes = true
		}
	}
	return vanishes || !strictly
}
