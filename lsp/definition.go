package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

var definitionFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentDefinition: asks(definition)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) { c.DefinitionProvider = protocol.Boolean(true) },
}

// definition leads from a name to its declaration and from an import to its
// file.
func definition(_ context.Context, v *view, p *protocol.DefinitionParams) (any, error) {
	c, err := v.cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	at, ok := c.imported()
	if o := c.object(); o != nil {
		at, ok = v.locate(c.source, o)
	}
	if !ok || at.Source.Path == "" {
		return nil, nil
	}
	location := c.places.location(at)
	return &location, nil
}

// imported is the beginning of the file that the import at the cursor names.
func (c *cursor) imported() (workspace.Place, bool) {
	path, ok := importPath(c.source, c.index)
	if !ok || c.item.Kind(c.node()) != syntax.String {
		return workspace.Place{}, false
	}
	source, err := c.view.snapshot.Source(path)
	return workspace.Place{Source: source}, err == nil
}
