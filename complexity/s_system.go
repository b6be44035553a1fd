package complexity

// boundAll bounds what a group costs, once the sizes of its results are bounded; learns
// says to use these bounds for the calls inside of the group.
func (a *solver) boundAll(group []*body, learns bool) {
	markExact(group)
	unit := units(group)
	for _, in := range group {
		in.unit = unit
		if learns {
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
}

// finish leaves a body as it is for those that call it.
func (in *body) finish() {
	wanted := in.solver.wanted
	in.done, in.ends = true, in.bounds[Work] != nil
	if in.loss == nil && in.bounds[wanted[0]] == nil {
		in.loss = in.lost[wanted[0]]
	}
	in.paths, in.failed = nil, nil
}

// firstLoss is why a group has no bound of a metric.
func firstLoss(group []*body, m Metric) *Loss {
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

// learn notes on all paths what is known of the sizes that calls gave: of those of
// other groups, or of the same.
func (in *body) learn(others bool) {
	for _, o := range in.paths {
		o.learnAll(others)
	}
	for _, p := range in.failed {
		p.learnAll(others)
	}
}

func (p *trace) learnAll(others bool) {
	for _, c := range p.calls {
		if c.callee.done == others {
			p.learn(c)
		}
	}
}

// amounts are what is bounded of an instance's result: each of its sizes, and the
// sum of all.
func (in *body) amounts() []amount {
	n := -1
	for _, o := range in.paths {
		n = max(n, len(o.given))
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
