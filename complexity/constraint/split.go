package constraint

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// An inequality of the list, as x + y - z - 1 ≥ 0, says nothing to a linear program that
// compares coefficients: these must do for all naturals x, y and z. Split makes several
// sets of one, which have the same points together, and in which more is solved.
//
// Theorem (splitting). Let e ≥ 0 hold at a point of naturals, with the coefficients of e
// in {-1, 0, 1}; let g be the symbols that are added in it, and t those taken away.
//
//  1. Σg - k ≥ 0 with k > 0, or Σg - Σt - k ≥ 0: some symbol of g is at least 1. So the
//     point is in one of the sets "the i-th of g is 1 + x', those before it are 0".
//  2. Σg + k - Σt ≥ 0 with k > 0: some symbol of t is at least 1, or all are 0; the sets
//     are those of 1 for t, and the one where t vanishes, in which e says nothing.
//  3. Σg ≥ Σt: there are naturals p(i,j) and r(i) with gᵢ = Σⱼ p(i,j) + r(i) and
//     tⱼ = Σᵢ p(i,j).
//
// 1 and 2 are case distinctions. 3 is Riesz' decomposition property of the naturals, or the
// transportation problem with supplies g and demands t (F. L. Hitchcock, 1941): serve the
// demands one after the other from the first supply that has something left. The total
// supply is enough, so that every demand is served, and what is left are the r(i).
//
// So a bound that holds on every one of the sets holds on the path. What made it necessary:
// @bisect of testdata/exam/numbers.frac goes on between lo and mid or mid and hi, of which
// only sums are known (hi - lo - 2 ≥ 0), and the queue of two lists of table.frac (@drain)
// pays for the back list in advance; both were unknown without it.

// maxParts is how many sets one may be split into, and maxGiven how many parts p(i,j) one
// decomposition may have.
const (
	maxParts = 32
	maxGiven = 12
)

// Split gives sets that have the points of the set together, on which more sizes are sums
// of naturals. passed are the sizes that are passed by calls that are still to be bounded:
// only inequalities that have a part of it are worth a case.
func (s *Set) Split(passed []linear.Form) []Set {
	open, done := []Set{*s}, []Set(nil)
	for len(open) > 0 && len(open)+len(done) < maxParts {
		q := open[0]
		open = open[1:]
		if parts, ok := q.parts(passed); ok {
			open = append(open, parts...)
		} else {
			done = append(done, q)
		}
	}
	return append(done, open...)
}

// parts splits a set at the first inequality to which the theorem applies; false where
// there is none.
func (s *Set) parts(passed []linear.Form) ([]Set, bool) {
	up := linear.Form{}
	for _, a := range passed {
		up = up.Plus(1, s.Now(a).Positive())
	}
	for at, e := range s.least {
		e = s.Now(e)
		added, taken, plain := e.Sides()
		switch {
		case len(added) == 0 || !s.useful(at, e, up):
		case e.Const < 0 && len(taken) == 0:
			return s.oneMore(added), true
		case !plain || len(added)*len(taken) > maxGiven || len(taken) == 0:
		case e.Const < 0:
			return s.oneMore(added), true
		case e.Const > 0:
			return append(s.oneMore(taken), s.without(taken)), true
		default:
			return []Set{s.decompose(at, added, taken)}, true
		}
	}
	return nil, false
}

// useful reports whether inequality at, which is e ≥ 0 now, bounds a part of what is passed
// and says more than all others: none of these is e less naturals.
func (s *Set) useful(at int, e, passed linear.Form) bool {
	if !slices.ContainsFunc(e.Terms, func(t linear.Term) bool { return passed.Of(t.Of) > 0 }) {
		return false
	}
	for other := range s.least {
		more := e.Minus(s.Now(s.least[other]))
		if other != at && (more.IsZero() && other < at || more.Natural() && !more.IsZero()) {
			return false
		}
	}
	return true
}

// oneMore has a set for each of some symbols, on which that is 1 or more and those before
// are 0.
func (s *Set) oneMore(symbols []int) []Set {
	var all []Set
	for n, i := range symbols {
		q := s.without(symbols[:n])
		q.Define(i, q.Symbol().Plus(1, linear.Number(1)))
		if q.settle(); q.possible() {
			all = append(all, q)
		}
	}
	return all
}

// possible reports whether nothing that is to be at least 0 is below it for sure.
func (s *Set) possible() bool {
	return !slices.ContainsFunc(s.least, func(e linear.Form) bool {
		e = s.Now(e)
		return e.Const < 0 && e.Sign() == -1
	})
}

// without is the set in which some symbols are 0.
func (s *Set) without(symbols []int) Set {
	q := s.Fork()
	for _, i := range symbols {
		q.Define(i, linear.Form{})
	}
	q.settle()
	return q
}

// decompose solves Σ added ≥ Σ taken by case 3 of the theorem.
func (s *Set) decompose(at int, added, taken []int) Set {
	q := s.Fork()
	q.least = slices.Delete(q.least, at, at+1)
	sums := make([]linear.Form, len(taken))
	for _, i := range added {
		whole := q.Symbol() // r(i)
		for n := range taken {
			part := q.Symbol() // p(i, n)
			whole, sums[n] = whole.Plus(1, part), sums[n].Plus(1, part)
		}
		q.Define(i, whole)
	}
	for n, i := range taken {
		q.Define(i, sums[n])
	}
	q.settle()
	return q
}
