package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
)

// A chain is the equations that lead from the terms of the text to those that were chosen. Between two
// nodes of a class it is the path of reasons; where the reason is congruence, the chains between their
// arguments come before it (as in egg, and in Nieuwenhuis and Oliveras). seen ends the recursion where
// the proof of a congruence needs itself, and repeats no step.
type chain struct {
	*terms
	chosen selection
	seen   map[[2]id]bool
	steps  []egraph.Step
}

// toChosen adds what leads from a term, by the node as it was added, to the chosen one of its
// class, root first.
func (x *chain) toChosen(from id) {
	e, ok := x.chosen[x.Find(from)]
	if !ok || x.seen[[2]id{from, -1}] {
		return
	}
	x.seen[[2]id{from, -1}] = true
	x.between(from, e.ID)
	for _, k := range x.NodeOf(e.ID).Kids {
		x.toChosen(k)
	}
}

// between adds what leads from one node of a class to another.
func (x *chain) between(a, b id) {
	if a == b || x.seen[[2]id{a, b}] {
		return
	}
	x.seen[[2]id{a, b}] = true
	for _, s := range x.Explain(a, b) {
		if s.Why != egraph.Congruence {
			x.steps = append(x.steps, s)
			continue
		}
		from, to := x.NodeOf(s.From), x.NodeOf(s.To)
		for i := range from.Kids {
			x.between(from.Kids[i], to.Kids[i])
		}
	}
}

// A replay goes through the steps of a chain with the nodes of the text: after each step the class of
// the equation takes the node on its right side, and the definition is written and bounded anew. A step
// whose choice cannot be written (a later one completes it) keeps the text of the step before.
type replay struct {
	*definition
	scale *scale
	now   selection
	hoist bool
}

// mostSteps bounds the steps of an explanation, which are its first ones.
const mostSteps = 60

// explain gives the chain of rewrites from the text to a candidate, and whether all of them hold to the
// bit: the equation is of an exact rule, or its class holds no floats, whose rounding alone may differ.
// Costs and texts of the steps are worked out only where they are asked for.
func (d *definition) explain(to candidate) (steps []Step, exact bool) {
	x := &chain{terms: d.terms, chosen: to.chosen, seen: map[[2]id]bool{}}
	for _, root := range append(slices.Clone(d.body.entries), d.body.result) {
		x.toChosen(root)
	}
	exact = true
	// One step that rounds makes the whole chain one that rounds.
	for _, s := range x.steps {
		exact = exact && (d.rules.exact[d.terms.reasons[s.Why]] || !d.terms.floats(s.To))
	}
	r := &replay{d, to.scale, selection{}, to.hoist}
	before := ""
	if d.options.Explain {
		r.start()
		before = costOf(d.ctx, d.module, d.item, d.options.Metric).Text
	}
	for _, s := range x.steps {
		name := d.terms.reasons[s.Why]
		// Exchanged operands say nothing to a reader.
		if name == "commutative" || len(steps) >= mostSteps {
			continue
		}
		c := d.terms.Find(s.To)
		step := Step{Rule: name, Place: d.terms.Data(c).at}
		if d.options.Explain {
			step.Before = before
			was, had := r.now[c]
			r.now[c] = egraph.Entry{Node: d.terms.canonical(d.terms.NodeOf(s.To)), ID: s.To}
			if text, cost, ok := r.state(); ok {
				step.Text, before = text, cost
			} else if had {
				r.now[c] = was
			}
			step.After = before
		}
		steps = append(steps, step)
	}
	return steps, exact
}

// start chooses the nodes of the text, and for classes that it has not the cheapest ones.
func (r *replay) start() {
	seen := map[id]bool{}
	var walk func(c id)
	walk = func(c id) {
		if seen[c] {
			return
		}
		seen[c] = true
		n := r.terms.NodeOf(c)
		if _, known := r.now[r.terms.Find(c)]; !known {
			r.now[r.terms.Find(c)] = egraph.Entry{Node: r.terms.canonical(n), ID: c}
		}
		for _, k := range n.Kids {
			walk(k)
		}
	}
	for _, root := range append(slices.Clone(r.body.entries), r.body.result) {
		walk(root)
	}
	for c, e := range r.scale.extract(nil) {
		if _, known := r.now[c]; !known {
			r.now[c] = e
		}
	}
}

// state is the definition with the nodes that are chosen now.
func (r *replay) state() (text, cost string, ok bool) {
	body, err := r.scale.write(r.now, r.body, r.hoist)
	if err != nil {
		return "", "", false
	}
	m, item, why := r.replaceBody(body)
	if why != "" {
		return "", "", false
	}
	c := costOf(r.ctx, m, item, r.options.Metric)
	return m.File().Item(item).Text, c.Text, c.Known()
}
