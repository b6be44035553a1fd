package scalar

import (
	"math/big"
	"slices"
)

// Power is p^(half/2): half is 1 for the square root, and -2 for the reciprocal. A small whole
// power is multiplied out. Of others the common factors are taken out, (c·x·(y + z))^k =
// c^k·x^k·(y + z)^k, and what is left becomes a group, so that c.Mul(q, Power(q, -2)) is 1. For roots
// only factors that are known not to be below 0 are taken out: sqrt(x·y) is sqrt(x)·sqrt(y) where
// both are at least 0, and has a value where both are below.
func (c *Context) Power(p *Poly, half int) *Poly { return c.power(p, half) }

func (c *Context) power(p *Poly, half int) *Poly {
	const mostExpanded = 16
	switch {
	case half == 0:
		return Int(1)
	case half == 2:
		return p
	case half > 0 && half%2 == 0 && half <= mostExpanded:
		r := p
		for range half/2 - 1 {
			r = c.Mul(r, p)
		}
		return r
	}
	outer, inner := c.content(p)
	if half%2 != 0 {
		outer, inner = c.rootable(outer, inner)
	}
	r := Int(1)
	if x, ok := ratPower(outer.coef, half); ok {
		r = Number(x)
	} else {
		inner = inner.Scale(outer.coef)
	}
	for _, f := range outer.factors {
		r = c.Mul(r, c.atomPower(f, half))
	}
	if inner.IsInt(1) {
		return r
	}
	if a := inner.asAtom(); a != nil && a.kind != group {
		return c.Mul(r, c.atomPower(factor{a, 2}, half))
	}
	g := (&Atom{kind: group, args: []*Poly{inner}}).seal()
	return c.Mul(r, polyOf([]*addend{(&addend{coef: one, factors: []factor{{g, half}}}).seal()}))
}

// atomPower raises a factor. The root of an even power is that of the absolute value:
// sqrt(x²) = |x|.
func (c *Context) atomPower(f factor, half int) *Poly {
	n := f.half * half / 2
	a := f.atom
	if half%2 != 0 && n%4 != 0 && !c.natural(a) && f.half%4 == 0 {
		a = Apply("abs", false, atomPoly(a)).asAtom()
	}
	return polyOf([]*addend{(&addend{coef: one, factors: []factor{{a, n}}}).seal()})
}

// rootable moves factors that may be negative, and the sign of the coefficient, back inside.
func (c *Context) rootable(outer *addend, inner *Poly) (*addend, *Poly) {
	kept := &addend{coef: outer.coef}
	for _, f := range outer.factors {
		if f.half*1%2 == 0 && (f.half%4 == 0 || c.natural(f.atom)) {
			kept.factors = append(kept.factors, f)
		} else {
			inner = c.Mul(inner, polyOf([]*addend{(&addend{coef: one, factors: []factor{f}}).seal()}))
		}
	}
	if outer.coef.Sign() < 0 {
		kept.coef, inner = new(big.Rat).Neg(outer.coef), inner.Neg()
	}
	return kept, inner
}

// ratPower is a number to a power; false where that is no rational number.
func ratPower(x *big.Rat, half int) (*big.Rat, bool) {
	if x.Sign() == 0 {
		return nil, false
	}
	if half < 0 {
		x, half = new(big.Rat).Inv(x), -half
	}
	if half%2 != 0 {
		num, den := new(big.Int).Sqrt(new(big.Int).Abs(x.Num())), new(big.Int).Sqrt(x.Denom())
		root := new(big.Rat).SetFrac(num, den)
		if x.Sign() < 0 || new(big.Rat).Mul(root, root).Cmp(x) != 0 {
			return nil, false
		}
		x = root
	} else {
		half /= 2
	}
	r := big.NewRat(1, 1)
	for range half {
		r.Mul(r, x)
	}
	return r, true
}

// content parts a term into what all its addends have in common, and the rest: p = outer · inner.
// Outer has the leading coefficient and, of each atom that no binder reaches, the least power, where
// all addends have it with one sign.
func (c *Context) content(p *Poly) (outer *addend, inner *Poly) {
	if len(p.adds) == 0 {
		return &addend{coef: one}, p
	}
	first := p.adds[0]
	outer = &addend{coef: first.coef}
	for _, f := range first.factors {
		if !free(f.atom, first) {
			continue
		}
		least := f.half
		for _, a := range p.adds[1:] {
			i := slices.IndexFunc(a.factors, func(g factor) bool { return g.atom.key == f.atom.key })
			switch {
			case i < 0 || (a.factors[i].half > 0) != (least > 0):
				least = 0
			case least > 0:
				least = min(least, a.factors[i].half)
			default:
				least = max(least, a.factors[i].half)
			}
		}
		if least != 0 {
			outer.factors = append(outer.factors, factor{f.atom, least})
		}
	}
	inverse := &addend{coef: new(big.Rat).Inv(outer.coef)}
	for _, f := range outer.factors {
		inverse.factors = append(inverse.factors, factor{f.atom, -f.half})
	}
	var adds []*addend
	for _, a := range p.adds {
		x := c.opened(a)
		adds = append(adds, c.product(new(big.Rat).Mul(x.coef, inverse.coef), x.binders, x.guards, slices.Concat(x.factors, inverse.factors)).adds...)
	}
	return outer, polyOf(adds)
}

// free reports whether an atom mentions no binder of an addend.
func free(a *Atom, of *addend) bool {
	return !slices.ContainsFunc(of.binders, func(x Binder) bool { return a.mentions(x.Name) })
}

func (c *Context) root(name string, p *Poly, half int) *Poly {
	if c.Kind != Reals {
		return Apply(name, false, p)
	}
	return c.power(p, half)
}

func (c *Context) powerOf(p, q *Poly) *Poly {
	n, ok := q.Const()
	if !ok || c.Kind != Reals {
		return Apply("power", false, p, q)
	}
	double := new(big.Rat).Mul(n, big.NewRat(2, 1))
	if !double.IsInt() || double.Num().CmpAbs(big.NewInt(8)) > 0 {
		return Apply("power", false, p, q)
	}
	return c.power(p, int(double.Num().Int64()))
}

// exp turns sums into products: exp(x + y/2) = exp(x)·exp(y)^(1/2), and exp(log(x)) = x where the
// left side has a value.
func (c *Context) exp(p *Poly) *Poly {
	if c.Kind != Reals {
		return Apply("exp", false, p)
	}
	r := Int(1)
	for _, a := range p.adds {
		rest := *a
		rest.coef = one
		double := new(big.Rat).Mul(a.coef, big.NewRat(2, 1))
		if !double.IsInt() || double.Num().BitLen() > 20 {
			r = c.Mul(r, Apply("exp", false, polyOf([]*addend{a})))
			continue
		}
		half := int(double.Num().Int64())
		base := polyOf([]*addend{&rest})
		if f := base.asAtom(); f != nil && f.kind == apply && f.name == "log" && half%2 == 0 {
			r = c.Mul(r, c.power(f.args[0], half))
			continue
		}
		e := Apply("exp", false, base).asAtom()
		r = c.Mul(r, polyOf([]*addend{(&addend{coef: one, factors: []factor{{e, half}}}).seal()}))
	}
	return r
}

// log turns products into sums, of factors that are known to be positive: log(x·y) with both
// below 0 has a value, and log(x) + log(y) has none.
func (c *Context) log(p *Poly) *Poly {
	if c.Kind != Reals {
		return Apply("log", false, p)
	}
	outer, inner := c.content(p)
	r := polyOf(nil)
	if outer.coef.Sign() < 0 {
		inner = inner.Neg()
		outer.coef = new(big.Rat).Neg(outer.coef)
	}
	for _, f := range outer.factors {
		if !c.positive(f.atom) {
			inner = c.Mul(inner, polyOf([]*addend{(&addend{coef: one, factors: []factor{f}}).seal()}))
			continue
		}
		l := Apply("log", false, atomPoly(f.atom))
		if f.atom.kind == group {
			l = Apply("log", false, f.atom.args[0])
		}
		if f.atom.kind == apply && f.atom.name == "exp" {
			l = f.atom.args[0]
		}
		r = r.Add(l.Scale(big.NewRat(int64(f.half), 2)))
	}
	if outer.coef.Cmp(one) != 0 {
		r = r.Add(Apply("log", false, Number(outer.coef)))
	}
	if inner.IsInt(1) {
		return r
	}
	return r.Add(Apply("log", false, inner))
}
