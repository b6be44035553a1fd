package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/rename"
)

var renameFeature = feature{
	requests: map[string]route{
		protocol.MethodTextDocumentRename:        handles(renameObject),
		protocol.MethodTextDocumentPrepareRename: handles(prepareRename),
	},
	announce: func(client abilities, c *protocol.ServerCapabilities) {
		c.RenameProvider = protocol.Boolean(true)
		if client.preparesRename {
			on := true
			c.RenameProvider = &protocol.RenameOptions{PrepareProvider: &on}
		}
	},
}

// prepareRename tells whether the name at a position can be changed, and where
// it stands.
func prepareRename(_ context.Context, v *view, p *protocol.PrepareRenameParams) (any, error) {
	if r, _ := v.ruleCursor(&p.TextDocumentPositionParams); r != nil {
		return r.prepareRename()
	}
	c, o, err := v.named(&p.TextDocumentPositionParams)
	if o == nil {
		return nil, err
	}
	if err := rename.Check(v.finder(), c.Source, o); err != nil {
		return nil, failed(err)
	}
	at := c.Place(reference.NameSpan(c.Info, c.Node()))
	return &protocol.PrepareRenamePlaceholder{
		Range: c.places.rangeOf(at), Placeholder: at.Source.Text[at.Span.Start:at.Span.End],
	}, nil
}

// renameObject changes a name wherever it stands for the same thing.
func renameObject(ctx context.Context, v *view, p *protocol.RenameParams) (any, error) {
	if r, _ := v.ruleCursor(&p.TextDocumentPositionParams); r != nil {
		return r.renamed(ctx, p.NewName)
	}
	c, err := v.cursor(&p.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	if c == nil || c.Object() == nil {
		return nil, failed(fmt.Errorf("there is no name here that could be changed"))
	}
	edits, err := rename.Edits(ctx, v.finder(), c.Source, c.Object(), p.NewName)
	if err != nil {
		return nil, failed(err)
	}
	return c.places.workspaceEdit(edits), nil
}
