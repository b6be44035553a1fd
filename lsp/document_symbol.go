package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
)

var symbolFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentDocumentSymbol: handles(documentSymbol)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) { c.DocumentSymbolProvider = protocol.Boolean(true) },
}

// symbolKinds are the items that declare a name.
var symbolKinds = map[syntax.Kind]protocol.SymbolKind{
	syntax.ItemDef:    protocol.SymbolKindFunction,
	syntax.ItemDecl:   protocol.SymbolKindInterface,
	syntax.ItemData:   protocol.SymbolKindEnum,
	syntax.ItemOpaque: protocol.SymbolKindClass,
	syntax.ItemAlias:  protocol.SymbolKindTypeParameter,
}

// documentSymbol lists what a document declares; a type's constructors belong
// to it.
func documentSymbol(_ context.Context, v *view, p *protocol.DocumentSymbolParams) (any, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if source.Rules() != nil {
		return v.ruleSymbols(v.spelled(p.TextDocument.URI), source), nil
	}
	places := newPlaces(v)
	found := protocol.DocumentSymbolSlice{}
	for i, item := range source.File.Items {
		name := item.Declared()
		if kind, ok := symbolKinds[item.Kind(item.Root)]; ok && reference.IsName(item.Kind(name)) {
			s := places.symbol(source, i, item.Root, name, kind)
			s.Detail = v.signature(source, i)
			s.Children = places.constructors(source, i)
			found = append(found, s)
		}
	}
	if v.client.symbolTrees {
		return found, nil
	}
	return flatSymbols(v.spelled(p.TextDocument.URI), found, nil), nil
}

// symbol describes a node that declares a name.
func (p *places) symbol(source *workspace.Source, i int, n, name syntax.NodeID, kind protocol.SymbolKind) protocol.DocumentSymbol {
	item := source.File.Items[i]
	at := func(n syntax.NodeID) protocol.Range {
		return p.rangeOf(workspace.Place{Source: source, Span: source.Absolute(i, item.Span(n))})
	}
	return protocol.DocumentSymbol{Name: excerpt.Name(item.SourceText(name)), Kind: kind, Range: at(n), SelectionRange: at(name)}
}

func (p *places) constructors(source *workspace.Source, i int) []protocol.DocumentSymbol {
	item := source.File.Items[i]
	var found []protocol.DocumentSymbol
	for _, n := range reference.Constructors(item) {
		if name := item.Constructor(n).Name; reference.IsName(item.Kind(name)) {
			found = append(found, p.symbol(source, i, n, name, protocol.SymbolKindEnumMember))
		}
	}
	return found
}

// signature is the type of the definition in item i.
func (v *view) signature(source *workspace.Source, i int) *string {
	if v.oversized(source) {
		return nil
	}
	module, err := v.snapshot.Module(source.Path)
	if err != nil {
		return nil
	}
	_, t, ok := module.Signature(i)
	if !ok || t == nil {
		return nil
	}
	text := types.String(t)
	return &text
}

// flatSymbols is the list for clients that know no trees.
func flatSymbols(document uri.URI, symbols []protocol.DocumentSymbol, container *string) protocol.SymbolInformationSlice {
	flat := protocol.SymbolInformationSlice{}
	for _, s := range symbols {
		flat = append(flat, protocol.SymbolInformation{
			BaseSymbolInformation: protocol.BaseSymbolInformation{Name: s.Name, Kind: s.Kind, ContainerName: container},
			Location:              protocol.Location{URI: document, Range: s.Range},
		})
		flat = append(flat, flatSymbols(document, s.Children, &s.Name)...)
	}
	return flat
}
