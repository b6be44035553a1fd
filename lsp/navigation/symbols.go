package navigation

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/request"
)

var symbolFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentDocumentSymbol: request.Handles(documentSymbol)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.DocumentSymbolProvider = protocol.Boolean(true)
	},
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
//
// The tree has two levels, items and constructors: definitions inside of functions are expressions.
// In the program of a model the nodes are below the definition, and those of its subgraphs below
// their node.
func documentSymbol(_ context.Context, v *request.View, p *protocol.DocumentSymbolParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if source.Rules() != nil {
		return ruleSymbols(v, v.Spelled(p.TextDocument.URI), source), nil
	}
	mapper := request.NewMapper(v)
	nodes := newNodeSymbols(mapper, source)
	found := protocol.DocumentSymbolSlice{}
	for i, item := range source.File.All() {
		name := item.Declared()
		if kind, ok := symbolKinds[item.Kind(item.Root)]; ok && reference.IsName(item.Kind(name)) {
			s := symbol(mapper, source, i, item.Root, name, kind)
			s.Detail = signature(v, source, i)
			s.Children = append(constructorSymbols(mapper, source, i), nodes.in(i)...)
			found = append(found, s)
		}
	}
	if v.Client.SymbolTrees {
		return found, nil
	}
	return flatSymbols(v.Spelled(p.TextDocument.URI), found, nil), nil
}

// symbol describes a node that declares a name.
func symbol(p *request.Mapper, source *workspace.Source, i int, n, name syntax.NodeID, kind protocol.SymbolKind) protocol.DocumentSymbol {
	item := source.File.Item(i)
	at := func(n syntax.NodeID) protocol.Range {
		return p.Range(workspace.Place{Source: source, Span: source.Absolute(i, item.Span(n))})
	}
	return protocol.DocumentSymbol{Name: excerpt.Name(item.SourceText(name)), Kind: kind, Range: at(n), SelectionRange: at(name)}
}

func constructorSymbols(p *request.Mapper, source *workspace.Source, i int) []protocol.DocumentSymbol {
	item := source.File.Item(i)
	var found []protocol.DocumentSymbol
	for n := range item.Constructors() {
		if name := item.Constructor(n).Name; reference.IsName(item.Kind(name)) {
			found = append(found, symbol(p, source, i, n, name, protocol.SymbolKindEnumMember))
		}
	}
	return found
}

// signature is the type of the definition in item i.
//
// Types are inferred for the whole file when it is checked, so the detail is a look-up; of a file that is
// too large there are none.
func signature(v *request.View, source *workspace.Source, i int) *string {
	if v.Oversized(source) {
		return nil
	}
	module, err := v.Snapshot.Module(source.Path)
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

// ruleSymbolKinds are what clients call the parts of a file of rules.
var ruleSymbolKinds = map[string]protocol.SymbolKind{
	"let": protocol.SymbolKindVariable, "find": protocol.SymbolKindEvent, "lint": protocol.SymbolKindEvent,
	"rewrite": protocol.SymbolKindOperator, "partition": protocol.SymbolKindModule,
}

// ruleSymbols lists the rules and `let` patterns of a file.
func ruleSymbols(v *request.View, document uri.URI, source *workspace.Source) any {
	mapper, found := request.NewMapper(v), protocol.DocumentSymbolSlice{}
	f := source.Rules()
	described := map[syntax.Span]string{}
	for _, r := range f.Rules {
		described[r.NameSpan] = r.Doc
	}
	for _, p := range f.Parts {
		kind, detail := ruleSymbolKinds[p.Kind], p.Kind
		if kind == 0 || p.Name == "" {
			continue
		}
		if doc := described[p.NameSpan]; doc != "" {
			detail += ": " + doc
		}
		found = append(found, protocol.DocumentSymbol{
			Name: excerpt.Name(p.Name), Detail: &detail, Kind: kind,
			Range:          mapper.Range(workspace.Place{Source: source, Span: p.Span}),
			SelectionRange: mapper.Range(workspace.Place{Source: source, Span: p.NameSpan}),
		})
	}
	if v.Client.SymbolTrees {
		return found
	}
	return flatSymbols(document, found, nil)
}
