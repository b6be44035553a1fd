package complexity

import (
	"fmt"

	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/syntax"
)

// A Step is a call from which a bound has its leading term.
type Step struct {
	Item *syntax.Item
	Node syntax.NodeID
	// Callee is the definition that is called; empty for a function literal.
	Callee string
	// Loops tells that the call leads back to the body in which it stands, so that
	// what the body costs is there again and again.
	Loops bool
}

// String says what happens at the step.
func (s Step) String() string {
	name := "a function"
	if s.Callee != "" {
		name = "`" + s.Callee + "`"
	}
	if s.Loops {
		return fmt.Sprintf("%s is called again and again here", name)
	}
	return fmt.Sprintf("what %s costs is part of it", name)
}

// A contribution is a call that a bound may owe its leading term to.
type contribution struct {
	Step
	callee *instance
}

// contributions are, of a body: the call that leads back to it, and the call of
// another body that costs most.
type contributions struct{ loop, inner *contribution }

// maxSteps bounds how far Why goes down.
const maxSteps = 20

// Why are the calls from which the leading term of a bound comes, each in the body
// that the one before calls, down to the one that loops. It is a way to read the
// bound, and none where the definition calls nothing whose cost grows: of calls
// that cost alike the first is taken.
func (b *Bound) Why(m Metric) []Step { return b.why[m] }

// steps follows the contributions of a metric from an instance down.
func (in *instance) steps(m Metric) []Step {
	var steps []Step
	seen := map[*instance]bool{}
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

// explain notes for each metric where the leading term of a bound comes from; the
// paths are there then for the last time, and what the group calls of itself is
// not done yet.
func (in *instance) explain() {
	for _, m := range in.home.wanted {
		if in.bounds[m] == nil {
			continue
		}
		whole, err := in.bounds[m].expr.Growth()
		if err != nil || whole.String() == "0" || whole.String() == "1" {
			continue
		}
		in.why[m] = in.contributions(m, whole)
	}
}

// contributions finds the call that makes the leading term by itself, if there is
// one, else the loop and the dearest call in it.
func (in *instance) contributions(m Metric, whole *symbolic.Growth) (found contributions) {
	var inLoop ranking
	for _, p := range in.ways() {
		loop := in.loopOf(p)
		if found.loop == nil {
			found.loop = loop
		}
		for i := range p.calls {
			c := &p.calls[i]
			g := in.growthOf(p, c, m)
			switch {
			case g == nil:
			case g.Compare(whole) == symbolic.Equal:
				return contributions{inner: in.contribution(c)}
			case loop != nil:
				inLoop.add(g, in.contribution(c))
			}
		}
	}
	found.inner = inLoop.best
	return found
}

// loopOf is the first call on a path that leads back to the group.
func (in *instance) loopOf(p *path) *contribution {
	for i := range p.calls {
		if c := &p.calls[i]; !c.callee.done {
			loop := in.contribution(c)
			loop.Loops = true
			return loop
		}
	}
	return nil
}

// growthOf is how what a call costs grows with the sizes of the caller; nil where
// it does not, or where that is not known.
func (in *instance) growthOf(p *path, c *call, m Metric) *symbolic.Growth {
	if !c.callee.done || c.callee.bounds[m] == nil {
		return nil
	}
	args, ok := in.home.uppersOf(p, in.arity).all(c.args)
	if !ok {
		return nil
	}
	g, err := in.home.applied(c.callee.bounds[m].expr, args).Growth()
	if err != nil || g.String() == "0" || g.String() == "1" {
		return nil
	}
	return g
}

// contribution is a call in the item in which it stands.
func (in *instance) contribution(c *call) *contribution {
	g := in.graph()
	s := Step{Item: g.Info.Item, Node: g.Node(c.at)}
	if c.callee.object != nil {
		s.Callee = c.callee.object.Name
	}
	return &contribution{s, c.callee}
}

// graph is that of the body.
func (in *instance) graph() *graph.Graph {
	g, _ := in.home.bodyOf(in)
	return g
}

// A ranking keeps what grows most; of what grows alike, the first.
type ranking struct {
	most *symbolic.Growth
	best *contribution
}

func (r *ranking) add(g *symbolic.Growth, c *contribution) {
	if r.best == nil || g.Compare(r.most) == symbolic.Greater {
		r.most, r.best = g, c
	}
}
