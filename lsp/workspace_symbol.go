package lsp

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

var workspaceSymbolFeature = feature{
	requests: map[string]route{protocol.MethodWorkspaceSymbol: asks(workspaceSymbol)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		c.WorkspaceSymbolProvider = protocol.Boolean(true)
	},
}

// mostSymbols bounds an answer: nobody reads more.
const mostSymbols = 1000

// workspaceSymbol lists the declarations in all programs of the folder whose
// names are like a query, the likest first.
func workspaceSymbol(ctx context.Context, v *view, p *protocol.WorkspaceSymbolParams) (any, error) {
	var found []namesake
	for _, source := range v.sources(ctx) {
		found = append(found, namesakes(source, p.Query)...)
	}
	slices.SortFunc(found, compareNamesakes)
	places, answer := newPlaces(v), parts[protocol.SymbolInformation]{session: v.session, token: p.PartialResultToken}
	for _, s := range found[:min(len(found), mostSymbols)] {
		answer.add(ctx, places.namesake(s))
	}
	return answer.answer(ctx), nil
}

// sources are the programs of the folder and the open documents, each once; one
// that cannot be read is left out.
func (v *view) sources(ctx context.Context) []*workspace.Source {
	var found []*workspace.Source
	seen := map[*workspace.Source]bool{}
	for _, path := range v.programs() {
		source, err := v.snapshot.Source(path)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil && !seen[source] {
			seen[source] = true
			found = append(found, source)
		}
	}
	return found
}

// A namesake is a declaration whose name is like what is looked for.
type namesake struct {
	source *workspace.Source
	item   int
	name   syntax.NodeID
	text   string
	kind   protocol.SymbolKind
	likeness
}

// namesakes are those in one file.
func namesakes(source *workspace.Source, query string) []namesake {
	var found []namesake
	add := func(i int, name syntax.NodeID, kind protocol.SymbolKind) {
		item := source.File.Items[i]
		if !isName[item.Kind(name)] {
			return
		}
		text := item.SourceText(name)
		if rank, ok := alike(query, text); ok {
			found = append(found, namesake{source, i, name, text, kind, rank})
		}
	}
	for i, item := range source.File.Items {
		kind, ok := symbolKinds[item.Kind(item.Root)]
		if !ok {
			continue
		}
		add(i, item.Kid(item.Root, 0), kind)
		for _, n := range item.Kids(item.Root) {
			if item.Kind(n) == syntax.Constructor {
				add(i, item.Kid(n, 0), protocol.SymbolKindEnumMember)
			}
		}
	}
	return found
}

func compareNamesakes(a, b namesake) int {
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

func (p *places) namesake(s namesake) protocol.SymbolInformation {
	item := s.source.File.Items[s.item]
	found := protocol.SymbolInformation{
		BaseSymbolInformation: protocol.BaseSymbolInformation{Name: s.text, Kind: s.kind},
		Location:              p.location(workspace.Place{Source: s.source, Span: s.source.Absolute(s.item, item.Span(s.name))}),
	}
	if s.kind == protocol.SymbolKindEnumMember {
		of := item.SourceText(item.Kid(item.Root, 0))
		found.ContainerName = &of
	}
	return found
}
