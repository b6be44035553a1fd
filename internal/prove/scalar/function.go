package scalar

import (
	"math/big"
	"strings"
)

var one = big.NewRat(1, 1)

// Projection begins the names of functions that map an index of a broadcast shape to the index of
// an operand: proj:a(proj:ab(i)) = proj:a(i), since broadcasting composes.
const Projection = "proj:"

// flipped reports whether the leading coefficient is negative.
func flipped(p *Poly) bool { return len(p.adds) > 0 && p.adds[0].coef.Sign() < 0 }

var (
	odd      = map[string]bool{"tanh": true, "sin": true, "tan": true, "asin": true, "atan": true, "sinh": true, "asinh": true, "atanh": true, "erf": true, "sign": true, "trunc": true, "round": true}
	even     = map[string]bool{"cos": true, "cosh": true}
	integral = map[string]bool{"floor": true, "trunc": true, "round": true, "round_even": true}
)

// Function is a function of elements by its operator's name. What is known of it depends on the
// arithmetic:
//
//	Reals: the field's laws; exp and log turn sums into products and back; odd and even functions
//	       move signs, f(-x) = -f(x) and f(-x) = f(x)
//	Modulo: the ring's laws, and equal arguments
//	Bits: commutativity, signs of products and quotients, choices; no sums of sums
//	Booleans: the laws of a distributive lattice with complements
//
// A name that is in no table is uninterpreted: equal arguments give equal results.
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

// minus is p - q. To the bit it is p + (-q), but not 0 where both are one term: x - x is 0 of
// finite numbers alone.
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

// unsigned is |leading coefficient| instead of its sign, and the sign: (-x)·y = -(x·y) to the bit,
// and so are quotients.
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

func (c *Context) sigmoid(p *Poly) *Poly {
	if c.Kind != Reals {
		return Apply("sigmoid", false, p)
	}
	return c.power(Int(1).Add(c.exp(p.Neg())), -2)
}

// abs is |p|. Of reals |c·xᵃ·y| = |c|·|x|ᵃ·|y|, without the bars where a factor is known not to be
// below 0. To the bit the absolute value moves into products and quotients alone.
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

// less is 1 where p < q. Of reals p < q where (p - q)/k < 0 for a k > 0: k is the leading
// coefficient's magnitude, so that multiples of one inequality have one form. Integers wrap around:
// 100 < -100 + 100 differs from 100 + 100 < 100 in 8 bits.
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

// equal is 1 where p = q. As for less, only of reals the difference decides.
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

// IsApplied reports whether a term is a function of a name of others.
func IsApplied(p *Poly, name string) bool {
	a := p.asAtom()
	return a != nil && a.kind == apply && a.name == name
}
