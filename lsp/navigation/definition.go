// Package navigation leads from one place of the programs to others: from names to
// declarations, definitions, types and uses, from calls to callers, from types to their
// constructors, from imports to files; and it lists the symbols of a file or of all.
//
// The search itself is that of package reference (below the protocol). The files here choose
// what is searched for and write what is found. Read definition.go first, then target.go.
package navigation

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rulematch"
	"github.com/fraccheck/fraccheck/lsp/rules"
	"github.com/fraccheck/fraccheck/typecheck"
)

var definitionFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentDefinition: request.Handles(definition)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) { c.DefinitionProvider = protocol.Boolean(true) },
}

// definition leads from a name to its declaration and from an import to its
// file.
func definition(_ context.Context, v *request.View, p *protocol.DefinitionParams) (any, error) {
	if r, _ := v.RuleCursor(&p.TextDocumentPositionParams); r != nil {
		return ruleDefinition(r), nil
	}
	c, err := v.Cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	return targetsAnswer(c, v.Client.Links.Definition, defined(c)), nil
}

// defined is what the name or the import at the cursor stands for; all that it may, where
// several imported files define it.
func defined(c *request.Cursor) []target {
	if o := c.Object(); o != nil {
		return targets(c, o)
	}
	if candidates := c.Candidates(); candidates != nil {
		return targets(c, candidates...)
	}
	if at, ok := imported(c); ok {
		return []target{{at, at.Span}}
	}
	return nil
}

// imported is the beginning of the file that the import at the cursor names.
func imported(c *request.Cursor) (workspace.Place, bool) {
	imports, _ := c.View.Snapshot.Imports(c.Source.Path) // the file was read for the cursor
	for _, i := range imports {
		if i.Item == c.Index && i.Target != nil && i.Span == c.Place(c.Item.Span(c.Node())).Span {
			return workspace.Place{Source: i.Target}, true
		}
	}
	return workspace.Place{}, false
}

// Features are the requests of this package, and its command.
func Features(m *rulematch.Searcher) []request.Feature {
	return []request.Feature{
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

var declarationFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentDeclaration: request.Handles(declarations)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) { c.DeclarationProvider = protocol.Boolean(true) },
}

// declarations leads from a function to the `@f : T` that is apart from its
// `def`, where there is one; else where definition leads.
//
// This is the difference of declaration and definition in languages with headers: `@f : T` promises what
// `def @f` keeps.
func declarations(_ context.Context, v *request.View, p *protocol.DeclarationParams) (any, error) {
	c, err := v.Cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	found := defined(c)
	if o := c.Object(); o != nil && o.Kind == typecheck.DefObject && len(found) > 0 {
		home := found[0].Source
		if apart := itemsNamed(append(v.Finder().Imports(home), home), o.Name, syntax.ItemDecl); len(apart) > 0 {
			found = apart
		}
	}
	return targetsAnswer(c, v.Client.Links.Declaration, found), nil
}

var implementationFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentImplementation: request.Handles(implementation)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.ImplementationProvider = protocol.Boolean(true)
	},
}

// implementation leads from a type to its constructors and from a declared
// function to its definitions.
//
// Types have no implementations in this language; the nearest thing is what builds their values,
// as rust-analyzer leads from a trait to its impls.
func implementation(ctx context.Context, v *request.View, p *protocol.ImplementationParams) (any, error) {
	c, err := v.Cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	var found []target
	switch o := c.Object(); {
	case o == nil:
	case o.Kind == typecheck.DeclaredObject:
		found = definitions(ctx, c, o)
	case o.Kind == typecheck.TypeObject:
		found = targets(c, constructors(declOf(o))...)
	case o.Kind == typecheck.DefObject || o.Kind == typecheck.ConstructorObject:
		found = targets(c, o)
	}
	return targetsAnswer(c, v.Client.Links.Implementation, found), nil
}

// definitions are those of a declared function: in its own file, or in one that
// imports it.
func definitions(ctx context.Context, c *request.Cursor, o *typecheck.Object) []target {
	home, _, ok := c.View.Finder().Home(c.Source, o)
	if !ok {
		return nil
	}
	see := slices.DeleteFunc(c.View.Finder().Candidates(ctx, c.Source, o), func(source *workspace.Source) bool {
		return source != home && !slices.Contains(c.View.Finder().Imports(source), home)
	})
	return itemsNamed(see, o.Name, syntax.ItemDef)
}

// itemsNamed are the items of a kind that declare a name.
//
// Names of items are compared as they are written, with their sigils, in O(items of the files).
func itemsNamed(sources []*workspace.Source, name string, kind syntax.Kind) []target {
	var found []target
	for _, source := range sources {
		for i, item := range source.File.All() {
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
//
// An alias has no declaration of its own in types: `type L = List[int32]` represents its right
// side, so the head of that is where its values come from.
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

// ruleDefinition leads from a name to where it is given.
func ruleDefinition(c *request.RuleCursor) any {
	if c.Word == nil || !c.Word.Declared {
		return nil
	}
	whole := c.Word.Declaration
	if p := rules.Part(c.File, whole.Start); p != nil && p.NameSpan == whole {
		whole = p.Span
	}
	return targetsFrom(c.Mapper, c.View.Client.Links.Definition, c.Place(c.Word.Span), []target{{c.Place(c.Word.Declaration), whole}})
}
