package recurrence

import (
	"math"
	"math/big"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Recursive calls whose arguments add up. The bound here is
//
//	F(n) = W(0) + d(1) + … + d(n)
//
// with d that do not fall. Then F is convex, so a sum of F over arguments that are
// at most n - s together is greatest at a corner of what is allowed (Rockafellar,
// Convex Analysis, 32.2): one argument takes all, the others are 0. If s is 0,
// no argument being n, one takes n - 1 and another 1. So F bounds T if
//
//	d(n) >= h(n) + (calls - 1)*F(0)             where s >= 1
//	d(n) >= h(n) + F(1) + (calls - 2)*F(0)      where s = 0
//
// and F(n) >= T(n) for the n below the induction's first. What cases without calls
// cost more than that is added: a convex function that is 0 at 0.

func (p *problem) addsUp() bool {
	for i := range p.cases {
		if s := &p.cases[i]; s.recursive() && s.sum != nil {
			return true
		}
	}
	return false
}

// together is the s of a sum of arguments of at most n - s.
func (s *shape) together() int64 {
	if s.sum.divides() {
		return 1
	}
	return s.sum.step()
}

// solveSum takes d(n) = h(n) + D, but for d(1) = W(1) - W(0) where some s is 0,
// which the recursive cases then leave alone.
func (p *problem) solveSum(g *group) (*symbolic.Expr, error) {
	first := max(p.first, 2)
	w := p.table(g, first)
	h := p.greatest(g, w, (*shape).recursive)
	leaf := p.greatest(g, w, (*shape).leaf).positive()
	if h.covers(leaf) {
		leaf = nil
	}
	h, leaf = leaf.spread(h)
	slope, apart := p.surplus(w)
	from := int64(1)
	if apart {
		from = 2
	}
	for n := from; n < first; n++ {
		slope = math.Max(slope, addUp(w[n]-w[n-1], -h.low(n)))
	}
	start := w[0]
	if apart {
		start = math.Max(start, addUp(w[1], -addDown(h.low(1), slope)))
	}
	sum, err := p.accumulate(h, slope, start)
	return sum.Add(leaf.expr(p.n)), err
}

// spread parts the costs of cases without calls: constants go to h, what every call
// costs at least. Of the others the sum over arguments that are together at most n
// is at most the value at n, if it is convex and 0 at 0; what is not counts as
// linear.
func (c cost) spread(h cost) (all, once cost) {
	all = h
	for _, x := range c {
		switch {
		case x.degree.whole == 0 && x.logs == 0:
			rest := cost{{x.coef, x.degree, 0, one}}
			all = all.positive().union(rest)
			if x.base.Cmp(one) != 0 {
				once = append(once, x)
			}
			continue
		case x.degree.value < 1 && (x.logs == 0 || x.logs == 1 && x.degree.whole == 0) && x.base.Cmp(one) == 0:
			x.degree, x.logs = whole[1], 0
		case x.degree.value < 1:
			x.degree = whole[1]
		}
		once = append(once, x)
	}
	return all, once
}

// surplus is what the calls besides the largest cost at most; apart says that a
// case may split n without loss. It is worked out with F(0) = W(0) and F(1) = W(1), for which the
// induction is made. What is printed begins with start, which may be more: it is above that F by
// the same number from n = 1 on.
func (p *problem) surplus(w []float64) (most float64, apart bool) {
	for i := range p.cases {
		s := &p.cases[i]
		if !s.recursive() || s.sum == nil {
			continue
		}
		others := mulUp(float64(len(s.calls)-1), w[0])
		if s.together() == 0 {
			apart = true
			others = addUp(mulUp(float64(len(s.calls)-2), w[0]), w[1])
		}
		most = math.Max(most, others)
	}
	return most, apart
}

// accumulate is start + Σ (h(k) + slope) for k from 1 to n.
func (p *problem) accumulate(h cost, slope, start float64) (*symbolic.Expr, error) {
	k, c := constant(tidy(slope)), constant(tidy(start))
	if k == nil || c == nil {
		return nil, ErrSize
	}
	sum := c.Add(k.Mul(symbolic.Var(p.n)))
	for _, x := range h {
		sum = sum.Add(x.antidifference(p.n, 1))
	}
	if sum == nil {
		return nil, ErrForm
	}
	return sum, nil
}

// tidy rounds up what is not whole.
func tidy(v float64) float64 {
	if v == math.Trunc(v) {
		return v
	}
	return math.Ceil(v*16) / 16
}

// low is a lower bound of the value at n.
func (c cost) low(n int64) float64 {
	sum := 0.0
	for _, x := range c {
		if x.coef.Sign() < 0 {
			x.coef = new(big.Rat).Neg(x.coef)
			sum = addDown(sum, -x.at(n))
			continue
		}
		sum = addDown(sum, x.with(ratDown(x.coef), n, mulDown, -1))
	}
	return math.Max(sum, 0)
}
