package workspace

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A RuleMatch is a place at which a rule matches.
type RuleMatch struct {
	Place
	Rule       *pattern.Rule
	Definition string // `@f`; "" in a top-level expression
	Root       bool   // it is the result of its definition or expression
	Bindings   []RuleBinding
}

// A RuleBinding is what a name of a rule matched: the places, more than one where a
// recursive pattern came by several times.
type RuleBinding struct {
	Name   string
	Places []Place
}

// A RuleSearch is what the rules of a set match.
type RuleSearch struct {
	Matches []RuleMatch
	Found   []Finding // what was given up
	Faulty  int       // how many items were left out
}

// FindRules looks for the rules of a set in a file, whatever their kind. Items with errors
// are left out.
func (s *Snapshot) FindRules(ctx context.Context, path string, set *RuleSet) (*RuleSearch, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	compiled := set.compiled.search()
	found := &RuleSearch{}
	for i, item := range e.source.File.Items {
		if item.Body() == syntax.NoNode && len(item.Errors) == 0 {
			continue
		}
		unit := e.facts.Unit(ctx, i, e.result(i))
		if unit.Faulty() {
			found.Faulty++
			continue
		}
		if item.Body() == syntax.NoNode {
			continue
		}
		result := compiled.Find(ctx, newRuleScope(ctx, e.module, e.facts, unit).subject())
		for _, m := range result.Matches {
			found.Matches = append(found.Matches, s.ruleMatch(e, i, m))
		}
		for _, t := range result.TooMany {
			found.Found = append(found.Found, s.place(e, i, givenUp(t)))
		}
	}
	return found, ctx.Err()
}

func (s *Snapshot) ruleMatch(e *entry, i int, m *matcher.Match) RuleMatch {
	found := RuleMatch{Rule: m.Rule, Place: s.sitePlace(e, i, m.At), Root: m.Root}
	if name, _, ok := e.module.Signature(i); ok {
		found.Definition = name
	}
	for _, b := range m.Bindings {
		bound := RuleBinding{Name: b.Name}
		for _, site := range b.Sites {
			if p := s.sitePlace(e, i, site); p.Source != nil {
				bound.Places = append(bound.Places, p)
			}
		}
		found.Bindings = append(found.Bindings, bound)
	}
	return found
}

// sitePlace is where an expression stands; the zero Place for one of the prelude.
func (s *Snapshot) sitePlace(e *entry, i int, site matcher.Site) Place {
	return s.locate(e, i, syntax.Place{Item: site.In.Info.Item, Span: site.Span()})
}

// Quote is what stands at a place.
func (p Place) Quote() string { return p.Source.Text[p.Span.Start:p.Span.End] }

// RulesOf is a set of rules that were read already.
func RulesOf(rules []*pattern.Rule) *RuleSet {
	return &RuleSet{Rules: rules, compiled: compileRules(rules)}
}
