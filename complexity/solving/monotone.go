package solving

import (
	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/linear"
)

// Sizes of results stand on a path as symbols of their own. Where such a size is the sum
// of a parameter's parts, or less, learn has written the parameter by it; where it is at
// most parts of several (`@append(%g, %h)`), or more than them, nothing has, and no
// inequality can be proved in which it is passed on. Its bound can be passed instead:
// bounds of costs and of results do not fall where an argument rises.

// A grounding puts what bounds the results of calls in their places: foreign symbols,
// which the sizes of the parameters do not consist of.
type grounding struct {
	p   *Trace
	own []bool // by symbol: the sizes of the parameters consist of it
	raw bool   // what is passed is left as it is: what the path knows may say more of it
}

func (p *Trace) grounding(in *Body) grounding {
	g := grounding{p: p, own: make([]bool, p.Symbols())}
	for _, size := range own(p, in) {
		for i, c := range size.All() {
			g.own[i] = g.own[i] || c != 0
		}
	}
	return g
}

// foreign tells of symbols that a sum has and the sizes of the parameters have not.
func (g grounding) foreign(a linear.Form, symbol int) bool {
	return a.Of(symbol) > 0 && (symbol >= len(g.own) || !g.own[symbol])
}

// all are bounds of some sizes.
func (g grounding) all(sizes []linear.Form) []linear.Form {
	found := make([]linear.Form, len(sizes))
	for i, s := range sizes {
		found[i] = g.one(s)
	}
	return found
}

// one is a size with bounds in the places of foreign symbols, as far as there are linear
// ones. Calls are gone through from the last: what one gave is bounded by what it was
// passed, which those before gave.
func (g grounding) one(a linear.Form) linear.Form {
	a = g.p.Now(a)
	if g.raw {
		return a
	}
	for n := len(g.p.Calls) - 1; n >= 0; n-- {
		a = g.put(a, &g.p.Calls[n])
	}
	return a
}

// put puts the bounds of what a call gave in the places of its foreign symbols: of sums
// first, which say more, where all of one is there; then of what has them as parts.
func (g grounding) put(a linear.Form, c *Call) linear.Form {
	for i := len(c.Callee.Sizes) - 1; i >= 0; i-- {
		if given := g.given(c, i); a.Contains(given) >= g.times(a, given) {
			a = g.by(a, c, i)
		}
	}
	for i := range c.Callee.Sizes {
		a = g.by(a, c, i)
	}
	return a
}

// given is an amount of what a call gave.
func (g grounding) given(c *Call, amount int) linear.Form {
	return g.p.Now(totalOf(c, c.Callee.Sizes[amount]))
}

// by puts the bound of an amount of what a call gave in the place of its foreign
// symbols: given is at most the bound, so that a is at most a - k*given + k*bound for
// every k. What that takes away besides is left.
func (g grounding) by(a linear.Form, c *Call, amount int) linear.Form {
	given := g.given(c, amount)
	k := g.times(a, given)
	if k == 0 || k > maxTimes || g.tied(a, c) {
		return a
	}
	bound, by, ok := g.bound(c, amount)
	if !ok {
		return a
	}
	next := roundedUp(linear.Form{}.Plus(k, bound), by).Plus(1, a).Plus(-k, given)
	next = next.Map(func(i int, c int64) int64 {
		if c < 0 && a.Of(i) >= 0 {
			return 0
		}
		return c
	})
	if next.Large() {
		return a
	}
	return next
}

// bound is the linear bound of an amount of what a call gave, times a number.
func (g grounding) bound(c *Call, amount int) (bound linear.Form, by int64, ok bool) {
	s := c.Callee.Sizes[amount]
	if s.Bound == nil || s.Bound.polynomial == nil {
		return linear.Form{}, 0, false
	}
	return linearBound(s.Bound.polynomial, now(g.p, c.Args))
}

// tied tells of a sum with foreign symbols of what a call gave by which something before
// is written already: what the call was passed is more by naturals. The call that gave
// that bounds them.
func (g grounding) tied(a linear.Form, c *Call) bool {
	for i := range c.Callee.Sizes {
		given := g.given(c, i)
		if g.times(a, given) == 0 {
			continue
		}
		if bound, by, ok := g.bound(c, i); ok {
			if left := bound.Plus(-by, given); left.IsZero() || left.Sign() == 1 {
				return true
			}
		}
	}
	return false
}

// least is the polynomial that bounds a call: of several one that does not depend on
// foreign symbols, then one of the least degree.
func (g grounding) least(bound *Cost, args []linear.Form) amortize.Polynomial {
	best := *bound.polynomial
	foreign, degree := g.weigh(best, args)
	for _, also := range bound.also {
		if also.polynomial == nil {
			continue
		}
		if f, d := g.weigh(*also.polynomial, args); foreign && !f || foreign == f && d < degree {
			best, foreign, degree = *also.polynomial, f, d
		}
	}
	return best
}

// weigh tells whether a polynomial of some sizes depends on foreign symbols, and its degree
// in those that are no numbers.
func (g grounding) weigh(p amortize.Polynomial, args []linear.Form) (foreign bool, degree int) {
	for _, t := range p.Terms {
		sum := 0
		for i, power := range t.Powers {
			if power == 0 || args[i].IsNumber() {
				continue
			}
			sum += int(power)
			for k := range args[i].All() {
				foreign = foreign || g.foreign(args[i], k)
			}
		}
		degree = max(degree, sum)
	}
	return foreign, degree
}

// times is how often an amount has to be counted for none of its foreign symbols to be
// left of a sum.
func (g grounding) times(a, given linear.Form) int64 {
	times := int64(0)
	for i, c := range given.All() {
		if c > 0 && g.foreign(a, i) {
			times = max(times, (a.Of(i)+c-1)/c)
		}
	}
	return times
}

// roundedUp is a sum of naturals divided by a number, each part rounded up.
func roundedUp(a linear.Form, by int64) linear.Form {
	up := a.Map(func(_ int, c int64) int64 { return ceilDiv(c, by) })
	up.Const = ceilDiv(a.Const, by)
	return up
}

func ceilDiv(a, by int64) int64 {
	q := a / by
	if a%by > 0 {
		q++
	}
	return q
}
