package trial

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Metrics are those that runs are held against, in the order in which they are shown.
var Metrics = []complexity.Metric{complexity.Work, complexity.Tick, complexity.Span, complexity.Memory}

// A Subject is a definition that is tried.
type Subject struct {
	Object   *typecheck.Object
	Names    []string // of its parameters, as bounds call them
	Bound    *complexity.Bound
	Analysis *complexity.Analysis // which has made the bound
	Program  *treewalk.Program
	Item     *syntax.Item // the definition in the program
}

// Options limit a trial.
type Options struct {
	Steps int         // evaluation steps, in all runs together
	Size  int         // the largest size of arguments
	Seed  uint64      // of random arguments: the same ones follow from the same seed
	Stop  func() bool // asked from time to time whether to stop; nil for never
}

// A Point is one run.
type Point struct {
	Style string
	N     int     // about how large the arguments were
	Sizes []int64 // in the order of the bound's
	Cut   bool    // the run was broken off: it would have cost more
	// Measured and Bounds are by metric; Known tells which of them are there.
	Measured [4]int64
	Bounds   [4]float64
	Known    [4]bool

	effects bool // of the functions that were passed
}

// A Trial is what the runs of a definition came to.
type Trial struct {
	Points []Point
	// Reason tells why there are no points, or no costs but ticks in some of them; empty
	// where there is nothing to tell.
	Reason string
}

// maxRun is the part of all steps that one run may take, but for the first.
const maxRun = 4

func (o Options) most(left int, t *Trial) int {
	if len(t.Points) == 0 {
		return left
	}
	return min(left, o.Steps/maxRun)
}

// depth is how deep calls may be nested: a list of some thousand elements.
const depth = 20_000

// Run tries a definition on growing arguments in every style, until the steps are spent.
func Run(s *Subject, o Options) *Trial {
	t := &Trial{}
	f, err := callable(s)
	if err != nil {
		t.because(err)
		return t
	}
	left := o.Steps
	dropped := map[string]bool{}
	styles := stylesOf(s, f)
	var skipped error
	for _, n := range growing(o.Size) {
		for _, st := range styles {
			if dropped[st.name] || left <= 0 || o.Stop != nil && o.Stop() {
				continue
			}
			in, err := newInput(s, f, st, n, o.Seed)
			if errors.Is(err, errBelow) || errors.Is(err, errLarge) {
				skipped = err
				continue // other sizes may do
			}
			if err != nil {
				t.because(err)
				return t
			}
			used, goesOn := t.try(s, in, Point{Style: st.name, N: n, effects: st.effects}, treewalk.Limits{Steps: o.most(left, t), Depth: depth, Stop: o.Stop})
			left -= used
			dropped[st.name] = !goesOn
		}
	}
	if len(t.Points) == 0 && skipped != nil {
		t.because(skipped)
	}
	return t
}

// callable is the type of a definition that can be called with values.
func callable(s *Subject) (*types.Func, error) {
	f, ok := types.Head(s.Object.Type).(*types.Func)
	switch {
	case !ok:
		return nil, errors.New("it is no function")
	case len(f.Where) > 0:
		return nil, errOpen
	}
	return f, nil
}

// growing are sizes up to a greatest one, two to a power of two.
func growing(greatest int) (all []int) {
	all = []int{0}
	for n := 1; n <= greatest; n *= 2 {
		all = append(all, n)
		if between := n + n/2; n > 1 && between <= greatest {
			all = append(all, between)
		}
	}
	return all
}

// try makes one run; goesOn is false where larger ones would tell nothing more.
func (t *Trial) try(s *Subject, in *input, p Point, l treewalk.Limits) (used int, goesOn bool) {
	var err error
	if p.Sizes, err = in.sizes(s.Bound); err != nil {
		t.because(err)
		return 1, false
	}
	r := call(s, in.args, l)
	if f := r.Fault; f != nil && f.Kind == treewalk.Unsupported {
		t.because(fmt.Errorf("`%s` is not evaluated here", excerpt.Of(f.Message, maxQuoted)))
		return r.Steps, false
	}
	if r.Uncounted != nil {
		t.because(fmt.Errorf("%s", r.Uncounted.Message))
	}
	p.Cut = r.Fault != nil && r.Fault.Kind == treewalk.Limited
	p.hold(s.Bound, r)
	t.Points = append(t.Points, p)
	return r.Steps + 1, !p.Cut
}

// call runs a definition. What the evaluator cannot do is its fault, not that of the
// program.
func call(s *Subject, args []treewalk.Value, l treewalk.Limits) (r treewalk.Result) {
	defer func() {
		if problem := recover(); problem != nil {
			r = treewalk.Result{Fault: &treewalk.Fault{Kind: treewalk.Unsupported, Message: s.Object.Name}, Steps: 1}
		}
	}()
	return s.Program.Call(s.Item, args, l)
}

// maxQuoted is how many characters of a message are shown.
const maxQuoted = 60

func (t *Trial) because(err error) {
	if t.Reason == "" {
		t.Reason = err.Error()
	}
}

// hold notes what a run has cost and what its bounds are. A run that was broken off has
// cost no less.
func (p *Point) hold(b *complexity.Bound, r treewalk.Result) {
	p.Measured = [4]int64{complexity.Work: r.Cost.Work, complexity.Tick: r.Cost.Tick, complexity.Span: r.Cost.Span, complexity.Memory: r.Cost.Memory}
	for _, m := range Metrics {
		if r.Uncounted != nil && m != complexity.Tick || p.effects && b.Condition(m) != "" || b.Ranged() && p.large() {
			continue
		}
		if most, err := b.At(m, p.Sizes); err == nil {
			p.Bounds[m], p.Known[m] = most, true
		}
	}
}

// large reports whether a size is so large that integers may leave their range.
func (p *Point) large() bool {
	return slices.ContainsFunc(p.Sizes, func(n int64) bool { return n > complexity.Small })
}

// Exceeds reports whether a run has cost more than its bound.
func (p *Point) Exceeds(m complexity.Metric) bool {
	return p.Known[m] && float64(p.Measured[m]) > p.Bounds[m]
}

// Exceeded is the first run that has cost more than its bound, nil where there is none.
func (t *Trial) Exceeded(m complexity.Metric) *Point {
	for i := range t.Points {
		if t.Points[i].Exceeds(m) {
			return &t.Points[i]
		}
	}
	return nil
}
