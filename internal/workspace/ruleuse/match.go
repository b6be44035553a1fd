package ruleuse

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
)

// A Match is a place at which a rule matches.
type Match struct {
	workspace.Place
	Rule       *pattern.Rule
	Definition string // `@f`; "" in a top-level expression
	Root       bool   // it is the result of its definition or expression
	Bindings   []Binding
}

// A Binding is what a name of a rule matched: the places, more than one where a
// recursive pattern came by several times.
type Binding struct {
	Name   string
	Places []workspace.Place
}

// A Search is what the rules of a set match.
type Search struct {
	Matches []Match
	Found   []workspace.Finding // what was given up
	Faulty  int                 // how many items were left out
}

// Find looks for the rules of a set in a file, whatever their kind. Items with errors
// are left out.
func Find(ctx context.Context, s *workspace.Snapshot, path string, set *ruleset.Set) (*Search, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	compiled := set.Search()
	found := &Search{}
	for i, item := range file.Source.File.All() {
		if item.Body() == syntax.NoNode && len(item.Errors) == 0 {
			continue
		}
		unit := file.Facts.Unit(ctx, i, file.Result(i))
		if unit.Faulty() {
			found.Faulty++
			continue
		}
		if item.Body() == syntax.NoNode {
			continue
		}
		result := compiled.Find(ctx, ruleset.NewScope(ctx, file.Module, file.Facts, unit).Subject())
		for _, m := range result.Matches {
			found.Matches = append(found.Matches, ruleMatch(s, file, i, m))
		}
		for _, t := range result.TooMany {
			found.Found = append(found.Found, file.Diagnostic(i, ruleset.GivenUp(t)))
		}
	}
	return found, ctx.Err()
}

func ruleMatch(s *workspace.Snapshot, file *workspace.File, i int, m *matcher.Match) Match {
	found := Match{Rule: m.Rule, Place: sitePlace(file, i, m.At), Root: m.Root}
	if name, _, ok := file.Module.Signature(i); ok {
		found.Definition = name
	}
	for _, b := range m.Bindings {
		bound := Binding{Name: b.Name}
		for _, site := range b.Sites {
			if p := sitePlace(file, i, site); p.Source != nil {
				bound.Places = append(bound.Places, p)
			}
		}
		found.Bindings = append(found.Bindings, bound)
	}
	return found
}

// sitePlace is where an expression stands; the zero Place for one of the prelude.
func sitePlace(file *workspace.File, i int, site matcher.Site) workspace.Place {
	return file.Locate(i, syntax.Place{Item: site.In.Info.Item, Span: site.Span()})
}
