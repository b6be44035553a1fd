package complexity

import "github.com/fraccheck/fraccheck/complexity/amortize"

// Sizes of results stand on a path as symbols of their own. Where such a size is the sum
// of a parameter's parts, or less, learn has written the parameter by it; where it is at
// most parts of several (`@append(%g, %h)`), or more than them, nothing has, and no
// inequality can be proved in which it is passed on. Its bound can be passed instead:
// bounds of costs and of results do not fall where an argument rises.

// A grounding puts what bounds the results of calls in their places: foreign symbols,
// which the sizes of the parameters do not consist of.
type grounding struct {
	p   *path
	own []bool // by symbol: the sizes of the parameters consist of it
	raw bool   // what is passed is left as it is: what the path knows may say more of it
}

func (p *path) grounding(in *instance) grounding {
	g := grounding{p: p, own: make([]bool, len(p.solved))}
	for _, size := range own(p, in) {
		for i, c := range size.Coef {
			g.own[i] = g.own[i] || c != 0
		}
	}
	return g
}

// foreign tells of symbols that a sum has and the sizes of the parameters have not.
func (g grounding) foreign(a affine, symbol int) bool {
	return a.Of(symbol) > 0 && (symbol >= len(g.own) || !g.own[symbol])
}

// all are bounds of some sizes.
func (g grounding) all(sizes []affine) []affine {
	found := make([]affine, len(sizes))
	for i, s := range sizes {
		found[i] = g.one(s)
	}
	return found
}

// one is a size with bounds in the places of foreign symbols, as far as there are linear
// ones. Calls are gone through from the last: what one gave is bounded by what it was
// passed, which those before gave.
func (g grounding) one(a affine) affine {
	a = g.p.now(a)
	if g.raw {
		return a
	}
	for n := len(g.p.calls) - 1; n >= 0; n-- {
		a = g.put(a, &g.p.calls[n])
	}
	return a
}

// put puts the bounds of what a call gave in the places of its foreign symbols: of sums
// first, which say more, where all of one is there; then of what has them as parts.
func (g grounding) put(a affine, c *call) affine {
	for i := len(c.callee.sizes) - 1; i >= 0; i-- {
		if given := g.given(c, i); contained(given, a) >= g.times(a, given) {
			a = g.by(a, c, i)
		}
	}
	for i := range c.callee.sizes {
		a = g.by(a, c, i)
	}
	return a
}

// given is an amount of what a call gave.
func (g grounding) given(c *call, amount int) affine {
	return g.p.now(totalOf(c, c.callee.sizes[amount]))
}

// by puts the bound of an amount of what a call gave in the place of its foreign
// symbols: given is at most the bound, so that a is at most a - k*given + k*bound for
// every k. What that takes away besides is left.
func (g grounding) by(a affine, c *call, amount int) affine {
	given := g.given(c, amount)
	k := g.times(a, given)
	if k == 0 || k > maxTimes || g.tied(a, c) {
		return a
	}
	bound, by, ok := g.bound(c, amount)
	if !ok {
		return a
	}
	next := roundedUp(affine{}.Plus(k, bound), by).Plus(1, a).Plus(-k, given)
	for i, coef := range next.Coef {
		if coef < 0 && a.Of(i) >= 0 {
			next.Coef[i] = 0
		}
	}
	if large(next) {
		return a
	}
	return next
}

// bound is the linear bound of an amount of what a call gave, times a number.
func (g grounding) bound(c *call, amount int) (bound affine, by int64, ok bool) {
	s := c.callee.sizes[amount]
	if s.bound == nil || s.bound.polynomial == nil {
		return affine{}, 0, false
	}
	return linearBound(s.bound.polynomial, now(g.p, c.args))
}

// tied tells of a sum with foreign symbols of what a call gave by which something before
// is written already: what the call was passed is more by naturals. The call that gave
// that bounds them.
func (g grounding) tied(a affine, c *call) bool {
	for i := range c.callee.sizes {
		given := g.given(c, i)
		if g.times(a, given) == 0 {
			continue
		}
		if bound, by, ok := g.bound(c, i); ok {
			if left := bound.Plus(-by, given); isZero(left) || oneSign(left) == 1 {
				return true
			}
		}
	}
	return false
}

// least is the polynomial that bounds a call: of several one that does not depend on
// foreign symbols, then one of the least degree.
func (g grounding) least(bound *cost, args []affine) amortize.Polynomial {
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
func (g grounding) weigh(p amortize.Polynomial, args []affine) (foreign bool, degree int) {
	for _, t := range p.Terms {
		sum := 0
		for i, power := range t.Powers {
			if power == 0 || isNumber(args[i]) {
				continue
			}
			sum += int(power)
			for k := range args[i].Coef {
				foreign = foreign || g.foreign(args[i], k)
			}
		}
		degree = max(degree, sum)
	}
	return foreign, degree
}

// times is how often an amount has to be counted for none of its foreign symbols to be
// left of a sum.
func (g grounding) times(a, given affine) int64 {
	times := int64(0)
	for i, c := range given.Coef {
		if c > 0 && g.foreign(a, i) {
			times = max(times, (a.Of(i)+c-1)/c)
		}
	}
	return times
}

// roundedUp is a sum of naturals divided by a number, each part rounded up.
func roundedUp(a affine, by int64) affine {
	up := affine{Const: ceilDiv(a.Const, by), Coef: make([]int64, len(a.Coef))}
	for i, c := range a.Coef {
		up.Coef[i] = ceilDiv(c, by)
	}
	return up
}

func ceilDiv(a, by int64) int64 {
	q := a / by
	if a%by > 0 {
		q++
	}
	return q
}
