package completion

import (
	"context"
	"encoding/json"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

// completionData leads from an item that a client sends back to what it stands
// for.
type completionData struct {
	Document uri.URI
	Of       complete.Reference
}

// resolveCompletion adds the type and the documentation of an item. An item
// whose name is gone comes back as it was.
func resolveCompletion(ctx context.Context, v *request.View, item *protocol.CompletionItem) (any, error) {
	var data completionData
	if json.Unmarshal(item.Data, &data) != nil {
		return item, nil
	}
	shown, detail := lookUp(ctx, v, data)
	if detail != "" {
		item.Detail = protocol.NewOptional(detail)
	}
	if !shown.Empty() {
		item.Documentation = shown.Render(v.Client.CompletionMarkdown)
	}
	return item, nil
}

// lookUp describes what a reference stands for.
//
// What the item represents is found again by name in the current view; indices into an old list would be
// wrong after an edit.
func lookUp(ctx context.Context, v *request.View, data completionData) (shown *card.Card, detail string) {
	shown = &card.Card{}
	path, err := v.Path(data.Document)
	if _, ours := slices.BinarySearch(v.InFolders(ctx), data.Of.Path); ours {
		path, err = data.Of.Path, nil
	}
	if err != nil {
		return shown, ""
	}
	switch ops := v.Snapshot.Operators(path); {
	case data.Of.Kind == complete.Operator && ops[data.Of.Name] != nil:
		return operatorCard(ops[data.Of.Name])
	case data.Of.Kind == complete.Attribute && ops[data.Of.Of] != nil:
		return attributeCard(ops[data.Of.Of], data.Of.Name)
	case data.Of.Kind == complete.Operator, data.Of.Kind == complete.Attribute:
		return shown, "" // it is gone
	}
	module, err := v.Snapshot.Module(path)
	if err != nil {
		return shown, ""
	}
	if data.Of.Kind == complete.Type {
		return typeCard(module.TypeNamed(data.Of.Name, data.Of.Block))
	}
	return valueCard(module.Value(data.Of.Name, data.Of.Block))
}

func typeCard(o *typecheck.Object) (*card.Card, string) {
	shown := &card.Card{}
	if o != nil {
		shown.Code(card.Declaration(o))
		shown.Prose(o.Item.Doc())
	}
	return shown, ""
}

func valueCard(o *typecheck.Object) (*card.Card, string) {
	shown := &card.Card{}
	switch {
	case o == nil:
		return shown, ""
	case o.Cons != nil:
		shown.Code(card.Declaration(o))
		shown.Prose(o.Item.Doc())
		return shown, types.String(o.Cons.Sig)
	}
	shown.Prose(o.Item.Doc())
	if o.Type == nil {
		return shown, ""
	}
	return shown, types.String(o.Type)
}

func operatorCard(o *op.Op) (*card.Card, string) {
	shown := &card.Card{}
	if o == nil {
		return shown, ""
	}
	for form := o; form != nil; form = form.Fractal {
		shown.Prose(form.Doc)
		if form.Rule != "" {
			shown.Prose("Typing: " + form.Rule)
		}
		shown.Prose(card.AttributeList(form))
	}
	return shown, card.CallForm(o)
}

// attributeCard describes an attribute of an operator or of its form on a
// FractalTensor.
func attributeCard(o *op.Op, name string) (*card.Card, string) {
	shown := &card.Card{}
	for ; o != nil; o = o.Fractal {
		if i := o.Attr(name); i >= 0 {
			shown.Prose(complete.AttributeDoc(o.Attrs[i]))
			return shown, name + "=" + o.Attrs[i].Default.String()
		}
	}
	return shown, ""
}
