package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

var declarationFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentDeclaration: handles(declarations)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) { c.DeclarationProvider = protocol.Boolean(true) },
}

// declarations leads from a function to the `@f : T` that stands apart from its
// `def`, where there is one; else where definition leads.
func declarations(_ context.Context, v *view, p *protocol.DeclarationParams) (any, error) {
	c, err := v.cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	found := c.defined()
	if o := c.Object(); o != nil && o.Kind == typecheck.DefObject && len(found) > 0 {
		home := found[0].Source
		if apart := itemsNamed(append(v.finder().Imports(home), home), o.Name, syntax.ItemDecl); len(apart) > 0 {
			found = apart
		}
	}
	return c.targetsAnswer(v.client.links.declaration, found), nil
}

var implementationFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentImplementation: handles(implementation)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		c.ImplementationProvider = protocol.Boolean(true)
	},
}

// implementation leads from a type to its constructors and from a declared
// function to its definitions.
func implementation(ctx context.Context, v *view, p *protocol.ImplementationParams) (any, error) {
	c, err := v.cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	var found []target
	switch o := c.Object(); {
	case o == nil:
	case o.Kind == typecheck.DeclaredObject:
		found = c.definitions(ctx, o)
	case o.Kind == typecheck.TypeObject:
		found = c.targets(constructors(declOf(o))...)
	case o.Kind == typecheck.DefObject || o.Kind == typecheck.ConstructorObject:
		found = c.targets(o)
	}
	return c.targetsAnswer(v.client.links.implementation, found), nil
}

// definitions are those of a declared function: in its own file, or in one that
// imports it.
func (c *cursor) definitions(ctx context.Context, o *typecheck.Object) []target {
	home, _, ok := c.view.finder().Home(c.Source, o)
	if !ok {
		return nil
	}
	see := slices.DeleteFunc(c.view.finder().Candidates(ctx, c.Source, o), func(source *workspace.Source) bool {
		return source != home && !slices.Contains(c.view.finder().Imports(source), home)
	})
	return itemsNamed(see, o.Name, syntax.ItemDef)
}

// itemsNamed are the items of a kind that declare a name.
func itemsNamed(sources []*workspace.Source, name string, kind syntax.Kind) []target {
	var found []target
	for _, source := range sources {
		for i, item := range source.File.Items {
			n := item.Declared()
			if item.Kind(item.Root) == kind && item.SourceText(n) == name {
				at := workspace.Place{Source: source, Span: source.Absolute(i, item.Span(n))}
				found = append(found, target{at, source.Absolute(i, item.Span(item.Root))})
			}
		}
	}
	return found
}

// declOf is the ADT or opaque type that a type's name stands for; of an alias,
// the one at the head of what it names. Other types have none.
func declOf(o *typecheck.Object) *types.Decl {
	if o.Decl != nil || o.Type == nil {
		return o.Decl
	}
	alias, ok := types.Head(o.Type).(*types.Func)
	if !ok {
		return nil
	}
	if adt, ok := types.Head(alias.Out).(*types.ADT); ok {
		return adt.Decl
	}
	return nil
}

// constructors are the objects of an ADT's constructors, in its order.
func constructors(decl *types.Decl) []*typecheck.Object {
	if decl == nil {
		return nil
	}
	var found []*typecheck.Object
	for _, k := range decl.Constructors {
		if o, ok := k.Data.(*typecheck.Object); ok {
			found = append(found, o)
		}
	}
	return found
}
