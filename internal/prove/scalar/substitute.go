package scalar

import (
	"math/big"
	"slices"
)

// Substitute puts terms in the place of symbols and normalizes by the context's facts.
func (c *Context) Substitute(p *Poly, names map[string]*Poly) *Poly {
	sum := []*addend{}
	for _, a := range p.adds {
		c.spend(1)
		x := c.opened(a)
		r := Number(x.coef)
		inner := c
		var ranges []Guard
		var binders []Binder
		for _, b := range x.binders {
			e := c.Substitute(b.Extent, names)
			binders = append(binders, Binder{b.Name, e})
			ranges = append(ranges, Guard{AtLeast, Symbol(b.Name)}, Guard{AtLeast, e.Sub(Symbol(b.Name)).Add(Int(-1))})
		}
		if len(ranges) > 0 {
			// Names go on from the outer context's, which is not used meanwhile.
			inner = c.With(ranges...)
		}
		var guards []Guard
		for _, g := range x.guards {
			guards = append(guards, Guard{g.Kind, inner.Substitute(g.P, names)})
		}
		for _, f := range x.factors {
			r = inner.Mul(r, inner.power(inner.atom(f.atom, names), f.half))
		}
		c.fresh, c.Steps = inner.fresh, inner.Steps
		for _, y := range r.adds {
			z := c.opened(y)
			sum = append(sum, c.product(z.coef, slices.Concat(binders, z.binders), slices.Concat(guards, z.guards), z.factors).adds...)
		}
	}
	return polyOf(sum)
}

// atom substitutes in an atom.
func (c *Context) atom(a *Atom, names map[string]*Poly) *Poly {
	p := c.rebuilt(a, names)
	if b := p.asAtom(); b != nil {
		if v := c.values[b.key]; v != nil {
			return v
		}
	}
	return p
}

func (c *Context) rebuilt(a *Atom, names map[string]*Poly) *Poly {
	if a.kind == symbol {
		if p := names[a.name]; p != nil {
			return p
		}
		return atomPoly(a)
	}
	args := make([]*Poly, len(a.args))
	switch a.kind {
	case fold:
		return c.substituteFold(a, names)
	case lattice:
		var sets [][]*Poly
		for _, s := range a.sets {
			var set []*Poly
			for _, p := range s {
				set = append(set, c.Substitute(p, names))
			}
			sets = append(sets, set)
		}
		return c.latticeOf(sets)
	}
	for i, p := range a.args {
		args[i] = c.Substitute(p, names)
	}
	switch a.kind {
	case element:
		return Element(a.name, a.truth, args...)
	case group:
		return args[0]
	}
	return c.Function(a.name, a.truth, args...)
}

// put puts a term in the place of binder number k.
func (c *Context) put(name string, p *Poly, k int, binders []Binder, guards []Guard, factors []factor) (bool, *Poly) {
	return c.shift(name, p, slices.Delete(slices.Clone(binders), k, k+1), guards, factors)
}

// shift puts a term in the place of a symbol in all of a product.
func (c *Context) shift(name string, p *Poly, binders []Binder, guards []Guard, factors []factor) (bool, *Poly) {
	names := map[string]*Poly{name: p}
	inner := c.With()
	inner.Facts = c.ranges(binders)
	r := Int(1)
	for _, f := range factors {
		r = inner.Mul(r, inner.power(inner.atom(f.atom, names), f.half))
	}
	var next []Guard
	for _, g := range guards {
		next = append(next, Guard{g.Kind, inner.Substitute(g.P, names)})
	}
	c.fresh, c.Steps = inner.fresh, inner.Steps
	var adds []*addend
	for _, a := range r.adds {
		x := c.opened(a)
		adds = append(adds, c.product(x.coef, slices.Concat(binders, x.binders), slices.Concat(next, x.guards), x.factors).adds...)
	}
	return false, polyOf(adds)
}

// solved is the term that a symbol equals where p is 0, if p has the symbol once, alone and
// with the factor 1 or -1.
func solved(p *Poly, name string) (*Poly, bool) {
	var found *addend
	for _, a := range p.adds {
		if !a.mentions(name) {
			continue
		}
		if found != nil || a.body != name {
			return nil, false
		}
		found = a
	}
	if found == nil || !found.coef.IsInt() || new(big.Rat).Abs(found.coef).Cmp(big.NewRat(1, 1)) != 0 {
		return nil, false
	}
	rest := slices.DeleteFunc(slices.Clone(p.adds), func(a *addend) bool { return a == found })
	return polyOf(rest).Scale(new(big.Rat).Neg(found.coef)), true
}

func signIn(p *Poly, name string) int {
	for _, a := range p.adds {
		if a.body == name {
			return a.coef.Sign()
		}
	}
	return 0
}

// Solve finds a symbol that a term has once, alone and with the factor 1 or -1, and the
// term that it equals where the whole is 0.
func Solve(p *Poly) (name string, value *Poly, ok bool) {
	for _, a := range slices.Backward(p.adds) {
		if len(a.factors) != 1 || len(a.binders)+len(a.guards) > 0 || a.factors[0].atom.kind != symbol || a.factors[0].half != 2 {
			continue
		}
		if value, ok = solved(p, a.body); ok {
			return a.body, value, true
		}
	}
	return "", nil, false
}
