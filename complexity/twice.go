package complexity

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
func (a *Analysis) byTwoCalls(in *instance, m Metric) {
	if m == Span {
		a.spanByWork(in)
		return
	}
	var sums []sum
	for _, p := range in.doubled() {
		if p.loss != nil || !in.callsBounded(p, m) {
			return
		}
		for _, c := range p.sums(m) {
			sums = append(sums, sum{in, p, c})
		}
	}
	if len(sums) == 0 {
		return
	}
	a.lesser(&in.bounds[m], func() { in.inTwo = a.byRecurrence(in, sums, m, true) || a.byLargest(in, sums, m) || in.inTwo })
}

// byLargest bounds an instance by the largest of some sums that do not call it; false
// where one does.
func (a *Analysis) byLargest(in *instance, sums []sum, m Metric) bool {
	if slices.ContainsFunc(sums, func(x sum) bool { return len(x.p.callsOf(in)) > 0 }) {
		return false
	}
	e := a.largest(sums, m, nil)
	if e == nil {
		return false
	}
	in.bounds[m] = a.ofExpr(e)
	return true
}

// spanByWork takes the bound of work for that of span, where all that is done costs no more
// of span than of work.
func (a *Analysis) spanByWork(in *instance) {
	if in.inTwo && in.unit && in.bounds[Work] != nil {
		a.lesser(&in.bounds[Span], func() { in.bounds[Span] = in.bounds[Work] })
	}
}

// units tells whether all that a group does costs 1 of work and of span, also in what it
// calls: operators on tensors and functions of which nothing is known do not.
func units(group []*instance) bool {
	for _, in := range group {
		for _, p := range in.ways() {
			if len(p.exprs[Span])+len(p.works) > 0 || slices.ContainsFunc(p.calls, func(c call) bool { return !c.callee.unit && !slices.Contains(group, c.callee) }) {
				return false
			}
		}
	}
	return true
}

// doubled are the ways through an instance, on which it goes through itself at the call of
// itself that they have; none where some way has more calls, or there are too many.
func (in *instance) doubled() []*path {
	if in.twice != nil || !in.divides() || in.extents > 0 {
		return in.twice
	}
	in.twice = []*path{}
	var all []*path
	for _, p := range in.ways() {
		switch calls := p.callsOf(in); len(calls) {
		case 0:
			all = append(all, p)
		case 1:
			twice, ok := in.home.goOn(p, calls[0])
			if all = append(all, twice...); !ok || len(all) > maxPaths {
				return nil
			}
		default:
			return nil
		}
	}
	in.twice = all
	return all
}

// divides tells whether something is divided on some way.
func (in *instance) divides() bool {
	return slices.ContainsFunc(in.ways(), func(p *path) bool { return p.Divided() })
}

// callsOf are the numbers of a path's calls of an instance.
func (p *path) callsOf(in *instance) (all []int) {
	for i, c := range p.calls {
		if c.callee == in {
			all = append(all, i)
		}
	}
	return all
}

// goOn are the ways in which a path goes on in the body of a call of itself: what the
// path does behind the call costs what it costs. False where they are not known.
func (a *Analysis) goOn(p *path, at int) ([]*path, bool) {
	c, in := p.calls[at], p.of
	body := &instance{home: a, key: in.key, most: in.most, loops: true}
	w := &walk{Analysis: a, in: body}
	with := passed{c.as.literal, originals(c.as.args)}
	q := p.fork()
	if in.object != nil {
		q.costs[Tick]++
	}
	under := len(a.stack)
	done := w.unfold(q, &instance{object: in.object, literal: c.as.literal, args: with.args, chosen: c.as.chosen}, with)
	if !a.unwind(under) || body.loss != nil {
		return nil, false
	}
	ends := slices.Clone(body.failed)
	for _, o := range done {
		if o.gives(c, in) {
			ends = append(ends, o.path)
		}
	}
	for _, q := range ends {
		for _, next := range q.calls[len(p.calls):] {
			q.learn(next)
		}
		q.calls = slices.Delete(slices.Clone(q.calls), at, at+1)
	}
	return ends, true
}

// gives notes that what a body gives is what a call of it gave; false where it cannot be.
func (o outcome) gives(c call, in *instance) bool {
	sizes, _ := resultSizes(o, in)
	for i, s := range sizes {
		if i < len(c.out) && !o.Equate(c.out[i], s) {
			return false
		}
	}
	return true
}

// originals are values of which data is no copy: on a path it has been taken apart as what
// it was.
func originals(all []value) []value {
	mapped := make([]value, len(all))
	for i, v := range all {
		mapped[i] = v
		switch v := v.(type) {
		case *data:
			if d, ok := originOf(v).(*data); ok {
				mapped[i] = d
			}
		case *tuple:
			mapped[i] = &tuple{originals(v.parts)}
		}
	}
	return mapped
}
