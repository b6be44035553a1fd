package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A cursor is a position of the client in a document, with what answers are
// placed by.
type cursor struct {
	*reference.Cursor
	view   *view
	places *places
}

// cursor finds what stands at a position; nil where no program does.
func (v *view) cursor(p *protocol.TextDocumentPositionParams) (*cursor, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	places := newPlaces(v)
	at, err := v.finder().At(source, places.offset(source, p.Position))
	if err != nil {
		return nil, failed(err)
	}
	if at == nil {
		return nil, nil
	}
	return &cursor{at, v, places}, nil
}

// named is the cursor at a position and what the name there stands for; without
// a name there is no object.
func (v *view) named(p *protocol.TextDocumentPositionParams) (*cursor, *typecheck.Object, error) {
	c, err := v.cursor(p)
	if c == nil {
		return nil, nil, err
	}
	return c, c.Object(), nil
}
