package request

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
	"github.com/fraccheck/fraccheck/lsp/rules"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// A RuleCursor is a position of the client in a file of rules.
type RuleCursor struct {
	View   *View
	Source *workspace.Source
	File   *rulefile.File
	Mapper *Mapper
	At     int32
	Word   *rulefile.Word // nil where no word is
}

// RuleCursor is the place in a file of rules at a position; nil in other documents.
func (v *View) RuleCursor(p *protocol.TextDocumentPositionParams) (*RuleCursor, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil || source.Rules() == nil {
		return nil, err
	}
	mapper := NewMapper(v)
	return v.RuleCursorAt(source, mapper, mapper.Offset(source, p.Position)), nil
}

// RuleCursorAt returns the cursor at a byte of a file of rules.
func (v *View) RuleCursorAt(source *workspace.Source, mapper *Mapper, at int32) *RuleCursor {
	f := source.Rules()
	return &RuleCursor{v, source, f, mapper, at, rules.At(f, at)}
}

// Place returns a span of the cursor's file.
func (c *RuleCursor) Place(span syntax.Span) workspace.Place {
	return workspace.Place{Source: c.Source, Span: span}
}

// Mentions are the places where the word at the cursor denotes the same: of a rule
// those in other files, too.
func (c *RuleCursor) Mentions(ctx context.Context, declaration bool) ([]workspace.Place, error) {
	if c.Word != nil && c.Word.Kind == rulefile.RuleWord {
		found, err := c.View.RuleMentions(ctx, c.Source, c.Word.Name)
		if !declaration {
			found = slices.DeleteFunc(found, func(p workspace.Place) bool { return p.Source.Rules() != nil })
		}
		return found, err
	}
	var found []workspace.Place
	for _, span := range rules.Same(c.File, c.Word) {
		if declaration || !c.Word.Declared || span != c.Word.Declaration {
			found = append(found, c.Place(span))
		}
	}
	return found, nil
}

// RuleMentions are the names of the rules that are called the same, in the file and in
// those that are used together with it, and where configurations and programs name
// their diagnostics.
//
// Rules have no scopes: a name means all rules of the name in the files of one configuration, and
// the suppressions and severities that mention it. That is what a rename changes.
func (v *View) RuleMentions(ctx context.Context, source *workspace.Source, name string) ([]workspace.Place, error) {
	found, lint := []workspace.Place{}, false
	for _, s := range v.RuleFiles(source) {
		for _, r := range rules.Called(s.Rules(), name) {
			found = append(found, workspace.Place{Source: s, Span: r.NameSpan})
			lint = lint || r.Kind.String() == "lint"
		}
	}
	if !lint {
		return found, nil
	}
	for _, path := range v.ProgramPaths() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if source, err := v.Snapshot.Source(path); err == nil {
			found = append(found, suppress.RuleNotes(source, name)...)
		}
	}
	config, err := v.Snapshot.Config(source.Path)
	if err == nil {
		found = append(found, config.RuleKeys(name)...)
	}
	return found, nil
}

// RuleFiles are the files of rules that the configuration of one names, if it is one of
// them; else that one. The set may have read it by itself.
func (v *View) RuleFiles(source *workspace.Source) []*workspace.Source {
	set, err := v.Snapshot.Rules(source.Path)
	if err != nil {
		return []*workspace.Source{source}
	}
	own := slices.IndexFunc(set.Sources, func(s *workspace.Source) bool { return s.Path == source.Path })
	if own < 0 {
		return []*workspace.Source{source}
	}
	sources := slices.Clone(set.Sources)
	sources[own] = source
	return sources
}

// ProgramPaths are the programs that the view knows of, each once and in order.
func (v *View) ProgramPaths() []string {
	return slices.DeleteFunc(v.programs(), sourcefile.IsRules)
}

// Rules are those of a file that a client names as one of rules.
func Rules(source *workspace.Source) (*rulefile.File, error) {
	if f := source.Rules(); f != nil {
		return f, nil
	}
	return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s is not a file of rules", source.Name)
}
