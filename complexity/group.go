package complexity

import "slices"

// solve bounds instances that call each other: first the sizes of their results,
// then what they cost.
func (a *Analysis) solve(group []*instance) {
	bodies := make([]*body, len(group))
	for i, in := range group {
		bodies[i] = in.body
		in.leave()
	}
	for _, in := range group {
		in.loops = len(group) > 1 || in.recursive()
		for _, p := range in.walked() {
			a.join(p)
		}
		in.measure()
		in.learn(true)
	}
	boundSizes(bodies)
	switch found, assumed := a.unbounded(group); {
	case assumed:
		a.again(group)
		return
	case found:
		boundSizes(bodies)
	}
	fails := markFailing(group)
	for _, in := range group {
		in.summed = in.sums()
		in.twice = in.doubled
	}
	a.boundAll(bodies, !fails)
	for _, in := range group {
		in.countBodies()
	}
	for _, in := range group {
		if !in.recursive() {
			in.keep()
		}
		in.finish()
		in.outcomes, in.ended, in.doubles, in.twice = nil, nil, nil, nil
	}
}

// leave gives the paths of an instance to its body.
func (in *instance) leave() {
	in.paths, in.failed = nil, nil
	for _, o := range in.outcomes {
		in.paths = append(in.paths, &o.trace)
	}
	for _, p := range in.ended {
		in.failed = append(in.failed, &p.trace)
	}
}

// measure finds the sizes of what an instance gives, and what is bounded of them.
func (in *instance) measure() {
	for _, o := range in.outcomes {
		o.given, o.integers = resultSizes(o, in)
	}
	in.sizes = in.amounts()
}

// walked are the paths through an instance, those that end in a failure too.
func (in *instance) walked() []*path {
	var all []*path
	for _, o := range in.outcomes {
		all = append(all, o.path)
	}
	return append(all, in.ended...)
}

// markFailing notes whether one of a group may fail, and so all that call it.
func markFailing(group []*instance) bool {
	fails := slices.ContainsFunc(group, func(in *instance) bool { return in.fails || len(in.ended) > 0 })
	for _, in := range group {
		in.fails = fails
	}
	return fails
}
