package scalar

import (
	"slices"
	"strings"
)

// mostSplits bounds the cases in which two terms are compared: 2 to its power.
const mostSplits = 9

// Same reports whether two terms are equal. Where their difference is not 0 in normal form, cases
// are tried: of a condition on indices outside of all binders, which holds or does not, then of a
// truth value inside a function, which is 0 or 1, and, of reals, the difference is multiplied by its
// denominators. Each case is normalized anew with what it assumes. False is no proof of a difference.
func (c *Context) Same(p, q *Poly) bool {
	if c.Kind == Booleans {
		return c.sameTruths(c.Substitute(p, nil), c.Substitute(q, nil), 0)
	}
	return c.vanishes(c.Substitute(p.Sub(q), nil), 0)
}

// sameTruths is Same for truth values, whose terms have no differences.
func (c *Context) sameTruths(p, q *Poly, depth int) bool {
	p, q = c.Or(p), c.Or(q)
	if p.Equal(q) {
		return true
	}
	g, ok := freeGuard(p)
	if !ok {
		g, ok = freeGuard(q)
	}
	if !ok || depth > mostSplits {
		return false
	}
	for _, side := range []Guard{g, g.Not()} {
		in := c.With(side)
		if !in.Facts.Impossible() && !in.sameTruths(in.Substitute(p, nil), in.Substitute(q, nil), depth+1) {
			return false
		}
	}
	return true
}

// vanishes reports whether a term is 0 in all cases.
func (c *Context) vanishes(d *Poly, depth int) bool {
	if d.IsZero() {
		return true
	}
	if depth > mostSplits {
		return false
	}
	if g, ok := freeGuard(d); ok {
		for _, side := range []Guard{g, g.Not()} {
			in := c.With(side)
			if in.Facts.Impossible() {
				continue
			}
			if !in.vanishes(in.Substitute(d, nil), depth+1) {
				return false
			}
		}
		return true
	}
	if a := freeTruth(d); a != nil {
		for v := range int64(2) {
			in := c.With()
			in.values = map[string]*Poly{a.key: Int(v)}
			for k, known := range c.values {
				in.values[k] = known
			}
			if !in.vanishes(in.Substitute(d, nil), depth+1) {
				return false
			}
		}
		return true
	}
	if c.Kind == Reals {
		if next := c.cleared(d); next != nil {
			return c.vanishes(next, depth+1)
		}
	}
	return false
}

// cleared is a term times a denominator of it, a group outside of binders; nil where it has none.
// Where a denominator is 0, a side has no value.
func (c *Context) cleared(d *Poly) *Poly {
	for _, a := range d.adds {
		for _, f := range a.factors {
			if f.atom.kind == group && f.half < 0 && f.half%2 == 0 && free(f.atom, a) {
				return c.Mul(d, polyOf([]*addend{(&addend{coef: one, factors: []factor{{f.atom, -f.half}}}).seal()}))
			}
		}
	}
	return nil
}

// isFree reports whether a key has no names of bound indices, closed (β) or opened (κ).
func isFree(key string) bool { return !strings.ContainsAny(key, "βκ") }

// freeGuard is a condition in a term that no binder reaches.
func freeGuard(p *Poly) (found Guard, ok bool) {
	var visit func(p *Poly) bool
	inAtom := func(a *Atom) bool {
		return slices.ContainsFunc(a.args, visit) || slices.ContainsFunc(a.sets, func(s []*Poly) bool { return slices.ContainsFunc(s, visit) })
	}
	visit = func(p *Poly) bool {
		return slices.ContainsFunc(p.adds, func(a *addend) bool {
			for _, g := range a.guards {
				if isFree(g.P.key) {
					found, ok = g, true
					return true
				}
			}
			return slices.ContainsFunc(a.factors, func(f factor) bool { return inAtom(f.atom) })
		})
	}
	visit(p)
	return found, ok
}

// freeTruth is an atom that is 0 or 1, inside another atom, that no binder reaches.
func freeTruth(p *Poly) *Atom {
	var found *Atom
	var visit func(p *Poly, inside bool) bool
	inAtom := func(a *Atom) bool {
		return slices.ContainsFunc(a.args, func(p *Poly) bool { return visit(p, true) }) ||
			slices.ContainsFunc(a.sets, func(s []*Poly) bool {
				return slices.ContainsFunc(s, func(p *Poly) bool { return visit(p, true) })
			})
	}
	visit = func(p *Poly, inside bool) bool {
		return slices.ContainsFunc(p.adds, func(a *addend) bool {
			return slices.ContainsFunc(a.factors, func(f factor) bool {
				if inside && f.atom.truth && isFree(f.atom.key) {
					found = f.atom
					return true
				}
				return inAtom(f.atom)
			})
		})
	}
	visit(p, false)
	return found
}
