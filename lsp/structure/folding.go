// Package structure answers requests about the shape of one text: which parts can be folded,
// which parts lie around a position, and what kind of word each word is.
//
// Read folding.go and selection.go for the first two, tokens.go for the third.
package structure

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

var foldingFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentFoldingRange: request.Handles(foldingRange)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.FoldingRangeProvider = protocol.Boolean(true)
	},
}

// A fold is a part of a file that can be hidden but for its first line.
type fold struct {
	span    syntax.Span
	kind    protocol.FoldingRangeKind
	bracket bool // ends with a bracket, whose line stays when whole lines are folded
}

// foldingRange lists what can be folded: items, blocks, matches and what else
// is in brackets, comments and rows of imports.
func foldingRange(ctx context.Context, v *request.View, p *protocol.FoldingRangeParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if source.Rules() != nil {
		return foldingRanges(request.NewMapper(v), source, ruleFolds(source)), nil
	}
	folds := importFolds(source)
	for i, item := range source.File.All() {
		if ctx.Err() != nil {
			return nil, nil
		}
		folds = append(folds, itemFolds(source, i, item)...)
	}
	return foldingRanges(request.NewMapper(v), source, folds), nil
}

// folded are the nodes that fold by themselves.
var folded = map[syntax.Kind]bool{
	syntax.ItemDef: true, syntax.ItemData: true, syntax.ItemAlias: true, syntax.ItemDecl: true,
	syntax.ItemExpr: true, syntax.ItemAssert: true, syntax.ItemMetadata: true,
	syntax.Block: true, syntax.Match: true, syntax.Clause: true, syntax.Fn: true, syntax.If: true,
	syntax.Call: true, syntax.Tuple: true, syntax.List: true, syntax.Paren: true, syntax.Params: true,
}

// itemFolds are the folds in one item that span more than one line.
//
// The ends of lines are indexed once, so that each node is tested by binary search for spanning one.
func itemFolds(source *workspace.Source, i int, item *syntax.Item) []fold {
	var folds []fold
	ends := lineEnds(item.Text)
	add := func(span syntax.Span, kind protocol.FoldingRangeKind) {
		if at, _ := slices.BinarySearch(ends, span.Start); at < len(ends) && ends[at] < span.End {
			folds = append(folds, fold{source.Absolute(i, span), kind, kind == "" && closes(item.Text[span.End-1])})
		}
	}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if folded[item.Kind(n)] {
			add(item.Span(n), "")
		}
	}
	for _, row := range commentRows(item.Text, source.Text()[:source.File.Start(i)]) {
		add(row, protocol.FoldingRangeKindComment)
	}
	return folds
}

// lineEnds are the bytes of a text that end lines.
func lineEnds(text string) []int32 {
	var ends []int32
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' || text[i] == '\r' {
			ends = append(ends, int32(i))
		}
	}
	return ends
}

func closes(c byte) bool { return c == '}' || c == ')' || c == ']' }

// commentRows are the comments of a text; those that begin lines one below the
// other are one row. before is what precedes the text.
//
// A row is a maximal run of comments that begin lines and follow each other without an empty line.
func commentRows(text, before string) []syntax.Span {
	var rows []syntax.Span
	joins := false
	for _, span := range syntax.Comments(text) {
		last := len(rows) - 1
		if joins && isLineBreak(text[rows[last].End:span.Start]) {
			rows[last].End = span.End
			continue
		}
		rows = append(rows, span)
		joins = beginsLine(text[:span.Start], before)
	}
	return rows
}

// beginsLine reports whether what follows two texts is the first on its line.
func beginsLine(text, before string) bool {
	text = strings.TrimRight(text, " \t")
	if text == "" {
		text = strings.TrimRight(before, " \t")
	}
	return text == "" || text == request.ByteOrderMark || text[len(text)-1] == '\n'
}

// isLineBreak reports whether blanks hold one end of a line.
func isLineBreak(text string) bool {
	ends := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			ends++
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return ends == 1
}

// importFolds are the rows of imports.
func importFolds(source *workspace.Source) []fold {
	var folds []fold
	open := false
	for i, item := range source.File.All() {
		switch kind := item.Kind(item.Root); {
		case kind != syntax.ItemImport:
			open = open && kind == syntax.ItemEmpty
		case open:
			folds[len(folds)-1].span.End = source.Absolute(i, item.Span(item.Root)).End
		default:
			folds = append(folds, fold{span: source.Absolute(i, item.Span(item.Root)), kind: protocol.FoldingRangeKindImports})
			open = true
		}
	}
	return folds
}

// foldingRanges writes folds for the client: one for each first line, the largest; no
// more of them than it takes, the outer ones first.
//
// Sorting by start and then by decreasing end puts the outermost of those that begin on one
// line first, and `seen` drops the rest: O(n log n) for n folds.
func foldingRanges(p *request.Mapper, source *workspace.Source, folds []fold) []protocol.FoldingRange {
	slices.SortStableFunc(folds, func(a, b fold) int {
		return cmp.Or(cmp.Compare(a.span.Start, b.span.Start), -cmp.Compare(a.span.End, b.span.End))
	})
	limits, found := p.View.Client.Folding, []protocol.FoldingRange{}
	seen := map[uint32]bool{}
	for _, f := range folds {
		at := p.Range(workspace.Place{Source: source, Span: f.span})
		last := at.End.Line
		if limits.LinesOnly && f.bracket {
			last-- // the line of the bracket stays
		}
		if last <= at.Start.Line || seen[at.Start.Line] {
			continue
		}
		seen[at.Start.Line] = true
		shown := protocol.FoldingRange{StartLine: at.Start.Line, EndLine: last, Kind: f.kind}
		if !limits.LinesOnly {
			shown.StartCharacter, shown.EndCharacter = &at.Start.Character, &at.End.Character
		}
		found = append(found, shown)
	}
	if limits.Most > 0 && len(found) > limits.Most {
		found = outermost(found, limits.Most)
	}
	return found
}

// outermost keeps the folds of the most lines, in the order of the text.
//
// The number of lines represents the depth: an outer fold has at least the lines of an inner
// one.
func outermost(folds []protocol.FoldingRange, most int) []protocol.FoldingRange {
	lines := func(f protocol.FoldingRange) uint32 { return f.EndLine - f.StartLine }
	slices.SortStableFunc(folds, func(a, b protocol.FoldingRange) int { return -cmp.Compare(lines(a), lines(b)) })
	folds = folds[:most]
	slices.SortFunc(folds, func(a, b protocol.FoldingRange) int { return cmp.Compare(a.StartLine, b.StartLine) })
	return folds
}

// Features are the requests of this package. Answers with tokens are numbered from
// firstID on.
func Features(firstID int) []request.Feature {
	return []request.Feature{
		foldingFeature,
		selectionFeature,
		newTokens(firstID),
	}
}

// ruleFolds are what can be folded in a file of rules: rules, what is in brackets,
// comments.
func ruleFolds(source *workspace.Source) []fold {
	f := source.Rules()
	var folds []fold
	for _, p := range f.Parts {
		folds = append(folds, fold{span: p.Span, bracket: p.Body.Len() > 0})
	}
	for _, b := range f.Brackets {
		folds = append(folds, fold{span: b, bracket: true})
	}
	for _, row := range commentRows(source.Text(), "") {
		folds = append(folds, fold{span: row, kind: protocol.FoldingRangeKindComment})
	}
	return folds
}
