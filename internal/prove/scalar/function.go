package scalar

import (
	"math/big"
	"slices"
	"strings"
)

var one = big.NewRat(1, 1)

// Projection begins the names of functions that give of an index of a broadcast shape that
// of an operand. The operand of an operand is one of the whole.
const Projection = "proj:"

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

func (c *Context) naturalPoly(p *Poly) bool {
	return !slices.ContainsFunc(p.adds, func(a *addend) bool { return a.coef.Sign() < 0 || !c.naturalFactors(a.factors) })
}

func (c *Context) naturalFactors(factors []factor) bool {
	return !slices.ContainsFunc(factors, func(f factor) bool { return f.half%4 != 0 && !c.natural(f.atom) })
}

// positivePoly reports whether a term is above 0: a sum of terms not below 0, one of which
// is above.
func (c *Context) positivePoly(p *Poly) bool {
	return c.naturalPoly(p) && slices.ContainsFunc(p.adds, func(a *addend) bool {
		some := !slices.ContainsFunc(a.binders, func(x Binder) bool { return !c.Facts.Entails(Guard{AtLeast, x.Extent.Add(Int(-1))}) })
		return len(a.guards) == 0 && some && !slices.ContainsFunc(a.factors, func(f factor) bool { return !c.positive(f.atom) })
	})
}

// Power is a term to a power that is counted in halves.
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

// atomPower raises a factor; of an even power the root is the absolute value.
func (c *Context) atomPower(f factor, half int) *Poly {
	n := f.half * half / 2
	a := f.atom
	if half%2 != 0 && n%4 != 0 && !c.natural(a) && f.half%4 == 0 {
		a = Apply("abs", false, atomPoly(a)).asAtom()
	}
	return polyOf([]*addend{(&addend{coef: one, factors: []factor{{a, n}}}).seal()})
}

// rootable moves factors that may be negative, and a negative coefficient, back inside.
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

// content takes out of a term what all its addends have in common: a number, and factors
// that no binder reaches.
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

// flipped reports whether the leading coefficient is negative.
func flipped(p *Poly) bool { return len(p.adds) > 0 && p.adds[0].coef.Sign() < 0 }

var (
	odd      = map[string]bool{"tanh": true, "sin": true, "tan": true, "asin": true, "atan": true, "sinh": true, "asinh": true, "atanh": true, "erf": true, "sign": true, "trunc": true, "round": true}
	even     = map[string]bool{"cos": true, "cosh": true}
	integral = map[string]bool{"floor": true, "trunc": true, "round": true, "round_even": true}
)

// Function is a function of elements by its operator's name, or any other one: then it is
// known for nothing.
func (c *Context) Function(name string, truth bool, args ...*Poly) *Poly {
	c.spend(1)
	if f := functions[name]; f != nil {
		return f(c, args)
	}
	if strings.HasPrefix(name, Projection) {
		if a := args[0].asAtom(); a != nil && a.kind == apply && strings.HasPrefix(a.name, Projection) {
			return Apply(name, false, a.args...)
		}
	}
	if c.Kind == Reals && len(args) == 1 {
		p := args[0]
		switch {
		case odd[name] && p.IsZero():
			return p
		case odd[name] && flipped(p):
			return Apply(name, truth, p.Neg()).Neg()
		case even[name] && flipped(p):
			return Apply(name, truth, p.Neg())
		}
	}
	if len(args) == 1 && integral[name] {
		if a := args[0].asAtom(); a != nil && a.kind == apply && integral[a.name] {
			return args[0]
		}
	}
	return Apply(name, truth, args...)
}

var functions map[string]func(c *Context, args []*Poly) *Poly

func init() {
	functions = map[string]func(c *Context, args []*Poly) *Poly{
		"add":           func(c *Context, a []*Poly) *Poly { return c.plus(a[0], a[1]) },
		"subtract":      func(c *Context, a []*Poly) *Poly { return c.minus(a[0], a[1]) },
		"multiply":      func(c *Context, a []*Poly) *Poly { return c.times(a[0], a[1]) },
		"divide":        func(c *Context, a []*Poly) *Poly { return c.divide(a[0], a[1]) },
		"negative":      func(c *Context, a []*Poly) *Poly { return a[0].Neg() },
		"copy":          func(c *Context, a []*Poly) *Poly { return a[0] },
		"÷":             func(c *Context, a []*Poly) *Poly { return c.floorDivide(a[0], a[1]) },
		"exp":           func(c *Context, a []*Poly) *Poly { return c.exp(a[0]) },
		"log":           func(c *Context, a []*Poly) *Poly { return c.log(a[0]) },
		"sqrt":          func(c *Context, a []*Poly) *Poly { return c.root("sqrt", a[0], 1) },
		"rsqrt":         func(c *Context, a []*Poly) *Poly { return c.root("rsqrt", a[0], -1) },
		"abs":           func(c *Context, a []*Poly) *Poly { return c.abs(a[0]) },
		"sigmoid":       func(c *Context, a []*Poly) *Poly { return c.sigmoid(a[0]) },
		"ceil":          func(c *Context, a []*Poly) *Poly { return c.Function("floor", false, a[0].Neg()).Neg() },
		"power":         func(c *Context, a []*Poly) *Poly { return c.powerOf(a[0], a[1]) },
		"maximum":       func(c *Context, a []*Poly) *Poly { return c.Max(a[0], a[1]) },
		"minimum":       func(c *Context, a []*Poly) *Poly { return c.Min(a[0], a[1]) },
		"logical_and":   func(c *Context, a []*Poly) *Poly { return c.Mul(c.Truth(a[0]), c.Truth(a[1])) },
		"logical_or":    func(c *Context, a []*Poly) *Poly { return c.or(c.Truth(a[0]), c.Truth(a[1])) },
		"logical_xor":   func(c *Context, a []*Poly) *Poly { return c.xor(c.Truth(a[0]), c.Truth(a[1])) },
		"logical_not":   func(c *Context, a []*Poly) *Poly { return c.Not(c.Truth(a[0])) },
		"where":         func(c *Context, a []*Poly) *Poly { return c.Mul(a[0], a[1]).Add(c.Mul(c.Not(a[0]), a[2])) },
		"less":          func(c *Context, a []*Poly) *Poly { return c.less(a[0], a[1]) },
		"greater":       func(c *Context, a []*Poly) *Poly { return c.less(a[1], a[0]) },
		"less_equal":    func(c *Context, a []*Poly) *Poly { return Int(1).Sub(c.less(a[1], a[0])) },
		"greater_equal": func(c *Context, a []*Poly) *Poly { return Int(1).Sub(c.less(a[0], a[1])) },
		"equal":         func(c *Context, a []*Poly) *Poly { return c.equal(a[0], a[1]) },
		"not_equal":     func(c *Context, a []*Poly) *Poly { return Int(1).Sub(c.equal(a[0], a[1])) },
	}
}

func (c *Context) plus(p, q *Poly) *Poly {
	if c.Kind != Bits {
		return p.Add(q)
	}
	if p.Equal(q) {
		return c.times(Int(2), p)
	}
	return Apply("add", false, inOrder(p, q)...)
}

func (c *Context) minus(p, q *Poly) *Poly {
	switch {
	case c.Kind != Bits:
		return p.Sub(q)
	case q.IsZero():
		return p
	case p.Equal(q):
		return Apply("add", false, inOrder(p, q.Neg())...)
	}
	return c.plus(p, q.Neg())
}

func inOrder(p, q *Poly) []*Poly {
	if q.key < p.key {
		return []*Poly{q, p}
	}
	return []*Poly{p, q}
}

// unsigned takes the sign off a term: products and quotients are the same to the bit with
// it and without.
func unsigned(p *Poly) (*Poly, int64) {
	if flipped(p) {
		return p.Neg(), -1
	}
	return p, 1
}

func (c *Context) times(p, q *Poly) *Poly {
	if c.Kind != Bits {
		return c.Mul(p, q)
	}
	p, s := unsigned(p)
	q, t := unsigned(q)
	sign := big.NewRat(s*t, 1)
	switch {
	case p.IsInt(1):
		return q.Scale(sign)
	case q.IsInt(1):
		return p.Scale(sign)
	}
	return Apply("multiply", false, inOrder(p, q)...).Scale(sign)
}

func (c *Context) divide(p, q *Poly) *Poly {
	if q.IsInt(1) {
		return p
	}
	switch c.Kind {
	case Reals:
		return c.Mul(p, c.power(q, -2))
	case Bits:
		p, s := unsigned(p)
		q, t := unsigned(q)
		return Apply("divide", false, p, q).Scale(big.NewRat(s*t, 1))
	}
	return Apply("divide", false, p, q)
}

func (c *Context) root(name string, p *Poly, half int) *Poly {
	if c.Kind != Reals {
		return Apply(name, false, p)
	}
	return c.power(p, half)
}

func (c *Context) sigmoid(p *Poly) *Poly {
	if c.Kind != Reals {
		return Apply("sigmoid", false, p)
	}
	return c.power(Int(1).Add(c.exp(p.Neg())), -2)
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

// exp turns sums into products.
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

// log turns products of positive terms into sums.
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

func (c *Context) abs(p *Poly) *Poly {
	if x, ok := p.Const(); ok {
		return Number(new(big.Rat).Abs(x))
	}
	p, _ = unsigned(p)
	if c.Kind == Bits {
		if a := p.asAtom(); a != nil && a.kind == apply && (a.name == "multiply" || a.name == "divide") {
			return c.Function(a.name, false, c.abs(a.args[0]), c.abs(a.args[1]))
		}
	}
	if a := p.asAtom(); a != nil && a.kind == apply && a.name == "abs" {
		return p
	}
	if c.Kind != Reals {
		return Apply("abs", false, p)
	}
	if c.naturalPoly(p) {
		return p
	}
	outer, inner := c.content(p)
	if len(outer.factors) == 0 && inner.Equal(p) {
		return Apply("abs", false, p)
	}
	r := Number(new(big.Rat).Abs(outer.coef))
	for _, f := range outer.factors {
		a := f.atom
		if f.half%4 != 0 && !c.natural(a) {
			a = Apply("abs", false, atomPoly(a)).asAtom()
		}
		r = c.Mul(r, polyOf([]*addend{(&addend{coef: one, factors: []factor{{a, f.half}}}).seal()}))
	}
	if inner.IsInt(1) {
		return r
	}
	return c.Mul(r, c.abs(inner))
}

// less is 1 where p < q. Integers wrap around, so that only of reals the difference
// decides.
func (c *Context) less(p, q *Poly) *Poly {
	if c.Kind != Reals {
		if p.Equal(q) {
			return Int(0)
		}
		return Apply("less", true, p, q)
	}
	d := p.Sub(q)
	if x, ok := d.Const(); ok {
		return Int(int64(min(1, max(0, -x.Sign()))))
	}
	return Apply("less", true, d.Scale(new(big.Rat).Inv(new(big.Rat).Abs(d.adds[0].coef))), Int(0))
}

func (c *Context) equal(p, q *Poly) *Poly {
	if p.Equal(q) {
		return Int(1)
	}
	if c.Kind == Reals {
		d := p.Sub(q)
		if _, ok := d.Const(); ok {
			return Int(0)
		}
		return Apply("equal", true, d.Scale(new(big.Rat).Inv(d.adds[0].coef)), Int(0))
	}
	return Apply("equal", true, inOrder(p, q)...)
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

// FactorsOf are the terms that must not be 0 for a term not to be: the factors of a product
// that are not known to be positive, each to the first power.
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

// Whole reports whether all coefficients are whole numbers.
func Whole(p *Poly) bool {
	return !slices.ContainsFunc(p.adds, func(a *addend) bool { return !a.coef.IsInt() })
}

// Quotient divides by a product of symbols and a number, where that leaves no rest.
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

// floorDivide is p / q rounded down, of integers, q above 0. What q divides is taken out, and
// a rest between 0 and q vanishes.
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

// isTruth reports whether a term is 0 or 1 for all values of its atoms, all of which are.
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

// IsApplied reports whether a term is a function of a name of others.
func IsApplied(p *Poly, name string) bool {
	a := p.asAtom()
	return a != nil && a.kind == apply && a.name == name
}
