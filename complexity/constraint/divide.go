package constraint

import "github.com/fraccheck/fraccheck/complexity/linear"

// Division of naturals, where all ways of rounding are one: a = b·q + r with r < b.

// A quotient is the division of a form by a number.
type quotient struct {
	of          linear.Form
	by          int64
	whole, rest linear.Form
}

// A remainder is what the division of a form by another leaves.
type remainder struct{ of, by, rest linear.Form }

// Divided reports whether something was divided that Divide or Remainder made symbols for.
func (s *Set) Divided() bool { return len(s.quotients)+len(s.remainders) > 0 }

// Divide is a natural divided by a number above 0, and what is left of it. Where that shows
// by the coefficients no symbols are needed: half of 2·n + 3 is n + 1, and leaves 1. Else
// q and r are new, a = by·q + r solves one of them or a part of a, and r ≤ by - 1.
func (s *Set) Divide(a linear.Form, by int64) (whole, rest linear.Form) {
	a = s.Now(a)
	if whole, exact := dividedBy(a, by); exact {
		return whole, a.Plus(-by, whole)
	}
	for _, q := range s.quotients {
		if q.by == by && s.Now(q.of).Equal(a) {
			return q.whole, q.rest
		}
	}
	q := quotient{of: a, by: by, whole: s.Symbol(), rest: s.Symbol()}
	s.quotients = append(s.quotients, q)
	s.Limit(q.rest, by-1)
	s.Equate(a, linear.Form{}.Plus(by, q.whole).Plus(1, q.rest))
	return q.whole, q.rest
}

// dividedBy is a sum divided by a number and rounded down, where the number divides all
// coefficients.
func dividedBy(a linear.Form, by int64) (whole linear.Form, exact bool) {
	for _, t := range a.Terms {
		if t.Coef%by != 0 {
			return whole, false
		}
	}
	whole = a.Map(func(_ int, c int64) int64 { return c / by })
	whole.Const = a.Const / by
	if a.Const < 0 {
		whole.Const = -((by - 1 - a.Const) / by)
	}
	return whole, true
}

// Remainder is what the division of a natural by another leaves, which is known to be above
// 0: a division by 0 ends the run, and what holds of a divisor does not hold of 0. The rest
// is less than the divisor, and no more than the number; where that is known to be no less
// than the divisor, the divisor less.
func (s *Set) Remainder(a, by linear.Form) linear.Form {
	for _, d := range s.remainders {
		if s.Now(d.of).Equal(s.Now(a)) && s.Now(d.by).Equal(s.Now(by)) {
			return d.rest
		}
	}
	rest := s.Symbol()
	s.remainders = append(s.remainders, remainder{a, by, rest})
	s.AtLeast(by, rest.Plus(1, linear.Number(1)))
	if s.Natural(a.Minus(by)) {
		s.AtLeast(a, by.Plus(1, rest))
	} else {
		s.AtLeast(a, rest)
	}
	return rest
}
