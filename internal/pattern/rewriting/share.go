package rewriting

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A share is a variable that is made for a value which is needed at several places.
type share struct {
	node  syntax.NodeID // the value as it is written, in whose place the name stands
	name  string
	style syntax.Kind // Let or Graph
	// statement is the one before which it is bound; NoNode: in braces around the
	// template.
	statement syntax.NodeID
	made      string        // a text that is bound instead of the value, in which no name represents it
	notes     []syntax.Span // the comments that are in that
}

// share makes variables for what is written more than once and is no atom, and for
// what is taken out of a binding.
func (p *planner) share() bool {
	var nodes []syntax.NodeID
	byNode := map[syntax.NodeID][]*hole{}
	for _, name := range p.order {
		h := p.holes[name]
		if h.atom {
			continue
		}
		if byNode[h.node] == nil {
			nodes = append(nodes, h.node)
		}
		byNode[h.node] = append(byNode[h.node], h)
	}
	// Inner expressions are bound first.
	slices.SortStableFunc(nodes, func(a, b syntax.NodeID) int {
		x, y := p.info.Extent(a), p.info.Extent(b)
		return cmp.Or(cmp.Compare(x.End, y.End), cmp.Compare(y.Start, x.Start))
	})
	for _, n := range nodes {
		if byNode[n][0].from == syntax.NoNode && p.once(n, nodes, byNode) {
			continue
		}
		if !p.makeShare(byNode[n]) {
			return false
		}
	}
	return true
}

// once reports whether an expression is written once, and not in a function that is
// made.
func (p *planner) once(n syntax.NodeID, nodes []syntax.NodeID, byNode map[syntax.NodeID][]*hole) bool {
	count := 0
	for _, h := range byNode[n] {
		count += h.used.count
		if h.used.repeated && p.item.Kind(p.core(n)) != syntax.Fn {
			count++
		}
	}
	for _, other := range nodes {
		if other != n && inside(p.info.Extent(n), p.info.Extent(other)) {
			count++
		}
	}
	return count == 1
}

func (p *planner) makeShare(holes []*hole) bool {
	h := holes[0]
	if p.isBody(h.node) {
		return false
	}
	s := &share{node: h.node}
	ok := false
	if h.from != syntax.NoNode {
		s.statement = h.from
		ok = p.takenOut(h)
	} else {
		s.statement = p.statement(p.at)
		ok = p.inFront(s.statement, h) || p.inBraces(s, h)
	}
	if !ok {
		return false
	}
	s.style = syntax.Let
	if s.statement != syntax.NoNode {
		s.style = p.style(s.statement)
	}
	s.name = p.freshName(s.style)
	p.shared = append(p.shared, s)
	for _, h := range holes {
		h.kept = s
	}
	return true
}

func (p *planner) freshName(style syntax.Kind) string {
	if style == syntax.Graph {
		return p.names.graph()
	}
	return p.names.variable()
}

// takenOut reports whether an expression may be bound before the binding whose
// value it is a part of, and be named from there on.
func (p *planner) takenOut(h *hole) bool {
	block := p.parent(h.from)
	if p.item.Kind(block) != syntax.Block || !inside(p.span, p.item.Span(block)) ||
		p.item.Span(h.from).Start > p.span.Start || !p.behavior(h.node).Pure() {
		return false
	}
	path, ok := p.path(h.from, h.node)
	if p.style(h.from) == syntax.Graph {
		// Of a graph binding the value is worked out when it is first read.
		path.Unordered, path.Before = false, nil
	}
	return ok && !path.Conditional && !path.Repeated && (p.behavior(h.node).Total() || p.doNothing(path, false))
}

// inFront reports whether an expression may be evaluated before the statement in
// which the change stands.
func (p *planner) inFront(statement syntax.NodeID, h *hole) bool {
	if p.item.Kind(p.parent(statement)) != syntax.Block {
		return false
	}
	path, ok := p.path(statement, p.at)
	if !ok || path.Conditional || path.Repeated {
		return false
	}
	does := p.behavior(h.node)
	if does.Total() && does.Pure() || p.style(statement) == syntax.Graph {
		return true
	}
	return path.Certain() && p.doNothing(path, true) && p.first(h)
}

// inBraces reports whether an expression may be evaluated before all others of the
// template, and binds it in braces around that.
func (p *planner) inBraces(s *share, h *hole) bool {
	s.statement = syntax.NoNode
	does := p.behavior(h.node)
	return does.Total() && does.Pure() || p.first(h)
}

// path follows evaluation to a node.
func (p *planner) path(outer, inner syntax.NodeID) (rewrite.Path, bool) {
	return p.nav.Path(outer, p.info.Row(inner))
}

// doNothing reports whether what is evaluated on a path has no effect, and, if asked,
// always gives a value.
func (p *planner) doNothing(path rewrite.Path, total bool) bool {
	return !slices.ContainsFunc(path.Before, func(n syntax.NodeID) bool {
		does := p.effects.Of(n)
		if p.item.Kind(n) == syntax.Operator {
			does = p.effects.Own(n)
		}
		return !does.Pure() || total && !does.Total()
	})
}

// first reports whether an expression comes before all others that do more than to give
// a value; where none has an effect, their order does not matter.
func (p *planner) first(h *hole) bool {
	leaves, ok := p.leaves()
	if !ok {
		return false
	}
	impure := slices.ContainsFunc(leaves, func(l leafUse) bool { return l.impure })
	for _, l := range leaves {
		if !impure || l.hole != nil && l.hole.node == h.node && l.hole.name == "" {
			return true
		}
		if l.impure || l.partial {
			return false
		}
	}
	return false
}
