package navigation

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

var typeDefinitionFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentTypeDefinition: request.Handles(typeDefinition)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.TypeDefinitionProvider = protocol.Boolean(true)
	},
}

// typeDefinition leads from an expression to the declaration of its type: of
// one that is built of others, the first that has a declaration.
func typeDefinition(_ context.Context, v *request.View, p *protocol.TypeDefinitionParams) (any, error) {
	c, err := v.Cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	o := typeObject(c)
	if o == nil {
		return nil, nil
	}
	return targetsAnswer(c, v.Client.Links.TypeDefinition, targets(c, o)), nil
}

// typeObject is the declared type of what is at the cursor. What an annotation
// says comes first: the typed tree does not know aliases.
//
// The order is: what is named, what is annotated, what is inferred at the node, what is inferred
// for the declaration. The annotation comes before the inferred type because an alias exists in
// the text alone.
func typeObject(c *request.Cursor) *typecheck.Object {
	o := c.Object()
	switch {
	case o == nil:
		return firstDeclared(c.Info.Type(c.Node()))
	case o.Kind == typecheck.TypeObject:
		return o
	case o.Kind == typecheck.LocalObject:
		if named := typeAnnotated(c, o); named != nil {
			return named
		}
	case o.Cons != nil:
		return firstDeclared(&types.ADT{Decl: o.Cons.Of})
	}
	if found := firstDeclared(c.Info.Type(c.Node())); found != nil {
		return found
	}
	return firstDeclared(o.Type)
}

// typeAnnotated is the first declared type in the annotation of a variable of the
// cursor's item.
func typeAnnotated(c *request.Cursor, o *typecheck.Object) (found *typecheck.Object) {
	if o.Item != c.Item {
		return nil
	}
	at := annotation(c.Item, o.Node)
	if at == syntax.NoNode {
		return nil
	}
	c.Item.Walk(at, func(n syntax.NodeID) bool {
		if named := c.Info.Object(n); found == nil && named != nil && named.Kind == typecheck.TypeObject {
			found = named
		}
		return found == nil
	})
	return found
}

// annotation is the type that is written for a variable where it is bound,
// NoNode where none is.
//
// A pattern may be in parentheses, and the annotation is at most two levels above the variable.
func annotation(item *syntax.Item, binder syntax.NodeID) syntax.NodeID {
	path := item.NodeAt(item.Span(binder).Start)
	for i := len(path) - 2; i >= 0 && i >= len(path)-3; i-- {
		n := path[i]
		if item.Kind(n) == syntax.PatParen {
			continue
		}
		if bound, written := annotated(item, n); bound == path[i+1] {
			return written
		}
		return syntax.NoNode
	}
	return syntax.NoNode
}

// firstDeclared is the outermost ADT or opaque type inside a type, the leftmost
// of several.
//
// Types are walked in pre-order, so "first" is outermost and then leftmost: of (List[A], B) it is List.
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

// annotated is what a node binds, and the type that is written for it; NoNode for
// nodes that bind nothing.
func annotated(item *syntax.Item, n syntax.NodeID) (bound, written syntax.NodeID) {
	switch item.Kind(n) {
	case syntax.Param:
		p := item.Param(n)
		return p.Pattern, p.Type
	case syntax.Let:
		let := item.Let(n)
		return let.Pattern, let.Type
	case syntax.PatTyped:
		p := item.PatTyped(n)
		return p.Pattern, p.Type
	case syntax.FreeVar:
		v := item.FreeVar(n)
		return v.Name, v.Type
	}
	return syntax.NoNode, syntax.NoNode
}
