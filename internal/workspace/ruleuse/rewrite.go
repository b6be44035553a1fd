package ruleuse

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/linediff"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Rewritten is a file that rules were applied to.
type Rewritten struct {
	Source        *workspace.Source
	Text          string
	Edits         []syntax.Edit       // of the source's text, in order; none where it is as it was
	Done          []Use               // in the order of the text
	Passed        []Use               // likewise, where a rule matches and was not applied
	Found         []workspace.Finding // what was refused
	Before, After *typecheck.Module
}

// A Use is a place of the source at which a rule was applied.
type Use struct {
	workspace.Place
	Rule *pattern.Rule
	Item int
}

// Apply applies the rules of a set to a program: the rewrite rules, or the partition
// rules.
func Apply(ctx context.Context, s *workspace.Snapshot, path string, set *ruleset.Set, kind pattern.RuleKind) (*Rewritten, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	result, err := set.Apply(ctx, file.Module, kind)
	if err != nil {
		return nil, err
	}
	r := &Rewritten{Source: file.Source, Text: result.Module.File().Text(), Before: file.Module, After: result.Module}
	r.Done, r.Passed = ruleUses(file.Source, result.Rewrites), ruleUses(file.Source, result.Passed)
	for _, d := range result.Refused {
		r.Found = append(r.Found, file.Diagnostic(d.Item, d.Diagnostic))
	}
	r.Found = sourcefile.Sorted(r.Found)
	r.Edits = linediff.Items(file.Source.File, r.Text)
	return r, nil
}

func ruleUses(source *workspace.Source, rewrites []rewriting.Rewrite) (uses []Use) {
	for _, d := range rewrites {
		uses = append(uses, Use{workspace.Place{Source: source, Span: source.Absolute(d.Item, d.Span)}, d.Rule, d.Item})
	}
	return uses
}
