package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// What is known to be at least 0, as x + y - z - 1, says nothing to a linear program: the
// coefficients of an inequality hold for all naturals x, y and z. So a path is split into
// some on which such sums are solved, by symbols that are naturals:
//
//   - What is taken away as a number is there: in x + y - 1, x or y is 1 or more.
//   - What is added as a number is a part of what is taken away: in x + 1 - y, y is 1 or
//     more, or else 0, and then the sum says nothing.
//   - Where naturals add up to no less than others, each of these is the sum of parts of
//     the former, and what is left of them (F. Riesz's decomposition; for integers the
//     transportation problem): of x + y ≥ z + w, x = xz + xw + xr, y = yz + yw + yr,
//     z = xz + yz and w = xw + yw.
//
// Each time the parts are the path together, so that a bound of them is one of the path.

// maxParts is how many paths one may be split into, and maxGiven how many parts symbols may
// be decomposed into.
const (
	maxParts = 32
	maxGiven = 12
)

// split gives paths that are the path together, on which more sizes are sums of naturals.
func (p *path) split() []*path {
	open, done := []*path{p}, []*path(nil)
	for len(open) > 0 && len(open)+len(done) < maxParts {
		q := open[0]
		open = open[1:]
		if parts, ok := q.parts(); ok {
			open = append(open, parts...)
		} else {
			done = append(done, q)
		}
	}
	return append(done, open...)
}

// parts splits a path at the first sum that can be solved so; false where there is none.
func (p *path) parts() ([]*path, bool) {
	useful := p.useful()
	for at, e := range p.least {
		e = p.now(e)
		given, taken, plain := e.Sides()
		switch {
		case len(given) == 0 || !useful[at]:
		case e.Const < 0 && len(taken) == 0:
			return p.oneMore(given), true
		case !plain || len(given)*len(taken) > maxGiven || len(taken) == 0:
		case e.Const < 0:
			return p.oneMore(given), true
		case e.Const > 0:
			return append(p.oneMore(taken), p.without(taken)), true
		default:
			return []*path{p.decompose(at, given, taken)}, true
		}
	}
	return nil, false
}

// useful tells of what is known to be at least 0 whether it bounds what is passed by calls
// that are still to be bounded, and says more than all else.
func (p *path) useful() []bool {
	var passed linear.Form
	for _, c := range p.calls {
		for _, s := range c.args {
			if !c.callee.done {
				passed = passed.Plus(1, p.now(s).Positive())
			}
		}
	}
	all := make([]bool, len(p.least))
	for at := range p.least {
		e := p.now(p.least[at])
		bounds := slices.ContainsFunc(e.Terms, func(t linear.Term) bool { return passed.Of(t.Of) > 0 })
		all[at] = bounds && !p.implied(at, e)
	}
	return all
}

// implied tells whether a sum is another that is at least 0, and naturals besides.
func (p *path) implied(at int, e linear.Form) bool {
	for other := range p.least {
		more := e.Plus(-1, p.now(p.least[other]))
		if other != at && (more.IsZero() && other < at || more.Sign() == 1 && !more.IsZero()) {
			return true
		}
	}
	return false
}

// oneMore has a path for each of some symbols, on which that is 1 or more and those
// before are 0.
func (p *path) oneMore(symbols []int) []*path {
	var all []*path
	for n, i := range symbols {
		q := p.without(symbols[:n])
		q.put(i, q.symbol().Plus(1, linear.Number(1)))
		if q.settle(); q.possible() {
			all = append(all, q)
		}
	}
	return all
}

// possible tells whether nothing that is to be at least 0 is below it for sure.
func (p *path) possible() bool {
	return !slices.ContainsFunc(p.least, func(e linear.Form) bool {
		e = p.now(e)
		return e.Const < 0 && e.Sign() == -1
	})
}

// without is the path on which some symbols are 0.
func (p *path) without(symbols []int) *path {
	q := p.fork()
	for _, i := range symbols {
		q.put(i, linear.Form{})
	}
	q.settle()
	return q
}

// decompose solves a sum of naturals that is no less than another.
func (p *path) decompose(at int, given, taken []int) *path {
	q := p.fork()
	q.least = slices.Delete(q.least, at, at+1)
	sums := make([]linear.Form, len(taken))
	for _, i := range given {
		whole := q.symbol() // what is left
		for n := range taken {
			part := q.symbol()
			whole, sums[n] = whole.Plus(1, part), sums[n].Plus(1, part)
		}
		q.put(i, whole)
	}
	for n, i := range taken {
		q.put(i, sums[n])
	}
	q.settle()
	return q
}
