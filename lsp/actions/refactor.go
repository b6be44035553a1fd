package actions

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/refactor"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// refactorings offers what can be done with the item at the range. In documents
// only diagnostics have fixes: the lines of a block may be indented.
func (o *actionList) refactorings() {
	if !slices.ContainsFunc(refactorKinds, o.wants) || !o.source.Program() || o.View.Oversized(o.source) {
		return
	}
	t, ok := selected(o.ctx, o.View, o.source, o.span)
	if !ok {
		return
	}
	t.Only = func(k refactor.Kind) bool { return o.wants(k) }
	for _, a := range refactor.Actions(t) {
		o.refactoring(t, a)
	}
}

var refactorKinds = []refactor.Kind{refactor.Rewrite, refactor.Extract, refactor.Inline}

func (o *actionList) wants(k refactor.Kind) bool { return wanted(o.only, protocol.CodeActionKind(k)) }

// selected is the item at a range, which lies in it but for blanks at its ends.
//
// A cursor between two items belongs to the one after it, unless that begins with blanks: then
// it is at the end of a line and the user means the item that ends there.
func selected(ctx context.Context, v *request.View, source *workspace.Source, span syntax.Span) (refactor.Target, bool) {
	span = trimmed(source.Text(), span)
	i := source.File.ItemAt(span.Start)
	if i > 0 && span.Len() == 0 && span.Start == source.File.Start(i) && source.File.Item(i).Span(source.File.Item(i).Root).Start > 0 {
		i-- // the cursor is after the last letter of an item
	}
	if i < 0 || int(span.End) > int(source.File.Start(i))+len(source.File.Item(i).Text) {
		return refactor.Target{}, false
	}
	return targetIn(ctx, v, source, i, span.Shift(-source.File.Start(i)))
}

// targetIn is a span of item i.
func targetIn(ctx context.Context, v *request.View, source *workspace.Source, i int, span syntax.Span) (refactor.Target, bool) {
	module, err := v.Snapshot.Module(source.Path)
	if err != nil {
		return refactor.Target{}, false
	}
	result, err := v.Snapshot.Result(source.Path, i)
	if err != nil {
		return refactor.Target{}, false
	}
	known, err := v.Snapshot.Facts(source.Path)
	if err != nil {
		return refactor.Target{}, false
	}
	return refactor.Target{Module: module, Index: i, Result: result, Span: span, Facts: known, Context: ctx}, true
}

// trimmed is a selection without the blanks at its ends.
func trimmed(text string, span syntax.Span) syntax.Span {
	inside := text[span.Start:max(span.Start, span.End)]
	if strings.TrimSpace(inside) == "" {
		return syntax.Span{Start: span.Start, End: span.Start}
	}
	span.Start += int32(len(inside) - len(strings.TrimLeft(inside, " \t\r\n")))
	span.End -= int32(len(inside) - len(strings.TrimRight(inside, " \t\r\n")))
	return span
}

// refactoring offers one action.
func (o *actionList) refactoring(t refactor.Target, a refactor.Action) {
	kind := protocol.CodeActionKind(a.Kind)
	if a.Refusal != "" {
		o.disabled(kind, a.Title, a.Refusal)
		return
	}
	if o.titles[a.Title] {
		return // the fix of a diagnostic
	}
	data := actionData{ID: a.ID, Item: t.Index, Start: t.Span.Start, End: t.Span.End}
	if o.View.Client.ActionResolves {
		o.addLazy(kind, a.Title, data, nil)
		return
	}
	if edits, err := a.Edits(); err == nil {
		o.addLazy(kind, a.Title, data, placed(o.source, t.Index, edits))
	}
}

// disabled shows an action that cannot be done where its kind was asked for, to a
// client that can show why.
func (o *actionList) disabled(kind protocol.CodeActionKind, title, reason string) {
	if len(o.only) > 0 && o.View.Client.ActionDisabled {
		o.add(&protocol.CodeAction{Title: title, Kind: &kind, Disabled: protocol.CodeActionDisabled{Reason: reason}})
	}
}

// An actionData is what leads from a chosen action back to what it was offered
// for.
type actionData struct {
	URI   uri.URI `json:"uri"`
	Hash  string  `json:"hash"` // of the item's text, or the file's
	ID    string  `json:"id"`
	Item  int     `json:"item"`
	Start int32   `json:"start"` // in the item
	End   int32   `json:"end"`
}

// ofFile reports whether an action is one of a whole file.
func (d *actionData) ofFile() bool {
	return d.ID == fillID || strings.HasPrefix(d.ID, fixAllID) || strings.HasPrefix(d.ID, convertFileID) || strings.HasPrefix(d.ID, ruleFileAction)
}

// fixAllID begins the names of actions that make all fixes, or those of a code.
const fixAllID = "fixAll:"

// addLazy offers an action whose edits the client asks for once it is chosen;
// where it cannot, with them.
//
// The data take some 150 bytes, whatever the size of the edits; of 20 actions that are offered
// wherever the cursor goes, 19 are never chosen.
func (o *actionList) addLazy(kind protocol.CodeActionKind, title string, data actionData, edits []workspace.Edit) {
	a := &protocol.CodeAction{Title: title, Kind: &kind}
	if !o.View.Client.ActionResolves {
		a.Edit = workspaceEdit(o.Mapper, edits)
		o.add(a)
		return
	}
	data.URI = o.View.Address(o.source.Path)
	text := o.source.Text()
	if !data.ofFile() {
		text = o.source.File.Item(data.Item).Text
	}
	data.Hash = hash(text)
	a.Data, _ = json.Marshal(data) // it is made of strings and numbers
	o.add(a)
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// placed are edits of item i as edits of the file.
func placed(source *workspace.Source, i int, edits []syntax.Edit) []workspace.Edit {
	var list []workspace.Edit
	for _, e := range edits {
		place := workspace.Place{Source: source, Span: source.Absolute(i, e.Span)}
		list = append(list, workspace.Edit{Place: place, NewText: e.NewText})
	}
	return list
}
