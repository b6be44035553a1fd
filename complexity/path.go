package complexity

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/constraint"

	"github.com/fraccheck/fraccheck/complexity/linear"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// A path is one way through a body: what has been found out on it so far. Its
// symbols stand for natural numbers; the first ones are the sizes of the
// parameters.
type path struct {
	constraint.Set           // what is known of its sizes
	of             *instance // nil outside of bodies
	values         map[graph.Value]value
	costs          [metrics]int64
	exprs          [metrics][]*symbolic.Expr // of operators, over the path's sizes
	works          []linear.Form             // of callbacks that were called
	// charged are operations whose cost is no number; see maxCharged.
	charged []charged
	calls   []call
	// parted is data that has been taken apart.
	parted []parts
	// What is known of values without a size: truth values, how two stand to each other,
	// and what has been computed of them.
	decided  []decision
	orders   []order
	computed []computation
	// most are bounds of symbols, over the path's sizes.
	most map[int]*symbolic.Expr
	// When things are done, for Span: what has been, when values are there, and
	// when the block began that is gone through.
	moments []*moment
	ready   map[graph.Value]*moment
	start   *moment
	effect  *moment // when a reference was last read or written
	// loss says why the path has no bound: the first thing that was not followed; lacks why
	// it has none of a metric.
	loss  *Loss
	lacks [metrics]*Loss
}

// A call is one of an instance: with sizes in, and fresh symbols for the sizes
// that come out.
type call struct {
	callee *instance
	as     *instance    // with the arguments as the path has them; nil for bodies together
	in     *graph.Graph // in which it stands: of the body, or of one that was gone through in it; nil for bodies together
	at     graph.Value
	args   []linear.Form
	out    []linear.Form
	free   bool // it costs nothing by itself
	silent bool // it may give nothing, so that nothing is known of what it gives
}

func newPath(of *instance) *path {
	p := &path{of: of, values: map[graph.Value]value{}, ready: map[graph.Value]*moment{}}
	if of != nil {
		p.Set = constraint.New(of)
	}
	return p
}

func (p *path) fork() *path {
	p.spend(16 + len(p.values) + len(p.ready))
	q := *p
	q.Set = p.Set.Fork()
	q.values = maps.Clone(p.values)
	q.calls = slices.Clone(p.calls)
	q.charged = slices.Clone(p.charged)
	q.works = slices.Clone(p.works)
	for m := range q.exprs {
		q.exprs[m] = slices.Clone(p.exprs[m])
	}
	q.moments = slices.Clone(p.moments)
	q.ready = maps.Clone(p.ready)
	q.most = maps.Clone(p.most)
	q.parted = slices.Clone(p.parted)
	q.decided = slices.Clone(p.decided)
	q.orders = slices.Clone(p.orders)
	q.computed = slices.Clone(p.computed)
	return &q
}

// lack notes why there is no bound of a metric.
func (p *path) lack(m Metric, l Loss) {
	if p.lacks[m] == nil {
		p.lacks[m] = &l
	}
}

// lost is why there is no bound of a metric; nil where that is not known.
func (p *path) lost(m Metric) *Loss {
	if p.loss != nil {
		return p.loss
	}
	return p.lacks[m]
}

// lose notes why there is no bound.
func (p *path) lose(l Loss) {
	if p.loss == nil {
		p.loss = &l
	}
}

// split gives paths that are the path together, on which more sizes are sums of naturals
// (constraint.Set.Split). They are for reading only.
func (p *path) split() []*path {
	var passed []linear.Form
	for _, c := range p.calls {
		if !c.callee.done {
			passed = append(passed, c.args...)
		}
	}
	var all []*path
	for _, s := range p.Set.Split(passed) {
		q := *p
		q.Set = s
		all = append(all, &q)
	}
	return all
}

// Spend counts steps of what an instance's paths take.
func (in *instance) Spend(steps int) { in.home.spend(steps) }

// TooLarge gives up on sizes that may come to overflow.
func (in *instance) TooLarge() { in.lose(Loss{Reason: TooLarge}) }
