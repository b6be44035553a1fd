package complexity

import "github.com/fraccheck/fraccheck/symbolic"

// A sum is what one chain of a path costs.
type sum struct {
	in *instance
	p  *path
	chain
}

// boundCosts bounds what the instances of a group cost: by polynomials, or else
// each way by itself.
func (a *Analysis) boundCosts(group []*instance, m Metric) {
	sums, ok := a.sums(group, m)
	if !ok {
		return
	}
	for _, flat := range []bool{false, true} {
		if a.byPolynomials(group, sums, m, flat) {
			return
		}
	}
	if len(group) == 1 {
		a.byLargest(group[0], sums, m)
	}
}

// sums are the chains of all paths of a group; false where some of them has no
// bound.
func (a *Analysis) sums(group []*instance, m Metric) ([]sum, bool) {
	var all []sum
	for _, in := range group {
		if in.loss != nil {
			return nil, false
		}
		for _, p := range in.ways() {
			if p.loss != nil || !in.callsBounded(p, m) {
				return nil, false
			}
			for _, c := range p.sums(m) {
				all = append(all, sum{in, p, c})
			}
		}
	}
	return all, true
}

// ways are the paths through an instance, those that end in a failure too.
func (in *instance) ways() []*path {
	var all []*path
	for _, o := range in.paths {
		all = append(all, o.path)
	}
	return append(all, in.failed...)
}

// callsBounded tells whether all calls of other groups have a bound; it notes the
// first that has none.
func (in *instance) callsBounded(p *path, m Metric) bool {
	for _, c := range p.calls {
		if c.callee.done && c.callee.bounds[m] == nil {
			p.lose(in.callLoss(c))
			return false
		}
	}
	return true
}

// sums are what costs of a metric add up of on a path: the chains of dependent
// operations for Span, everything for the others.
func (p *path) sums(m Metric) []chain {
	if m == Span {
		return p.chains()
	}
	all := chain{cost: p.costs[m], exprs: p.exprs[m]}
	if m != Tick {
		all.works = p.works
	}
	for i := range p.calls {
		all.calls = append(all.calls, i)
	}
	return []chain{all}
}

// byPolynomials bounds a group by polynomials of a small degree.
func (a *Analysis) byPolynomials(group []*instance, sums []sum, m Metric, flat bool) bool {
	var subjects []subject
	for _, in := range group {
		subjects = append(subjects, subject{in, -1})
	}
	s := newSystem(subjects)
	for _, x := range sums {
		if !s.cost(x.in, x.p, m, x.chain, flat) {
			return false
		}
	}
	found := s.Solve()
	for i, b := range found {
		group[i].bounds[m] = a.ofPolynomial(&b)
	}
	return found != nil
}

// byLargest bounds an instance that does not call itself by the largest of its
// sums.
func (a *Analysis) byLargest(in *instance, sums []sum, m Metric) {
	var most *symbolic.Expr
	for _, x := range sums {
		e := a.total(x, m)
		if e == nil {
			return
		}
		if most == nil {
			most = e
		} else {
			most = larger(most, e)
		}
	}
	if most != nil {
		in.bounds[m] = a.ofExpr(most)
	}
}

// larger is an expression that neither of two exceeds.
func larger(a, b *symbolic.Expr) *symbolic.Expr {
	switch {
	case a.Sub(b).Nonnegative():
		return a
	case b.Sub(a).Nonnegative():
		return b
	}
	return a.Max(b)
}

// total is a sum in the sizes of the instance's parameters; nil where some size has
// no bound, or the sum calls what is still to be bounded.
func (a *Analysis) total(x sum, m Metric) *symbolic.Expr {
	u := a.uppersOf(x.p, x.in.arity)
	sum := symbolic.Int(x.cost)
	for _, work := range x.works {
		sum = sum.Add(u.of(work))
	}
	for _, e := range x.exprs {
		sum = sum.Add(u.expr(e))
	}
	for _, at := range x.calls {
		c := x.p.calls[at]
		args, ok := u.all(c.args)
		if !ok || c.callee.bounds[m] == nil {
			return nil
		}
		sum = sum.Add(a.applied(c.callee.bounds[m], args))
	}
	return sum
}
