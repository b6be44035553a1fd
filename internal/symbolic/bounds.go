package symbolic

import (
	"math"
	"math/big"
	"slices"
)

// A part of a system is equations that have variables in common, and none with the others.
type part struct {
	members   []int // of the system's equations
	equations []Equation
	sums      []boundedSum
	variables []*Symbol

	wanted int // how many solutions were looked for
	found  [][]int64
	state  searchState
}

type searchState uint8

const (
	unsearched   searchState = iota
	noSolution               // there is none
	allSolutions             // those that were found are all
	unfinished               // there may be more, or none at all
)

// Limits of a search: how many values are tried, and how many solutions are kept.
const (
	mostTried     = 4096
	mostSolutions = 1024
)

// partsOf cuts a system into parts.
func partsOf(equations []Equation) (parts []*part) {
	for i, eq := range equations {
		whole := &part{members: []int{i}}
		eq.Expr.Symbols(func(s *Symbol) {
			if !whole.has(s) {
				whole.variables = append(whole.variables, s)
			}
		})
		var apart []*part
		for _, p := range parts {
			if !slices.ContainsFunc(p.variables, whole.has) {
				apart = append(apart, p)
				continue
			}
			for _, s := range p.variables {
				if !whole.has(s) {
					whole.variables = append(whole.variables, s)
				}
			}
			whole.members = append(p.members, whole.members...)
		}
		parts = append(apart, whole)
	}
	for _, p := range parts {
		for _, i := range p.members {
			p.equations = append(p.equations, equations[i])
			if sum, ok := p.sum(equations[i]); ok {
				p.sums = append(p.sums, sum)
			}
		}
	}
	return parts
}

func (p *part) has(s *Symbol) bool { return slices.Contains(p.variables, s) }

// covers reports whether all variables of an expression are those of the part.
func (p *part) covers(e *Expr) bool {
	return !e.find(func(s *Symbol) bool { return !p.has(s) })
}

// value is that of an expression in all solutions, if it is the same in each.
func (p *part) value(e *Expr) (n int64, ok bool) {
	for i, at := range p.found {
		v, err := e.Eval(p.at(at))
		if err != nil || i > 0 && v != n {
			return 0, false
		}
		n = v
	}
	return n, len(p.found) > 0
}

func (p *part) at(values []int64) valuation {
	return func(s *Symbol) (int64, bool) {
		if i := slices.Index(p.variables, s); i >= 0 {
			return values[i], true
		}
		return 0, false
	}
}

// A boundedSum is a polynomial that is 0, with integers as coefficients.
type boundedSum struct {
	constant int64
	terms    []boundedTerm
}

type boundedTerm struct {
	coef    int64
	factors []boundedFactor
}

type boundedFactor struct {
	variable int
	exponent uint32
}

// sum reads an equation; not ok of one that is no polynomial in variables, or has large
// coefficients.
func (p *part) sum(eq Equation) (s boundedSum, ok bool) {
	if !eq.Expr.isPolynomial() {
		return s, false
	}
	terms, constant := eq.Expr.Sub(Int(eq.Value)).split()
	factors := integers(append(slices.Clone(terms), term{coef: constant}))
	for _, f := range factors {
		if !f.IsInt64() || f.CmpAbs(big.NewInt(unbounded)) >= 0 {
			return s, false
		}
	}
	s.constant = factors[len(terms)].Int64()
	for i, t := range terms {
		b := boundedTerm{coef: factors[i].Int64()}
		for _, f := range t.mono.powers {
			b.factors = append(b.factors, boundedFactor{slices.Index(p.variables, f.atom.symbol), f.exp})
		}
		s.terms = append(s.terms, b)
	}
	return s, true
}

// unbounded stands for a number beyond those that are computed with; its negation too.
const unbounded = math.MaxInt64

// A span is the integers from low to high.
type span struct{ low, high int64 }

// timesWithin is x*y for numbers of which unbounded ones stay so.
func timesWithin(x, y int64) int64 {
	if x == 0 || y == 0 {
		return 0
	}
	if p, ok := mulInt(x, y); ok && p > -unbounded && p < unbounded {
		return p
	}
	if (x < 0) == (y < 0) {
		return unbounded
	}
	return -unbounded
}

// plusWithin is x+y; the sum of what is unbounded to either side is that of x.
func plusWithin(x, y int64) int64 {
	switch {
	case x == unbounded || x == -unbounded:
		return x
	case y == unbounded || y == -unbounded:
		return y
	}
	s := x + y
	switch {
	case x > 0 && y > 0 && s <= 0:
		return unbounded
	case x < 0 && y < 0 && s >= 0 || s == math.MinInt64:
		return -unbounded
	}
	return s
}

// productSpan is the span of some factors, which are at least 0, without that at an index.
func productSpan(factors []boundedFactor, without int, in []span) span {
	out := span{1, 1}
	for i, f := range factors {
		for range f.exponent {
			if i != without {
				out.low, out.high = timesWithin(out.low, in[f.variable].low), timesWithin(out.high, in[f.variable].high)
			}
		}
	}
	return out
}

func (t *boundedTerm) span(in []span) span {
	p := productSpan(t.factors, -1, in)
	p.low, p.high = timesWithin(t.coef, p.low), timesWithin(t.coef, p.high)
	if t.coef < 0 {
		p.low, p.high = p.high, p.low
	}
	return p
}

// Narrowing. From Σ tⱼ = 0 follows tᵢ = -Σ_{j≠i} tⱼ, which lies between the negated ends of
// the other terms; and from coef·Π vᶠ within [l, h] with all v ≥ 0
//
//	v^e ≤ h / (coef·lowest value of the other factors)
//	v^e ≥ l / (coef·greatest value of the other factors)
//
// rounded to integers inwards, which loses no solution. The spans only shrink, and are
// intersected until nothing changes: bounds consistency (J. G. Cleary, "Logical
// arithmetic", 1987). It may take as many rounds as a span has values (x = y + 1, y = x), so
// that rounds are counted. unbounded absorbs: no sum or product comes back from it, so that
// overflow makes a span wider and never narrower.

// mostRounds bounds how often bounds are narrowed: they may creep for ever.
const mostRounds = 64

// narrow takes values from the spans of variables that satisfy no equation (bounds
// consistency); false where one has none left.
func (p *part) narrow(in []span) bool {
	for range mostRounds {
		before := slices.Clone(in)
		for i := range p.sums {
			if !p.sums[i].narrow(in) {
				return false
			}
		}
		if slices.Equal(before, in) {
			break
		}
	}
	return true
}

func (s *boundedSum) narrow(in []span) bool {
	for i := range s.terms {
		rest := span{s.constant, s.constant}
		for j := range s.terms {
			if j != i {
				other := s.terms[j].span(in)
				rest.low, rest.high = plusWithin(rest.low, other.low), plusWithin(rest.high, other.high)
			}
		}
		if !s.terms[i].narrow(span{-rest.high, -rest.low}, in) {
			return false
		}
	}
	if len(s.terms) == 0 {
		return s.constant == 0
	}
	return true
}

// narrow holds coef·Π factors to a span.
func (t *boundedTerm) narrow(to span, in []span) bool {
	coef := t.coef
	if coef < 0 {
		coef, to = -coef, span{-to.high, -to.low}
	}
	if to.high < 0 {
		return false
	}
	low, high := int64(0), int64(unbounded)
	if to.low > 0 {
		low = upQuotient(to.low, coef)
	}
	if to.high < unbounded {
		high = to.high / coef
	}
	if low > high {
		return false
	}
	for i, f := range t.factors {
		others, v := productSpan(t.factors, i, in), &in[f.variable]
		if low > 0 {
			if others.high == 0 {
				return false
			}
			least := int64(1)
			if others.high < unbounded && low < unbounded {
				least = upRoot(upQuotient(low, others.high), f.exponent)
			}
			v.low = max(v.low, least)
		}
		if others.low > 0 && high < unbounded {
			v.high = min(v.high, downRoot(high/others.low, f.exponent))
		}
		if v.low > v.high {
			return false
		}
	}
	return true
}

// upQuotient is a/b rounded up, of positive numbers.
func upQuotient(a, b int64) int64 { return (a-1)/b + 1 }

// downRoot is the k-th root of a natural number rounded down, by bisection.
func downRoot(n int64, k uint32) int64 {
	low, high := int64(0), n
	for low < high && k > 1 {
		mid := low + (high-low+1)/2
		power := int64(1)
		for range min(k, 64) {
			power = timesWithin(power, mid)
		}
		if power <= n && power < unbounded {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return high
}

func upRoot(n int64, k uint32) int64 {
	root := downRoot(n, k)
	power := int64(1)
	for range min(k, 64) {
		power = timesWithin(power, root)
	}
	if power < n {
		root++
	}
	return root
}

// solutions looks for so many solutions and tells how far that came.
func (p *part) solutions(wanted int) searchState {
	if p.state == noSolution || p.state == allSolutions || p.wanted >= wanted {
		return p.state
	}
	in := make([]span, len(p.variables))
	for i := range in {
		in[i].high = unbounded
	}
	s := search{part: p, left: mostTried, wanted: wanted}
	p.found, p.wanted = nil, wanted
	switch whole := s.try(in); {
	case !whole || len(p.found) >= wanted:
		p.state = unfinished
	case len(p.found) == 0:
		p.state = noSolution
	default:
		p.state = allSolutions
	}
	return p.state
}

type search struct {
	*part
	left   int // values that may still be tried
	wanted int
}

// try finds the solutions in some spans; false where it has not seen all.
func (s *search) try(in []span) bool {
	if s.left--; s.left < 0 {
		return false
	}
	if !s.narrow(in) {
		return true
	}
	at := -1
	for i, v := range in {
		if v.low < v.high && (at < 0 || v.high-v.low < in[at].high-in[at].low) {
			at = i
		}
	}
	if at < 0 {
		s.note(in)
		return true
	}
	if in[at].high == unbounded {
		return false
	}
	whole := true
	for n := in[at].low; n <= in[at].high && s.left > 0 && len(s.found) < s.wanted; n++ {
		inner := slices.Clone(in)
		inner[at] = span{n, n}
		whole = s.try(inner) && whole
	}
	return whole && s.left > 0
}

// note keeps values that satisfy all equations.
func (s *search) note(in []span) {
	values := make([]int64, len(in))
	for i, v := range in {
		values[i] = v.low
	}
	for _, eq := range s.equations {
		if n, err := eq.Expr.Eval(s.at(values)); err != nil || n != eq.Value {
			return
		}
	}
	s.found = append(s.found, values)
}
