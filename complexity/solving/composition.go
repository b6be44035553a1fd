package solving

import "slices"

// Theorem (two steps). Let f be a body whose paths call f at most once. Let D be the paths
// that do not call it, and for each path P that does, P·Q for all paths Q through f in the
// place of the call (the caller makes them: Body.Doubled). A run of f takes one path of D,
// and then does what the call at the end of it does. So a recurrence whose cases are those
// of D bounds f: it is the recurrence of f, unrolled once (T(n) ≤ c + d + T(n'') instead of
// T(n) ≤ c + T(n')).
//
// What made it necessary: what two steps do may divide a size, though one does not. In
// Euclid's algorithm gcd(a, b) = gcd(b, a mod b) neither argument falls by a factor in one
// step, but after two the second is a mod b < a/2 (G. Lamé, 1844): the recurrence of one
// step says T(n) ≤ c + T(n - 1), and that of two T(n) ≤ d + T(n/2). Likewise powers by
// squaring, where an odd exponent less 1 is even. It is looked for where something is
// divided.

// byTwoCalls bounds an instance by a recurrence of two calls at once that divides a size.
// It is looked for where something is divided.
func (a *Solver) byTwoCalls(in *Body, m Metric) {
	var sums []sum
	if in.Doubled == nil {
		return
	}
	for _, p := range in.Doubled() {
		if p.Loss != nil || !in.callsBounded(p, m) {
			return
		}
		for _, c := range p.sums(m) {
			sums = append(sums, sum{in, p, c})
		}
	}
	if len(sums) == 0 {
		return
	}
	a.lesser(&in.Bounds[m], func() { _ = a.byRecurrence(in, sums, m, true) || a.byLargest(in, sums, m) })
}

// byLargest bounds an instance by the largest of some sums that do not call it; false
// where one does.
func (a *Solver) byLargest(in *Body, sums []sum, m Metric) bool {
	if slices.ContainsFunc(sums, func(x sum) bool { return len(x.p.CallsOf(in)) > 0 }) {
		return false
	}
	e := a.largest(sums, m, nil)
	if e == nil {
		return false
	}
	in.Bounds[m] = a.ofExpr(e)
	return true
}

// inAnyOrder is what is done on a path of two bodies, of which it is not known what waits for what:
// no chain of it has more. That is not the work: `map` of no element takes no work, and a span of 1.
func (p *Trace) inAnyOrder() chain {
	all := chain{calls: p.charged()}
	for _, m := range p.Moments {
		all.cost += m.Cost
		if m.Expr != nil {
			all.exprs = addMultiple(all.exprs, m.Expr)
		}
		if m.Work != nil {
			all.works = append(all.works, *m.Work)
		}
	}
	return all
}

// CallsOf are the numbers of a path's calls of an instance.
func (p *Trace) CallsOf(in *Body) (all []int) {
	for i, c := range p.Calls {
		if c.Callee == in {
			all = append(all, i)
		}
	}
	return all
}
