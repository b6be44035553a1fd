package solving

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Step is a call, or an operator, from which a bound has its leading term.
type Step struct {
	Item *syntax.Item
	Node syntax.NodeID
	// Callee is the definition that is called; empty for a function literal.
	Callee   string
	Operator bool // no definition, and no function literal
	// Loops is set where the call leads back to the body in which it stands, so that
	// what the body costs is there again and again.
	Loops bool
}

// String says what happens at the step.
func (s Step) String() string {
	name := "a function"
	if s.Callee != "" {
		name = "`" + s.Callee + "`"
	}
	if s.Operator {
		return "what this operator costs is part of it"
	}
	if s.Loops {
		return fmt.Sprintf("%s is called again and again here", name)
	}
	return fmt.Sprintf("what %s costs is part of it", name)
}

// A contribution is a call that a bound may owe its leading term to.
type contribution struct {
	Step
	callee *Body
}

// contributions are, of a body: the call that leads back to it, and the call of
// another body that costs most.
type contributions struct{ loop, inner *contribution }

// maxSteps bounds how far Why goes down.
const maxSteps = 20

// Steps follows the contributions of a metric from an instance down.
func (in *Body) Steps(m Metric) []Step {
	var steps []Step
	seen := map[*Body]bool{}
	for in != nil && !seen[in] && len(steps) < maxSteps {
		seen[in] = true
		c := in.why[m]
		if c.loop != nil {
			steps = append(steps, c.loop.Step)
		}
		if c.inner == nil {
			break
		}
		steps = append(steps, c.inner.Step)
		in = c.inner.callee
	}
	return steps
}

// A charged operation is one with a cost that is no number, over the path's sizes.
type charged struct {
	in    *graph.Graph
	at    graph.Value
	costs Charges
}

// maxCharged is how many operations of a path are noted, to be named where one of them
// makes a bound: the rest is counted, and not named.
const maxCharged = 64

// Note keeps an operation whose cost is no number.
func (p *Trace) Note(g *graph.Graph, v graph.Value, costs Charges) {
	if len(p.Charged) == maxCharged {
		return
	}
	for _, e := range costs {
		if _, number := e.Const(); !number {
			p.Charged = append(p.Charged, charged{g, v, costs})
			return
		}
	}
}

// explain notes for each metric where the leading term of a bound comes from; the
// paths are there then for the last time, and what the group calls of itself is
// not done yet.
func (in *Body) explain() {
	for _, m := range in.solver.Wanted {
		if in.Bounds[m] == nil {
			continue
		}
		if whole := growing(in.Bounds[m].Expr); whole != nil {
			in.why[m] = in.contributions(m, whole)
		}
	}
}

// contributions finds what makes the leading term by itself, if there is something,
// else the loop and what is dearest in it. Of a place that is on several paths the
// first is looked at.
func (in *Body) contributions(m Metric, whole *symbolic.Growth) (found contributions) {
	var inLoop ranking
	met := map[place]bool{}
	for _, p := range in.everyPath() {
		loop := in.loopOf(p)
		if found.loop == nil {
			found.loop = loop
		}
		for _, c := range in.candidates(p, m, met) {
			switch {
			case c.growth.Compare(whole) == symbolic.Equal:
				return contributions{inner: c.contribution}
			case loop != nil:
				inLoop.add(c)
			}
		}
	}
	found.inner = inLoop.best
	return found
}

// A place is where something is called or done: of operations the callee is nil.
type place struct {
	in     *graph.Graph
	at     graph.Value
	callee *Body
}

// A candidate is a part of what a body costs, with how it grows.
type candidate struct {
	growth *symbolic.Growth
	*contribution
}

// candidates are the calls and operations of a path that grow with the sizes, at
// places that were not met yet.
func (in *Body) candidates(p *Trace, m Metric, met map[place]bool) []candidate {
	var found []candidate
	for i := range p.Calls {
		c := &p.Calls[i]
		if at := (place{c.In, c.At, c.Callee}); !c.Free && !met[at] {
			met[at] = true
			if g := in.growthOf(p, c, m); g != nil {
				found = append(found, candidate{g, c.contribution()})
			}
		}
	}
	for _, c := range p.Charged {
		if at := (place{c.in, c.at, nil}); !met[at] {
			met[at] = true
			if g := growing(in.solver.uppersOf(p, in.Arity).expr(c.costs[m])); g != nil {
				g := candidate{g, &contribution{Step: stepAt(c.in, c.at)}}
				g.Operator = true
				found = append(found, g)
			}
		}
	}
	return found
}

// loopOf is the first call on a path that leads back to the group.
func (in *Body) loopOf(p *Trace) *contribution {
	for i := range p.Calls {
		if c := &p.Calls[i]; !c.Callee.Done && !c.Free {
			loop := c.contribution()
			loop.Loops = true
			return loop
		}
	}
	return nil
}

// growthOf is how what a call costs grows with the sizes of the caller; nil where
// it does not, or where that is not known.
func (in *Body) growthOf(p *Trace, c *Call, m Metric) *symbolic.Growth {
	if !c.Callee.Done || c.Callee.Bounds[m] == nil {
		return nil
	}
	args, ok := in.solver.uppersOf(p, in.Arity).all(c.Args)
	if !ok {
		return nil
	}
	return growing(in.solver.Applied(c.Callee.Bounds[m].Expr, args))
}

// growing is how an expression grows; nil where it does not, or where that is not known.
func growing(e *symbolic.Expr) *symbolic.Growth {
	if _, number := e.Const(); number {
		return nil
	}
	g, err := e.Growth()
	if err != nil || g.Bounded() {
		return nil
	}
	return g
}

// contribution is a call in the item in which it stands.
func (c *Call) contribution() *contribution {
	s := stepAt(c.In, c.At)
	if c.Callee.definition != nil {
		s.Callee = c.Callee.definition.Name
	}
	return &contribution{s, c.Callee}
}

// stepAt is where a value stands; a call that no text writes is in the body.
func stepAt(g *graph.Graph, at graph.Value) Step {
	if at == graph.None {
		return Step{Item: g.Info.Item, Node: g.Info.Item.Body()}
	}
	return Step{Item: g.Info.Item, Node: g.Node(at)}
}

// A ranking keeps what grows most; of what grows alike, the first.
type ranking struct {
	most *symbolic.Growth
	best *contribution
}

func (r *ranking) add(c candidate) {
	if r.best == nil || c.growth.Compare(r.most) == symbolic.Greater {
		r.most, r.best = c.growth, c.contribution
	}
}
