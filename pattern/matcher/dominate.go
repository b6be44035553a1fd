package matcher

import (
	"slices"

	"github.com/fraccheck/fraccheck/graph"
)

// dominates matches the child, and then finds the parent.
func dominates(s *search, n *node, at place) bool {
	if _, ok := at.kind(); !ok || at.role != whole {
		return false
	}
	s.push(findParent, n, at)
	s.push(match, n.parts[2], at)
	return true
}

// findParent tries the dominators of a child as parents, the nearest first.
func findParent(s *search, g *goal) bool {
	w := g.at.in
	candidates := w.ways(g.at.value)
	for i := len(candidates) - 1; i >= 0; i-- {
		c := candidates[i]
		s.choices = append(s.choices, choice{
			goals: &goal{do: parent, node: g.node, at: c.parent, kept: c.between, next: s.goals}, trail: len(s.trail), log: len(s.log),
		})
	}
	return false
}

// parent is the goal that a place is the parent, and that the path matches at
// those between.
func parent(s *search, g *goal) bool {
	for i := len(g.kept) - 1; i >= 0; i-- {
		s.goals = &goal{do: onPath, node: g.node, at: g.kept[i], next: s.goals}
	}
	s.push(match, g.node.parts[0], g.at)
	return true
}

// onPath is the goal that the path matches at a place, with names of its own.
func onPath(s *search, g *goal) bool {
	s.scoped(g.node)
	s.push(match, g.node.parts[1], g.at)
	return true
}

// A candidate is a place that all ways from a child lead to, with what lies between.
type candidate struct {
	parent  place
	between []place
}

// ways finds the candidates of a child: values to which all ways lead that do not
// end in variables and constants beside, and which the child postdominates.
func (w *view) ways(child graph.Value) []candidate {
	reached, order := w.reach(child)
	var found []candidate
	for _, v := range order[1:] {
		if !w.graph.PostDominates(child, v) {
			continue
		}
		if between, ok := w.between(child, v, reached); ok {
			found = append(found, candidate{reached[v], between})
		}
	}
	return found
}

// reach finds what a value is computed from, with a place for each, the nearest first.
func (w *view) reach(child graph.Value) (map[graph.Value]place, []graph.Value) {
	reached := map[graph.Value]place{child: w.self(child)}
	order := []graph.Value{child}
	for i := 0; i < len(order); i++ {
		for _, o := range w.inputs(order[i]) {
			if _, ok := reached[o.value]; !ok {
				reached[o.value] = o
				order = append(order, o.value)
			}
		}
	}
	return reached, order
}

// inputs are the operands of a value that ways lead through: a function that is
// called is none of them.
func (w *view) inputs(v graph.Value) []place {
	var found []place
	for i := range w.graph.Operands(v) {
		if i == 0 && w.graph.Kind(v) == graph.Call {
			continue
		}
		if o := w.operand(v, i); o.value != graph.None {
			found = append(found, o)
		}
	}
	return found
}

// isFree tells of variables and constants, which may stand beside.
func (p place) isFree() bool {
	return p.hides || p.in.graph.Kind(p.value).Constant() || p.in.variableItself(p.value)
}

// between are the places on the ways from a child to a parent; false where a way
// leads elsewhere.
func (w *view) between(child, parent graph.Value, reached map[graph.Value]place) ([]place, bool) {
	met := map[graph.Value]bool{child: true}
	order := []graph.Value{child}
	for i := 0; i < len(order); i++ {
		leads := false
		for _, o := range w.inputs(order[i]) {
			if o.value != parent && o.isFree() {
				continue
			}
			leads = true
			if o.value != parent && !met[o.value] {
				met[o.value] = true
				order = append(order, o.value)
			}
		}
		if !leads {
			return nil, false
		}
	}
	slices.Sort(order)
	var places []place
	for _, v := range order {
		if v != child {
			places = append(places, reached[v])
		}
	}
	return places, true
}

// anyDepth matches at a place or at one that it is computed from.
func anyDepth(s *search, n *node, at place) bool {
	within := at.contents()
	for i := len(within) - 1; i >= 0; i-- {
		s.or(match, n, within[i])
	}
	s.push(match, n.parts[0], at)
	return true
}

// contents are the places in an expression, from left to right.
func (p place) contents() []place {
	var found []place
	if l, ok := p.let(); ok {
		found = append(found, p.in.behind(l))
	}
	k, ok := p.kind()
	if !ok {
		return found
	}
	if k == graph.Operation || k == graph.Construct {
		found = append(found, p.callee())
	}
	if p.in.variableItself(p.value) {
		return found
	}
	for _, o := range p.operandsFrom(0) {
		if o.exists() {
			found = append(found, o)
		}
	}
	return found
}
