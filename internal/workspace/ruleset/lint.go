package ruleset

import (
	"context"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// lints are the lint rules of a set, ready to be run, with the rewrite rules of the same
// names, which fix what they find.
type lints struct {
	rules    []*pattern.Rule
	compiled *matcher.Rules // both
	rewriter *rewriting.Rewriter
	mends    bool // there are rewrite rules among them
}

func newLints(all []*pattern.Rule) *lints {
	l := &lints{}
	named := map[string]bool{}
	for _, r := range all {
		if r.Kind == pattern.Lint {
			l.rules = append(l.rules, r)
			named[r.Name] = true
		}
	}
	if len(l.rules) == 0 {
		return nil
	}
	var mending []*pattern.Rule
	for _, r := range all {
		if r.Kind == pattern.Rewrite && named[r.Name] {
			mending = append(mending, r)
		}
	}
	l.compiled, l.rewriter, l.mends = matcher.Compile(slices.Concat(l.rules, mending)), rewriting.New(mending), len(mending) > 0
	return l
}

// Codes are those that the lint rules report, in the order of the rules.
func (set *Set) Codes() []string {
	if set.lints == nil {
		return nil
	}
	var all []string
	for _, r := range set.lints.rules {
		all = append(all, string(codes.OfRule(r.Name)))
	}
	return all
}

// A Scope is an item with what its patterns may look at.
type Scope struct {
	ctx      context.Context
	module   *typecheck.Module
	facts    *facts.Store
	unit     *analysis.Unit
	subjects map[*typecheck.Object]*matcher.Subject
	units    []*analysis.Unit // of the definitions that were asked for
	bodies   []*syntax.Item   // those definitions
}

func NewScope(ctx context.Context, m *typecheck.Module, known *facts.Store, unit *analysis.Unit) *Scope {
	return &Scope{ctx: ctx, module: m, facts: known, unit: unit, subjects: map[*typecheck.Object]*matcher.Subject{}}
}

// Subject is the item for the matcher.
func (s *Scope) Subject() *matcher.Subject { return s.of(s.unit) }

func (s *Scope) of(unit *analysis.Unit) *matcher.Subject {
	return &matcher.Subject{Info: unit.Result.Info, Effects: effect.Of(unit), Definition: s.definition, Constants: unit.Module.Constants()}
}

// definition is the one that a global stands for; nil where it has no body or errors.
func (s *Scope) definition(o *typecheck.Object) *matcher.Subject {
	if known, ok := s.subjects[o]; ok {
		return known
	}
	var found *matcher.Subject
	if m, i := s.module.Owner(o); m != nil && o.Kind == typecheck.DefObject {
		unit := analysis.NewUnit(s.ctx, m, i, m.Check(i), s.facts)
		s.bodies = append(s.bodies, o.Item)
		if !unit.Faulty() {
			s.units = append(s.units, unit)
			found = s.of(unit)
		}
	}
	s.subjects[o] = found
	return found
}

// reads are the facts that the definitions' effects were worked out from.
func (s *Scope) reads() (all facts.Reads) {
	for _, unit := range s.units {
		all = append(all, facts.ReadsOf(unit)...)
	}
	return all
}

// A ruledPlace is where a rule of some name matches.
type ruledPlace struct {
	name  string
	node  syntax.NodeID
	value graph.Value
}

func placeOfMatch(m *matcher.Match) ruledPlace {
	return ruledPlace{m.Rule.Name, m.At.Node, m.At.Value}
}

// findings are what the lint rules say, each with what the rewrite rule of its name would
// write there.
func (l *lints) findings(matches []*matcher.Match, t rewriting.Target) (found []syntax.Diagnostic) {
	mending := map[ruledPlace]*matcher.Match{}
	for _, m := range matches {
		if m.Rule.Kind == pattern.Rewrite {
			mending[placeOfMatch(m)] = m
		}
	}
	for _, m := range matches {
		if m.Rule.Kind != pattern.Lint {
			continue
		}
		d := lintFinding(m)
		if mend := mending[placeOfMatch(m)]; mend != nil {
			if edits, err := l.rewriter.Edits(t, mend); err == nil && len(edits) > 0 {
				d.Fixes = []syntax.Fix{{Title: "apply the rule `" + m.Rule.Name + "`", Edits: edits, Confidence: codes.Likely}}
			}
		}
		found = append(found, d)
	}
	return found
}

// lintFinding is what a lint rule says of a place.
func lintFinding(m *matcher.Match) syntax.Diagnostic {
	return syntax.Diagnostic{
		Code: codes.OfRule(m.Rule.Name), Severity: m.Rule.Severity, Span: m.At.Span(),
		Message: ruleMessage(m), Data: map[string]any{"rule": m.Rule.Name},
	}
}

// GivenUp reports that a rule was not looked for to the end.
func GivenUp(t matcher.TooMany) syntax.Diagnostic {
	return syntax.Diagnostic{Code: codes.RuleError, Severity: codes.Warning, Span: t.At.Span(), Message: t.Message()}
}

// mostQuoted is how much of a program's text a message holds for a name.
const mostQuoted = 60

// ruleMessage is the message of a lint rule with the texts of what its names matched.
func ruleMessage(m *matcher.Match) string {
	var words []string
	for _, name := range m.Rule.Names() {
		words = append(words, "{"+name+"}", boundText(m, name))
	}
	return strings.NewReplacer(words...).Replace(m.Rule.Message)
}

// boundText is the text of what a name matched, on one line.
func boundText(m *matcher.Match, name string) string {
	var texts []string
	for _, b := range m.Bindings {
		if b.Name != name {
			continue
		}
		for _, site := range b.Sites {
			texts = append(texts, quoted(siteText(site)))
		}
	}
	return strings.Join(texts, ", ")
}

// siteText is the text of an expression.
func siteText(s matcher.Site) string {
	span := s.Span()
	return s.In.Info.Item.Text[span.Start:span.End]
}

// quoted is a text on one line, cut where it is long.
func quoted(text string) string {
	return excerpt.Line(text, mostQuoted)
}

// Linted is what the lint rules of a set find in an item, with what that rests on.
type Linted struct {
	Diagnostics []syntax.Diagnostic
	Bodies      []*syntax.Item // definitions that the rules looked into
	Reads       facts.Reads    // facts of what those definitions call
}

// Lint looks for the lint rules of a set in an item without errors. A rule that is not looked
// for to the end is reported as such.
func (set *Set) Lint(ctx context.Context, m *typecheck.Module, known *facts.Store, unit *analysis.Unit) Linted {
	scope := NewScope(ctx, m, known, unit)
	found := set.lints.compiled.Find(ctx, scope.Subject())
	linted := Linted{Diagnostics: set.lints.findings(found.Matches, rewriting.Target{
		Context: ctx, Module: m, Index: unit.Index, Result: unit.Result, Facts: known,
	})}
	for _, t := range found.TooMany {
		linted.Diagnostics = append(linted.Diagnostics, GivenUp(t))
	}
	linted.Bodies, linted.Reads = scope.bodies, scope.reads()
	return linted
}

// Lints reports whether there are lint rules in the set.
func (set *Set) Lints() bool { return set.lints != nil }

// Rewrites reports whether rewrite rules of the set fix what its lint rules find.
func (set *Set) Rewrites() bool { return set.lints != nil && set.lints.mends }
