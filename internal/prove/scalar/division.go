package scalar

import (
	"math/big"
	"slices"
)

// Whole reports whether all coefficients are whole numbers.
func Whole(p *Poly) bool {
	return !slices.ContainsFunc(p.adds, func(a *addend) bool { return !a.coef.IsInt() })
}

// Quotient is p / q where q is a product and divides each addend of p: the quotient has whole
// coefficients and no reciprocals.
func (c *Context) Quotient(p, q *Poly) (*Poly, bool) {
	b := q.single()
	if b == nil || len(b.binders)+len(b.guards) > 0 || b.coef.Sign() == 0 {
		return nil, false
	}
	inverse := &addend{coef: new(big.Rat).Inv(b.coef)}
	for _, f := range b.factors {
		inverse.factors = append(inverse.factors, factor{f.atom, -f.half})
	}
	r := c.Mul(p, polyOf([]*addend{inverse.seal()}))
	for _, a := range r.adds {
		if !a.coef.IsInt() || slices.ContainsFunc(a.factors, func(f factor) bool { return f.half < 0 }) {
			return nil, false
		}
	}
	return r, true
}

// floorDivide is ⌊p/q⌋ of integers, where q > 0.
//
//	⌊(q·a + b)/q⌋ = a + ⌊b/q⌋
//	⌊b/q⌋         = 0             where 0 <= b < q
//	⌊⌊a/b⌋/q⌋     = ⌊a/(b·q)⌋     where b > 0
func (c *Context) floorDivide(p, q *Poly) *Poly {
	if q.IsInt(1) || p.IsZero() {
		return p
	}
	whole, rest := polyOf(nil), polyOf(nil)
	for _, a := range p.adds {
		one := polyOf([]*addend{a})
		if d, ok := c.Quotient(one, q); ok {
			whole = whole.Add(d)
		} else {
			rest = rest.Add(one)
		}
	}
	if c.Facts.Entails(Guard{AtLeast, rest}) && c.Facts.Entails(Guard{AtLeast, q.Sub(rest).Add(Int(-1))}) {
		return whole
	}
	if x, ok := rest.Const(); ok {
		if y, constant := q.Const(); constant && x.IsInt() && y.IsInt() && y.Sign() > 0 {
			n := new(big.Int).Div(x.Num(), y.Num()) // rounds down where y is above 0
			return whole.Add(Number(new(big.Rat).SetInt(n)))
		}
	}
	if a := rest.asAtom(); a != nil && a.kind == apply && a.name == "÷" {
		return whole.Add(c.floorDivide(a.args[0], c.Mul(a.args[1], q)))
	}
	return whole.Add(Apply("÷", false, rest, q))
}
