package navigation

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

var typeHierarchyFeature = request.Feature{
	Requests: map[string]request.Route{
		protocol.MethodTextDocumentPrepareTypeHierarchy: request.Handles(prepareTypeHierarchy),
		protocol.MethodTypeHierarchySupertypes:          request.Handles(supertypes),
		protocol.MethodTypeHierarchySubtypes:            request.Handles(subtypes),
	},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.TypeHierarchyProvider = protocol.Boolean(true)
	},
}

// prepareTypeHierarchy gives the ADT or the constructor that is named at a
// position; for an alias, the type that it names.
func prepareTypeHierarchy(_ context.Context, v *request.View, p *protocol.TypeHierarchyPrepareParams) (any, error) {
	c, err := v.Cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	o := c.Object()
	switch {
	case o == nil:
		return nil, nil
	case o.Kind == typecheck.TypeObject:
		o = objectOfDecl(declOf(o))
	case o.Kind != typecheck.ConstructorObject:
		return nil, nil
	}
	return hierarchyItems(c.Mapper, c.Source, o), nil
}

func objectOfDecl(decl *types.Decl) *typecheck.Object {
	if decl == nil {
		return nil
	}
	o, _ := decl.Data.(*typecheck.Object)
	return o
}

// supertypes of a constructor are its ADT; an ADT has none.
func supertypes(_ context.Context, v *request.View, p *protocol.TypeHierarchySupertypesParams) (any, error) {
	c, o, err := relative(v, &p.Item)
	if err != nil || o == nil || o.Cons == nil {
		return []protocol.TypeHierarchyItem{}, err
	}
	return hierarchyItems(c.Mapper, c.Source, objectOfDecl(o.Cons.Of)), nil
}

// subtypes of an ADT are its constructors; a constructor has none.
func subtypes(_ context.Context, v *request.View, p *protocol.TypeHierarchySubtypesParams) (any, error) {
	c, o, err := relative(v, &p.Item)
	if err != nil || o == nil || o.Kind != typecheck.TypeObject {
		return []protocol.TypeHierarchyItem{}, err
	}
	return hierarchyItems(c.Mapper, c.Source, constructors(declOf(o))...), nil
}

// relative finds again what a client has from an answer before.
func relative(v *request.View, of *protocol.TypeHierarchyItem) (*request.Cursor, *typecheck.Object, error) {
	at := protocol.TextDocumentPositionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: of.URI}, Position: of.SelectionRange.Start,
	}
	c, err := v.Cursor(&at)
	if c == nil {
		return nil, nil, err
	}
	return c, c.Object(), nil
}

// hierarchyItems describes types and constructors to the client, as seen from a
// file.
func hierarchyItems(p *request.Mapper, from *workspace.Source, objects ...*typecheck.Object) []protocol.TypeHierarchyItem {
	found := []protocol.TypeHierarchyItem{}
	for _, o := range objects {
		if o == nil {
			continue
		}
		if t, ok := targetOf(p.View, from, o); ok {
			found = append(found, hierarchyItem(p, t, o))
		}
	}
	return found
}

// hierarchyItem describes a type or a constructor; the detail of a type is its first line.
func hierarchyItem(p *request.Mapper, t target, o *typecheck.Object) protocol.TypeHierarchyItem {
	kind, detail := symbolKinds[o.Item.Kind(o.Item.Root)], ""
	switch {
	case o.Cons != nil:
		kind, detail = protocol.SymbolKindEnumMember, types.String(o.Cons.Sig)
	case o.Item.Kind(o.Item.Root) == syntax.ItemData:
		detail = strings.Join(strings.Fields(firstLine(o.Item.SourceText(o.Item.Root))), " ")
	}
	item := protocol.TypeHierarchyItem{
		Name: excerpt.Name(o.Name), Kind: kind, URI: p.View.Address(t.Source.Path),
		Range:          p.Range(workspace.Place{Source: t.Source, Span: t.whole}),
		SelectionRange: p.Range(t.Place),
	}
	if detail != "" {
		item.Detail = &detail
	}
	return item
}
