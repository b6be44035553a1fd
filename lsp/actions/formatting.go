package actions

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// The language has one style: of a client's formatting options, the width of a
// tab and whether blanks do for it say nothing here, and blanks at line ends
// are always taken off.
var formattingFeature = request.Feature{
	Requests: map[string]request.Route{
		protocol.MethodTextDocumentFormatting:       request.Handles(formatting),
		protocol.MethodTextDocumentRangeFormatting:  request.Handles(rangeFormatting),
		protocol.MethodTextDocumentRangesFormatting: request.Handles(rangesFormatting),
		protocol.MethodTextDocumentOnTypeFormatting: request.Handles(onTypeFormatting),
	},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		on := true
		c.DocumentFormattingProvider = protocol.Boolean(true)
		c.DocumentRangeFormattingProvider = &protocol.DocumentRangeFormattingOptions{RangesSupport: &on}
		c.DocumentOnTypeFormattingProvider = protocol.DocumentOnTypeFormattingOptions{
			FirstTriggerCharacter: "}", MoreTriggerCharacter: []string{";", "\n"},
		}
	},
}

// formatting lays a document out.
func formatting(ctx context.Context, v *request.View, p *protocol.DocumentFormattingParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return textEdits(request.NewMapper(v), source, source.Format(ctx, nil)), nil
}

// rangeFormatting lays out the statements that a range touches.
func rangeFormatting(ctx context.Context, v *request.View, p *protocol.DocumentRangeFormattingParams) (any, error) {
	return formatRanges(ctx, v, p.TextDocument.URI, p.Range)
}

func rangesFormatting(ctx context.Context, v *request.View, p *protocol.DocumentRangesFormattingParams) (any, error) {
	return formatRanges(ctx, v, p.TextDocument.URI, p.Ranges...)
}

func formatRanges(ctx context.Context, v *request.View, u uri.URI, ranges ...protocol.Range) (any, error) {
	source, err := v.Source(u)
	if err != nil {
		return nil, err
	}
	mapper, within := request.NewMapper(v), []syntax.Span{}
	for _, r := range ranges {
		span := mapper.Span(source, r)
		within = append(within, syntax.Span{Start: min(span.Start, span.End), End: max(span.Start, span.End)})
	}
	return textEdits(mapper, source, source.Format(ctx, within)), nil
}

// textEdits are edits as the client counts.
func textEdits(p *request.Mapper, source *workspace.Source, edits []syntax.Edit) []protocol.TextEdit {
	found := make([]protocol.TextEdit, 0, len(edits))
	for _, e := range edits {
		at := workspace.Place{Source: source, Span: e.Span}
		found = append(found, protocol.TextEdit{Range: p.Range(at), NewText: e.NewText})
	}
	return found
}
