package meaning

import (
	"context"
	"fmt"
	"time"

	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// A Proof is the outcome of an attempt.
type Proof struct {
	Proved bool
	Why    string // where it is not proved
	Cases  int    // that have instances
}

// Limits of a proof.
const (
	mostCases = 4000
	mostDepth = 300
)

// Prove tries to prove a rule between operators on tensors, in all cases. It tries first without
// distinguishing axes where ranks or attributes are open (evaluation.opaque): an operator then moves
// or folds elements in some way that its attributes and shapes decide, which is enough for rules
// such as relu(transpose(x)) = transpose(relu(x)). If that shows nothing, it tries again with a case
// for each choice of axes.
func Prove(ctx context.Context, r *termpkg.Rule, until time.Time) Proof {
	best := Proof{}
	for _, opaque := range []bool{true, false} {
		p := &prover{ctx: ctx, rule: r, until: until, opaque: opaque}
		if p.run(); p.proof.Proved {
			return p.proof
		}
		if best.Why == "" || !opaque {
			best = p.proof
		}
	}
	return best
}

type prover struct {
	ctx    context.Context
	rule   *termpkg.Rule
	until  time.Time
	opaque bool
	tried  int
	names  map[string]string // of labels
	proof  Proof
}

func (p *prover) run() {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unknown:
			p.proof.Proved, p.proof.Why = false, r.why
		case error:
			if r != scalar.ErrSteps {
				panic(r)
			}
			p.proof.Proved, p.proof.Why = false, r.Error()
		default:
			panic(r)
		}
	}()
	p.prove(newCase(), 0)
	p.proof.Proved = p.proof.Cases > 0
	if !p.proof.Proved {
		p.proof.Why = "no case of the rule has instances with elements"
	}
}

// prove proves a case: at once, or by proving each alternative of the first assumption that its
// evaluation needs. The search is depth-first, and begins an evaluation anew for each case: cases
// are small, and nothing has to be taken back.
func (p *prover) prove(c *Case, depth int) {
	if p.tried++; p.tried > mostCases || depth > mostDepth || time.Now().After(p.until) || p.ctx.Err() != nil {
		panic(unknown{"there are too many cases of shapes and attributes"})
	}
	n := p.once(c)
	if n == nil {
		return
	}
	for _, alt := range n.alts {
		next := c.clone()
		if alt(next); !next.closed {
			p.prove(next, depth+1)
		}
	}
}

// once evaluates a case and compares the sides. It returns the assumption that the evaluation
// needs; nil where the case is proved or vacuous. It panics with unknown where neither holds.
func (p *prover) once(c *Case) (needed *need) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case need:
			needed = &r
		case vacuous:
		default:
			panic(r)
		}
	}()
	defer func() {
		// What polynomials of truth values do not show, their semiring may.
		r := recover()
		if r == nil {
			return
		}
		if _, failed := r.(unknown); failed {
			if e := p.evaluation(c); e.c.Kind == scalar.Modulo && e.allTruths() {
				e.c.Kind = scalar.Booleans
				p.finish(e)
				return
			}
		}
		panic(r)
	}()
	p.finish(p.evaluation(c))
	return nil
}

// evaluation prepares a case.
func (p *prover) evaluation(c *Case) *evaluation {
	if p.names == nil {
		p.names = map[string]string{}
	}
	e := &evaluation{rule: p.rule, assumed: c, known: map[*termpkg.Term]Value{}, extents: map[string]*term{}, numbers: numbered(p.rule), names: p.names, symbols: map[string]Mode{}, opaque: p.opaque}
	e.c = scalar.New(e.arithmetic())
	e.c.Facts = e.c.Facts.With(c.facts...)
	return e
}

// finish evaluates both sides and compares them.
func (p *prover) finish(e *evaluation) {
	e.assume()
	left := e.value(p.rule.Left)
	e.right = true
	right := e.value(p.rule.Right)
	if e.c.Facts.Impossible() {
		return
	}
	if e.compare(left, right) && e.inhabited() {
		p.proof.Cases++
	}
}

// compare proves both sides equal at any index of their common shape, and that the right side has
// a value where the left one has. It reports whether they may have elements. Their types are assumed
// to be equal: where they differ, the rule is not applied.
func (e *evaluation) compare(a, b Value) (elements bool) {
	if (a.Parts != nil) != (b.Parts != nil) || len(a.Parts) != len(b.Parts) {
		e.vacuous("the sides have different types")
	}
	for i := range a.Parts {
		elements = e.compare(a.Parts[i], b.Parts[i]) || elements
	}
	if a.Parts != nil {
		return elements
	}
	if a.Dtype.apart(b.Dtype) {
		e.vacuous("the sides have different dtypes")
	}
	e.unify(a.Shape, b.Shape)
	index := make([]*term, len(a.Shape))
	var ranges []scalar.Guard
	for k, d := range a.Shape {
		index[k] = scalar.Symbol(fmt.Sprintf("i%d", k))
		ranges = append(ranges, scalar.Guard{Kind: scalar.AtLeast, P: index[k]}, scalar.Guard{Kind: scalar.AtLeast, P: d.Extent.Sub(index[k]).Add(scalar.Int(-1))})
	}
	before := e.c.Facts
	defer func() { e.c.Facts = before }() // the next part of a tuple has other indices
	e.c.Facts = e.c.Facts.With(ranges...)
	if e.c.Facts.Impossible() {
		return false
	}
	e.right = false
	left := a.At(index)
	e.right = true
	right := b.At(index)
	if !e.c.Same(left, right) {
		e.unknown("the sides have different normal forms")
	}
	e.meetDemands()
	return true
}

// inhabited reports whether all variables may have elements. Where the types of both sides agree
// only of empty operands, sums over nothing are equal, and say nothing of the rule.
func (e *evaluation) inhabited() bool {
	facts := e.c.Facts
	for _, v := range e.rule.Variables {
		if v.Kind == termpkg.Variable {
			for _, d := range e.tensor(v).Shape {
				facts = facts.With(scalar.Guard{Kind: scalar.AtLeast, P: d.Extent.Add(scalar.Int(-1))})
			}
		}
	}
	return !facts.Impossible()
}

func (e *evaluation) allTruths() bool {
	for _, v := range e.rule.Variables {
		if e.dtypeOf(v).Mode != Bool {
			return false
		}
	}
	return true
}

// arithmetic is the weakest that holds of all variables: floats beside integers are compared to
// the bit, since the laws of neither hold of both.
func (e *evaluation) arithmetic() scalar.Arithmetic {
	floats, integers := false, false
	for _, v := range e.rule.Variables {
		d := e.dtypeOf(v)
		floats = floats || d.Mode == Float
		integers = integers || d.Mode == Int || d.Mode == Uint
	}
	switch {
	case floats && integers:
		return scalar.Bits
	case !floats:
		return scalar.Modulo
	case e.rule.Source.Exact:
		return scalar.Bits
	}
	return scalar.Reals
}
