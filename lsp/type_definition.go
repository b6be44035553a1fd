package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

var typeDefinitionFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentTypeDefinition: asks(typeDefinition)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		c.TypeDefinitionProvider = protocol.Boolean(true)
	},
}

// typeDefinition leads from an expression to the declaration of its type: of
// one that is built of others, the first that has a declaration.
func typeDefinition(_ context.Context, v *view, p *protocol.TypeDefinitionParams) (any, error) {
	c, err := v.cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	o := c.typeObject()
	if o == nil {
		return nil, nil
	}
	return c.leadTo(v.client.links.typeDefinition, c.targets(o)), nil
}

// typeObject is the declared type of what is at the cursor. What an annotation
// says comes first: the typed tree does not know aliases.
func (c *cursor) typeObject() *typecheck.Object {
	o := c.object()
	switch {
	case o == nil:
		return firstDeclared(typeOf(c.info, c.node()))
	case o.Kind == typecheck.TypeObject:
		return o
	case o.Kind == typecheck.LocalObject:
		if named := c.annotated(o); named != nil {
			return named
		}
	case o.Cons != nil:
		return firstDeclared(&types.ADT{Decl: o.Cons.Of})
	}
	if found := firstDeclared(typeOf(c.info, c.node())); found != nil {
		return found
	}
	return firstDeclared(o.Type)
}

// annotated is the first declared type in the annotation of a variable of the
// cursor's item.
func (c *cursor) annotated(o *typecheck.Object) (found *typecheck.Object) {
	if o.Item != c.item {
		return nil
	}
	at := annotation(c.item, o.Node)
	if at == syntax.NoNode {
		return nil
	}
	c.item.Walk(at, func(n syntax.NodeID) bool {
		if named := objectOf(c.info, n); found == nil && named != nil && named.Kind == typecheck.TypeObject {
			found = named
		}
		return found == nil
	})
	return found
}

// annotation is the type that is written for a variable where it is bound,
// NoNode where none is.
func annotation(item *syntax.Item, binder syntax.NodeID) syntax.NodeID {
	path := item.NodeAt(item.Span(binder).Start)
	for i := len(path) - 2; i >= 0 && i >= len(path)-3; i-- {
		switch n := path[i]; item.Kind(n) {
		case syntax.Param, syntax.Let, syntax.PatTyped, syntax.FreeVar:
			if item.Kid(n, 0) == path[i+1] {
				return item.Kid(n, 1)
			}
			return syntax.NoNode
		case syntax.PatParen:
		default:
			return syntax.NoNode
		}
	}
	return syntax.NoNode
}

// firstDeclared is the outermost ADT or opaque type inside a type, the leftmost
// of several.
func firstDeclared(t types.Type) (found *typecheck.Object) {
	if t == nil {
		return nil
	}
	types.Walk(t, func(t types.Type) bool {
		if adt, ok := t.(*types.ADT); ok && found == nil {
			found, _ = adt.Decl.Data.(*typecheck.Object)
		}
		return found == nil
	})
	return found
}
