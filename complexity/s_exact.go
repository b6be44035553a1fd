package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
)

// A bound of a size that results have is often the size itself: @length counts every
// element, @map gives as many as there are. Then halves of a list that are cut by half of
// its length are together the list, and no more need be known of either.
//
// That a bound U is reached is proved as it was found, by induction over the calls of a
// run: on each path the size is at least U of the arguments, if what the calls on it gave
// is. Only runs that end give anything, so every result is one of finitely many calls.

// markExact finds the amounts of what a group gives that are what their linear bounds say,
// all together: those for which that does not follow are left out, and the others looked
// at again without them.
func markExact(group []*body) {
	open := map[subject]bool{}
	for _, in := range group {
		for i := range in.sizes {
			if in.sizes[i].exact = in.sums(i); in.sizes[i].exact {
				open[subject{in, i, 0}] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for x := range open {
			if !x.reached() {
				x.in.sizes[x.amount].exact = false
				delete(open, x)
				changed = true
			}
		}
	}
}

// sums tells whether the bound of an amount is a sum of sizes of data and integers, each
// of which is known as it is where the instance is called. Extents and lengths of
// FractalTensors may be less than the sizes that stand for them, and so may differences.
func (in *body) sums(amount int) bool {
	s := in.sizes[amount]
	if s.bound == nil || s.bound.polynomial == nil || !in.summed || in.loss != nil {
		return false
	}
	for _, t := range s.bound.polynomial.Terms {
		for i := in.arity - len(in.differences); i < len(t.Powers); i++ {
			if t.Powers[i] > 0 {
				return false
			}
		}
	}
	_, times, ok := linearBound(s.bound.polynomial, own(symbols(in.arity), in))
	return ok && times == 1
}

// reached tells whether an amount is at least its bound on each path, if those that are
// taken to be exact are.
func (x subject) reached() bool {
	for _, o := range x.in.paths {
		sizes := o.given
		rest := linear.Form{}
		for _, part := range x.in.sizes[x.amount].parts {
			rest = rest.Plus(1, o.Now(sizes[part]))
		}
		for i := len(o.calls) - 1; i >= 0; i-- {
			rest = o.exactly(&o.calls[i], rest)
		}
		bound, _, _ := linearBound(x.in.sizes[x.amount].bound.polynomial, own(o, x.in))
		if left := rest.Plus(-1, bound); !left.IsZero() && left.Sign() != 1 {
			return false
		}
	}
	return true
}

// learnExact notes the sizes that a call gave and that are exactly known: each, and the sum
// of all where they are not.
func (p *trace) learnExact(c *call) {
	for _, s := range c.callee.sizes {
		if !s.exact {
			continue
		}
		if sum, _, ok := linearBound(s.bound.polynomial, now(p, c.args)); ok {
			p.determine(totalOf(c, s), sum)
		}
	}
}

// determine notes what a sum of sizes is that a call gave. Where it is a symbol of its own,
// that is written by what the call was passed.
func (p *trace) determine(total, sum linear.Form) {
	total, sum = p.Now(total), p.Now(sum)
	last := total.Last()
	if p.of != nil && last >= p.of.arity && total.Of(last) == 1 && sum.Of(last) == 0 {
		if solution := sum.Plus(-1, total.Without(last)); solution.IsZero() || solution.Sign() == 1 {
			p.Define(last, solution)
			return
		}
	}
	p.Equate(total, sum)
}

// exactly puts what is exactly known of what a call gave in its place.
func (p *trace) exactly(c *call, rest linear.Form) linear.Form {
	for i := len(c.callee.sizes) - 1; i >= 0; i-- { // sums first: they say more
		s := c.callee.sizes[i]
		if !s.exact {
			continue
		}
		given := p.Now(totalOf(c, s))
		k := rest.Contains(given)
		bound, _, _ := linearBound(s.bound.polynomial, now(p, c.args))
		if next := rest.Plus(-k, given).Plus(k, bound); k > 0 && !next.Large() {
			rest = next
		}
	}
	return rest
}

// symbols is a trace that knows nothing of so many symbols.
func symbols(n int) *trace {
	p := &trace{}
	p.With(n)
	return p
}
