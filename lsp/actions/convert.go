package actions

import (
	"context"
	"strings"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/convert"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// convertKind is the kind of the actions that write a whole file in a normal form.
const convertKind protocol.CodeActionKind = protocol.CodeActionKindSource + ".convert"

// What the names of actions begin with that convert an item, or a file.
const (
	convertID     = "convert:"
	convertFileID = "convertFile:"
)

// formTitles are what the normal forms are called.
var formTitles = map[normalform.Form]string{
	normalform.ANF:  "A-normal form",
	normalform.GNF:  "graph normal form",
	normalform.BBNF: "basic block normal form",
}

// forms are all of them, in the order in which they are offered.
var forms = []normalform.Form{normalform.ANF, normalform.GNF, normalform.BBNF}

// conversions offers to write the definition at whose head the range is, or the
// item that it holds, in normal forms; where that is asked for, the file.
func (o *actionList) conversions() {
	if !o.source.Program() || o.View.Oversized(o.source) {
		return
	}
	if i, ok := o.converted(); ok && wanted(o.only, protocol.CodeActionKindRefactorRewrite) {
		for _, form := range forms {
			o.convertItem(i, form)
		}
	}
	for _, form := range forms {
		if kind := convertKind + protocol.CodeActionKind("."+form.String()); len(o.only) > 0 && wanted(o.only, kind) {
			o.convertFile(kind, form)
		}
	}
}

// converted is the item that is to be converted.
//
// Inside a body, a selection is a selection of an expression, and converting the whole
// definition would surprise.
func (o *actionList) converted() (int, bool) {
	span := trimmed(o.source.Text(), o.span)
	i := o.source.File.ItemAt(span.Start)
	if i < 0 {
		return 0, false
	}
	item := o.source.File.Item(i)
	if !normalform.Convertible(item) {
		return 0, false
	}
	whole := o.source.Absolute(i, item.Span(item.Root))
	head := syntax.Span{Start: whole.Start, End: o.source.Absolute(i, item.Span(item.Body())).Start}
	inHead := head.Start <= span.Start && span.End < head.End
	return i, inHead || span.Len() > 0 && span.Start <= whole.Start && whole.End <= span.End
}

// eagerBytes is the length of items up to which a conversion is worked out before it
// is offered; of longer ones, when it is chosen.
const eagerBytes = 16 << 10

// convertItem offers a form that an item is not in.
func (o *actionList) convertItem(i int, form normalform.Form) {
	kind, title := protocol.CodeActionKindRefactorRewrite, "convert to "+formTitles[form]
	data := actionData{ID: convertID + form.String(), Item: i}
	if o.View.Client.ActionResolves && len(o.source.File.Item(i).Text) > eagerBytes {
		o.addLazy(kind, title, data, nil)
		return
	}
	has, err := convert.HasForm(o.ctx, o.View.Snapshot, o.source.Path, i, form)
	var edits []syntax.Edit
	if err == nil && !has {
		edits, err = convert.Item(o.ctx, o.View.Snapshot, o.source.Path, i, form)
	}
	switch {
	case err != nil:
		o.disabled(kind, title, err.Error())
	case len(edits) == 0:
		o.disabled(kind, title, "it is in this form")
	default:
		o.addLazy(kind, title, data, placed(o.source, i, edits))
	}
}

// convertFile offers to write the file in a form.
func (o *actionList) convertFile(kind protocol.CodeActionKind, form normalform.Form) {
	title := "convert the file to " + formTitles[form]
	edits, err := convertedFile(o.ctx, o.View, o.source, form)
	switch {
	case err != nil:
		o.disabled(kind, title, err.Error())
	case len(edits) == 0:
		o.disabled(kind, title, "it is in this form, as far as it has one")
	default:
		o.addLazy(kind, title, actionData{ID: convertFileID + form.String()}, edits)
	}
}

// convertedFile are the edits that write a file in a form.
func convertedFile(ctx context.Context, v *request.View, source *workspace.Source, form normalform.Form) ([]workspace.Edit, error) {
	c, err := v.Conversion(ctx, source, form)
	if err != nil {
		return nil, err
	}
	var edits []workspace.Edit
	for _, e := range c.Edits() {
		edits = append(edits, workspace.Edit{Place: workspace.Place{Source: source, Span: e.Span}, NewText: e.NewText})
	}
	return edits, nil
}

func parseForm(name string) (normalform.Form, error) {
	form, ok := normalform.ParseForm(name)
	if !ok {
		return 0, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no form %q; there are %s", name, strings.Join(normalform.FormNames(), ", "))
	}
	return form, nil
}
