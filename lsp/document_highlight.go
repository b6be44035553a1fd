package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

var highlightFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentDocumentHighlight: handles(documentHighlight)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		c.DocumentHighlightProvider = protocol.Boolean(true)
	},
}

// documentHighlight shows the places in the document where the name at the
// cursor stands for the same thing. The place that binds it is the written one.
func documentHighlight(ctx context.Context, v *view, p *protocol.DocumentHighlightParams) (any, error) {
	if r, _ := v.ruleCursor(&p.TextDocumentPositionParams); r != nil {
		return r.highlights(), nil
	}
	c, o, err := v.named(&p.TextDocumentPositionParams)
	if o == nil {
		return nil, err
	}
	found := []protocol.DocumentHighlight{}
	for _, use := range v.finder().InFile(ctx, c.Source, o) {
		kind := protocol.DocumentHighlightKindRead
		if use.Declares {
			kind = protocol.DocumentHighlightKindWrite
		}
		found = append(found, protocol.DocumentHighlight{Range: c.places.rangeOf(use.Place), Kind: kind})
	}
	return found, nil
}
