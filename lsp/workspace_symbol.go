package lsp

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
)

var workspaceSymbolFeature = feature{
	requests: map[string]route{protocol.MethodWorkspaceSymbol: handles(workspaceSymbol)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		c.WorkspaceSymbolProvider = protocol.Boolean(true)
	},
}

// mostSymbols bounds an answer: nobody reads more.
const mostSymbols = 1000

// workspaceSymbol lists the declarations in all programs of the folder whose
// names are like a query, the likest first.
func workspaceSymbol(ctx context.Context, v *view, p *protocol.WorkspaceSymbolParams) (any, error) {
	var found []symbolMatch
	for _, source := range v.finder().Sources(ctx) {
		found = append(found, symbolMatches(source, p.Query)...)
	}
	slices.SortFunc(found, compareMatches)
	places, answer := newPlaces(v), partialResult[protocol.SymbolInformation]{session: v.session, token: p.PartialResultToken}
	for _, s := range found[:min(len(found), mostSymbols)] {
		answer.add(ctx, places.symbolMatch(s))
	}
	return answer.answer(ctx), nil
}

// A symbolMatch is a declaration whose name is like what is looked for.
type symbolMatch struct {
	source *workspace.Source
	item   int
	name   syntax.NodeID
	text   string
	kind   protocol.SymbolKind
	likeness
}

// symbolMatches are those in one file.
func symbolMatches(source *workspace.Source, query string) []symbolMatch {
	var found []symbolMatch
	add := func(i int, name syntax.NodeID, kind protocol.SymbolKind) {
		item := source.File.Items[i]
		if !reference.IsName(item.Kind(name)) {
			return
		}
		text := item.SourceText(name)
		if rank, ok := alike(query, text); ok {
			found = append(found, symbolMatch{source, i, name, text, kind, rank})
		}
	}
	for i, item := range source.File.Items {
		kind, ok := symbolKinds[item.Kind(item.Root)]
		if !ok {
			continue
		}
		add(i, item.Declared(), kind)
		for _, n := range reference.Constructors(item) {
			add(i, item.Constructor(n).Name, protocol.SymbolKindEnumMember)
		}
	}
	return found
}

func compareMatches(a, b symbolMatch) int {
	return cmp.Or(
		cmp.Compare(a.class, b.class),
		cmp.Compare(a.gaps, b.gaps),
		cmp.Compare(a.extra, b.extra),
		cmp.Compare(a.text, b.text),
		cmp.Compare(a.source.Name, b.source.Name),
		cmp.Compare(a.item, b.item),
		cmp.Compare(a.name, b.name),
	)
}

func (p *places) symbolMatch(s symbolMatch) protocol.SymbolInformation {
	item := s.source.File.Items[s.item]
	found := protocol.SymbolInformation{
		BaseSymbolInformation: protocol.BaseSymbolInformation{Name: excerpt.Name(s.text), Kind: s.kind},
		Location:              p.location(workspace.Place{Source: s.source, Span: s.source.Absolute(s.item, item.Span(s.name))}),
	}
	if s.kind == protocol.SymbolKindEnumMember {
		of := excerpt.Name(item.SourceText(item.Declared()))
		found.ContainerName = &of
	}
	return found
}
