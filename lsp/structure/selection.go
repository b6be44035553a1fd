package structure

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rules"
)

var selectionFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentSelectionRange: request.Handles(selectionRange)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.SelectionRangeProvider = protocol.Boolean(true)
	},
}

// selectionRange gives for each position the parts of the program around it,
// from the innermost to the whole file.
func selectionRange(ctx context.Context, v *request.View, p *protocol.SelectionRangeParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	s := selector{source: source, mapper: request.NewMapper(v), rows: map[int][]syntax.Span{}}
	found := []protocol.SelectionRange{}
	for _, at := range p.Positions {
		if ctx.Err() != nil {
			return nil, nil
		}
		found = append(found, *s.around(s.mapper.Offset(source, at)))
	}
	return found, nil
}

type selector struct {
	source *workspace.Source
	mapper *request.Mapper
	rows   map[int][]syntax.Span // comments, by item
}

// deepest bounds how many parts an answer nests: readers of JSON refuse more.
const deepest = 500

// around nests the parts around an offset. They are made from the outermost on,
// so that deep nesting is no recursion.
//
// The answer is a linked list from the inside out, so it is made from the outside in.
func (s *selector) around(offset int32) *protocol.SelectionRange {
	spans := nested(s.spans(offset))
	if len(spans) > deepest {
		spans = slices.Concat(spans[:deepest-1], spans[len(spans)-1:])
	}
	var found *protocol.SelectionRange
	for _, span := range slices.Backward(spans) {
		found = &protocol.SelectionRange{Range: s.mapper.Range(workspace.Place{Source: s.source, Span: span}), Parent: found}
	}
	return found
}

// spans are the parts of the file that hold an offset, in any order.
func (s *selector) spans(offset int32) []syntax.Span {
	skipped := int32(s.mapper.Text(s.source).Skipped)
	found := []syntax.Span{{Start: skipped, End: int32(len(s.source.Text()))}}
	if f := s.source.Rules(); f != nil {
		return append(found, rules.Regions(f, offset)...)
	}
	i := s.source.File.ItemAt(offset)
	if i < 0 {
		return found
	}
	item, start := s.source.File.Item(i), s.source.File.Start(i)
	parts := append(nodeSpans(item, offset-start), s.documented(i, item))
	parts = append(parts, s.comments(i, item)...)
	if !s.source.Program() {
		parts = append(parts, s.source.Blocks[s.source.BlockOf[i]].Span.Shift(-start))
	}
	for _, span := range parts {
		if span.Contains(offset - start) {
			found = append(found, span.Shift(start))
		}
	}
	return found
}

// nodeSpans are the nodes around an offset of an item, and the names without
// their tail segments. Around a type comment, they are those that it is in.
//
// A name with tail segments (`%x.0`) contributes both the whole and the name alone: a double click means
// the latter.
func nodeSpans(item *syntax.Item, offset int32) []syntax.Span {
	path := item.NodeAt(offset)
	for _, c := range item.TypeComments {
		if c.Span.Contains(offset) {
			path = append(path, item.NodeAt(c.Span.Start)...)
		}
	}
	var spans []syntax.Span
	for _, n := range path {
		spans = append(spans, item.Span(n))
		if head := reference.HeadSpan(item, n); head != item.Span(n) {
			spans = append(spans, head)
		}
	}
	return spans
}

// documented is an item with the attributes and the comment lines above it.
func (s *selector) documented(i int, item *syntax.Item) syntax.Span {
	whole := item.Span(item.Root)
	for _, n := range item.Attributes {
		whole = whole.Cover(item.Span(n))
	}
	for _, row := range slices.Backward(s.comments(i, item)) {
		if row.End <= whole.Start && isLineBreak(item.Text[row.End:whole.Start]) {
			return whole.Cover(row)
		}
	}
	return whole
}

// comments are the comments of an item, alone, then in rows.
func (s *selector) comments(i int, item *syntax.Item) []syntax.Span {
	if rows, ok := s.rows[i]; ok {
		return rows
	}
	rows := slices.Concat(syntax.Comments(item.Text), commentRows(item.Text, s.source.Text()[:s.source.File.Start(i)]))
	s.rows[i] = rows
	return rows
}

// nested sorts spans from the smallest and keeps those of which each holds the
// one before, and more.
//
// The spans around one offset need not nest (a comment row and a node may overlap), but the
// protocol wants a chain. After sorting by length a span that does not cover the last one
// kept is dropped: O(n log n), and what is kept is a chain by construction.
func nested(spans []syntax.Span) []syntax.Span {
	slices.SortStableFunc(spans, func(a, b syntax.Span) int { return cmp.Compare(a.Len(), b.Len()) })
	kept := spans[:1]
	for _, span := range spans[1:] {
		if last := kept[len(kept)-1]; span != last && span.Cover(last) == span {
			kept = append(kept, span)
		}
	}
	return kept
}
