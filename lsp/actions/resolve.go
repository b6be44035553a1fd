package actions

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/refactor"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/convert"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// errStale is the answer where the text is another than the action was offered
// for.
var errStale = jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesContentModified), "the text has changed since this action was offered")

// resolveAction works out the edits of an action that was chosen. Actions that
// have theirs are given back as they are.
//
// The actions are computed again from the current view instead of being kept by the server:
// nothing must be forgotten later, and the edits fit the text that the user sees.
func (f feature) resolveAction(ctx context.Context, v *request.View, a *protocol.CodeAction) (any, error) {
	if len(a.Data) == 0 || a.Edit != nil {
		return a, nil
	}
	var data actionData
	if err := json.Unmarshal(a.Data, &data); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the data of the action are none of this server: %v", err)
	}
	source, err := v.Source(data.URI)
	if err != nil {
		return nil, err
	}
	if i := find(source, data); data.ID == makeRuleID && i >= 0 {
		a.Edit, err = resolvedRuleText(ctx, v, source, i, data)
		return a, err
	}
	edits, err := f.resolved(ctx, v, source, data)
	if err != nil {
		return nil, err
	}
	a.Edit = workspaceEdit(request.NewMapper(v), edits)
	if v.Client.Annotations && (strings.HasPrefix(data.ID, ruleAction) || strings.HasPrefix(data.ID, ruleFileAction)) {
		a.Edit = confirmed(a.Edit, a.Title)
	}
	return a, nil
}

// resolved are the edits of an action of a file or an item, computed anew.
func (f feature) resolved(ctx context.Context, v *request.View, source *workspace.Source, data actionData) ([]workspace.Edit, error) {
	if data.ofFile() {
		if hash(source.Text()) != data.Hash {
			return nil, errStale
		}
		edits, err := f.fileEdits(ctx, v, source, data.ID)
		if err == nil && len(edits) == 0 {
			err = errStale
		}
		return edits, err
	}
	i := find(source, data)
	if i < 0 {
		return nil, errStale
	}
	if data.ID == reduceID {
		return f.reduced(ctx, v, source, i)
	}
	if name, ok := strings.CutPrefix(data.ID, convertID); ok {
		form, err := parseForm(name)
		if err != nil {
			return nil, err
		}
		edits, err := convert.Item(ctx, v.Snapshot, source.Path, i, form)
		if err != nil {
			return nil, request.Failed(err)
		}
		return placed(source, i, edits), nil
	}
	if name, ok := strings.CutPrefix(data.ID, ruleAction); ok {
		return f.resolvedRule(ctx, v, source, i, name, data)
	}
	t, ok := targetIn(ctx, v, source, i, syntax.Span{Start: data.Start, End: data.End})
	if !ok {
		return nil, errStale
	}
	actions := refactor.Actions(t)
	k := slices.IndexFunc(actions, func(a refactor.Action) bool { return a.ID == data.ID })
	if k < 0 {
		return nil, errStale
	}
	edits, err := actions[k].Edits()
	if err != nil {
		return nil, request.Failed(err)
	}
	return placed(source, i, edits), nil
}

// fileEdits are the edits of an action of a whole file: fillings, all fixes, a conversion, rewrite rules.
func (f feature) fileEdits(ctx context.Context, v *request.View, source *workspace.Source, id string) ([]workspace.Edit, error) {
	if id == fillID {
		edits, _, err := f.filled(ctx, v, source, nil)
		return edits, err
	}
	if code, ok := strings.CutPrefix(id, fixAllID); ok {
		report, err := v.Report(ctx, source.Path)
		if err != nil {
			return nil, request.Failed(err)
		}
		edits, _ := allFixes(ctx, v, source, report.Findings, codes.Code(code))
		return edits, nil
	}
	if name, ok := strings.CutPrefix(id, convertFileID); ok {
		form, err := parseForm(name)
		if err != nil {
			return nil, err
		}
		edits, err := convertedFile(ctx, v, source, form)
		if err != nil {
			return nil, request.Failed(err)
		}
		return edits, nil
	}
	return ruleFileEdits(ctx, v, source, strings.TrimPrefix(id, ruleFileAction))
}

// find is the item that an action was offered for: where it was, or where edits
// above have moved it; -1 if there is none with that text.
//
// The hash of the text decides, the number only between items of the same text: an edit of
// another item leaves the action valid, an edit of this one makes it stale.
func find(source *workspace.Source, data actionData) int {
	is := func(item *syntax.Item) bool {
		return data.Start >= 0 && data.Start <= data.End && int(data.End) <= len(item.Text) && hash(item.Text) == data.Hash
	}
	if data.Item >= 0 && data.Item < source.File.Len() && is(source.File.Item(data.Item)) {
		return data.Item
	}
	return slices.IndexFunc(source.File.List(), is)
}
