package complexity

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/constraint"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
)

// A path is one way through a body: what has been found out on it so far.
type path struct {
	solving.Trace
	values map[graph.Value]value
	// parted is data that has been taken apart.
	parted []parts
	// What is known of values without a size: truth values, how two stand to each other,
	// and what has been computed of them.
	decided  []decision
	orders   []order
	computed []computation
	ready    map[graph.Value]*solving.Moment // when values are there
	effect   *solving.Moment                 // when a reference was last read or written
	signs    int                             // how many integers have been distinguished by sign
	ways     int                             // the ways of bodies that were gone through for their results
	called   *solving.Moment                 // likewise, or what is passed in was last called; see mayFollow
}

func (a *Analysis) newPath(of *instance) *path {
	p := &path{Trace: solving.Trace{Solver: a.Solver}, values: map[graph.Value]value{}, ready: map[graph.Value]*solving.Moment{}}
	if of != nil {
		p.Of, p.Set = of.Body, constraint.New(of.Body)
	}
	return p
}

func (p *path) fork() *path {
	p.Spend(16 + len(p.values) + len(p.ready))
	q := *p
	q.Trace = p.Trace.Fork()
	q.values = maps.Clone(p.values)
	q.ready = maps.Clone(p.ready)
	q.parted = slices.Clone(p.parted)
	q.decided = slices.Clone(p.decided)
	q.orders = slices.Clone(p.orders)
	q.computed = slices.Clone(p.computed)
	return &q
}

// waits are the moments when the operands of a value are there that stand in its
// own block.
func (w *walk) waits(p *path, v graph.Value) []*solving.Moment {
	var all []*solving.Moment
	if v == graph.None {
		return nil
	}
	for _, o := range w.graph.Operands(v) {
		if o.Value != graph.None && o.Block == w.graph.Block(v) {
			all = append(all, w.ready(p, o.Value))
		}
	}
	return all
}

// ready is when a value is there.
func (w *walk) ready(p *path, v graph.Value) *solving.Moment {
	for v != graph.None {
		if m, known := p.ready[v]; known {
			return m
		}
		if w.graph.Kind(v) != graph.Field && w.graph.Kind(v) != graph.Read {
			return nil
		}
		v = w.graph.Operands(v)[0].Value
	}
	return nil
}

// spend counts one operation.
func (w *walk) spend(p *path, v graph.Value) {
	p.Costs[solving.Work]++
	p.ready[v] = p.Then(solving.Moment{Cost: 1}, w.waits(p, v)...)
}
