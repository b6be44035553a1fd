package workspace

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Rewritten is a file that rules were applied to.
type Rewritten struct {
	Source        *Source
	Text          string
	Edits         []syntax.Edit // of the source's text, in order; none where it is as it was
	Done          []RuleUse     // in the order of the text
	Passed        []RuleUse     // likewise, where a rule matches and was not applied
	Found         []Finding     // what was refused
	Before, After *typecheck.Module
}

// A RuleUse is a place of the source at which a rule was applied.
type RuleUse struct {
	Place
	Rule *pattern.Rule
	Item int
}

// apply is what the rules of a kind make of a module.
func (c *compiledRules) apply(ctx context.Context, m *typecheck.Module, kind pattern.RuleKind) (*rewriting.Result, error) {
	if kind == pattern.Partition {
		return c.partitioner().File(ctx, m)
	}
	return c.rewriter().File(ctx, m)
}

// Apply applies the rules of a set to a program: the rewrite rules, or the partition
// rules.
func (s *Snapshot) Apply(ctx context.Context, path string, set *RuleSet, kind pattern.RuleKind) (*Rewritten, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	result, err := set.compiled.apply(ctx, e.module, kind)
	if err != nil {
		return nil, err
	}
	r := &Rewritten{Source: e.source, Text: result.Module.File().Text, Before: e.module, After: result.Module}
	r.Done, r.Passed = ruleUses(e.source, result.Rewrites), ruleUses(e.source, result.Passed)
	for _, d := range result.Refused {
		r.Found = append(r.Found, s.place(e, d.Item, d.Diagnostic))
	}
	r.Found = sorted(r.Found)
	r.Edits = itemEdits(e.source.File, r.Text)
	return r, nil
}

func ruleUses(source *Source, rewrites []rewriting.Rewrite) (uses []RuleUse) {
	for _, d := range rewrites {
		uses = append(uses, RuleUse{Place{source, source.Absolute(d.Item, d.Span)}, d.Rule, d.Item})
	}
	return uses
}
