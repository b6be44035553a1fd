package matcher

import (
	"github.com/fraccheck/fraccheck/internal/graph"
)

// dominates matches the child, and then finds the parent.
func dominates(s *search, n *node, at place) bool {
	if _, ok := at.kind(); !ok || at.role != whole {
		return false
	}
	s.goals = &goal{do: findParent, node: n, at: at, from: graph.None, next: s.goals}
	s.push(match, n.parts[2], at)
	return true
}

// findParent tries what all ways from a child lead to as its parent: the
// dominators, the nearest first, then variables and constants. A child that does
// not postdominate one does not postdominate those after it.
func findParent(s *search, g *goal) bool {
	p, child := s.pathway(g.node, g.at.in), g.at.value
	from := g.from
	if from == graph.None {
		from = child
	}
	v := p.nearest(s, from)
	if !p.allows(v, child) {
		return s.findVariable(g, p)
	}
	if len(g.node.free) > 0 { // another parent may make a difference
		s.choose(&goal{do: findParent, node: g.node, at: g.at, from: v, next: s.goals})
	}
	s.goals = &goal{do: parent, node: g.node, at: p.self(v), from: child, next: s.goals}
	return true
}

// findVariable tries the variables and constants in which all ways end.
func (s *search) findVariable(g *goal, p *pathway) bool {
	child := g.at.value
	if !p.open[child] {
		return false
	}
	for i := len(p.common[child]) - 1; i >= 0; i-- {
		if end := p.common[child][i]; p.postdominates(child, end.value) {
			s.choose(&goal{do: parent, node: g.node, at: end, from: child, next: s.goals})
		}
	}
	return false
}

// parent is the goal that a place is the parent of a child, and that the path
// matches what lies between.
func parent(s *search, g *goal) bool {
	goals := s.goals
	s.goals = &goal{do: wayBack, node: g.node, at: g.at, from: g.from, next: goals}
	s.push(match, g.node.parts[0], g.at)
	return true
}

// wayBack is the goal that the path matches what lies between. A path without free
// names was tried on all of it before.
func wayBack(s *search, g *goal) bool {
	p := s.pathway(g.node, g.at.in)
	if len(g.node.parts[1].free) == 0 || s.blind {
		s.log = append(s.log, entry{kind: led, path: &dominatorPath{p, s.session, g.from, g.at.value}})
		return true
	}
	between := p.between(g.from, g.at.value)
	if s.spend(len(between)) {
		return false
	}
	for i := len(between) - 1; i >= 0; i-- {
		s.goals = &goal{do: onPath, node: g.node, at: between[i], next: s.goals}
	}
	return true
}

// A dominatorPath is a dominator's child with its parent.
type dominatorPath struct {
	*pathway
	session       *session
	child, parent graph.Value
}

// proofs are how the path matches what lies between.
func (p *dominatorPath) proofs() []entry {
	var log []entry
	path := p.node.parts[1]
	for _, at := range p.between(p.child, p.parent) {
		if v := p.session.known[path.key(at, false)]; v != nil && v.state == holds {
			log = append(log, entry{kind: proved, at: at, of: v})
		}
	}
	return log
}

// onPath is the goal that the path matches at a place, with names of its own.
func onPath(s *search, g *goal) bool {
	s.scoped(g.node)
	s.push(match, g.node.parts[1], g.at)
	return true
}

// anyDepth matches at a place or at one that it is computed from.
func anyDepth(s *search, n *node, at place) bool {
	within := at.contents()
	for i := len(within) - 1; i >= 0; i-- {
		if n.need == 0 || within[i].in != s.reaches.view || s.reaches.has(n.need, within[i]) {
			s.or(match, n, within[i])
		}
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
