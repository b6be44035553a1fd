package workspace

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
// names, which mend what they find.
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
func (set *RuleSet) Codes() []string {
	if set.lints == nil {
		return nil
	}
	var all []string
	for _, r := range set.lints.rules {
		all = append(all, string(codes.OfRule(r.Name)))
	}
	return all
}

// A ruleScope is an item with what its patterns may look at.
type ruleScope struct {
	ctx      context.Context
	module   *typecheck.Module
	facts    *facts.Store
	unit     *analysis.Unit
	subjects map[*typecheck.Object]*matcher.Subject
	units    []*analysis.Unit // of the definitions that were asked for
	bodies   []*syntax.Item   // those definitions
}

func newRuleScope(ctx context.Context, m *typecheck.Module, known *facts.Store, unit *analysis.Unit) *ruleScope {
	return &ruleScope{ctx: ctx, module: m, facts: known, unit: unit, subjects: map[*typecheck.Object]*matcher.Subject{}}
}

// subject is the item for the matcher.
func (s *ruleScope) subject() *matcher.Subject { return s.of(s.unit) }

func (s *ruleScope) of(unit *analysis.Unit) *matcher.Subject {
	return &matcher.Subject{Info: unit.Result.Info, Effects: effect.Of(unit), Definition: s.definition, Constants: unit.Module.Constants()}
}

// definition is the one that a global stands for; nil where it has no body or errors.
func (s *ruleScope) definition(o *typecheck.Object) *matcher.Subject {
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
func (s *ruleScope) reads() (all facts.Reads) {
	for _, unit := range s.units {
		all = append(all, facts.ReadsOf(unit)...)
	}
	return all
}

// lint looks for the lint rules in an item.
func (e *entry) lint(ctx context.Context, c *itemCheck, set *RuleSet, unit *analysis.Unit) {
	if c.rules = set; set.lints == nil || unit.Faulty() {
		return
	}
	c.guard(unit.Result.Item, func() {
		scope := newRuleScope(ctx, e.module, e.facts, unit)
		found := set.lints.compiled.Find(ctx, scope.subject())
		c.diagnostics = append(c.diagnostics, set.lints.findings(found.Matches, rewriting.Target{
			Context: ctx, Module: e.module, Index: unit.Index, Result: unit.Result, Facts: e.facts,
		})...)
		for _, t := range found.TooMany {
			c.diagnostics = append(c.diagnostics, givenUp(t))
		}
		c.bodies, c.reads = scope.bodies, append(facts.ReadsOf(unit), scope.reads()...)
	})
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

// givenUp reports that a rule was not looked for to the end.
func givenUp(t matcher.TooMany) syntax.Diagnostic {
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

// ruleMistakes are those in the files of rules that configurations name, each once.
func ruleMistakes(checks []*fileCheck) (findings []Finding) {
	said := map[*RuleSet]bool{}
	for _, c := range checks {
		if !said[c.rules] && c.rules != nil {
			said[c.rules] = true
			findings = append(findings, c.config.apply(c.rules.Found)...)
		}
	}
	return findings
}

// standing reports whether items are still those of files that a module sees.
func standing(m *typecheck.Module, items []*syntax.Item) bool {
	if len(items) == 0 {
		return true
	}
	there := map[*syntax.Item]bool{}
	seen := map[*typecheck.Module]bool{}
	for queue := []*typecheck.Module{m}; len(queue) > 0; {
		at := queue[0]
		queue = queue[1:]
		if at == nil || seen[at] {
			continue
		}
		seen[at] = true
		for _, item := range at.File().Items {
			there[item] = true
		}
		queue = append(append(queue, at.Imports()...), at.Prelude())
	}
	return !slices.ContainsFunc(items, func(item *syntax.Item) bool { return !there[item] })
}
