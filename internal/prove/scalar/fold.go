package scalar

import (
	"math/big"
	"slices"
	"strings"
)

// Fold is a fold of p over name < extent that is no sum: max, min, any, all, prod, or one whose
// order matters, such as a sum of floats to the bit. Of no elements max is an infinity, which
// proofs set aside, and any, all and prod are their neutral elements.
//
//	max_i (c·x_i + y) = |c|·max_i (sign(c)·x_i) + y    of reals, where y does not depend on i
//	max_i -x_i        = -min_i x_i
func (c *Context) Fold(kind, name string, extent, p *Poly) *Poly {
	c.spend(1)
	inner := c.With(Guard{AtLeast, Symbol(name)}, Guard{AtLeast, extent.Sub(Symbol(name)).Add(Int(-1))})
	scale, shift := one, polyOf(nil)
	if kind == "max" {
		if r := c.distributed(name, extent, p); r != nil {
			return r
		}
	}
	if kind == "max" && c.Kind != Modulo {
		if c.Kind == Reals {
			var kept []*addend
			for _, a := range p.adds {
				if a.mentions(name) {
					kept = append(kept, a)
				} else {
					shift = shift.Add(polyOf([]*addend{a}))
				}
			}
			p = polyOf(kept)
			if len(p.adds) > 0 {
				scale = new(big.Rat).Abs(p.adds[0].coef)
				p = p.Scale(new(big.Rat).Inv(scale))
			}
		}
		if flipped(p) {
			return c.sealFold("min", name, extent, p.Neg(), inner).Neg().Scale(scale).Add(shift)
		}
	}
	if kind == "min" && c.Kind != Modulo {
		return c.Fold("max", name, extent, p.Neg()).Neg()
	}
	return c.sealFold(kind, name, extent, p, inner).Scale(scale).Add(shift)
}

// sealFold is the atom of a fold. A fold of what does not depend on the index is that, where it is
// idempotent and there is an element; a fold of one element is the element. A fold of the same kind
// directly inside joins it, and their binders may change places where the order does not matter.
func (c *Context) sealFold(kind, name string, extent, p *Poly, inner *Context) *Poly {
	if idempotent[kind] && !p.mentions(name) && c.Facts.Entails(Guard{AtLeast, extent.Add(Int(-1))}) {
		return p
	}
	if extent.IsInt(1) && ofOne(kind) {
		return inner.Substitute(p, map[string]*Poly{name: Int(0)})
	}
	binders := []Binder{{name, extent}}
	if a := p.asAtom(); a != nil && a.kind == fold && a.name == kind && unordered[kind] {
		names := map[string]*Poly{}
		for _, x := range a.binders {
			fresh := c.Fresh()
			names[x.Name] = Symbol(fresh)
			binders = append(binders, Binder{fresh, x.Extent})
		}
		p = a.args[0].renamed(names)
	}
	if bounds(binders, name) {
		panic(ErrSteps)
	}
	body := canonicalFold(binders, p, unordered[kind])
	a := (&Atom{kind: fold, name: kind, binders: body.binders, args: []*Poly{body.term}, truth: kind == "any" || kind == "all"}).seal()
	return atomPoly(a)
}

// ofOne reports whether a fold of one element is that element.
func ofOne(kind string) bool {
	return unordered[kind] || kind == "products" || strings.HasPrefix(kind, "sum:")
}

var (
	idempotent = map[string]bool{"max": true, "min": true, "any": true, "all": true}
	unordered  = map[string]bool{"max": true, "min": true, "any": true, "all": true, "prod": true}
)

// A bound is a term under binders.
type bound struct {
	binders []Binder
	term    *Poly
}

// canonicalFold names the binders of a fold by the height of what is inside.
func canonicalFold(binders []Binder, p *Poly, permutes bool) bound {
	height := p.height()
	var best *bound
	try := func(order []int) {
		names := map[string]*Poly{}
		b := bound{}
		for i, k := range order {
			name := betaName(height+1, i)
			names[binders[k].Name] = Symbol(name)
			b.binders = append(b.binders, Binder{name, binders[k].Extent})
		}
		b.term = p.renamed(names)
		if best == nil || keyOf(b) < keyOf(*best) {
			best = &b
		}
	}
	order := make([]int, len(binders))
	for i := range order {
		order[i] = i
	}
	if permutes && len(binders) <= mostPermuted {
		permute(order, 0, try)
	} else {
		try(order)
	}
	return *best
}

func keyOf(b bound) string {
	key := b.term.key
	for _, x := range b.binders {
		key += "<" + x.Extent.key
	}
	return key
}

// substituteFold opens a fold, substitutes, and folds again from the inside.
func (c *Context) substituteFold(a *Atom, names map[string]*Poly) *Poly {
	opened := map[string]*Poly{}
	var binders []Binder
	var ranges []Guard
	for _, x := range a.binders {
		fresh := c.Fresh()
		opened[x.Name] = Symbol(fresh)
		e := c.Substitute(x.Extent, names)
		binders = append(binders, Binder{fresh, e})
		ranges = append(ranges, Guard{AtLeast, Symbol(fresh)}, Guard{AtLeast, e.Sub(Symbol(fresh)).Add(Int(-1))})
	}
	inner := c.With(ranges...)
	p := inner.Substitute(a.args[0].renamed(opened), names)
	c.fresh, c.Steps = inner.fresh, inner.Steps
	for _, x := range slices.Backward(binders) {
		p = c.Fold(a.name, x.Name, x.Extent, p)
	}
	return p
}

// distributed is the greatest over an index of a term that is a maximum of minima itself; nil where
// no law applies.
//
//	max_i max(a, b)     = max(max_i a, max_i b)
//	max_i min(a_i, b)   = min(max_i a_i, b)      where b does not depend on i
//
// The second needs an element: of no integers max_i is the least integer of the dtype, and min of
// that and b differs. Of no floats it is an infinity, which is set aside.
func (c *Context) distributed(name string, extent, p *Poly) *Poly {
	sets := c.setsOf(p)
	certain := c.Kind != Modulo || c.Facts.Entails(Guard{AtLeast, extent.Add(Int(-1))})
	if len(sets) == 1 && (len(sets[0]) == 1 || !certain) {
		return nil
	}
	var r *Poly
	for _, s := range sets {
		var out, in []*Poly
		for _, q := range s {
			if !q.mentions(name) && certain {
				out = append(out, q)
			} else {
				in = append(in, q)
			}
		}
		if len(in) > 1 && len(sets) == 1 && len(out) == 0 {
			return nil
		}
		part := out
		if len(in) > 0 {
			least := in[0]
			for _, q := range in[1:] {
				least = c.Min(least, q)
			}
			part = append(part, c.Fold("max", name, extent, least))
		}
		least := part[0]
		for _, q := range part[1:] {
			least = c.Min(least, q)
		}
		if r == nil {
			r = least
		} else {
			r = c.Max(r, least)
		}
	}
	return r
}
