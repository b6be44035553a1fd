package solving

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

// A Trace is what one path through a body leaves to be bounded: what is known of its
// sizes, what it calls, and what it costs besides. Its symbols stand for natural numbers;
// the first ones are the sizes of the parameters.
type Trace struct {
	constraint.Set // what is known of its sizes
	Solver         *Solver
	Of             *Body // nil outside of bodies
	Costs          [MetricCount]int64
	Exprs          [MetricCount][]*symbolic.Expr // of operators, over the path's sizes
	Works          []linear.Form                 // of callbacks that were called
	// charged are operations whose cost is no number; see maxCharged.
	Charged []charged
	Calls   []Call
	// most are bounds of symbols, over the path's sizes.
	most map[int]*symbolic.Expr
	// When things are done, for Span: what has been, and when the block began that is
	// gone through.
	Moments   []*Moment
	Start     *Moment
	Unordered bool // what waits for what is not known; see inAnyOrder
	// given are the sizes of what the path gives, in the order in which those of an unknown
	// value of its type stand; integers says which of them are the values of integers.
	Given    []linear.Form
	Integers []int
	// loss says why the path has no bound: the first thing that was not followed; lacks why
	// it has none of a metric.
	Loss  *Loss
	lacks [MetricCount]*Loss
}

// A Body is what a solver bounds: the paths through what is called with arguments of one
// form. Its parameters are the sizes of the arguments.
type Body struct {
	solver     *Solver
	Owner      any // what the body was made for; a solver does not look at it
	definition *typecheck.Object
	Unknown    []UnknownParameter // see Passed
	Arity      int
	Most       []int64 // by size: the greatest integer that it stands for; 0 where it counts something else
	// Derived are the last sizes of all; the first Aside of them are for the sizes of results
	// and not for costs.
	Derived []Derived
	Aside   int
	Summed  bool // each size is known as it is where the body is called; see sums

	// Values are the integers that are passed, over the sizes: a size, or -1 less a size.
	Values []linear.Form
	kept   []*Trace // the paths, for those that reach it with other signs; see chain.go

	Done  bool // it has been bounded
	Ends  bool // it has a bound of its work, and so gives something
	Loops bool // it may be called inside of a call of itself
	// twice gives the paths that go on in a second call, none where there are none; see
	// byTwoCalls. It is nil where they are not wanted.
	Doubled func() []*Trace
	Paths   []*Trace
	Failed  []*Trace // those that end where no clause fits: they cost, and give nothing

	// What was found: by measure of the result, and by metric; nil without a bound.
	Sizes    []Amount
	integers []int // those of the result's sizes that are values of integers
	floors   []floor
	Bounds   [MetricCount]*Cost
	Loss     *Loss
	Lost     [MetricCount]*Loss
	why      [MetricCount]contributions
	refunds  [MetricCount]*refund
}

// A Solver bounds groups of bodies that call each other, one group after the other.
type Solver struct {
	Wanted    []Metric
	variables []*symbolic.Expr // that stand for sizes, by number
	Index     map[*symbolic.Symbol]int
	systems   map[string][]amortize.Polynomial // that solve systems, by their keys
	Meter     *steps.Meter                     // of the body that is looked at
	refunding bool                             // see refund.go
	small     bool                             // see boundCosts
	Left      int                              // of the steps for all that it does; see budget
}

// NewSolver is a solver for some metrics, which may take so many steps in all.
func NewSolver(meter *steps.Meter, steps int, wanted []Metric) *Solver {
	return &Solver{Wanted: wanted, Index: map[*symbolic.Symbol]int{}, systems: map[string][]amortize.Polynomial{}, Meter: meter, Left: steps}
}

// NewBody is a body that the solver bounds.
func (a *Solver) NewBody(owner any, definition *typecheck.Object) *Body {
	return &Body{solver: a, Owner: owner, definition: definition}
}

// A Call is one of an instance: with sizes in, and fresh symbols for the sizes
// that come out.
type Call struct {
	Callee *Body
	As     any          // what is called with the arguments as the path has them; nil for bodies together, and not looked at here
	In     *graph.Graph // in which it stands: of the body, or of one that was gone through in it; nil for bodies together
	At     graph.Value
	Args   []linear.Form
	Out    []linear.Form
	Free   bool // it costs nothing by itself
	Silent bool // it may give nothing, so that nothing is known of what it gives
}

// Lack notes why there is no bound of a metric.
func (p *Trace) Lack(m Metric, l Loss) {
	if p.lacks[m] == nil {
		p.lacks[m] = &l
	}
}

// lost is why there is no bound of a metric; nil where that is not known.
func (p *Trace) lost(m Metric) *Loss {
	if p.Loss != nil {
		return p.Loss
	}
	return p.lacks[m]
}

// Lose notes why there is no bound.
func (p *Trace) Lose(l Loss) {
	if p.Loss == nil {
		p.Loss = &l
	}
}

// split gives paths that are the path together, on which more sizes are sums of naturals
// (constraint.Set.Split). They are for reading only.
func (p *Trace) split() []*Trace {
	var passed []linear.Form
	for _, c := range p.Calls {
		if !c.Callee.Done {
			passed = append(passed, c.Args...)
		}
	}
	var all []*Trace
	for _, s := range p.Set.Split(passed) {
		q := *p
		q.Set = s
		all = append(all, &q)
	}
	return all
}

// Spend counts steps of what an instance's paths take.
func (in *Body) Spend(steps int) { in.solver.Spend(steps) }

// TooLarge gives up on sizes that may come to overflow.
func (in *Body) TooLarge() { in.Lose(Loss{Reason: TooLarge}) }

// Lose notes why there is no bound on any path.
func (in *Body) Lose(l Loss) {
	if in.Loss == nil {
		in.Loss = &l
	}
}

// An Amount is a bound of a sum of sizes of the result.
type Amount struct {
	Parts []int // of the result's sizes
	Bound *Cost
	exact bool // it is what the bound says, which is linear
}

// Fork is a copy, which goes on by itself.
func (p *Trace) Fork() Trace {
	q := *p
	q.Set = p.Set.Fork()
	q.Calls = slices.Clone(p.Calls)
	q.Charged = slices.Clone(p.Charged)
	q.Works = slices.Clone(p.Works)
	for m := range q.Exprs {
		q.Exprs[m] = slices.Clone(p.Exprs[m])
	}
	q.Moments = slices.Clone(p.Moments)
	q.most = maps.Clone(p.most)
	return q
}

// MaxSymbols is how many sizes a path may have.
const MaxSymbols = 600

// Settle ends what was being bounded when looking at a body was stopped.
func (a *Solver) Settle() { a.small, a.refunding = false, false }
