package rewriting

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Partitioner applies partition rules: what each matches becomes a function that is
// bound before its call. It never changes, and is safe for concurrent use.
type Partitioner struct{ sets []*matcher.Rules } // one for each rule

// NewPartitioner is a Partitioner by some rules, in their order; those that are no
// partition rules are left out.
func NewPartitioner(rules []*pattern.Rule) *Partitioner {
	p := &Partitioner{}
	for _, rule := range rules {
		if rule.Kind == pattern.Partition {
			p.sets = append(p.sets, matcher.Compile([]*pattern.Rule{rule}))
		}
	}
	return p
}

// File applies the rules to a module, one after the other. The Rewrites of the result
// are the groups. The error is the context's.
func (p *Partitioner) File(ctx context.Context, m *typecheck.Module) (*Result, error) {
	f := newRun(ctx, &Rewriter{}, m)
	for _, rules := range p.sets {
		edits := rewrite.Edits{}
		number := 0
		for i := range m.Items() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if list := f.partition(i, rules, &number); len(list) > 0 {
				edits[i] = list
			}
		}
		f.proceed(edits)
	}
	return f.finish(), nil
}

// partition makes the groups of one rule in an item, and gives the edits of its text.
// number counts the groups of the rule.
func (f *run) partition(i int, rules *matcher.Rules, number *int) []syntax.Edit {
	t := f.target(i)
	if f.items[i].stopped || !t.Rewritable() {
		return nil
	}
	seen := t.subject(f.library)
	s := newSubject(t, seen)
	done := s.settle(f.groups(i, s, f.matches(i, s, rules), number))
	f.pass(i, s)
	f.report(i, done)
	if done.text == nil || done.new == s.item.Text {
		return nil
	}
	f.note(i, done)
	return trimmed(s.item.Text, done.new)
}

// maxCovered bounds how many expressions the matches of a rule in an item cover together, those
// left out that lie in a group. Matches of a recursive pattern that make no group, for a
// value at their beginning is needed elsewhere, cover all of a chain at each of its links.
const maxCovered = 2_000_000

// groups chooses matches from the results backwards, without overlap.
func (f *run) groups(i int, s *subject, matches []*matcher.Match, number *int) []*change {
	slices.SortStableFunc(matches, func(a, b *matcher.Match) int { return cmp.Compare(b.At.Value, a.At.Value) })
	claimed := map[graph.Value]bool{}
	var changes []*change
	left := maxCovered
	for _, m := range matches {
		switch {
		case f.ctx.Err() != nil:
			return nil
		case claimed[m.At.Value]:
			continue // it lies in a group, and so would all that it covers: a chain matches at each link
		case left < 0:
			f.items[i].warn(i, s.info.Extent(m.At.Node), fmt.Sprintf("the rule `%s` matches too much for all of it to be tried: from here backwards no function is made", m.Rule.Name))
			return changes
		}
		g, covered, why := s.groupOf(m)
		left -= covered
		if why != "" {
			f.items[i].warn(i, s.info.Extent(m.At.Node), fmt.Sprintf("the rule `%s` makes no function of this: %s", m.Rule.Name, why))
		}
		if g == nil || g.overlaps(claimed) {
			continue
		}
		if c, ok := s.called(g, *number); ok {
			changes = append(changes, c)
			*number++
			for v := range g.inner {
				claimed[v] = true
			}
		}
	}
	return changes
}

func (g *group) overlaps(claimed map[graph.Value]bool) bool {
	return slices.ContainsFunc(g.order, func(v graph.Value) bool { return claimed[v] })
}

// warn keeps what is said of a match that is left as it is, by the place in the first
// text.
func (state *itemRun) warn(i int, at syntax.Span, message string) {
	state.refuse(Refused{i, syntax.Diagnostic{Code: codes.RuleError, Severity: codes.Warning, Span: state.back(at), Message: message}})
}

// called is the change that puts a call of a group's function in its place.
func (s *subject) called(g *group, number int) (*change, bool) {
	f := g.functionOf(number)
	name := s.names.graph()
	m := *g.match
	m.Bindings = nil
	for i, site := range f.params {
		m.Bindings = append(m.Bindings, matcher.Binding{Name: strconv.Itoa(i), Sites: []matcher.Site{site}})
	}
	c, ok := s.plan(&m, callTemplate(m.Rule, name, len(f.params)))
	if !ok {
		return nil, false
	}
	statement := s.statement(c.at)
	if s.item.Kind(s.parent(statement)) != syntax.Block {
		statement = syntax.NoNode
	}
	c.shared = append(c.shared, &share{
		node: c.at, name: name, style: syntax.Graph, statement: statement,
		made: f.text(s.linesAt(statement)), notes: f.notes,
	})
	return c, true
}

// linesAt is how lines before a statement begin and end: with its own blanks, if
// it begins its line; newline is "" if it does not.
func (s *subject) linesAt(statement syntax.NodeID) (blanks, newline string) {
	if statement == syntax.NoNode {
		return "", ""
	}
	blanks, own := s.indent(s.item.Span(statement).Start)
	if !own {
		return "", ""
	}
	return blanks, s.nav.Newline()
}

// callTemplate is a call of a variable with some holes, named by their numbers.
func callTemplate(rule *pattern.Rule, name string, args int) *template {
	t := &template{rule: rule, strength: postfixStrength, uses: map[string]*holeUse{}}
	t.pieces = append(t.pieces, piece{kind: textPiece, text: name + "("})
	for i := range args {
		if i > 0 {
			t.pieces = append(t.pieces, piece{kind: textPiece, text: ", "})
		}
		hole := strconv.Itoa(i)
		t.pieces = append(t.pieces, piece{kind: holePiece, name: hole})
		t.uses[hole] = &holeUse{count: 1, certain: true}
		t.order = append(t.order, hole)
	}
	t.pieces = append(t.pieces, piece{kind: textPiece, text: ")"})
	return t
}
