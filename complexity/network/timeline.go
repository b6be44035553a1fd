package network

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Timeline is the memory that is live while a definition is evaluated in the order of its
// text. Sizes are in multiples of Unit; where they have no common one, they are bytes for shape
// variables that are all 1, and AtOne is set. Report.Peak is that of the best order that was
// found, and may be less than the most of a Timeline.
type Timeline struct {
	Moments []Moment
	Inputs  int64 // before the first call
	Unit    types.Dim
	AtOne   bool
	Why     *Reason // why there is none
}

// A Moment is a call.
type Moment struct {
	Node syntax.NodeID // in the tree of the definition
	Live int64         // while it is computed, with its result
	Made int64         // of its result
}

// Timeline is that of the definition itself: what functions and branches need meanwhile counts
// for the call that evaluates them.
func (r *Report) Timeline() Timeline {
	a := r.analysis
	if why := a.units[a.root].peak.Why; why != nil {
		return Timeline{Why: why}
	}
	p := a.rootPlan(r)
	sizes, extras, unit, why := p.sizes()
	if why != nil {
		return Timeline{Why: why}
	}
	t := Timeline{Unit: unit}
	if sizes == nil {
		t.AtOne, t.Unit = true, types.Const(1)
		for _, n := range p.nodes {
			size, _ := atOne(n.size.Size)
			extra, _ := atOne(n.extra.Size)
			sizes, extras = append(sizes, size), append(extras, extra)
		}
	}
	s := &schedule{plan: p, size: sizes, extra: extras}
	s.link()
	in := p.unit.in
	made := make([]graph.Value, len(p.nodes)) // by node: the value, from 1
	for v := range graph.Value(in.graph.Len()) {
		if n := in.node[v] - 1; n >= 0 && int(n) < len(made) && made[n] == 0 {
			made[n] = v + 1
		}
	}
	m, inputs := s.begin()
	t.Inputs = inputs
	for c, n := range s.calls {
		live := m.call(int32(c))
		if v := made[n] - 1; v >= 0 {
			t.Moments = append(t.Moments, Moment{in.graph.Node(v), live, s.made[c]})
		}
	}
	return t
}

// Calls are the calls, branches and functions of the definition itself that evaluate others, with
// what one evaluation of each costs by a metric that counts evaluations: of branches the dearest.
func (r *Report) Calls(m Metric) (all []Layer) {
	in := r.analysis.units[r.analysis.root].in
	for b := range in.compound {
		for _, v := range in.compound[b] {
			all = append(all, in.layer(v, types.Const(1), r.analysis.inner(in, v, m), false))
		}
	}
	return all
}
