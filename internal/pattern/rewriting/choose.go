package rewriting

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// choose plans the matches that are replaced in one round: from the results
// backwards, the outermost first, and none that covers a value which another one
// covers. Of several at one place, that of the first rule is taken.
func (s *subject) choose(matches []*matcher.Match, templates templates) []*change {
	if s.rebinds {
		return nil // what is read of a variable depends on when
	}
	matches = slices.DeleteFunc(slices.Clone(matches), func(m *matcher.Match) bool {
		return s.isLet(m.At.Node) || s.isPattern(m.At.Node) || s.nav.Index().Binder(m.At.Node) == m.At.Node
	})
	order := matches
	slices.SortStableFunc(order, func(a, b *matcher.Match) int { return cmp.Compare(b.At.Value, a.At.Value) })
	claimed := map[graph.Value]bool{}
	var chosen []*change
	for _, m := range order {
		values := s.covered(m)
		if slices.ContainsFunc(values, func(v graph.Value) bool { return claimed[v] }) {
			continue
		}
		c, ok := s.plan(m, templates[m.Rule])
		if !ok {
			continue
		}
		chosen = append(chosen, c)
		for _, v := range values {
			claimed[v] = true
		}
	}
	return chosen
}

// covered are the values that a match covers: its own, and those that are computed and
// that parts of its pattern matched.
func (s *subject) covered(m *matcher.Match) []graph.Value {
	values := []graph.Value{m.At.Value}
	for _, c := range m.Covered() {
		if c.In == s.seen && c.Value != graph.None && !s.leaf(c.Value) {
			values = append(values, c.Value)
		}
	}
	return values
}

// isLet reports whether n is a `let` as a whole, which is no value: it is not replaced.
func (s *subject) isLet(n syntax.NodeID) bool { return s.item.Kind(n) == syntax.Let }

// valueless are the matches of what is no value, with why they are not replaced: of a
// `let` whose variable nothing names (what others match would leave its scope), and of
// an operator that is between its operands or before them.
func (s *subject) valueless(matches []*matcher.Match) map[*change]string {
	found := map[*change]string{}
	for _, m := range matches {
		why := ""
		switch {
		case s.item.Kind(m.At.Node) == syntax.Operator && m.At.Value == graph.None:
			why = "what it matches is a sign without an expression of its own: match the call, as in `multiply(_, _)`"
		case s.isLet(m.At.Node) && len(s.nav.Index().Uses(s.item.Let(m.At.Node).Pattern)) == 0:
			why = "what it matches is a `let` as a whole, which is no value"
		default:
			continue
		}
		found[&change{template: &template{rule: m.Rule}, match: m, span: s.item.Span(m.At.Node)}] = why
	}
	return found
}
