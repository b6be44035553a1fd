package scalar

import (
	"math/big"
	"slices"
	"strings"
)

// Maxima and minima are one atom: the greatest of sets, each of which counts with its least element,
//
//	max(min(a, b), c) = lattice {{a, b}, {c}}
//
// which is the disjunctive normal form of a distributive lattice. Elements and sets that another one
// makes superfluous are left out (reduced). Addition distributes over both, so that of reals a sum
// with a maximum inside moves into it: max(a, b) + c = max(a + c, b + c).

// mostSets bounds the normal form of a lattice term.
const mostSets = 40

// Max is the greater of two terms, Min the less.
func (c *Context) Max(p, q *Poly) *Poly {
	switch {
	case c.atMost(p, q):
		return q
	case c.atMost(q, p):
		return p
	}
	return c.latticeOf(append(c.setsOf(p), c.setsOf(q)...))
}

func (c *Context) Min(p, q *Poly) *Poly {
	switch {
	case c.atMost(p, q):
		return p
	case c.atMost(q, p):
		return q
	}
	var sets [][]*Poly
	for _, s := range c.setsOf(p) {
		for _, t := range c.setsOf(q) {
			sets = append(sets, slices.Concat(s, t))
		}
	}
	return c.latticeOf(sets)
}

// setsOf has a term as the greatest of the least of sets; most terms are one set of one element.
func (c *Context) setsOf(p *Poly) [][]*Poly {
	if a := p.asAtom(); a != nil && a.kind == lattice {
		return a.sets
	}
	if a := p.Neg().asAtom(); a != nil && a.kind == lattice && c.Kind != Modulo {
		return c.dual(a.sets)
	}
	// A lattice term beside addends: of reals, these move inside.
	if c.Kind == Reals {
		for i, x := range p.adds {
			if len(x.binders)+len(x.guards) > 0 || len(x.factors) != 1 || x.factors[0].half != 2 {
				continue
			}
			rest := polyOf(slices.Delete(slices.Clone(p.adds), i, i+1))
			a := x.factors[0].atom
			sets := a.sets
			if a.kind == apply && a.name == "abs" { // |d| = max(d, -d)
				sets = [][]*Poly{{a.args[0]}, {a.args[0].Neg()}}
			} else if a.kind != lattice {
				continue
			}
			if x.coef.Sign() < 0 {
				sets = c.dual(sets)
			}
			scale := new(big.Rat).Abs(x.coef)
			return each(sets, func(q *Poly) *Poly { return q.Scale(scale).Add(rest) })
		}
	}
	return [][]*Poly{{p}}
}

func each(sets [][]*Poly, f func(*Poly) *Poly) [][]*Poly {
	all := make([][]*Poly, len(sets))
	for i, s := range sets {
		for _, p := range s {
			all[i] = append(all[i], f(p))
		}
	}
	return all
}

// dual is minus a lattice term: the least of the greatest of the negatives, as the greatest
// of the least.
func (c *Context) dual(sets [][]*Poly) [][]*Poly {
	product := [][]*Poly{nil}
	for _, s := range sets {
		var next [][]*Poly
		for _, chosen := range product {
			for _, p := range s {
				next = append(next, append(slices.Clone(chosen), p.Neg()))
			}
		}
		if product = next; len(product) > mostSets*4 {
			panic(ErrSteps)
		}
	}
	return product
}

// atMost reports whether p <= q for all values.
func (c *Context) atMost(p, q *Poly) bool {
	if p.key == q.key {
		return true
	}
	x, a := p.Const()
	y, b := q.Const()
	if a && b {
		return x.Cmp(y) <= 0
	}
	d := q.Sub(p)
	if c.Facts.Entails(Guard{AtLeast, d}) && plain(d) {
		return true
	}
	if c.Kind != Reals {
		return false
	}
	if x, ok := d.Const(); ok {
		return x.Sign() >= 0
	}
	return c.naturalPoly(d)
}

// plain reports whether a term is made of symbols alone: those that facts speak of.
func plain(p *Poly) bool {
	return !slices.ContainsFunc(p.adds, func(a *addend) bool {
		return len(a.binders)+len(a.guards) > 0 || slices.ContainsFunc(a.factors, func(f factor) bool { return f.atom.kind != symbol })
	})
}

// latticeOf is the greatest of the least of sets, in normal form.
func (c *Context) latticeOf(sets [][]*Poly) *Poly {
	if slices.ContainsFunc(sets, func(s []*Poly) bool {
		return slices.ContainsFunc(s, func(p *Poly) bool { return len(c.setsOf(p)) > 1 || len(c.setsOf(p)[0]) > 1 })
	}) {
		var flat [][]*Poly
		for _, s := range sets {
			inner := [][]*Poly{nil}
			for _, p := range s {
				var next [][]*Poly
				for _, chosen := range inner {
					for _, t := range c.setsOf(p) {
						next = append(next, slices.Concat(chosen, t))
					}
				}
				inner = next
			}
			flat = append(flat, inner...)
		}
		sets = flat
	}
	if len(sets) > mostSets {
		panic(ErrSteps)
	}
	sets = c.reduced(sets)
	if len(sets) == 1 && len(sets[0]) == 1 {
		return sets[0][0]
	}
	return c.sealLattice(sets)
}

// reduced leaves out elements that are at least another one of their set, and sets whose least
// element is at most that of another set: each element t of the other has an s <= t here.
func (c *Context) reduced(sets [][]*Poly) [][]*Poly {
	var least [][]*Poly
	for _, s := range sets {
		var kept []*Poly
		for i, p := range s {
			if !slices.ContainsFunc(s[:i], func(q *Poly) bool { return c.atMost(q, p) }) &&
				!slices.ContainsFunc(s[i+1:], func(q *Poly) bool { return c.atMost(q, p) && !c.atMost(p, q) }) {
				kept = append(kept, p)
			}
		}
		slices.SortFunc(kept, func(a, b *Poly) int { return strings.Compare(a.key, b.key) })
		least = append(least, kept)
	}
	below := func(s, t []*Poly) bool { // min s <= min t
		return !slices.ContainsFunc(t, func(q *Poly) bool {
			return !slices.ContainsFunc(s, func(p *Poly) bool { return c.atMost(p, q) })
		})
	}
	var kept [][]*Poly
	for i, s := range least {
		if !slices.ContainsFunc(least[:i], func(t []*Poly) bool { return below(s, t) }) &&
			!slices.ContainsFunc(least[i+1:], func(t []*Poly) bool { return below(s, t) && !below(t, s) }) {
			kept = append(kept, s)
		}
	}
	slices.SortFunc(kept, func(a, b []*Poly) int { return strings.Compare(keyOfSet(a), keyOfSet(b)) })
	return kept
}

func keyOfSet(s []*Poly) string {
	var b strings.Builder
	writeKeys(&b, s)
	return b.String()
}

func lattices(sets [][]*Poly) *Atom { return (&Atom{kind: lattice, sets: sets}).seal() }

// sealLattice is the lattice term of reduced sets. Of reals, two elements give an absolute value,
// max(p, q) = (p + q + |p - q|)/2; of more, common addends and a common scale are taken out, so that
// max(2·a + c, 2·b + c) is 2·max(a, b) + c. Of the term and its dual, -min(max(…)), the one with the
// lesser key is taken. Integers that wrap around have neither law.
func (c *Context) sealLattice(sets [][]*Poly) *Poly {
	common, scale := polyOf(nil), one
	half := big.NewRat(1, 2)
	switch {
	case c.Kind == Reals && len(sets) == 2 && len(sets[0]) == 1 && len(sets[1]) == 1:
		// max(p, q) = (p + q + |p - q|) / 2
		p, q := sets[0][0], sets[1][0]
		return p.Add(q).Add(c.abs(p.Sub(q))).Scale(half)
	case c.Kind == Reals && len(sets) == 1 && len(sets[0]) == 2:
		p, q := sets[0][0], sets[0][1]
		return p.Add(q).Sub(c.abs(p.Sub(q))).Scale(half)
	}
	if c.Kind == Reals {
		common = commonAddends(sets)
		if !common.IsZero() {
			sets = each(sets, func(p *Poly) *Poly { return p.Sub(common) })
		}
		scale = commonScale(sets)
		inverse := new(big.Rat).Inv(scale)
		sets = c.reduced(each(sets, func(p *Poly) *Poly { return p.Scale(inverse) }))
	}
	a := lattices(sets)
	r := atomPoly(a)
	if c.Kind != Modulo {
		if d := lattices(c.reduced(c.dual(sets))); d.key < a.key {
			r = atomPoly(d).Neg()
		}
	}
	return r.Scale(scale).Add(common)
}

// commonAddends are the addends that all elements have.
func commonAddends(sets [][]*Poly) *Poly {
	var common []*addend
	for _, a := range sets[0][0].adds {
		if a.body == "" {
			continue
		}
		everywhere := !slices.ContainsFunc(sets, func(s []*Poly) bool {
			return slices.ContainsFunc(s, func(p *Poly) bool {
				return !slices.ContainsFunc(p.adds, func(b *addend) bool { return b.body == a.body && b.coef.Cmp(a.coef) == 0 })
			})
		})
		if everywhere {
			common = append(common, a)
		}
	}
	return polyOf(common)
}

// commonScale is the positive number by which all coefficients are divided.
func commonScale(sets [][]*Poly) *big.Rat {
	var g *big.Int
	var l *big.Int
	for _, s := range sets {
		for _, p := range s {
			for _, a := range p.adds {
				if g == nil {
					g, l = new(big.Int).Abs(a.coef.Num()), new(big.Int).Set(a.coef.Denom())
					continue
				}
				g = new(big.Int).GCD(nil, nil, g, new(big.Int).Abs(a.coef.Num()))
				both := new(big.Int).GCD(nil, nil, l, a.coef.Denom())
				l = new(big.Int).Div(new(big.Int).Mul(l, a.coef.Denom()), both)
			}
		}
	}
	if g == nil || g.Sign() == 0 {
		return one
	}
	return new(big.Rat).SetFrac(g, l)
}
