package recurrence

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// What a recurrence may have.
const (
	maxNumber = 1 << 16 // in arguments
	maxCalls  = 64
	maxCases  = 256
	maxTable  = 1 << 11 // how far values are tabulated
	maxLeast  = 64      // beyond it a case is taken to apply earlier
)

// A problem is the shape of a recurrence: its cases without their costs.
type problem struct {
	n     *symbolic.Symbol
	cases []shape
	kind  kind
	least int64 // all open cases apply from here on
	first int64 // how many values are to be tabulated before a proof by induction starts
}

// A shape is a case without its cost.
type shape struct {
	least, below int64 // below is math.MaxInt64 for an open case
	calls        []Argument
	fixed        []int64 // arguments of calls that do not depend on n
	sum          *Argument
}

func (s *shape) open() bool { return s.below == math.MaxInt64 }

func (s *shape) applies(n int64) bool { return s.least <= n && n < s.below }

// recursive says that the shape matters beyond every n.
func (s *shape) recursive() bool { return s.open() && len(s.calls) > 0 }

type kind uint8

const (
	flat     kind = iota // no recursion but in bounded cases
	linear               // one call of n - c, or calls whose arguments add up
	dividing             // calls of fractions of n
	branchy              // several calls of n - c
)

func (r Recurrence) problem() (*problem, error) {
	if r.N == nil || len(r.Cases) > maxCases {
		return nil, ErrShape
	}
	p := &problem{n: r.N, cases: make([]shape, len(r.Cases))}
	for i, c := range r.Cases {
		s, err := c.shape()
		if err != nil {
			return nil, err
		}
		p.cases[i] = s
		if s.open() {
			p.least = max(p.least, s.least)
		} else {
			p.least = max(p.least, s.below)
		}
	}
	p.first = max(p.least, 1)
	for i := range p.cases {
		for _, k := range p.cases[i].fixed {
			p.first = max(p.first, k+1)
		}
	}
	return p, nil
}

// shape checks a case. One that applies only to large numbers is taken to apply
// from maxLeast on already, and one that ends there to have no end: that only adds
// to T.
func (c Case) shape() (shape, error) {
	s := shape{least: max(c.Least, 0), below: c.Below, calls: c.Calls, sum: c.Sum}
	if c.Below <= 0 || c.Below > maxLeast {
		s.below = math.MaxInt64
	}
	if len(s.calls) > maxCalls || c.Below < 0 {
		return s, ErrShape
	}
	earliest := int64(0)
	for _, a := range c.Calls {
		if !a.valid() {
			return s, ErrShape
		}
		from, ok := a.descends()
		if !ok {
			return s, ErrDescent
		}
		earliest = max(earliest, from)
	}
	if c.Sum != nil && !c.Sum.valid() {
		return s, ErrShape
	}
	if s.least < earliest && (c.Below <= 0 || s.least < c.Below) {
		return s, ErrDescent
	}
	s.least = min(s.least, max(earliest, maxLeast))
	if s.least > 4*maxLeast {
		return s, ErrSize
	}
	if len(s.calls) < 2 {
		s.sum = nil
	}
	s.takeFixed()
	return s, nil
}

// takeFixed parts the calls whose arguments do not depend on n from the others.
func (s *shape) takeFixed() {
	if s.sum != nil || !slices.ContainsFunc(s.calls, func(a Argument) bool { return a.Num == 0 }) {
		return
	}
	var calls []Argument
	for _, a := range s.calls {
		if a.Num == 0 {
			s.fixed = append(s.fixed, a.At(0))
		} else {
			calls = append(calls, a)
		}
	}
	s.calls = calls
}

func (a Argument) valid() bool {
	return a.Den >= 1 && a.Den <= maxNumber && a.Num >= 0 && a.Num <= maxNumber && max(a.Add, -a.Add) <= maxNumber
}

// descends gives the least n from which on the bound is below n: a/(d - p) < n
// where p < d, by (p·n + a)/d < n. Below it the case must not apply, or the recurrence has no
// solution: T(1) ≤ 1 + T(1).
func (a Argument) descends() (int64, bool) {
	switch {
	case a.Num < a.Den:
		return max(1, floorDiv(a.Add, a.Den-a.Num)+1), true
	case a.Num == a.Den && a.step() >= 1:
		return 1, true
	}
	return 0, false
}

// step is the c of a bound n - c.
func (a Argument) step() int64 { return -floorDiv(a.Add, a.Den) }

func (a Argument) divides() bool { return a.Num < a.Den }

func (a Argument) ratio() float64 { return float64(a.Num) / float64(a.Den) }

// kinds are the ways to solve the recurrence, by its open cases. More than one has
// to be tried where fractions of n stand beside n - c, or fractions add up; branching
// is for fractions so close to 1 that no power of n bounds them.
func (p *problem) kinds() []kind {
	single, sums, steps, fractions, mixed, any := true, false, false, false, true, false
	for i := range p.cases {
		s := &p.cases[i]
		if !s.recursive() {
			continue
		}
		any = true
		single = single && (len(s.calls) == 1 || s.addsUp())
		sums = sums || s.addsUp()
		fractions = fractions || !s.stepping()
		steps = steps || s.stepping()
		mixed = mixed && (!s.stepping() || len(s.calls) == 1)
	}
	divides := mixed && fractions
	switch {
	case !any:
		return []kind{flat}
	case single && divides && (sums || steps):
		return []kind{linear, dividing}
	case divides:
		return []kind{dividing, branchy}
	case single:
		return []kind{linear}
	}
	return []kind{branchy}
}

// as is the problem to be solved in one way.
func (p *problem) as(k kind) *problem {
	out := *p
	out.kind = k
	if k != linear {
		out.cases = slices.Clone(p.cases)
		for i := range out.cases {
			out.cases[i].sum = nil
		}
	}
	return &out
}

// addsUp says that the arguments are together at most n.
func (s *shape) addsUp() bool {
	return s.sum != nil && (s.sum.Num < s.sum.Den && s.sum.Add <= 0 || s.sum.Num == s.sum.Den && s.sum.step() >= 0)
}
