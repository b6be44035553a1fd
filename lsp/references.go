package lsp

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"go.lsp.dev/protocol"
)

var referencesFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentReferences: handles(references)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) { c.ReferencesProvider = protocol.Boolean(true) },
}

// references finds the places where a name stands for the same thing, in all
// programs of the folders.
func references(ctx context.Context, v *view, p *protocol.ReferenceParams) (any, error) {
	if r, _ := v.ruleCursor(&p.TextDocumentPositionParams); r != nil {
		return r.references(ctx, p.Context.IncludeDeclaration)
	}
	c, o, err := v.named(&p.TextDocumentPositionParams)
	if o == nil {
		return nil, err
	}
	found := partialResult[protocol.Location]{session: v.session, token: p.PartialResultToken}
	v.finder().Each(ctx, c.Source, o, func(group reference.FileUses) {
		for _, use := range group.Uses {
			if !use.Declares || p.Context.IncludeDeclaration {
				found.add(ctx, c.places.location(use.Place))
			}
		}
	})
	return found.answer(ctx), nil
}
