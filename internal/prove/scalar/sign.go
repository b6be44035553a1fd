package scalar

import "slices"

// natural reports whether an atom is known not to be below 0; positive, that it is above.
func (c *Context) natural(a *Atom) bool {
	if a.truth || c.positive(a) || c.Natural[a.key] {
		return true
	}
	switch {
	case a.kind == apply:
		return a.name == "abs"
	case a.kind == lattice:
		for _, s := range a.sets { // one set of numbers not below 0 is enough
			if !slices.ContainsFunc(s, func(p *Poly) bool { return !c.naturalPoly(p) }) {
				return true
			}
		}
	}
	return false
}

func (c *Context) positive(a *Atom) bool {
	if c.Positive[a.key] {
		return true
	}
	switch a.kind {
	case apply:
		return a.name == "exp"
	case group:
		return c.positivePoly(a.args[0])
	}
	return false
}

// naturalPoly reports whether a term is known not to be below 0: a sum of products, of positive
// coefficients, of factors that are not. A sum over no indices is 0.
func (c *Context) naturalPoly(p *Poly) bool {
	return !slices.ContainsFunc(p.adds, func(a *addend) bool { return a.coef.Sign() < 0 || !c.naturalFactors(a.factors) })
}

// naturalFactors reports whether each factor is known not to be below 0. x² is not, whatever x is.
func (c *Context) naturalFactors(factors []factor) bool {
	return !slices.ContainsFunc(factors, func(f factor) bool { return f.half%4 != 0 && !c.natural(f.atom) })
}

// positivePoly reports whether a term is known to be above 0: no addend is below 0, and one is
// above. That one is under no condition, and sums over no empty range.
func (c *Context) positivePoly(p *Poly) bool {
	return c.naturalPoly(p) && slices.ContainsFunc(p.adds, func(a *addend) bool {
		some := !slices.ContainsFunc(a.binders, func(x Binder) bool { return !c.Facts.Entails(Guard{AtLeast, x.Extent.Add(Int(-1))}) })
		return len(a.guards) == 0 && some && !slices.ContainsFunc(a.factors, func(f factor) bool { return !c.positive(f.atom) })
	})
}

// IsPositive reports whether a term is known to be above 0.
func (c *Context) IsPositive(p *Poly) bool { return c.positivePoly(p) }

// IsNatural reports whether a term is known not to be below 0.
func (c *Context) IsNatural(p *Poly) bool { return c.naturalPoly(p) }

// Assume takes in that a term is above 0, or only that it is not below.
func (c *Context) Assume(p *Poly, positive bool) {
	a := p.asAtom()
	switch {
	case a == nil:
	case positive:
		c.Positive[a.key] = true
	default:
		c.Natural[a.key] = true
	}
}

// FactorsOf are the terms that must not be 0 for p not to be 0: of a product its factors that are
// not known to be positive, each to the first power; of a sum the common factors and the rest.
func (c *Context) FactorsOf(p *Poly) []*Poly {
	if len(p.adds) == 0 {
		return []*Poly{p}
	}
	outer, inner := c.content(p)
	var all []*Poly
	for _, f := range outer.factors {
		switch {
		case c.positive(f.atom):
		case f.atom.kind == group:
			all = append(all, f.atom.args[0])
		default:
			all = append(all, atomPoly(f.atom))
		}
	}
	if a := inner.asAtom(); a != nil && a.kind == group {
		return append(all, a.args[0])
	}
	if !inner.IsInt(1) && !c.positivePoly(inner) {
		all = append(all, inner)
	}
	return all
}
