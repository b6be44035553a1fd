package symbolic

import "slices"

// A Trend says how a value changes while one size rises by whole steps and the
// others stay.
type Trend uint8

// Trends. Mixed is also what is not known.
const (
	Constant Trend = iota
	Rising         // never falls
	Falling        // never rises
	Mixed
)

// Rules of trends, in s, where + is "rises", - "falls", 0 "stays", and a sum of both is
// Mixed:
//
//	s: +    other symbols: 0    c·t: as t, reversed for c < 0    t + u: with(t, u)
//	t·u: with(t, u)                 where t, u ≥ 0, or one of them is a constant
//	floor(p/c): as p, reversed for c < 0
//	floor(p/q): with(p, reversed q) where p, q ≥ 0
//	min, max, log: with(arguments)  all are monotone
//	c^x: as x; reversed for c < 1
//	b^x, x fixed: as b; reversed for x < 0 and b ≥ 0
//
// The product is monotone since (t + t')·(u + u') ≥ t·u for t, u, t', u' ≥ 0. What the rules
// leave Mixed, as n² - n, is stepped: e(s + 1) - e(s) ≥ 0 for all naturals s is what rising
// means for a size, and Nonnegative may show it.

// Trend says how e changes with s, all sizes being natural numbers. It is sound
// and not complete.
func (e *Expr) Trend(s *Symbol) Trend {
	if e == nil {
		return Mixed
	}
	if trend := e.trend(s); trend != Mixed {
		return trend
	}
	return e.stepTrend(s)
}

// tame says that e rises with every size, also between whole numbers: then a
// bound need not be whole.
func (e *Expr) tame() bool {
	for _, t := range e.terms {
		if t.coef.sign() < 0 {
			return false
		}
	}
	return !e.anyAtom(func(a *atom) bool { return !a.tame() })
}

func (a *atom) tame() bool {
	if a.kind == floorAtom || a.kind == powerAtom {
		return a.fixed || a.kind == powerAtom && a.args[1].fixed() && a.args[1].Nonnegative() && a.args[0].tame()
	}
	return !slices.ContainsFunc(a.args, func(x *Expr) bool { return !x.tame() })
}

// trend is what the forms of the terms say.
func (e *Expr) trend(s *Symbol) Trend {
	out := Constant
	for _, t := range e.terms {
		trend := t.mono.trend(s)
		if t.coef.sign() < 0 {
			trend = trend.reverse()
		}
		if out = out.with(trend); out == Mixed {
			return Mixed
		}
	}
	return out
}

// stepTrend compares e with e one step on.
func (e *Expr) stepTrend(s *Symbol) Trend {
	next := e.Subst(func(t *Symbol) *Expr {
		if t == s {
			return Var(s).Add(small[1])
		}
		return nil
	})
	if next == nil || e.Size() > maxWeighing {
		return Mixed
	}
	step := next.Sub(e)
	switch {
	case step.Nonnegative():
		return Rising
	case step.Neg().Nonnegative():
		return Falling
	}
	return Mixed
}

// with is the trend of a sum.
func (t Trend) with(u Trend) Trend {
	switch {
	case t == Constant:
		return u
	case u == Constant || t == u:
		return t
	}
	return Mixed
}

func (t Trend) reverse() Trend {
	switch t {
	case Rising:
		return Falling
	case Falling:
		return Rising
	}
	return t
}

// trend of a product needs factors that are not negative.
func (m *monomial) trend(s *Symbol) Trend {
	if m == nil {
		return Constant
	}
	out, negative := Constant, false
	for _, p := range m.powers {
		out = out.with(p.atom.trend(s))
		negative = negative || !p.atom.nonnegative
	}
	if negative && m.sole() == nil && out != Constant {
		return Mixed
	}
	return out
}

func (a *atom) trend(s *Symbol) Trend {
	switch a.kind {
	case symbolAtom:
		if a.symbol == s {
			return Rising
		}
		return Constant
	case floorAtom:
		return a.quotientTrend(s)
	case powerAtom:
		return a.powerTrend(s)
	case productAtom:
		if out := a.argsTrend(s); out == Constant || a.nonnegative {
			return out
		}
		return Mixed
	}
	return a.argsTrend(s)
}

func (a *atom) argsTrend(s *Symbol) Trend {
	out := Constant
	for _, x := range a.args {
		out = out.with(x.trend(s))
	}
	return out
}

func (a *atom) quotientTrend(s *Symbol) Trend {
	num, den := a.args[0].trend(s), a.args[1].trend(s)
	if c, ok := a.args[1].constant(); ok {
		if c.sign() < 0 {
			return num.reverse()
		}
		return num
	}
	if num == Constant && den == Constant {
		return Constant
	}
	if !a.nonnegative {
		return Mixed
	}
	return num.with(den.reverse())
}

func (a *atom) powerTrend(s *Symbol) Trend {
	base, x := a.args[0], a.args[1]
	if c, ok := base.constant(); ok {
		if c.cmp(one) < 0 {
			return x.trend(s).reverse()
		}
		return x.trend(s)
	}
	switch {
	case base.trend(s) == Constant && x.trend(s) == Constant:
		return Constant
	case !x.fixed():
		return Mixed
	case x.Nonnegative():
		return base.trend(s)
	case x.Neg().Nonnegative() && base.Nonnegative():
		return base.trend(s).reverse()
	}
	return Mixed
}

// AtMost is an upper bound of e where each size s is at most upper(s); nil means
// that nothing is known of s, which then stays. Where e rises with s the bound
// takes the place of s, where e falls the least size 0 does; of what does neither,
// terms are bounded apart. Not ok where that fails, or a least size would divide
// by 0. Bounds may mention sizes; they count all at once.
//
// Soundness: if e rises with s, e(s) ≤ e(u) for s ≤ u. This is of whole numbers; an upper
// bound that is no integer is rounded down first, unless e rises between integers as well
// (tame), for s ≤ u implies s ≤ floor(u). Bounds are put in all at once, as they mention
// sizes themselves.
func (e *Expr) AtMost(upper func(*Symbol) *Expr) (bound *Expr, ok bool) {
	if bound, ok = e.toward(upper, Rising); ok {
		return bound, true
	}
	if e == nil {
		return nil, false
	}
	sum := small[0]
	for _, t := range e.terms {
		x, ok := (&Expr{[]term{t}}).toward(upper, Rising)
		if !ok {
			return nil, false
		}
		sum = sum.Add(x)
	}
	return sum, true
}

// toward puts for each size the end of its range in whose direction e rises.
func (e *Expr) toward(upper func(*Symbol) *Expr, up Trend) (*Expr, bool) {
	if e == nil {
		return nil, false
	}
	ends, ok := map[*Symbol]*Expr{}, true
	e.Symbols(func(s *Symbol) {
		if _, seen := ends[s]; seen || !ok {
			return
		}
		ends[s] = nil
		if limit := upper(s); limit != nil {
			ends[s], ok = e.end(s, limit, up)
		}
	})
	if !ok {
		return nil, false
	}
	out := e.Subst(func(s *Symbol) *Expr { return ends[s] })
	return out, out != nil && !out.Undefined()
}

func (e *Expr) end(s *Symbol, limit *Expr, up Trend) (*Expr, bool) {
	switch e.Trend(s) {
	case Constant:
		return nil, true
	case up:
		if !limit.integral() && !e.tame() {
			limit, _ = limit.FloorDiv(small[1])
		}
		return limit, true
	case up.reverse():
		return small[0], !e.dividesBy(s)
	}
	return nil, false
}

// dividesBy reports whether a size stands in a divisor: without it, what is left there
// may be 0.
func (e *Expr) dividesBy(s *Symbol) bool {
	return e.anyAtom(func(a *atom) bool {
		switch {
		case a.kind == floorAtom && a.args[1].Has(s), a.kind == powerAtom && !a.args[1].Nonnegative() && a.args[0].Has(s):
			return true
		}
		return slices.ContainsFunc(a.args, func(x *Expr) bool { return x.dividesBy(s) })
	})
}
