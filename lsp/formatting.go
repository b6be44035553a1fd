package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// The language has one style: of a client's formatting options, the width of a
// tab and whether blanks do for it say nothing here, and blanks at line ends
// are always taken off.
var formattingFeature = feature{
	requests: map[string]route{
		protocol.MethodTextDocumentFormatting:       handles(formatting),
		protocol.MethodTextDocumentRangeFormatting:  handles(rangeFormatting),
		protocol.MethodTextDocumentRangesFormatting: handles(rangesFormatting),
		protocol.MethodTextDocumentOnTypeFormatting: handles(onTypeFormatting),
	},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		on := true
		c.DocumentFormattingProvider = protocol.Boolean(true)
		c.DocumentRangeFormattingProvider = &protocol.DocumentRangeFormattingOptions{RangesSupport: &on}
		c.DocumentOnTypeFormattingProvider = protocol.DocumentOnTypeFormattingOptions{
			FirstTriggerCharacter: "}", MoreTriggerCharacter: []string{";", "\n"},
		}
	},
}

// formatting lays a document out.
func formatting(ctx context.Context, v *view, p *protocol.DocumentFormattingParams) (any, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return newPlaces(v).textEdits(source, source.Format(ctx, nil)), nil
}

// rangeFormatting lays out the statements that a range touches.
func rangeFormatting(ctx context.Context, v *view, p *protocol.DocumentRangeFormattingParams) (any, error) {
	return v.formatRanges(ctx, p.TextDocument.URI, p.Range)
}

func rangesFormatting(ctx context.Context, v *view, p *protocol.DocumentRangesFormattingParams) (any, error) {
	return v.formatRanges(ctx, p.TextDocument.URI, p.Ranges...)
}

func (v *view) formatRanges(ctx context.Context, u uri.URI, ranges ...protocol.Range) (any, error) {
	source, err := v.source(u)
	if err != nil {
		return nil, err
	}
	places, within := newPlaces(v), []syntax.Span{}
	for _, r := range ranges {
		span := places.span(source, r)
		within = append(within, syntax.Span{Start: min(span.Start, span.End), End: max(span.Start, span.End)})
	}
	return places.textEdits(source, source.Format(ctx, within)), nil
}

// textEdits are edits as the client counts.
func (p *places) textEdits(source *workspace.Source, edits []syntax.Edit) []protocol.TextEdit {
	found := make([]protocol.TextEdit, 0, len(edits))
	for _, e := range edits {
		at := workspace.Place{Source: source, Span: e.Span}
		found = append(found, protocol.TextEdit{Range: p.rangeOf(at), NewText: e.NewText})
	}
	return found
}
