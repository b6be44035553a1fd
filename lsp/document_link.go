package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

var documentLinkFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentDocumentLink: handles(documentLink)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		c.DocumentLinkProvider = &protocol.DocumentLinkOptions{}
	},
}

// documentLink makes the path in each import a link to its file. An import that
// leads nowhere has none: its diagnostic tells why.
func documentLink(_ context.Context, v *view, p *protocol.DocumentLinkParams) (any, error) {
	path, err := v.path(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	imports, err := v.snapshot.Imports(path)
	if err != nil {
		return nil, failed(err)
	}
	places, found := newPlaces(v), []protocol.DocumentLink{}
	for _, i := range imports {
		if i.Target == nil {
			continue
		}
		to := v.address(i.Target.Path)
		found = append(found, protocol.DocumentLink{Range: places.rangeOf(unquoted(i.Place)), Target: &to})
	}
	return found, nil
}

// unquoted is the place of a string without its quotes; the closing one may be
// missing.
func unquoted(at workspace.Place) workspace.Place {
	text := at.Source.Text[at.Span.Start:at.Span.End]
	inside := syntax.Span{Start: at.Span.Start + 1, End: at.Span.End}
	if len(text) > 1 && text[len(text)-1] == text[0] {
		inside.End--
	}
	return workspace.Place{Source: at.Source, Span: inside}
}
