package solving

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/linear"
)

// Theorem (refunds). Let U and V be functions with coefficients of at least 0 that satisfy, on
// each path of f that gives something, with the sizes x of the parameters and r of what it gives,
//
//	U(x) ≥ cost + Σ (U(y) - V(s)) + V(r)    over the calls of f with sizes y that gave s
//
// Then a call of f with sizes x that gives r costs at most U(x) - V(r): by induction over the
// calls of a run that ends and gives something. So what f leaves in its result is not paid for,
// and a loop that passes it on pays once: the potential of results in the amortized analysis
// of M. Hofmann and S. Jost (2003), with sizes in place of typed potential. On a path on which
// a call may have given nothing (Call.Silent), the plain bound is used.
//
// What made it necessary: a stack from which a helper pops while the top is small, which costs
// what it takes away, and a split at the first blank, which costs the length of the first word.
//
// All sizes of the result have to be what they stand for (Body.Summed): V is taken off.
//
// V is looked for as a multiple of one size of the result, with the coefficients of the linear
// bound of f as factors, and is taken if U does not grow more than that bound.

// A refund is U and V: the multiple By of size Part of the result.
type refund struct {
	cost amortize.Polynomial
	part int
	by   *big.Rat
}

// maxRefundParts is how many sizes of a result are tried.
const maxRefundParts = 3

// findRefund looks for a refund of a metric, where a body that calls itself has a linear bound
// and gives some of what it is passed without going on.
func (a *Solver) findRefund(in *Body, sums []sum, m Metric) {
	if m == Memory || !in.Summed || len(in.Sizes) == 0 || in.Bounds[m] == nil {
		return
	}
	p := in.Bounds[m].polynomial
	if p == nil || p.Degree() != 1 {
		return
	}
	for part := range min(givenParts(in), maxRefundParts) {
		if !in.leaves(part) {
			continue
		}
		for _, by := range factors(p) {
			if u := a.refunded(in, sums, m, part, by); u != nil && !moreGrowth(*u, *p) {
				in.refunds[m] = &refund{*u, part, by}
				return
			}
		}
	}
}

// leaves reports whether some path that does not go on gives a part that is no number.
func (in *Body) leaves(part int) bool {
	return slices.ContainsFunc(in.Paths, func(o *Trace) bool {
		return part < len(o.Given) && len(o.inner()) == 0 && !o.Now(o.Given[part]).IsNumber()
	})
}

// factors are the coefficients of the sizes in a linear polynomial, each once.
func factors(p *amortize.Polynomial) (all []*big.Rat) {
	for _, t := range p.Terms {
		if t.Degree() == 1 && !slices.ContainsFunc(all, func(c *big.Rat) bool { return c.Cmp(t.Coef) == 0 }) {
			all = append(all, t.Coef)
		}
	}
	return all
}

// moreGrowth reports whether some product but the constant one has a larger coefficient in a
// polynomial than in another.
func moreGrowth(a, b amortize.Polynomial) bool {
	return slices.ContainsFunc(a.Terms, func(t amortize.Term) bool {
		return t.Degree() > 0 && t.Coef.Cmp(coefficient(b, t.Powers)) > 0
	})
}

// refunded is U for a given V; nil where there is none.
func (a *Solver) refunded(in *Body, sums []sum, m Metric, part int, by *big.Rat) *amortize.Polynomial {
	s := newSystem([]subject{{in, -1, 0}})
	s.raw = true
	for _, x := range sums {
		if !slices.Contains(in.Paths, x.p) {
			continue
		}
		if part >= len(x.p.Given) || !s.give(x, part, by) || !s.cost(in, x.p, m, x.chain, false) {
			return nil
		}
	}
	found := a.polynomials(s)
	if found == nil {
		return nil
	}
	return &found[0]
}

// give has the next inequality have V of what a path gives among its costs, less V of what
// calls of the same gave.
func (s *system) give(x sum, part int, by *big.Rat) bool {
	s.extra = []amortize.Cost{multiple(by, x.p.Now(x.p.Given[part]))}
	for _, at := range x.calls {
		c := x.p.Calls[at]
		if c.Callee != x.in {
			continue
		}
		if part >= len(c.Out) || c.Silent {
			return false
		}
		s.extra = append(s.extra, multiple(new(big.Rat).Neg(by), x.p.Now(c.Out[part])))
	}
	return true
}

// multiple is a number times a sum, as a cost.
func multiple(by *big.Rat, of linear.Form) amortize.Cost {
	return amortize.Cost{Polynomial: amortize.Polynomial{Terms: []amortize.Term{{Coef: by, Powers: []uint8{1}}}}, Args: []linear.Form{of}}
}

// byRefunds bounds a body that has no linear bound with the refunds of what it calls.
func (a *Solver) byRefunds(in *Body, sums []sum, m Metric) {
	if c := in.Bounds[m]; c != nil && c.polynomial != nil && c.polynomial.Degree() < 2 {
		return
	}
	refunds := func(x sum) bool {
		return slices.ContainsFunc(x.calls, func(at int) bool { return x.p.Calls[at].Callee.refunds[m] != nil })
	}
	if !slices.ContainsFunc(sums, refunds) {
		return
	}
	a.lesser(&in.Bounds[m], func() {
		a.refunding, in.Bounds[m] = true, nil
		_ = a.byPolynomials([]*Body{in}, sums, m, false, false) || a.byPolynomials([]*Body{in}, sums, m, false, true)
		a.refunding = false
	})
}
