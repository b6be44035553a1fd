package solving

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/recurrence"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// A sum is what one chain of a path costs.
type sum struct {
	in *Body
	p  *Trace
	chain
}

// boundCosts bounds what the instances of a group cost. Of a body that calls what is passed a
// size that is at most a small number, that number is put in its place as well, and the bound
// that grows less is taken: of `@f(mod(%n, 12))` that of f at 11.
func (a *Solver) boundCosts(group []*Body, m Metric) {
	sums, ok := a.sums(group, m)
	if !ok {
		return
	}
	a.boundSums(group, sums, m)
	for _, in := range group {
		if len(in.Values) > 0 && (len(group) > 1 || in.Recursive()) {
			a.byDifferences(in, m)
		}
	}
	if len(group) == 1 && group[0].Recursive() {
		a.byRefunds(group[0], sums, m)
		a.findRefund(group[0], sums, m)
	}
	if len(group) == 1 && slices.ContainsFunc(sums, sum.passesSmall) {
		a.lesser(&group[0].Bounds[m], func() {
			a.small, group[0].Bounds[m] = true, nil
			a.boundSums(group, sums, m)
			a.small = false
		})
	}
}

// passesSmall reports whether a call is passed a size with a part that is at most a small number.
func (x sum) passesSmall() bool {
	return slices.ContainsFunc(x.calls, func(at int) bool {
		c := x.p.Calls[at]
		return c.Callee.Done && slices.ContainsFunc(c.Args, func(a linear.Form) bool {
			a = x.p.Now(a)
			return !x.p.Raised(a, maxRest).Equal(a)
		})
	})
}

// boundSums bounds what a group costs by polynomials, or else each way by itself.
func (a *Solver) boundSums(group []*Body, sums []sum, m Metric) {
	alone := len(group) == 1
	recursive := alone && group[0].Recursive()
	if recursive {
		if a.byRecurrence(group[0], sums, m, true) {
			return
		}
		defer a.byTwoCalls(group[0], m)
	}
	if alone && !recursive && a.byConstants(group[0], sums, m) {
		return
	}
	split := func() bool {
		if alone && !recursive || !a.byPolynomials(group, sums, m, false, true) {
			return false
		}
		if recursive {
			a.lesser(&group[0].Bounds[m], func() { a.byRecurrence(group[0], sums, m, false) })
		}
		return true
	}
	if a.byPolynomials(group, sums, m, false, false) || a.byPolynomials(group, sums, m, true, false) || split() {
		if recursive {
			in := group[0]
			a.orElse(in.Bounds[m], in.Arity, func(i int) (recurrence.Recurrence, bool) {
				if in.isAside(i) {
					return recurrence.Recurrence{}, false
				}
				return a.recurrence(in, i, sums, m, nil)
			})
		} else if alone {
			a.least(group[0], sums, m)
		}
		return
	}
	switch {
	case recursive:
		a.byRecurrence(group[0], sums, m, false)
	case alone:
		if e := a.largest(sums, m, nil); e != nil {
			group[0].Bounds[m] = a.ofExpr(e)
		}
	}
}

// byConstants bounds an instance by a number, where all that it does and calls costs
// numbers: most of the definitions that call one another on tensors. There is no
// system to solve for them.
func (a *Solver) byConstants(in *Body, sums []sum, m Metric) bool {
	for _, x := range sums {
		if !x.constant(m) {
			return false
		}
	}
	e := a.largest(sums, m, nil)
	if e == nil {
		return false
	}
	in.Bounds[m] = a.ofExpr(e)
	return in.Bounds[m] != nil
}

// constant reports whether all parts of a sum are numbers.
func (x *sum) constant(m Metric) bool {
	if len(x.works) > 0 || len(x.exprs) > 0 {
		return false
	}
	return !slices.ContainsFunc(x.calls, func(at int) bool {
		bound := x.p.Calls[at].Callee.Bounds[m]
		return bound == nil || !bound.Expr.IsConst()
	})
}

// maxSystems is how many systems are kept with what solves them.
const maxSystems = 1 << 14

// polynomials solves a system, or finds that it has been solved.
func (a *Solver) polynomials(s *system) []amortize.Polynomial {
	key := s.Key()
	found, known := a.systems[key]
	if !known {
		s.Meter = a.Meter
		found = s.Solve()
		if len(a.systems) < maxSystems {
			a.systems[key] = found
		}
	}
	return found
}

// sums are the chains of all paths of a group; false where some of them has no
// bound.
func (a *Solver) sums(group []*Body, m Metric) ([]sum, bool) {
	var all []sum
	for _, in := range group {
		if in.Loss != nil {
			return nil, false
		}
		for _, p := range in.everyPath() {
			if p.Loss != nil || !in.callsBounded(p, m) {
				return nil, false
			}
			for _, c := range p.sums(m) {
				all = append(all, sum{in, p, c})
			}
		}
	}
	return all, true
}

// Recursive reports whether an instance calls itself.
func (in *Body) Recursive() bool {
	for _, p := range in.everyPath() {
		if slices.ContainsFunc(p.Calls, func(c Call) bool { return c.Callee == in }) {
			return true
		}
	}
	return false
}

// everyPath returns the paths through a body, including those that end in a fault.
func (in *Body) everyPath() []*Trace {
	return slices.Concat(in.Paths, in.Failed)
}

// callsBounded reports whether all calls of other groups have a bound of a metric; it notes
// the first that has none. Where the first metric that is wanted has none, no other has.
func (in *Body) callsBounded(p *Trace, m Metric) bool {
	for _, c := range p.Calls {
		if !c.Free && c.Callee.Done && c.Callee.Bounds[m] == nil {
			if l := in.callLoss(c, m); m == in.solver.Wanted[0] {
				p.Lose(l)
			} else {
				p.Lack(m, l)
			}
			return false
		}
	}
	return true
}

// multiples are expressions, each once.
func multiples(exprs []*symbolic.Expr) []repeated {
	all := make([]repeated, len(exprs))
	for i, e := range exprs {
		all[i] = repeated{e, 1}
	}
	return all
}

// sums are what costs of a metric add up of on a path: the chains of dependent
// operations for Span, everything for the others.
func (p *Trace) sums(m Metric) []chain {
	switch {
	case m == Span && p.Unordered:
		return []chain{p.inAnyOrder()}
	case m == Span:
		return p.chains()
	}
	all := chain{cost: p.Costs[m], exprs: multiples(p.Exprs[m]), calls: p.charged()}
	if m != Tick {
		all.works = p.Works
	}
	return []chain{all}
}

// charged are the numbers of the calls of a path that cost something by themselves.
func (p *Trace) charged() (all []int) {
	for i, c := range p.Calls {
		if !c.Free {
			all = append(all, i)
		}
	}
	return all
}

// byPolynomials bounds a group by polynomials of a small degree.
func (a *Solver) byPolynomials(group []*Body, sums []sum, m Metric, flat, splits bool) bool {
	return !flat && a.polynomialsOf(group, sums, m, flat, splits, true) || a.polynomialsOf(group, sums, m, flat, splits, false)
}

// polynomialsOf bounds a group with what is passed as it is, where raw, or with what bounds
// it.
func (a *Solver) polynomialsOf(group []*Body, sums []sum, m Metric, flat, splits, raw bool) bool {
	var subjects []subject
	for _, in := range group {
		subjects = append(subjects, subject{in, -1, 0})
	}
	s := newSystem(subjects)
	s.partly, s.splits, s.raw = splits, splits, raw
	for _, x := range sums {
		for _, p := range s.parts(x.p) {
			if !s.cost(x.in, p, m, x.chain, flat) {
				return false
			}
		}
	}
	found := a.polynomials(s)
	for i, b := range found {
		group[i].Bounds[m] = a.OfPolynomial(&b)
	}
	return found != nil
}

// least makes the largest of the sums a bound as well, where a call has several.
func (a *Solver) least(in *Body, sums []sum, m Metric) {
	several := slices.ContainsFunc(sums, func(x sum) bool {
		return slices.ContainsFunc(x.calls, func(at int) bool { return len(x.p.Calls[at].Callee.Bounds[m].also) > 0 })
	})
	if !several {
		return
	}
	if e := a.largest(sums, m, nil); e != nil && e.Asymptotic(in.Bounds[m].Expr) == symbolic.Less {
		if less := a.ofExpr(e); less != nil {
			in.Bounds[m] = less
			return
		}
	}
	for i := range in.Arity {
		a.or(in.Bounds[m], a.largest(sums, m, a.symbol(i)))
	}
}

// largest is the largest of the sums of an instance that does not call itself; nil
// where one is not known.
func (a *Solver) largest(sums []sum, m Metric, preferred *symbolic.Symbol) *symbolic.Expr {
	var most *symbolic.Expr
	for _, x := range sums {
		e := a.total(x, m, preferred, nil)
		if e == nil {
			return nil
		}
		if most == nil {
			most = e
		} else {
			most = a.Larger(most, e)
		}
	}
	return most
}

// Larger is an expression that neither of two exceeds.
func (a *Solver) Larger(x, y *symbolic.Expr) *symbolic.Expr {
	a.Spend(exprSteps(x, y))
	switch {
	case x.Sub(y).Nonnegative():
		return x
	case y.Sub(x).Nonnegative():
		return y
	}
	return x.Max(y)
}

// total is a sum in the sizes of the instance's parameters; nil where some size has
// no bound, or the sum calls what is still to be bounded. preferred is the size by
// which bounds are wanted, where there are several.
func (a *Solver) total(x sum, m Metric, preferred *symbolic.Symbol, over *int) *symbolic.Expr {
	u := a.uppersOf(x.p, x.in.Arity)
	u.preferred, u.over = preferred, over
	sum := symbolic.Int(x.cost)
	linear := share{by: 1} // bounded as a whole: its parts may be parts of one size
	for _, work := range x.works {
		linear.sum = linear.sum.Plus(linear.by, x.p.Now(work))
	}
	for _, m := range x.exprs {
		e := m.sum()
		a.Spend(exprSteps(e, sum))
		sum = sum.Add(u.expr(e))
	}
	for _, at := range x.calls {
		c := x.p.Calls[at]
		bound := c.Callee.Bounds[m]
		if bound == nil {
			return nil
		}
		if preferred == nil && linear.add(bound, now(x.p, c.Args)) {
			continue
		}
		e := u.ofCall(bound, c.Args)
		if e == nil {
			return nil
		}
		a.Spend(exprSteps(e, sum))
		sum = sum.Add(e)
	}
	by, _ := symbolic.Rational(1, linear.by)
	return sum.Add(u.of(linear.sum).Mul(by))
}

// add adds a bound of degree 1 of some sizes; false where it is no such bound.
func (x *share) add(c *Cost, args []linear.Form) bool {
	if c.polynomial == nil {
		return false
	}
	sum, by, ok := linearBound(c.polynomial, args)
	if !ok {
		return false
	}
	common := lcm(x.by, by)
	total := linear.Form{}.Plus(common/x.by, x.sum).Plus(common/by, sum)
	if common > linear.MaxFactor || total.Large() {
		return false
	}
	x.sum, x.by = total, common
	return true
}
