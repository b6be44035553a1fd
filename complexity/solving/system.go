package solving

// BoundAll bounds what a group costs, once the sizes of its results are bounded; learns
// says to use these bounds for the calls inside of the group.
func (a *Solver) BoundAll(group []*Body, learns bool) {
	markExact(group)
	for _, in := range group {
		if learns {
			in.Learn(false)
		}
	}
	for _, m := range a.Wanted {
		a.boundCosts(group, m)
		for _, in := range group {
			if in.Bounds[m] == nil {
				in.Lost[m] = a.firstLoss(group, m)
			}
		}
	}
	for _, in := range group {
		in.explain()
	}
}

// Rebound bounds a body once more by itself, and keeps what grows less.
func (in *Body) Rebound() {
	a, doubled := in.solver, in.Doubled
	in.Doubled = nil
	for _, m := range a.Wanted {
		a.lesser(&in.Bounds[m], func() {
			in.Bounds[m] = nil
			a.boundCosts([]*Body{in}, m)
		})
	}
	in.Doubled = doubled
	in.explain()
}

// Finish leaves a body as it is for those that call it.
func (in *Body) Finish() {
	wanted := in.solver.Wanted
	in.Done, in.Ends = true, in.Bounds[Work] != nil
	if in.Loss == nil && in.Bounds[wanted[0]] == nil {
		in.Loss = in.Lost[wanted[0]]
	}
	if in.Loops && len(in.Values) > 1 && in.Loss == nil {
		in.kept = in.everyPath()
	}
	in.Paths, in.Failed = nil, nil
}

// firstLoss is why a group has no bound of a metric.
func (a *Solver) firstLoss(group []*Body, m Metric) *Loss {
	for _, in := range group {
		if in.Loss != nil {
			return in.Loss
		}
		for _, p := range in.everyPath() {
			if l := p.lost(m); l != nil {
				return l
			}
		}
	}
	l := a.ownLoss(group, m)
	return &l
}

// Learn notes on all paths what is known of the sizes that calls gave: of those of
// other groups, or of the same.
func (in *Body) Learn(done bool) {
	for _, o := range in.Paths {
		o.learnAll(done)
	}
	for _, p := range in.Failed {
		p.learnAll(done)
	}
}

func (p *Trace) learnAll(done bool) {
	for _, c := range p.Calls {
		if c.Callee.Done == done {
			p.Learn(c)
		}
	}
}

// Amounts are what is bounded of an instance's result: each of its sizes, and the
// sum of all.
func (in *Body) Amounts() []Amount {
	n := -1
	for _, o := range in.Paths {
		n = max(n, len(o.Given))
	}
	var all []Amount
	for i := range max(n, 0) {
		all = append(all, Amount{Parts: []int{i}})
	}
	if n > 1 {
		sum := Amount{}
		for i := range n {
			sum.Parts = append(sum.Parts, i)
		}
		all = append(all, sum)
	}
	return all
}
