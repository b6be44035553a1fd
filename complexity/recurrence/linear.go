package recurrence

import (
	"math"
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// solve bounds T for one group of costs.
func (p *problem) solve(g *group) (*symbolic.Expr, error) {
	switch p.kind {
	case flat:
		return p.solveFlat(g)
	case linear:
		if p.addsUp() {
			return p.solveSum(g)
		}
		return p.solveSteps(g)
	case dividing:
		return p.solveDividing(g)
	}
	return p.solveBranching(g)
}

// solveFlat: the costs themselves, and a constant for the bounded cases.
func (p *problem) solveFlat(g *group) (*symbolic.Expr, error) {
	h := p.greatest(g, p.table(g, p.first), (*shape).open)
	return p.raise(g, h.expr(p.n), p.first, 0)
}

// solveSteps bounds T(n) <= h(n) + T(n - c) by a G with G(n) - G(n - c) >= h(n),
// and a constant by which it reaches T where that does not hold yet. Cases without
// calls cost at most h0(n); where h does not bound that, h0 is added once, since
// h(n) + h0(n - c) + G(n - c) is at most h0(n) + G(n).
func (p *problem) solveSteps(g *group) (*symbolic.Expr, error) {
	c := p.step()
	first := max(p.first, c)
	w := p.table(g, first)
	h := p.greatest(g, w, (*shape).recursive)
	if c > 1 {
		h = h.positive()
	}
	sum, floor := symbolic.Int(0), math.Inf(-1)
	for _, x := range h {
		sum = sum.Add(x.antidifference(p.n, c))
	}
	if once := p.greatest(g, w, (*shape).leaf).positive(); !h.covers(once) {
		sum, floor = sum.Add(once.expr(p.n)), 0
	}
	return p.raise(g, sum, first, floor)
}

// leaf says that the shape matters beyond every n and has no calls that depend on
// it.
func (s *shape) leaf() bool { return s.open() && len(s.calls) == 0 }

// covers says that c is at least d by the elements of both: for each of d there is one of c with at
// least its coefficient, and none of c is taken away.
func (c cost) covers(d cost) bool {
	for _, y := range d {
		if !slices.ContainsFunc(c, func(x element) bool { return x.same(y) && x.coef.Cmp(y.coef) >= 0 }) {
			return false
		}
	}
	return len(d) == 0 || len(c.positive()) == len(c)
}

// step is the least c of the calls of recursive shapes; a fraction of n is at
// most n - 1.
func (p *problem) step() int64 {
	c := int64(math.MaxInt64)
	for i := range p.cases {
		s := &p.cases[i]
		if !s.recursive() {
			continue
		}
		for _, a := range s.calls {
			if a.divides() {
				return 1
			}
			c = min(c, a.step())
		}
	}
	return c
}

// greatest is a cost that is at least that of every such case: of several, the
// greatest coefficient of each element. What calls with fixed arguments cost is a
// part of it.
func (p *problem) greatest(g *group, w []float64, which func(*shape) bool) cost {
	var out cost
	open := 0
	for i := range p.cases {
		if !which(&p.cases[i]) {
			continue
		}
		c := p.cost(g, w, i)
		if open++; open == 1 {
			out = c
			continue
		}
		out = out.positive().union(c.positive())
	}
	return out
}

// cost is that of a case with what its calls on fixed arguments cost.
func (p *problem) cost(g *group, w []float64, i int) cost {
	c, fixed := g.costs[i], 0.0
	for _, k := range p.cases[i].fixed {
		fixed = addUp(fixed, w[k])
	}
	if fixed == 0 {
		return c
	}
	return append(c[:len(c):len(c)], element{rational(fixed), whole[0], 0, one})
}

// rational is a float as a fraction; what is none counts as huge.
func rational(v float64) *big.Rat {
	if r := new(big.Rat).SetFloat64(v); r != nil {
		return r
	}
	return new(big.Rat).SetFloat64(math.MaxFloat64)
}

// positive leaves negative elements out.
func (c cost) positive() cost {
	var out cost
	for _, x := range c {
		if x.coef.Sign() > 0 {
			out = append(out, x)
		}
	}
	return out
}

func (c cost) union(d cost) cost {
	out := append(cost(nil), c...)
next:
	for _, y := range d {
		for i, x := range out {
			if x.same(y) {
				if x.coef.Cmp(y.coef) < 0 {
					out[i] = y
				}
				continue next
			}
		}
		out = append(out, y)
	}
	return out
}

// antidifference is a G with G(n) - G(n - c) >= x(n) for n >= c, equal where the
// element is a polynomial times an exponential (symbolic.Expr.Sum), and
// G(0) >= 0:
//
//   - With an exponential b^n, b > 1, and f the rest, which does not fall:
//     G = f(n)*b^n*b^c/(b^c - 1), since f(n - c) <= f(n).
//   - With logarithms: G = P(n)*log2(n)^k where P is the antidifference without
//     them.
//   - Of n^q: n^(q+1)/(c*(q+1)) + n^q, since the first part of the difference is
//     the integral of x^q/c from n-c to n, which is at least (n - c)^q.
func (x element) antidifference(n *symbolic.Symbol, c int64) *symbolic.Expr {
	exponential := x.base.Cmp(one) != 0
	switch {
	case x.summable(c):
		return x.exactSum(n, c)
	case exponential:
		return symbolic.Ratio(geometric(x.base, c)).Mul(x.expr(n))
	case x.logs > 0:
		rest := element{x.coef, x.degree, 0, one}
		log := element{one, whole[0], x.logs, one}
		return rest.antidifference(n, c).Mul(log.expr(n))
	}
	v := symbolic.Var(n)
	slope := constant(roundUp(1 / (float64(c) * (x.degree.value + 1)) * (1 + slack)))
	sum := slope.Mul(v).Add(symbolic.Int(1)).Mul(v.Power(x.degree.expr))
	return symbolic.Ratio(x.coef).Mul(sum)
}

// maxInterpolated is the greatest degree of which the polynomial through the sums at
// multiples of c surely does not fall between them.
const maxInterpolated = 8

// summable says that x has an exact sum in steps of c which does not fall.
func (x element) summable(c int64) bool {
	switch {
	case x.logs > 0 || x.degree.whole < 0:
		return false
	case x.base.Cmp(one) == 0:
		return c == 1 || x.degree.whole <= maxInterpolated
	}
	return x.base.Cmp(smallBase) >= 0 && (c == 1 || x.degree.whole == 0)
}

// smallBase bounds the exponentials that are summed exactly: below it the
// polynomials in the sum would have huge coefficients.
var smallBase = big.NewRat(3, 2)

// geometric is b^c/(b^c - 1), the sum of b^(-c*i) over all i.
func geometric(b *big.Rat, c int64) *big.Rat {
	power := new(big.Rat).Set(one)
	for range c {
		power.Mul(power, b)
	}
	return new(big.Rat).Quo(power, new(big.Rat).Sub(power, one))
}

var index = symbolic.NewSymbol("i", 0)

// exactSum is the sum of x(c*i) for i up to n/c, as if c divided n, without the
// constant by which that of an exponential is below its leading terms.
func (x element) exactSum(n *symbolic.Symbol, c int64) *symbolic.Expr {
	scaled := substitute(x.expr(n), n, symbolic.Int(c).Mul(symbolic.Var(index)))
	sum, how := scaled.Sum(index, symbolic.Int(1), symbolic.Var(n))
	if how != symbolic.Exact {
		return nil
	}
	if c == 1 {
		return sum
	}
	fraction, _ := symbolic.Var(n).Div(symbolic.Int(c))
	return substitute(sum, n, fraction)
}

func substitute(e *symbolic.Expr, s *symbolic.Symbol, by *symbolic.Expr) *symbolic.Expr {
	return e.Subst(func(t *symbolic.Symbol) *symbolic.Expr {
		if t == s {
			return by
		}
		return nil
	})
}

// raise adds to e the least constant, a bit more if that has many digits, that
// brings it to T(n) for every n < first. It is at least floor. This is the base of the induction: from
// first on only open cases apply, whose inequality e satisfies by its differences, which a constant
// leaves as they are. All costs are multiplied by a common denominator before, so that the table of
// floats is exact where the costs are fractions.
func (p *problem) raise(g *group, e *symbolic.Expr, first int64, floor float64) (*symbolic.Expr, error) {
	if e == nil {
		return nil, ErrForm
	}
	scale := g.denominator()
	w := p.table(g.scaled(scale), first)
	scaled := symbolic.Ratio(scale).Mul(e)
	gap := floor
	for n := range first {
		v, err := scaled.Enclose(func(*symbolic.Symbol) (int64, bool) { return n, true })
		if err != nil {
			return nil, ErrForm
		}
		gap = math.Max(gap, addUp(w[n], -v.Low))
	}
	if gap != math.Trunc(gap) {
		gap = math.Ceil(gap*16) / 16
	}
	k := constant(gap)
	if k == nil {
		return nil, ErrSize
	}
	return e.Add(symbolic.Ratio(new(big.Rat).Inv(scale)).Mul(k)), nil
}

// denominator is a common one of all coefficients, 1 if that is large.
func (g *group) denominator() *big.Rat {
	common := big.NewInt(1)
	for _, c := range g.costs {
		for _, x := range c {
			d := x.coef.Denom()
			gcd := new(big.Int).GCD(nil, nil, common, d)
			common.Mul(common, gcd.Quo(d, gcd))
			if common.BitLen() > 20 {
				return one
			}
		}
	}
	return new(big.Rat).SetInt(common)
}

// scaled has all costs multiplied by k.
func (g *group) scaled(k *big.Rat) *group {
	if k.Cmp(one) == 0 {
		return g
	}
	out := &group{g.factor, make([]cost, len(g.costs))}
	for i, c := range g.costs {
		for _, x := range c {
			x.coef = new(big.Rat).Mul(x.coef, k)
			out.costs[i] = append(out.costs[i], x)
		}
	}
	return out
}
