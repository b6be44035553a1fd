package matcher

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// matchClauses matches a match whose clauses have the patterns that are given.
func matchClauses(s *search, n *node, at place) bool {
	k, ok := at.kind()
	if !ok || k != graph.Match {
		return false
	}
	if !n.Open && !at.in.hasClauses(at, n) {
		return false
	}
	s.covers(n, at)
	if n.Open {
		s.push(match, n.parts[0], at.in.operand(at.value, 0))
		return true
	}
	return s.operands(n.parts, at, 0)
}

func (w *view) hasClauses(at place, n *node) bool {
	var clauses []syntax.NodeID
	for _, c := range w.item.Match(w.graph.Node(at.value)).Clauses {
		if w.item.Kind(c) == syntax.Clause {
			clauses = append(clauses, w.item.Clause(c).Pattern)
		}
	}
	if len(clauses) != len(n.Clauses) {
		return false
	}
	for i, c := range n.Clauses {
		if !w.isPattern(c.Item, c.Node, clauses[i]) {
			return false
		}
	}
	return true
}

// isPattern compares a pattern of a rule with one of a program: `_` is any, and
// variables may have other names. Their depth is bounded by the parser.
func (w *view) isPattern(item *syntax.Item, want, got syntax.NodeID) bool {
	got = w.bare(got)
	for item.Kind(want) == syntax.PatParen || item.Kind(want) == syntax.PatTyped {
		want = item.Kids(want)[0]
	}
	switch item.Kind(want) {
	case syntax.PatWild:
		return true
	case syntax.PatVar:
		return w.variable(got) != nil
	case syntax.PatName:
		if w.variable(got) != nil {
			return startsSmall(item.SourceText(want))
		}
		return w.constructs(got) == item.SourceText(want) && len(w.fields(got)) == 0
	case syntax.PatCons:
		cons := item.PatCons(want)
		return w.constructs(got) == item.SourceText(cons.Name) && w.arePatterns(item, cons.Args, w.fields(got))
	case syntax.PatTuple:
		return w.item.Kind(got) == syntax.PatTuple && w.arePatterns(item, item.Kids(want), w.item.Kids(got))
	case syntax.PatLit:
		return w.item.Kind(got) == syntax.PatLit && item.SourceText(want) == w.item.SourceText(got)
	}
	return false
}

func startsSmall(name string) bool { return strings.ToLower(name[:1]) == name[:1] }

func (w *view) arePatterns(item *syntax.Item, want, got []syntax.NodeID) bool {
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if !w.isPattern(item, want[i], got[i]) {
			return false
		}
	}
	return true
}

// constructs is the constructor of a pattern of the program, "" for none.
func (w *view) constructs(pattern syntax.NodeID) string {
	n := pattern
	if w.item.Kind(n) == syntax.PatCons {
		n = w.item.PatCons(n).Name
	}
	if o := w.Info.Object(n); o != nil && o.Kind == typecheck.ConstructorObject {
		return o.Name
	}
	return ""
}

func (w *view) fields(pattern syntax.NodeID) []syntax.NodeID {
	if w.item.Kind(pattern) == syntax.PatCons {
		return w.item.PatCons(pattern).Args
	}
	return nil
}
