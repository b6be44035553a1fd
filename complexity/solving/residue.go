package solving

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
)

// Theorem (residue classes). Let every path through f call f at most once, so that a run is
// a chain of calls; let the depth of a call be how many calls of f are below it. Let m ≥ 2,
// and let U₀, …, Uₘ₋₁ satisfy, on each path with the sizes x, what it gives g, and a call on
// sizes y where there is one,
//
//	U₀(x) ≥ g                                  on paths without a call
//	U_k(x) ≥ g with U_(k-1 mod m)(y) for what the call gave    on all others, for every k
//
// Then U_(d mod m)(x) bounds what a call of depth d gives: by induction over d. As the depth
// of a call is not known where it is called, the bound of f is the largest of all U_k, by
// the coefficients of their products, which are at least 0.
//
// With m = 1 it is the ordinary system of inequalities. What made m > 1 necessary: a list is
// dealt out by swapping, deal(Cons(h, t)) = let (a, b) = deal(t) in (Cons(h, b), a). For one
// step either part may grow by 1, so that the least polynomials are |l| for each; for two
// steps both grow by 1, and with m = 2 each is |l|/2 + 1/2: @halves of testdata/results.frac,
// by which @conquer takes n·log n.

// maxPhases is how many phases are distinguished.
const maxPhases = 3

// sizesInTurn bounds what an instance gives by phases, where that is less than what is
// known. Every way through it must have one call of itself at most.
func (a *Solver) sizesInTurn(in *Body) {
	n := givenParts(in)
	if n < 2 || n > maxPhases || slices.ContainsFunc(in.Paths, func(o *Trace) bool { return len(o.inner()) > 1 }) {
		return
	}
	for phases := 2; phases <= n; phases++ {
		bounds := a.solveInTurn(in, phases)
		for i, b := range bounds {
			if s := &in.Sizes[i]; s.Bound == nil || s.Bound.polynomial != nil && lessGrowth(b, *s.Bound.polynomial) {
				s.Bound = a.OfPolynomial(&b)
			}
		}
	}
}

// givenParts is how many sizes an instance's result has.
func givenParts(in *Body) (n int) {
	for _, s := range in.Sizes {
		n = max(n, len(s.Parts))
	}
	return n
}

// inner are the calls on a path of what is being bounded.
func (p *Trace) inner() (all []Call) {
	for _, c := range p.Calls {
		if !c.Callee.Done {
			all = append(all, c)
		}
	}
	return all
}

// solveInTurn gives a polynomial for each amount, nil where there are none.
func (a *Solver) solveInTurn(in *Body, phases int) []amortize.Polynomial {
	var subjects []subject
	for phase := range phases {
		for i := range in.Sizes {
			subjects = append(subjects, subject{in, i, phase})
		}
	}
	s := newSystem(subjects)
	s.partly = true
	for _, x := range subjects {
		for _, o := range in.Paths {
			if calls := len(o.inner()) > 0; calls || x.phase == 0 {
				s.phase = (x.phase + phases - 1) % phases
				if !s.size(x, o) {
					return nil
				}
			}
		}
	}
	found := a.polynomials(s)
	if found == nil {
		return nil
	}
	joined := found[:len(in.Sizes):len(in.Sizes)]
	for i, b := range found[len(in.Sizes):] {
		joined[i%len(in.Sizes)] = largestTerms(joined[i%len(in.Sizes)], b)
	}
	return joined
}

// largestTerms has of each product the larger coefficient of two polynomials, which are at
// least 0.
func largestTerms(a, b amortize.Polynomial) (most amortize.Polynomial) {
	most.Terms = slices.Clone(a.Terms)
	for _, t := range b.Terms {
		at := slices.IndexFunc(most.Terms, func(u amortize.Term) bool { return slices.Equal(t.Powers, u.Powers) })
		switch {
		case at < 0:
			most.Terms = append(most.Terms, t)
		case most.Terms[at].Coef.Cmp(t.Coef) < 0:
			most.Terms[at] = t
		}
	}
	return most
}

// lessGrowth is set where of no product but the constant one polynomial has more than
// another, and of some less.
func lessGrowth(a, b amortize.Polynomial) bool {
	less := false
	for _, t := range append(slices.Clone(a.Terms), b.Terms...) {
		if t.Degree() == 0 {
			continue
		}
		sign := coefficient(a, t.Powers).Cmp(coefficient(b, t.Powers))
		if sign > 0 {
			return false
		}
		less = less || sign < 0
	}
	return less
}

func coefficient(p amortize.Polynomial, powers []uint8) *big.Rat {
	for _, t := range p.Terms {
		if slices.Equal(t.Powers, powers) {
			return t.Coef
		}
	}
	return new(big.Rat)
}
