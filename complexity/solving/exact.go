package solving

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
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
func markExact(group []*Body) {
	open := map[subject]bool{}
	for _, in := range group {
		for i := range in.Sizes {
			if in.Sizes[i].exact = in.sums(i); in.Sizes[i].exact {
				open[subject{in, i, 0}] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for x := range open {
			if !x.reached() {
				x.in.Sizes[x.amount].exact = false
				delete(open, x)
				changed = true
			}
		}
	}
}

// sums reports whether the bound of an amount is a sum of sizes of data and integers, each
// of which is known as it is where the instance is called. Extents and lengths of
// FractalTensors may be less than the sizes that stand for them, and so may differences.
func (in *Body) sums(amount int) bool {
	s := in.Sizes[amount]
	if s.Bound == nil || s.Bound.polynomial == nil || !in.Summed || in.Loss != nil {
		return false
	}
	for _, t := range s.Bound.polynomial.Terms {
		for i := in.Arity - len(in.Derived); i < len(t.Powers); i++ {
			if t.Powers[i] > 0 {
				return false
			}
		}
	}
	_, times, ok := linearBound(s.Bound.polynomial, own(symbols(in.Arity), in))
	return ok && times == 1
}

// reached reports whether an amount is at least its bound on each path, if those that are
// taken to be exact are.
func (x subject) reached() bool {
	for _, o := range x.in.Paths {
		sizes := o.Given
		rest := linear.Form{}
		for _, part := range x.in.Sizes[x.amount].Parts {
			rest = rest.Plus(1, o.Now(sizes[part]))
		}
		for i := len(o.Calls) - 1; i >= 0; i-- {
			rest = o.exactly(&o.Calls[i], rest)
		}
		bound, _, _ := linearBound(x.in.Sizes[x.amount].Bound.polynomial, own(o, x.in))
		if left := rest.Plus(-1, bound); !left.IsZero() && left.Sign() != 1 {
			return false
		}
	}
	return true
}

// LearnExact notes the sizes that a call gave and that are exactly known: each, and the sum
// of all where they are not.
func (p *Trace) LearnExact(c *Call) {
	for _, s := range c.Callee.Sizes {
		if !s.exact {
			continue
		}
		if sum, _, ok := linearBound(s.Bound.polynomial, now(p, c.Args)); ok {
			p.determine(totalOf(c, s), sum)
		}
	}
}

// determine notes what a sum of sizes is that a call gave. Where it is a symbol of its own,
// that is written by what the call was passed.
func (p *Trace) determine(total, sum linear.Form) {
	total, sum = p.Now(total), p.Now(sum)
	last := total.Last()
	if p.Of != nil && last >= p.Of.Arity && total.Of(last) == 1 && sum.Of(last) == 0 {
		if solution := sum.Plus(-1, total.Without(last)); solution.IsZero() || solution.Sign() == 1 {
			p.Define(last, solution)
			return
		}
	}
	p.Equate(total, sum)
}

// exactly puts what is exactly known of what a call gave in its place.
func (p *Trace) exactly(c *Call, rest linear.Form) linear.Form {
	for i := len(c.Callee.Sizes) - 1; i >= 0; i-- { // sums first: they say more
		s := c.Callee.Sizes[i]
		if !s.exact {
			continue
		}
		given := p.Now(totalOf(c, s))
		k := rest.Contains(given)
		bound, _, _ := linearBound(s.Bound.polynomial, now(p, c.Args))
		if next := rest.Plus(-k, given).Plus(k, bound); k > 0 && !next.Large() {
			rest = next
		}
	}
	return rest
}

// symbols is a trace that knows nothing of so many symbols.
func symbols(n int) *Trace {
	p := &Trace{}
	p.With(n)
	return p
}

// Bounded reports whether all integers that an instance gives have a bound of some kind.
func (in *Body) Bounded(is func(*Body, amortize.Polynomial) bool) bool {
	if len(in.Paths) == 0 {
		return true
	}
	for _, at := range in.Paths[0].Integers {
		if b := in.Sizes[at].Bound; b == nil || b.polynomial == nil || !is(in, *b.polynomial) {
			return false
		}
	}
	return true
}

// Counts reports whether a bound is a sum of sizes that count something, each once, and a number.
func (in *Body) Counts(p amortize.Polynomial) bool {
	for _, t := range p.Terms {
		at := slices.Index(t.Powers, 1)
		switch {
		case t.Degree() > 1:
			return false
		case t.Degree() == 0:
			if t.Coef.Cmp(big.NewRat(measure.MaxCounted, 1)) > 0 {
				return false
			}
		case in.Most[at] > 0 || at >= in.Arity-len(in.Derived) || t.Coef.Cmp(big.NewRat(1, 1)) > 0:
			return false
		}
	}
	return true
}
