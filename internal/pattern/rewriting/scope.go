package rewriting

import (
	"sort"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// scope is where a variable can be named. Of a `let` it begins after the statement;
// a function that names itself does so within its own text.
func (s *subject) scope(binder syntax.NodeID) syntax.Span {
	n := s.parent(binder)
	for n != syntax.NoNode {
		span := s.item.Span(n)
		switch s.item.Kind(n) {
		case syntax.Let:
			return syntax.Span{Start: span.End, End: s.item.Span(s.parent(n)).End}
		case syntax.Graph:
			return s.item.Span(s.parent(n))
		case syntax.FreeVar, syntax.ItemDef, syntax.ItemExpr:
			return s.item.Span(s.item.Root)
		case syntax.Fn, syntax.Clause:
			return span
		}
		n = s.parent(n)
	}
	return syntax.Span{}
}

// visible reports whether the name of a variable means it in the place of an expression.
func (s *subject) visible(o *typecheck.Object, at syntax.Span) bool {
	if o.Kind != typecheck.LocalObject || o.Item != s.item {
		return true
	}
	if !inside(at, s.scope(o.Node)) {
		return false
	}
	// The innermost variable of the name is the one that is bound last: scopes lie in
	// each other or apart.
	same := s.named(o.Name)
	for i := sort.Search(len(same), func(i int) bool { return s.item.Span(same[i]).Start > at.Start }) - 1; i >= 0; i-- {
		if same[i] == o.Node {
			return true
		}
		if inside(at, s.scope(same[i])) {
			return false
		}
	}
	return s.isGraph(o.Node) // bound below its use
}

func (s *subject) isGraph(binder syntax.NodeID) bool {
	return s.item.Kind(s.parent(binder)) == syntax.Graph
}

// named are the variables of a name in the order of the text.
func (s *subject) named(name string) []syntax.NodeID {
	if s.binders == nil {
		s.binders = map[string][]syntax.NodeID{}
		for _, b := range s.nav.Index().Binders() {
			if o := s.nav.ObjectAt(b); o != nil {
				s.binders[o.Name] = append(s.binders[o.Name], b)
			}
		}
	}
	return s.binders[name]
}

// movable reports whether what an expression names means the same at another place.
func (s *subject) movable(n syntax.NodeID, to syntax.Span) bool {
	for _, o := range s.nav.Free(s.info.Row(n)) { // at least what it names
		if !s.visible(o, to) {
			return false
		}
	}
	return true
}

// enters reports whether there is something between a node and one around it in which
// variables may be bound, or what is evaluated at another time.
func (s *subject) enters(outer, inner syntax.NodeID) bool {
	outer = s.info.Row(outer)
	for n := s.parent(inner); n != outer && n != syntax.NoNode && inner != outer; n = s.parent(n) {
		switch s.item.Kind(n) {
		case syntax.Block, syntax.Fn, syntax.Clause, syntax.Let, syntax.Graph, syntax.If, syntax.Match:
			return true
		}
	}
	return false
}
