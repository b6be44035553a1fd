package solving

import (
	"slices"
)

// What two calls of a loop do together may divide a size, though one does not: of two
// remainders in a row, as those of Euclid's algorithm, the second is less than half of
// what the first was taken of, and an odd number less 1 is even. So the ways of an
// instance that calls itself once are gone on with by its ways again, at the call. A run
// goes one of these double ways, and then does what a call at the end of it does: they
// are the cases of a recurrence as well.

// byTwoCalls bounds an instance by a recurrence of two calls at once that divides a size.
// It is looked for where something is divided.
func (a *Solver) byTwoCalls(in *Body, m Metric) {
	if m == Span {
		a.spanByWork(in)
		return
	}
	var sums []sum
	if in.Twice == nil {
		return
	}
	for _, p := range in.Twice() {
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
	a.lesser(&in.Bounds[m], func() { in.inTwo = a.byRecurrence(in, sums, m, true) || a.byLargest(in, sums, m) || in.inTwo })
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

// spanByWork takes the bound of work for that of span, where all that is done costs no more
// of span than of work.
func (a *Solver) spanByWork(in *Body) {
	if in.inTwo && in.Unit && in.Bounds[Work] != nil {
		a.lesser(&in.Bounds[Span], func() { in.Bounds[Span] = in.Bounds[Work] })
	}
}

// units tells whether all that a group does costs 1 of work and of span, also in what it
// calls: operators on tensors and functions of which nothing is known do not.
func units(group []*Body) bool {
	for _, in := range group {
		for _, p := range in.ways() {
			if len(p.Exprs[Span])+len(p.Works) > 0 || slices.ContainsFunc(p.Calls, func(c Call) bool { return !c.Callee.Unit && !slices.Contains(group, c.Callee) }) {
				return false
			}
		}
	}
	return true
}

// callsOf are the numbers of a path's calls of an instance.
func (p *Trace) CallsOf(in *Body) (all []int) {
	for i, c := range p.Calls {
		if c.Callee == in {
			all = append(all, i)
		}
	}
	return all
}
