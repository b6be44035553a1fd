package recurrence

import (
	"math"
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// A group is the part of all costs that has one factor. T is at most the sum,
// over the groups, of the factor times the bound of the same recurrence with that
// part of the costs: a maximum of sums is at most the sum of the maxima. A factor
// that rises with n is at most what it is at the top of the recursion, so it
// stands before the bound as well.
type group struct {
	factor *symbolic.Expr
	costs  []cost // for each case
}

// A cost is a sum of elements.
type cost []element

// An element is coef * n^degree * log2(n)^logs * base^n.
type element struct {
	coef   *big.Rat
	degree exponent
	logs   int
	base   *big.Rat
}

// An exponent is a number of at least 0; whole is it if it is a natural one,
// else -1. The value is correct to a few units in the last place.
type exponent struct {
	expr  *symbolic.Expr
	value float64
	whole int
}

var (
	one   = big.NewRat(1, 1)
	whole = func() (out [8]exponent) {
		for k := range out {
			out[k] = exponent{symbolic.Int(int64(k)), float64(k), k}
		}
		return out
	}()
)

func wholeExponent(k int) exponent {
	if k < len(whole) {
		return whole[k]
	}
	return exponent{symbolic.Int(int64(k)), float64(k), k}
}

// maxDegree bounds the degrees of costs.
const maxDegree = 32

func exponentOf(e *symbolic.Expr) (exponent, bool) {
	if k, ok := e.Const(); ok {
		if k < 0 || k > maxDegree {
			return exponent{}, false
		}
		return wholeExponent(int(k)), true
	}
	v, err := e.Enclose(nothing)
	if err != nil || v.Low < 0 || v.High > maxDegree {
		return exponent{}, false
	}
	return exponent{e, v.Mid(), -1}, true
}

func nothing(*symbolic.Symbol) (int64, bool) { return 0, false }

// groups takes the costs apart.
func (p *problem) groups(r Recurrence) ([]*group, error) {
	s := splitting{problem: p, size: len(r.Cases)}
	for i, c := range r.Cases {
		if !s.add(i, c.Cost) {
			return nil, ErrCost
		}
	}
	return s.groups, nil
}

type splitting struct {
	*problem
	size   int
	groups []*group
}

// add splits the cost of one case. What would be negative is left out, if it is
// not outweighed; where the terms cannot be judged one by one the whole cost is a
// factor. A case that ends costs at most what it does at its end.
func (s *splitting) add(i int, e *symbolic.Expr) bool {
	if e == nil || e.Undefined() {
		return false
	}
	smooth := e.Smooth()
	if s.kind == dividing || s.kind == branchy {
		smooth = smooth.Apart(s.n)
	}
	if s.addParts(i, smooth) {
		return true
	}
	if !s.rises(e) {
		return false
	}
	if shape := &s.cases[i]; !shape.open() {
		if end := substitute(e, s.n, symbolic.Int(shape.below-1)); end != nil && !end.Undefined() && s.addParts(i, end) {
			return true
		}
	}
	costs := s.group(e).costs
	costs[i] = append(costs[i], element{one, whole[0], 0, one})
	return true
}

func (s *splitting) addParts(i int, e *symbolic.Expr) bool {
	parts := e.Parts(s.n)
	elements := make([]element, len(parts))
	for j, part := range parts {
		x, ok := elementOf(part)
		if !ok || !s.rises(part.Factor) || !s.cases[i].open() && part.Factor.Has(s.n) {
			return false
		}
		elements[j] = x
	}
	for j, part := range parts {
		alike := func(q symbolic.Part) bool { return q.Factor.Equal(part.Factor) }
		if slices.IndexFunc(parts, alike) < j {
			continue
		}
		var c cost
		for k, x := range elements {
			if alike(parts[k]) {
				c = append(c, x)
			}
		}
		s.group(part.Factor).costs[i] = c.proper(s.n)
	}
	return true
}

// proper leaves negative elements out, unless the cost is nowhere negative and
// does not fall, and they are powers of n.
func (c cost) proper(n *symbolic.Symbol) cost {
	negative := slices.ContainsFunc(c, func(x element) bool { return x.coef.Sign() < 0 })
	odd := slices.ContainsFunc(c, func(x element) bool {
		return x.coef.Sign() < 0 && (x.logs > 0 || x.degree.whole < 0 || x.base.Cmp(one) != 0)
	})
	if !negative {
		return c
	}
	if e := c.expr(n); !odd && e.Nonnegative() && e.Trend(n) == symbolic.Rising {
		return c
	}
	return c.positive()
}

// rises says that a factor is nowhere negative and does not fall as n rises.
func (s *splitting) rises(e *symbolic.Expr) bool {
	if _, ok := e.Const(); ok {
		return true
	}
	if !e.Nonnegative() {
		return false
	}
	trend := e.Trend(s.n)
	return trend == symbolic.Constant || trend == symbolic.Rising
}

func (s *splitting) group(factor *symbolic.Expr) *group {
	for _, g := range s.groups {
		if g.factor.Equal(factor) {
			return g
		}
	}
	g := &group{factor, make([]cost, s.size)}
	s.groups = append(s.groups, g)
	return g
}

func elementOf(p symbolic.Part) (element, bool) {
	degree, ok := exponentOf(p.Degree)
	return element{p.Coef, degree, int(p.Logs), p.Base}, ok && p.Logs <= maxDegree
}

// expr is the element over n.
func (x element) expr(n *symbolic.Symbol) *symbolic.Expr {
	if x.coef == one {
		return x.shape(n)
	}
	return symbolic.Ratio(x.coef).Mul(x.shape(n))
}

// shape is the element without its coefficient.
func (x element) shape(n *symbolic.Symbol) *symbolic.Expr {
	v := symbolic.Var(n)
	out := v.Power(x.degree.expr)
	if x.logs > 0 {
		out = out.Mul(v.Log(symbolic.Int(2)).Pow(uint32(x.logs)))
	}
	if x.base.Cmp(one) != 0 {
		out = out.Mul(symbolic.Ratio(x.base).Power(v))
	}
	return out
}

// expr is the sum of the elements.
func (c cost) expr(n *symbolic.Symbol) *symbolic.Expr {
	sum := symbolic.Int(0)
	for _, x := range c {
		sum = sum.Add(x.expr(n))
	}
	return sum
}

// same says that two elements differ in their coefficients alone.
func (x element) same(y element) bool {
	return x.logs == y.logs && x.degree.whole == y.degree.whole && x.base.Cmp(y.base) == 0 &&
		(x.degree.whole >= 0 || x.degree.expr.Equal(y.degree.expr))
}

// at is an upper bound of the value at n.
func (x element) at(n int64) float64 {
	v := ratUp(x.coef)
	if v < 0 {
		return -x.with(-v, n, mulDown, -1)
	}
	return x.with(v, n, mulUp, 1)
}

// with multiplies the factors that depend on n, rounding in one direction.
func (x element) with(v float64, n int64, mul func(a, b float64) float64, direction float64) float64 {
	v = mul(v, power(float64(n), x.degree, mul, direction))
	if x.logs > 0 {
		v = mul(v, power(log2(float64(n), direction), wholeExponent(x.logs), mul, direction))
	}
	if x.base.Cmp(one) != 0 {
		base := ratUp(x.base)
		if direction < 0 {
			base = ratDown(x.base)
		}
		v = mul(v, power(base, wholeExponent(int(n)), mul, direction))
	}
	return v
}

// at is an upper bound of the value at n, at least 0.
func (c cost) at(n int64) float64 {
	sum := 0.0
	for _, x := range c {
		sum = addUp(sum, x.at(n))
	}
	return math.Max(sum, 0)
}
