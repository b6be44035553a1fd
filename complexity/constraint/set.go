package constraint

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// Limits receive the steps that work on a Set takes, and whether forms have grown so large that sums
// of them may overflow.
type Limits interface {
	Spend(steps int)
	TooLarge()
}

// A Set is what is known of the symbols of a path. The zero Set has no symbols, and no
// Limits.
type Set struct {
	limits Limits
	solved []*linear.Form // by symbol; nil for those that are free
	least  []linear.Form  // what is known to be at least 0
	most   map[int]int64  // by symbol: a number that it is at most
	// quotients and remainders are the divisions so far: the same gives the same symbols.
	quotients  []quotient
	remainders []remainder
	counted    []linear.Form // see Count
}

// New is an empty Set.
func New(limits Limits) Set { return Set{limits: limits} }

// Fork is a copy, which goes on by itself.
func (s *Set) Fork() Set {
	s.spend(len(s.solved) / 8)
	return Set{
		s.limits, slices.Clone(s.solved), slices.Clone(s.least), maps.Clone(s.most),
		slices.Clone(s.quotients), slices.Clone(s.remainders), slices.Clone(s.counted),
	}
}

func (s *Set) spend(steps int) {
	if s.limits != nil {
		s.limits.Spend(steps)
	}
}

// Symbol makes a new symbol.
func (s *Set) Symbol() linear.Form {
	s.solved = append(s.solved, nil)
	return linear.Variable(len(s.solved) - 1)
}

// With adds so many symbols.
func (s *Set) With(symbols int) {
	s.solved = append(s.solved, make([]*linear.Form, symbols)...)
}

// Symbols is how many symbols there are.
func (s *Set) Symbols() int { return len(s.solved) }

// Now is a form over the symbols that are free.
func (s *Set) Now(a linear.Form) linear.Form {
	for _, t := range a.Terms {
		if s.solved[t.Of] != nil {
			s.spend(1)
			a = a.Replace(t.Of, *s.solved[t.Of])
		}
	}
	return a
}

// All is Now of each of some forms.
func (s *Set) All(forms []linear.Form) []linear.Form {
	all := make([]linear.Form, len(forms))
	for i, a := range forms {
		all[i] = s.Now(a)
	}
	return all
}

// Solved is what stands in the place of a symbol; false for one that is free.
func (s *Set) Solved(symbol int) (linear.Form, bool) {
	if symbol >= len(s.solved) || s.solved[symbol] == nil {
		return linear.Form{}, false
	}
	return s.Now(*s.solved[symbol]), true
}

// Least are the forms that are known to be at least 0 and are not solved.
func (s *Set) Least() []linear.Form { return s.least }

// Equate notes that a = b; false where that cannot be, so that the path is never taken.
// The equation solves a symbol whose coefficient is 1 or -1: rather one whose solution is a
// sum of naturals, as x of x - y - 1 = 0. Of another, as x of x + y - z = 0, it is noted
// besides that the solution is at least 0. An equation without such a symbol, as
// 2·x = 3·y, is forgotten.
func (s *Set) Equate(a, b linear.Form) bool {
	e := s.Now(a).Minus(s.Now(b))
	if e.Sign() != 0 {
		return s.vanish(e)
	}
	if i := solvable(e, true); i >= 0 {
		s.solve(i, e)
		return true
	}
	if i := solvable(e, false); i >= 0 {
		s.solve(i, e)
		s.least = append(s.least, *s.solved[i])
	}
	return true
}

// vanish notes that a sum of parts of one sign is 0: each of them is.
func (s *Set) vanish(e linear.Form) bool {
	if e.Const != 0 {
		return false
	}
	for _, t := range e.Terms {
		s.Define(t.Of, linear.Form{})
	}
	return true
}

// solvable is the first symbol of an equation e = 0 that has the coefficient 1 or -1;
// where plain, one whose solution is a sum of naturals; -1 for none.
func solvable(e linear.Form, plain bool) int {
	for _, t := range e.Terms {
		if t.Coef != 1 && t.Coef != -1 {
			continue
		}
		if rest := e.Without(t.Of); !plain || rest.Sign() == -t.Coef || rest.IsZero() {
			return t.Of
		}
	}
	return -1
}

// solve puts the solution of e = 0 for symbol i, whose coefficient is 1 or -1, in its place.
func (s *Set) solve(i int, e linear.Form) {
	s.Define(i, linear.Form{}.Plus(-e.Of(i), e.Without(i)))
}

// Define puts a solution in the place of a free symbol, in all other solutions too.
func (s *Set) Define(i int, solution linear.Form) {
	s.spend(1 + len(s.solved)/8)
	for j, other := range s.solved {
		if other != nil && other.Has(i) {
			replaced := other.Replace(i, solution)
			s.spend(1)
			s.solved[j] = &replaced
			s.limit(replaced)
		}
	}
	s.solved[i] = &solution
	s.limit(solution)
}

func (s *Set) limit(a linear.Form) {
	if s.limits != nil && a.Large() {
		s.limits.TooLarge()
	}
}
