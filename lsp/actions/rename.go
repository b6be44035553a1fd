package actions

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/rename"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rules"
)

var renameFeature = request.Feature{
	Requests: map[string]request.Route{
		protocol.MethodTextDocumentRename:        request.Handles(renameObject),
		protocol.MethodTextDocumentPrepareRename: request.Handles(prepareRename),
	},
	Announce: func(client request.Client, c *protocol.ServerCapabilities) {
		c.RenameProvider = protocol.Boolean(true)
		if client.PreparesRename {
			on := true
			c.RenameProvider = &protocol.RenameOptions{PrepareProvider: &on}
		}
	},
}

// prepareRename reports whether the name at a position can be changed, and where
// it is.
func prepareRename(_ context.Context, v *request.View, p *protocol.PrepareRenameParams) (any, error) {
	if r, _ := v.RuleCursor(&p.TextDocumentPositionParams); r != nil {
		return prepareRuleRename(r)
	}
	c, o, err := v.Named(&p.TextDocumentPositionParams)
	if o == nil {
		return nil, err
	}
	if err := request.Changeable(c.Source); err != nil {
		return nil, err
	}
	if err := rename.Check(v.Finder(), c.Source, o); err != nil {
		return nil, request.Failed(err)
	}
	at := c.Place(reference.NameSpan(c.Info, c.Node()))
	return &protocol.PrepareRenamePlaceholder{
		Range: c.Mapper.Range(at), Placeholder: at.Source.Text()[at.Span.Start:at.Span.End],
	}, nil
}

// renameObject changes a name wherever it denotes the same thing.
func renameObject(ctx context.Context, v *request.View, p *protocol.RenameParams) (any, error) {
	if r, _ := v.RuleCursor(&p.TextDocumentPositionParams); r != nil {
		return renameRuleWord(ctx, r, p.NewName)
	}
	c, err := v.Cursor(&p.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	if c == nil || c.Object() == nil {
		return nil, request.Failed(fmt.Errorf("there is no name here that could be changed"))
	}
	if err := request.Changeable(c.Source); err != nil {
		return nil, err
	}
	edits, err := rename.Edits(ctx, v.Finder(), c.Source, c.Object(), p.NewName)
	if err != nil {
		return nil, request.Failed(err)
	}
	return workspaceEdit(c.Mapper, edits), nil
}

// ruleEdits are the edits that give what the word denotes another name.
func ruleEdits(ctx context.Context, c *request.RuleCursor, name string) ([]workspace.Edit, error) {
	edits, err := rules.Rename(c.File, c.Word, name)
	if err != nil {
		return nil, request.Failed(err)
	}
	if c.Word.Kind != rulefile.RuleWord {
		return placedInFile(c.Source, edits), nil
	}
	return renameRule(ctx, c, name)
}

// placedInFile are edits of a source as edits of files.
func placedInFile(source *workspace.Source, edits []syntax.Edit) []workspace.Edit {
	var found []workspace.Edit
	for _, e := range edits {
		found = append(found, workspace.Edit{Place: workspace.Place{Source: source, Span: e.Span}, NewText: e.NewText})
	}
	return found
}

// renameRule renames the rules of a name, and where their diagnostics are named.
func renameRule(ctx context.Context, c *request.RuleCursor, name string) ([]workspace.Edit, error) {
	for _, s := range c.View.RuleFiles(c.Source) {
		if len(rules.Called(s.Rules(), name)) > 0 {
			return nil, request.Failed(fmt.Errorf("there is a rule `%s` already", name))
		}
	}
	places, err := c.View.RuleMentions(ctx, c.Source, c.Word.Name)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(places, func(p workspace.Place) bool { return p.Source == c.Source && p.Span == c.Word.Span }) {
		places = append(places, c.Place(c.Word.Span))
	}
	slices.SortFunc(places, func(a, b workspace.Place) int {
		return cmp.Or(cmp.Compare(a.Source.Path, b.Source.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	var edits []workspace.Edit
	for _, p := range places {
		edits = append(edits, workspace.Edit{Place: p, NewText: name})
	}
	return edits, nil
}

// prepareRuleRename reports whether the name at the cursor can be changed.
func prepareRuleRename(c *request.RuleCursor) (any, error) {
	if c.Word == nil {
		return nil, nil
	}
	if err := rules.Renamable(c.Word); err != nil {
		return nil, request.Failed(err)
	}
	return &protocol.PrepareRenamePlaceholder{Range: c.Mapper.Range(c.Place(c.Word.Span)), Placeholder: c.Word.Name}, nil
}

func renameRuleWord(ctx context.Context, c *request.RuleCursor, name string) (any, error) {
	edits, err := ruleEdits(ctx, c, name)
	if err != nil {
		return nil, err
	}
	return workspaceEdit(c.Mapper, edits), nil
}
