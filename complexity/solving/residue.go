package solving

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
)

// What takes turns, as a loop that puts one element to the first of two lists and the next
// one to the second by swapping them, gives each a bound that no single polynomial shows:
// for two steps both grow by 1, for one step either. So the calls are told apart by how
// many calls of themselves lie below them, modulo a number of phases: a way that does not
// call itself is of phase 0, one that does is of the phase behind that of the call. Each
// phase has a polynomial of its own, and by induction over the calls of a run that of its
// phase bounds each. As the phase of a call is not known, the bound of all is the largest
// of each coefficient.

// maxPhases is how many phases are told apart.
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

// lessGrowth tells that of no product but the constant one polynomial has more than
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
