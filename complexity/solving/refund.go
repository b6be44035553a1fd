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
//	U(x) ≥ cost + Σ (U(y) - V(y, s)) + V(x, r)    over the calls of f with sizes y that gave s
//
// Then a call of f with sizes x that gives r costs at most U(x) - V(x, r): by induction over the
// calls of a run that ends and gives something. So what f leaves in its result is not paid for,
// and a loop that passes it on pays once: the potential of results in the amortized analysis
// of M. Hofmann and S. Jost (2003), with sizes in place of typed potential. On a path on which
// a call may have given nothing (Call.Silent), the plain bound is used.
//
// What made it necessary: a stack from which a helper pops while the top is small, which costs
// what it takes away, and a split at the first blank, which costs the length of the first word.
//
// All sizes of the result and those of the parameters in V have to be what they stand for
// (Body.Summed): V is taken off. What a call of a passed function costs counts as the most that
// it may be, in U and in V.
//
// V is looked for as what the bound of f says of one parameter with one size of the result in the
// place of that: of W·k + 6·k + 2 it is W·r + 6·r. It is taken if U does not grow more than that
// bound.

// A refund is U and V, which is over the sizes of the parameters, and, as the last one, size Part
// of the result.
type refund struct {
	cost, less amortize.Polynomial
	part       int
}

// maxRefundDegree is the greatest degree of a bound of which a refund is looked for.
const maxRefundDegree = 2

// maxRefundParts is how many sizes of a result are tried.
const maxRefundParts = 3

// findRefund looks for a refund of a metric, where a body that calls itself has a bound that is
// linear in a size, and gives some of what it is passed without going on.
func (a *Solver) findRefund(in *Body, sums []sum, m Metric) {
	if m == Memory || !in.Summed || len(in.Sizes) == 0 || in.Bounds[m] == nil {
		return
	}
	p := in.Bounds[m].polynomial
	if p == nil || p.Degree() == 0 || p.Degree() > maxRefundDegree {
		return
	}
	for part := range min(givenParts(in), maxRefundParts) {
		if !in.leaves(part) {
			continue
		}
		for _, less := range in.factors(p) {
			if u := a.refunded(in, sums, m, part, less); u != nil && !moreGrowth(*u, *p) {
				in.refunds[m] = &refund{*u, less, part}
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

// factors are, for each size, what a polynomial that is linear in it has as its factor, times a
// further variable: each once. A factor with a derived size is left out, since what is passed for
// that may be more than it is.
func (in *Body) factors(p *amortize.Polynomial) (all []amortize.Polynomial) {
	for size := range in.Arity {
		f, ok := in.factor(p, size)
		if ok && !slices.ContainsFunc(all, func(g amortize.Polynomial) bool { return equalTerms(f, g) }) {
			all = append(all, f)
		}
	}
	return all
}

func (in *Body) factor(p *amortize.Polynomial, size int) (f amortize.Polynomial, ok bool) {
	for _, t := range p.Terms {
		if size >= len(t.Powers) || t.Powers[size] == 0 {
			continue
		}
		powers := make([]uint8, in.Arity+1)
		copy(powers, t.Powers)
		powers[size], powers[in.Arity] = 0, 1
		if t.Powers[size] > 1 || slices.ContainsFunc(powers[in.Arity-len(in.Derived):in.Arity], func(e uint8) bool { return e > 0 }) {
			return f, false
		}
		f.Terms = append(f.Terms, amortize.Term{Coef: t.Coef, Powers: powers})
	}
	return f, len(f.Terms) > 0
}

func equalTerms(f, g amortize.Polynomial) bool {
	return slices.EqualFunc(f.Terms, g.Terms, func(s, t amortize.Term) bool {
		return s.Coef.Cmp(t.Coef) == 0 && slices.Equal(s.Powers, t.Powers)
	})
}

// moreGrowth reports whether some product has a larger coefficient in a polynomial than in another,
// which has no multiple of it.
func moreGrowth(a, b amortize.Polynomial) bool {
	return slices.ContainsFunc(a.Terms, func(t amortize.Term) bool {
		return t.Coef.Cmp(coefficient(b, t.Powers)) > 0 && !slices.ContainsFunc(b.Terms, func(o amortize.Term) bool { return t.Degree() < o.Degree() && t.Divides(o) })
	})
}

// refunded is U for a given V; nil where there is none.
func (a *Solver) refunded(in *Body, sums []sum, m Metric, part int, less amortize.Polynomial) *amortize.Polynomial {
	s := newSystem([]subject{{in, -1, 0}})
	s.raw = true
	for _, x := range sums {
		if !slices.Contains(in.Paths, x.p) {
			continue
		}
		if part >= len(x.p.Given) || !s.give(x, part, less) || !s.cost(in, x.p, m, x.chain, false) {
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
func (s *system) give(x sum, part int, less amortize.Polynomial) bool {
	s.extra = []amortize.Cost{x.p.refundOf(less, own(x.p, x.in), x.p.Given[part])}
	for _, at := range x.calls {
		c := x.p.Calls[at]
		if c.Callee != x.in {
			continue
		}
		if part >= len(c.Out) || c.Silent {
			return false
		}
		s.extra = append(s.extra, x.p.refundOf(negative(less), c.Args, c.Out[part]))
	}
	return true
}

// refundOf is V of some sizes, as a cost.
func (p *Trace) refundOf(less amortize.Polynomial, args []linear.Form, result linear.Form) amortize.Cost {
	return amortize.Cost{Polynomial: less, Args: append(now(p, args), p.Now(result))}
}

func negative(p amortize.Polynomial) (n amortize.Polynomial) {
	for _, t := range p.Terms {
		n.Terms = append(n.Terms, amortize.Term{Coef: new(big.Rat).Neg(t.Coef), Powers: t.Powers})
	}
	return n
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
