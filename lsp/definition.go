package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

var definitionFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentDefinition: handles(definition)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) { c.DefinitionProvider = protocol.Boolean(true) },
}

// definition leads from a name to its declaration and from an import to its
// file.
func definition(_ context.Context, v *view, p *protocol.DefinitionParams) (any, error) {
	if r, _ := v.ruleCursor(&p.TextDocumentPositionParams); r != nil {
		return r.definition(), nil
	}
	c, err := v.cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	return c.targetsAnswer(v.client.links.definition, c.defined()), nil
}

// defined is what the name or the import at the cursor stands for.
func (c *cursor) defined() []target {
	if o := c.Object(); o != nil {
		return c.targets(o)
	}
	if at, ok := c.imported(); ok {
		return []target{{at, at.Span}}
	}
	return nil
}

// imported is the beginning of the file that the import at the cursor names.
func (c *cursor) imported() (workspace.Place, bool) {
	imports, _ := c.view.snapshot.Imports(c.Source.Path) // the file was read for the cursor
	for _, i := range imports {
		if i.Item == c.Index && i.Target != nil && i.Span == c.Place(c.Item.Span(c.Node())).Span {
			return workspace.Place{Source: i.Target}, true
		}
	}
	return workspace.Place{}, false
}

// navigationFeatures are the requests of this package, and its command.
func navigationFeatures(m *matches) []feature {
	return []feature{
		definitionFeature,
		declarationFeature,
		implementationFeature,
		typeDefinitionFeature,
		referencesFeature,
		highlightFeature,
		linkedEditingFeature,
		symbolFeature,
		workspaceSymbolFeature,
		callHierarchyFeature,
		typeHierarchyFeature,
		documentLinkFeature,
		newReferenceCommand(m),
	}
}
