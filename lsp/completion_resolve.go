package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/lsp/complete"
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
func resolveCompletion(_ context.Context, v *view, item *protocol.CompletionItem) (any, error) {
	var data completionData
	if json.Unmarshal(item.Data, &data) != nil {
		return item, nil
	}
	shown, detail := v.lookUp(data)
	if detail != "" {
		item.Detail = protocol.NewOptional(detail)
	}
	if !shown.empty() {
		item.Documentation = shown.render(v.client.completionMarkdown)
	}
	return item, nil
}

// lookUp describes what a reference stands for.
func (v *view) lookUp(data completionData) (shown *card, detail string) {
	shown = &card{}
	path, err := v.path(data.Document)
	if err != nil {
		return shown, ""
	}
	switch ops := v.snapshot.Operators(path); {
	case data.Of.Kind == complete.Operator && ops[data.Of.Name] != nil:
		return operatorCard(ops[data.Of.Name])
	case data.Of.Kind == complete.Attribute && ops[data.Of.Of] != nil:
		return attributeCard(ops[data.Of.Of], data.Of.Name)
	case data.Of.Kind == complete.Operator, data.Of.Kind == complete.Attribute:
		return shown, "" // it is gone
	}
	module, err := v.snapshot.Module(path)
	if err != nil {
		return shown, ""
	}
	if data.Of.Kind == complete.Type {
		return typeCard(module.TypeNamed(data.Of.Name, data.Of.Block))
	}
	return valueCard(module.Value(data.Of.Name, data.Of.Block))
}

func typeCard(o *typecheck.Object) (*card, string) {
	shown := &card{}
	if o != nil {
		shown.code(declaration(o))
		shown.prose(o.Item.Doc())
	}
	return shown, ""
}

func valueCard(o *typecheck.Object) (*card, string) {
	shown := &card{}
	switch {
	case o == nil:
		return shown, ""
	case o.Cons != nil:
		shown.code(declaration(o))
		shown.prose(o.Item.Doc())
		return shown, types.String(o.Cons.Sig)
	}
	shown.prose(o.Item.Doc())
	if o.Type == nil {
		return shown, ""
	}
	return shown, types.String(o.Type)
}

func operatorCard(o *op.Op) (*card, string) {
	shown := &card{}
	if o == nil {
		return shown, ""
	}
	for form := o; form != nil; form = form.Fractal {
		shown.prose(form.Doc)
		if form.Rule != "" {
			shown.prose("Typing: " + form.Rule)
		}
		shown.prose(attributeList(form))
	}
	return shown, callForm(o)
}

// attributeCard describes an attribute of an operator or of its form on a
// FractalTensor.
func attributeCard(o *op.Op, name string) (*card, string) {
	shown := &card{}
	for ; o != nil; o = o.Fractal {
		if i := o.Attr(name); i >= 0 {
			shown.prose(complete.AttributeDoc(o.Attrs[i]))
			return shown, name + "=" + o.Attrs[i].Default.String()
		}
	}
	return shown, ""
}
