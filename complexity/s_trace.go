package complexity

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/constraint"
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A trace is what one path through a body leaves to be bounded: what is known of its
// sizes, what it calls, and what it costs besides. Its symbols stand for natural numbers;
// the first ones are the sizes of the parameters.
type trace struct {
	constraint.Set // what is known of its sizes
	solver         *solver
	of             *body // nil outside of bodies
	costs          [metrics]int64
	exprs          [metrics][]*symbolic.Expr // of operators, over the path's sizes
	works          []linear.Form             // of callbacks that were called
	// charged are operations whose cost is no number; see maxCharged.
	charged []charged
	calls   []call
	// most are bounds of symbols, over the path's sizes.
	most map[int]*symbolic.Expr
	// When things are done, for Span: what has been, and when the block began that is
	// gone through.
	moments []*moment
	start   *moment
	// given are the sizes of what the path gives, in the order in which those of an unknown
	// value of its type stand; integers says which of them are the values of integers.
	given    []linear.Form
	integers []int
	// loss says why the path has no bound: the first thing that was not followed; lacks why
	// it has none of a metric.
	loss  *Loss
	lacks [metrics]*Loss
}

// A body is what a solver bounds: the paths through what is called with arguments of one
// form. Its parameters are the sizes of the arguments.
type body struct {
	solver     *solver
	owner      any // what the body was made for; a solver does not look at it
	definition *typecheck.Object
	arity      int
	most       []int64 // by size: the greatest integer that it stands for; 0 where it counts something else
	// differences are the last sizes of all.
	differences []difference
	summed      bool // each size is known as it is where the body is called; see sums

	done  bool // it has been bounded
	ends  bool // it has a bound of its work, and so gives something
	loops bool // it may be called inside of a call of itself
	unit  bool // see units
	inTwo bool // its work is bounded by two calls at once
	// twice gives the paths that go on in a second call, none where there are none; see
	// byTwoCalls. It is nil where they are not wanted.
	twice  func() []*trace
	paths  []*trace
	failed []*trace // those that end where no clause fits: they cost, and give nothing

	// What was found: by measure of the result, and by metric; nil without a bound.
	sizes  []amount
	bounds [metrics]*cost
	loss   *Loss
	lost   [metrics]*Loss
	why    [metrics]contributions
}

// A solver bounds groups of bodies that call each other, one group after the other.
type solver struct {
	wanted    []Metric
	variables []*symbolic.Expr // that stand for sizes, by number
	index     map[*symbolic.Symbol]int
	systems   map[string][]amortize.Polynomial // that solve systems, by their keys
	meter     *steps.Meter                     // of the body that is looked at
	left      int                              // of the steps for all that it does; see budget
}

// newSolver is a solver for some metrics.
func newSolver(meter *steps.Meter, wanted []Metric) *solver {
	return &solver{wanted: wanted, index: map[*symbolic.Symbol]int{}, systems: map[string][]amortize.Polynomial{}, meter: meter, left: allSteps}
}

// newBody is a body that the solver bounds.
func (a *solver) newBody(owner any, definition *typecheck.Object) *body {
	return &body{solver: a, owner: owner, definition: definition}
}

// A call is one of an instance: with sizes in, and fresh symbols for the sizes
// that come out.
type call struct {
	callee *body
	as     any          // what is called with the arguments as the path has them; nil for bodies together, and not looked at here
	in     *graph.Graph // in which it stands: of the body, or of one that was gone through in it; nil for bodies together
	at     graph.Value
	args   []linear.Form
	out    []linear.Form
	free   bool // it costs nothing by itself
	silent bool // it may give nothing, so that nothing is known of what it gives
}

// lack notes why there is no bound of a metric.
func (p *trace) lack(m Metric, l Loss) {
	if p.lacks[m] == nil {
		p.lacks[m] = &l
	}
}

// lost is why there is no bound of a metric; nil where that is not known.
func (p *trace) lost(m Metric) *Loss {
	if p.loss != nil {
		return p.loss
	}
	return p.lacks[m]
}

// lose notes why there is no bound.
func (p *trace) lose(l Loss) {
	if p.loss == nil {
		p.loss = &l
	}
}

// split gives paths that are the path together, on which more sizes are sums of naturals
// (constraint.Set.Split). They are for reading only.
func (p *trace) split() []*trace {
	var passed []linear.Form
	for _, c := range p.calls {
		if !c.callee.done {
			passed = append(passed, c.args...)
		}
	}
	var all []*trace
	for _, s := range p.Set.Split(passed) {
		q := *p
		q.Set = s
		all = append(all, &q)
	}
	return all
}

// Spend counts steps of what an instance's paths take.
func (in *body) Spend(steps int) { in.solver.spend(steps) }

// TooLarge gives up on sizes that may come to overflow.
func (in *body) TooLarge() { in.lose(Loss{Reason: TooLarge}) }

// lose notes why there is no bound on any path.
func (in *body) lose(l Loss) {
	if in.loss == nil {
		in.loss = &l
	}
}

// An amount is a bound of a sum of sizes of the result.
type amount struct {
	parts []int // of the result's sizes
	bound *cost
	exact bool // it is what the bound says, which is linear
}

// fork is a copy, which goes on by itself.
func (p *trace) fork() trace {
	q := *p
	q.Set = p.Set.Fork()
	q.calls = slices.Clone(p.calls)
	q.charged = slices.Clone(p.charged)
	q.works = slices.Clone(p.works)
	for m := range q.exprs {
		q.exprs[m] = slices.Clone(p.exprs[m])
	}
	q.moments = slices.Clone(p.moments)
	q.most = maps.Clone(p.most)
	return q
}
