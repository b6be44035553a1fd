package scalar

import (
	"math/big"
	"slices"
)

func (c *Context) or(p, q *Poly) *Poly {
	if c.Kind == Booleans {
		return c.Or(p.Add(q))
	}
	return p.Add(q).Sub(c.Mul(p, q))
}

func (c *Context) xor(p, q *Poly) *Poly {
	if c.Kind == Booleans {
		return c.Or(c.Mul(p, c.Not(q)).Add(c.Mul(c.Not(p), q)))
	}
	return p.Add(q).Sub(c.Mul(p, q).Scale(big.NewRat(2, 1)))
}

// Truth is 1 where a term is not 0, and 0 where it is.
func (c *Context) Truth(p *Poly) *Poly {
	if c.Kind == Booleans || isTruth(p) {
		return p
	}
	if x, ok := p.Const(); ok {
		return Int(int64(x.Sign() * x.Sign()))
	}
	return Int(1).Sub(c.equal(p, Int(0)))
}

// isTruth reports whether a term is 0 or 1 whatever 0s and 1s its atoms are. It tries all values of
// up to 8 atoms.
func isTruth(p *Poly) bool {
	const most = 8
	var keys []string
	for _, a := range p.adds {
		if len(a.binders)+len(a.guards) > 0 {
			return false
		}
		for _, f := range a.factors {
			if !f.atom.truth {
				return false
			}
			if !slices.Contains(keys, f.atom.key) {
				keys = append(keys, f.atom.key)
			}
		}
	}
	if len(keys) > most {
		return false
	}
	for row := range 1 << len(keys) {
		sum := new(big.Rat)
		for _, a := range p.adds {
			if !slices.ContainsFunc(a.factors, func(f factor) bool { return row>>slices.Index(keys, f.atom.key)&1 == 0 }) {
				sum.Add(sum, a.coef)
			}
		}
		if sum.Sign() != 0 && sum.Cmp(one) != 0 {
			return false
		}
	}
	return true
}

// Or is a term of truth values, whose + is "or", with each addend once, without those that another
// one implies: t + t = t and t + t·u = t.
func (c *Context) Or(p *Poly) *Poly {
	var adds []*addend
	for i, a := range p.adds {
		implied := slices.ContainsFunc(p.adds[:i], func(b *addend) bool { return implies(a, b) }) ||
			slices.ContainsFunc(p.adds[i+1:], func(b *addend) bool { return implies(a, b) && !implies(b, a) })
		if !implied {
			once := *a
			once.coef = one
			adds = append(adds, &once)
		}
	}
	return polyOf(adds)
}

// implies reports whether a product without binders has all that another one has.
func implies(a, b *addend) bool {
	if len(a.binders)+len(b.binders) > 0 {
		return a.body == b.body
	}
	return !slices.ContainsFunc(b.factors, func(f factor) bool {
		return !slices.ContainsFunc(a.factors, func(g factor) bool { return g.atom.key == f.atom.key })
	}) && !slices.ContainsFunc(b.guards, func(g Guard) bool {
		return !slices.ContainsFunc(a.guards, func(h Guard) bool { return h.Key() == g.Key() })
	})
}

// Not is the opposite of a truth value: 1 - p, and in the arithmetic of truth values, which has no
// difference, by De Morgan's laws.
func (c *Context) Not(p *Poly) *Poly {
	if c.Kind != Booleans {
		return Int(1).Sub(p)
	}
	if len(p.adds) == 0 {
		return Int(1)
	}
	r := Int(1)
	for _, a := range p.adds {
		if len(a.binders)+len(a.guards) > 0 {
			r = c.Mul(r, Apply("not", true, polyOf([]*addend{a})))
			continue
		}
		sum := polyOf(nil)
		for _, f := range a.factors {
			if f.atom.kind == apply && f.atom.name == "not" {
				sum = sum.Add(f.atom.args[0])
			} else {
				sum = sum.Add(Apply("not", true, atomPoly(f.atom)))
			}
		}
		r = c.Or(c.Mul(r, sum))
	}
	return r
}
