package navigation

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/request"
)

var workspaceSymbolFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodWorkspaceSymbol: request.Handles(workspaceSymbol)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.WorkspaceSymbolProvider = protocol.Boolean(true)
	},
}

// mostSymbols bounds an answer: nobody reads more.
const mostSymbols = 1000

// workspaceSymbol lists the declarations in all programs of the folder whose
// names are like a query, the likest first.
//
// All files of the folders are parsed (once; snapshots keep the trees) and all names compared: O(names).
func workspaceSymbol(ctx context.Context, v *request.View, p *protocol.WorkspaceSymbolParams) (any, error) {
	var found []symbolMatch
	for _, source := range v.Finder().Sources(ctx) {
		found = append(found, symbolMatches(source, p.Query)...)
	}
	slices.SortFunc(found, compareMatches)
	mapper, answer := request.NewMapper(v), request.PartialResult[protocol.SymbolInformation]{Session: v.Session, Token: p.PartialResultToken}
	for _, s := range found[:min(len(found), mostSymbols)] {
		answer.Add(ctx, symbolInformation(mapper, s))
	}
	return answer.Rest(ctx), nil
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
		item := source.File.Item(i)
		if !reference.IsName(item.Kind(name)) {
			return
		}
		text := item.SourceText(name)
		if rank, ok := alike(query, text); ok {
			found = append(found, symbolMatch{source, i, name, text, kind, rank})
		}
	}
	for i, item := range source.File.All() {
		kind, ok := symbolKinds[item.Kind(item.Root)]
		if !ok {
			continue
		}
		add(i, item.Declared(), kind)
		for n := range item.Constructors() {
			add(i, item.Constructor(n).Name, protocol.SymbolKindEnumMember)
		}
	}
	return found
}

// compareMatches is a total order, so that the answer does not depend on the order of the files.
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

func symbolInformation(p *request.Mapper, s symbolMatch) protocol.SymbolInformation {
	item := s.source.File.Item(s.item)
	found := protocol.SymbolInformation{
		BaseSymbolInformation: protocol.BaseSymbolInformation{Name: excerpt.Name(s.text), Kind: s.kind},
		Location:              p.Location(workspace.Place{Source: s.source, Span: s.source.Absolute(s.item, item.Span(s.name))}),
	}
	if s.kind == protocol.SymbolKindEnumMember {
		of := excerpt.Name(item.SourceText(item.Declared()))
		found.ContainerName = &of
	}
	return found
}

// A likeness ranks how well a name meets what was typed: the lower, the better.
type likeness struct {
	class int // of the match, see the constants
	gaps  int // letters between those that match
	extra int // letters of the name besides
}

// The classes of a match.
const (
	exactly = iota
	inFront
	inside
	scattered
)

// alike reports whether the letters of a query are in a name in their order,
// and how well. Capitals do not count; the sigil of a name counts only where
// the query has one.
//
// The order is that of editors' own pickers: equal, prefix, substring, subsequence; within a
// class fewer gaps and then shorter names first. A subsequence is matched greedily from the
// left, in O(length of the name): whether there is one does not depend on the choice, the
// count of gaps may be larger than the least one.
func alike(query, name string) (likeness, bool) {
	if query == "" || query[0] != '@' {
		name = strings.TrimPrefix(name, "@")
	}
	query, name = strings.ToLower(query), strings.ToLower(name)
	rank := likeness{class: scattered, extra: len(name) - len(query)}
	switch at := strings.Index(name, query); {
	case at == 0 && rank.extra == 0:
		rank.class = exactly
	case at == 0:
		rank.class = inFront
	case at > 0:
		rank.class = inside
	default:
		gaps, ok := subsequence(query, name)
		rank.gaps = gaps
		return rank, ok
	}
	return rank, true
}

// subsequence counts the letters that are between those of a query in a name;
// false where the query is no subsequence of it.
func subsequence(query, name string) (gaps int, ok bool) {
	first, at := -1, 0
	for i := 0; i < len(name) && at < len(query); i++ {
		if name[i] != query[at] {
			continue
		}
		if first < 0 {
			first = i
		}
		at++
		gaps = i - first + 1 - at
	}
	return gaps, at == len(query)
}
