package complexity

import "slices"

// solve bounds instances that call each other: first the sizes of their results,
// then what they cost.
func (a *Analysis) solve(group []*instance) {
	for _, in := range group {
		in.loops = len(group) > 1 || in.recursive()
		for _, p := range in.ways() {
			a.join(p)
		}
		in.sizes = amounts(in)
		in.learn(true)
	}
	boundSizes(group)
	switch found, assumed := a.unbounded(group); {
	case assumed:
		a.again(group)
		return
	case found:
		boundSizes(group)
	}
	fails := markFailing(group)
	markExact(group)
	unit := units(group)
	for _, in := range group {
		in.unit = unit
		if !fails {
			in.learn(false)
		}
	}
	for _, m := range a.wanted {
		a.boundCosts(group, m)
		for _, in := range group {
			if in.bounds[m] == nil {
				in.lost[m] = firstLoss(group, m)
			}
		}
	}
	for _, in := range group {
		in.explain()
	}
	for _, in := range group {
		in.countBodies()
	}
	for _, in := range group {
		if !in.recursive() {
			in.keep()
		}
		in.done, in.ends = true, in.bounds[Work] != nil
		if in.loss == nil && in.bounds[a.wanted[0]] == nil {
			in.loss = in.lost[a.wanted[0]]
		}
		in.paths, in.failed, in.twice = nil, nil, nil
	}
}

// markFailing notes whether one of a group may fail, and so all that call it.
func markFailing(group []*instance) bool {
	fails := slices.ContainsFunc(group, func(in *instance) bool { return in.fails || len(in.failed) > 0 })
	for _, in := range group {
		in.fails = fails
	}
	return fails
}

// firstLoss is why a group has no bound of a metric.
func firstLoss(group []*instance, m Metric) *Loss {
	for _, in := range group {
		if in.loss != nil {
			return in.loss
		}
		for _, p := range in.ways() {
			if l := p.lost(m); l != nil {
				return l
			}
		}
	}
	return &Loss{Reason: NoPolynomial}
}

// amounts are what is bounded of an instance's result: each of its sizes, and the
// sum of all.
func amounts(in *instance) []amount {
	n := -1
	for _, o := range in.paths {
		sizes, _ := resultSizes(o, in)
		n = max(n, len(sizes))
	}
	var all []amount
	for i := range max(n, 0) {
		all = append(all, amount{parts: []int{i}})
	}
	if n > 1 {
		sum := amount{}
		for i := range n {
			sum.parts = append(sum.parts, i)
		}
		all = append(all, sum)
	}
	return all
}

// learn notes on all paths what is known of the sizes that calls gave: of those of
// other groups, or of the same.
func (in *instance) learn(others bool) {
	for _, o := range in.paths {
		o.learnAll(others)
	}
	for _, p := range in.failed {
		p.learnAll(others)
	}
}

func (p *path) learnAll(others bool) {
	for _, c := range p.calls {
		if c.callee.done == others {
			p.learn(c)
		}
	}
}
