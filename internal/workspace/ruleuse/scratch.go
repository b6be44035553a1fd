package ruleuse

import (
	"context"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Scratch is a program that is in no file, such as an example in a rule. A local of an
// expression that nothing binds is a parameter of it.
type Scratch struct {
	Text   string
	Module *typecheck.Module
	facts  *facts.Store
}

// NewScratch reads a program that sees the prelude alone.
func NewScratch(s *workspace.Snapshot, name, text string) *Scratch {
	source := sourcefile.NewProgram("", syntax.ParseFile(name, text))
	source.BlockOf = make([]int, source.File.Len())
	m := s.Detached(source)
	return &Scratch{Text: text, Module: m, facts: facts.Of(m)}
}

// Errors are those of the program; their spans are the text's.
func (x *Scratch) Errors() (found []syntax.Diagnostic) {
	file := x.Module.File()
	for i, item := range file.All() {
		for _, list := range [][]syntax.Diagnostic{item.Errors, x.Module.Check(i).Diagnostics} {
			for _, d := range list {
				if d.Severity == codes.Error {
					d.Span = d.Span.Shift(file.Start(i))
					found = append(found, d)
				}
			}
		}
	}
	return found
}

// Matches is at how many places a rule matches.
func (x *Scratch) Matches(ctx context.Context, r *pattern.Rule) int {
	compiled, n := matcher.Compile([]*pattern.Rule{r}), 0
	for i, item := range x.Module.File().All() {
		if item.Body() != syntax.NoNode {
			unit := x.facts.Unit(ctx, i, x.Module.Check(i))
			n += len(compiled.Match(ctx, ruleset.NewScope(ctx, x.Module, x.facts, unit).Subject()))
		}
	}
	return n
}

// Apply applies a rewrite rule or a partition rule to the program.
func (x *Scratch) Apply(ctx context.Context, r *pattern.Rule) (*rewriting.Result, error) {
	return ruleset.Of([]*pattern.Rule{r}).Apply(ctx, x.Module, r.Kind)
}

// Target is item i of the program, for rules.
func (x *Scratch) Target(ctx context.Context, i int) rewriting.Target {
	return rewriting.Target{Context: ctx, Module: x.Module, Index: i, Result: x.Module.Check(i), Facts: x.facts}
}
