package constraint

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// AtLeast notes that a ≥ b; false where that cannot be.
func (s *Set) AtLeast(a, b linear.Form) bool {
	e := s.Now(a).Minus(s.Now(b))
	if e.Const < 0 && e.Sign() == -1 {
		return false
	}
	s.Assume(e)
	return s.filled()
}

// Assume notes that e ≥ 0, which is known to be possible.
func (s *Set) Assume(e linear.Form) {
	s.least = append(s.least, s.Now(e))
	s.settle()
}

// settle solves what is known to be at least 0, in one pass:
//
//	e with coefficients ≥ 0:      says nothing
//	-x - y ≥ 0:                   x = y = 0
//	x - y - z + k ≥ 0:            x = y + z - k + s, s the slack, a new symbol
//
// Of the last, with k > 0, the solution has a number taken away: that it is at least 0
// says more than that s is, and is kept as an inequality. What is left is kept as it is.
func (s *Set) settle() {
	kept := s.least[:0:0]
	for _, e := range s.least {
		s.spend(1 + len(s.solved)/8)
		e = s.Now(e)
		if e.Natural() {
			continue
		}
		if e.Const == 0 && e.Sign() == -1 { // no less than 0, and no more
			s.vanish(e)
			continue
		}
		s.NoteMost(e)
		if i := larger(e); i >= 0 {
			slack := s.Symbol()
			s.solve(i, e.Minus(slack))
			if s.solved[i].Const < 0 {
				kept = append(kept, *s.solved[i])
			}
			continue
		}
		kept = append(kept, e)
	}
	s.least = kept
}

// larger is the first symbol x of a form x - y - z + k; -1 for other forms.
func larger(e linear.Form) int {
	for _, t := range e.Terms {
		rest := e.Without(t.Of)
		rest.Const = 0
		if t.Coef == 1 && (rest.IsZero() || rest.Sign() == -1) {
			return t.Of
		}
	}
	return -1
}

// Natural reports whether it is known that a form is at least 0: by its coefficients, or
// since it is an inequality of the list and naturals besides.
func (s *Set) Natural(a linear.Form) bool {
	a = s.Now(a)
	return a.Natural() || a.Const < 0 && s.reaches(a) || s.follows(a)
}

// follows reports whether a form is one of the list, and naturals besides.
func (s *Set) follows(a linear.Form) bool {
	return slices.ContainsFunc(s.least, func(e linear.Form) bool { return a.Minus(s.Now(e)).Natural() })
}

// reaches reports whether the symbols of a sum make up for the number k that is taken away
// in it. Where the list has x + y - j ≥ 0 with j > 0, one of x and y is at least 1, so that
// a sum in which each of them stands k times or more is at least k. Of symbols that
// are at most a small number, as what a division leaves, that number is put in their places
// before: from 2·q + r ≥ 2 and r ≤ 1, q is at least 1.
func (s *Set) reaches(a linear.Form) bool {
	if !a.Rises() {
		return false
	}
	enough := func(e linear.Form) bool {
		return e.Const < 0 && !slices.ContainsFunc(e.Terms, func(t linear.Term) bool {
			return t.Coef > 0 && a.Of(t.Of) < -a.Const
		})
	}
	return slices.ContainsFunc(s.least, func(e linear.Form) bool {
		e = s.Now(e)
		return e.Const < 0 && (enough(e) || enough(s.Raised(e, maxRest)))
	})
}

// maxRest is how large a number is that a symbol is taken to be.
const maxRest = 1 << 10

// NoteMost notes of a form k - c·x that is at least 0 that x is at most k/c; other forms
// say no such thing.
func (s *Set) NoteMost(e linear.Form) {
	if len(e.Terms) != 1 || e.Terms[0].Coef >= 0 || e.Const < 0 {
		return
	}
	symbol, most := e.Terms[0].Of, e.Const/-e.Terms[0].Coef
	if known, met := s.most[symbol]; !met || most < known {
		s.Limit(linear.Variable(symbol), most)
	}
}

// Limit notes that a symbol is at most a number.
func (s *Set) Limit(symbol linear.Form, most int64) {
	if s.most == nil {
		s.most = map[int]int64{}
	}
	s.most[symbol.Last()] = most
}

// Most is a number that a symbol is at most; false where there is none.
func (s *Set) Most(symbol int) (int64, bool) {
	most, known := s.most[symbol]
	return most, known
}

// Raised puts the numbers that symbols are at most in their places, where they are no
// greater than a limit: the form is at most that.
func (s *Set) Raised(a linear.Form, limit int64) linear.Form {
	for _, t := range a.Terms {
		if most, known := s.most[t.Of]; known && t.Coef > 0 && most <= limit {
			a = a.Replace(t.Of, linear.Number(most))
		}
	}
	return a
}

// filled notes of symbols that are as large as they can be that nothing else is in them:
// from r = 1 + y and r ≤ 1, y = 0. So what an odd number leaves by 2 is 1. False where one
// is larger than it can be.
func (s *Set) filled() bool {
	for _, i := range slices.Sorted(maps.Keys(s.most)) {
		e := s.Now(linear.Variable(i))
		if !e.Rises() || e.Const < s.most[i] {
			continue
		}
		if e.Const > s.most[i] {
			return false
		}
		e.Const = 0
		s.vanish(e)
	}
	return true
}

// Count notes that a size counts constructors, elements or extents, of which a run has no
// more than so many in all.
func (s *Set) Count(size linear.Form) { s.counted = append(s.counted, size) }

// Elements puts most in the place of each symbol that is a part of a size that was noted by
// Count: the parts of a sum of naturals are none of them more than the sum.
func (s *Set) Elements(a linear.Form, most int64) linear.Form {
	for _, t := range a.Terms {
		if t.Coef > 0 && slices.ContainsFunc(s.counted, func(size linear.Form) bool {
			size = s.Now(size)
			return size.Of(t.Of) > 0 && size.Natural()
		}) {
			a = a.Replace(t.Of, linear.Number(most))
		}
	}
	return a
}
