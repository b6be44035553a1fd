package navigation

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A target is what a request leads to: a name, and the whole declaration
// around it.
type target struct {
	workspace.Place
	whole syntax.Span
}

// targets is where an object is declared; nowhere for operators.
func targets(c *request.Cursor, objects ...*typecheck.Object) []target {
	var found []target
	for _, o := range objects {
		if t, ok := targetOf(c.View, c.Source, o); ok {
			found = append(found, t)
		}
	}
	return found
}

// targetOf is where an object is declared, as seen from a file.
//
// The declaration is found by the finder; from its name the whole of it is found in the tree of the item.
func targetOf(v *request.View, from *workspace.Source, o *typecheck.Object) (target, bool) {
	at, ok := v.Finder().Declaration(from, o)
	if !ok || at.Source.Path == "" {
		return target{}, false
	}
	start := at.Span.Start - o.Item.Span(o.Node).Start // of the item
	return target{at, o.Item.Span(declarationNode(o)).Shift(start)}, true
}

// declarationNode is the node whose whole text declares an object: the item, the
// constructor, the binding or parameter.
//
// Clients show it when the user hovers over a link, and use its extent to decide whether the
// cursor is already there.
func declarationNode(o *typecheck.Object) syntax.NodeID {
	if o.Kind != typecheck.LocalObject && o.Kind != typecheck.ParamObject && o.Kind != typecheck.ConstructorObject {
		return o.Item.Root
	}
	path := o.Item.NodeAt(o.Item.Span(o.Node).Start)
	for _, n := range slices.Backward(path) {
		if declarators[o.Item.Kind(n)] {
			return n
		}
	}
	return o.Node
}

// declarators are the nodes that a client shows as the declaration of what is
// bound in them.
var declarators = map[syntax.Kind]bool{
	syntax.Constructor: true, syntax.TypeParam: true, syntax.Param: true, syntax.Let: true,
	syntax.Graph: true, syntax.FreeVar: true, syntax.Clause: true,
}

// targetsAnswer answers with targets, in the form that the client takes.
func targetsAnswer(c *request.Cursor, links bool, targets []target) any {
	return targetsFrom(c.Mapper, links, c.Place(reference.NameSpan(c.Info, c.Node())), targets)
}

// targetsFrom are targets as the client reads them; origin is what leads to them.
func targetsFrom(p *request.Mapper, links bool, origin workspace.Place, targets []target) any {
	switch {
	case len(targets) == 0:
		return nil
	case links:
		return locationLinks(p, origin, targets)
	case len(targets) == 1:
		location := p.Location(targets[0].Place)
		return &location
	}
	locations := protocol.LocationSlice{}
	for _, t := range targets {
		locations = append(locations, p.Location(t.Place))
	}
	return locations
}

// locationLinks are targets with the extent of the whole declaration and of the name that leads
// there.
func locationLinks(p *request.Mapper, from workspace.Place, targets []target) []protocol.LocationLink {
	origin := p.Range(from)
	var links []protocol.LocationLink
	for _, t := range targets {
		links = append(links, protocol.LocationLink{
			OriginSelectionRange: &origin,
			TargetURI:            p.View.Address(t.Source.Path),
			TargetRange:          p.Range(workspace.Place{Source: t.Source, Span: t.whole}),
			TargetSelectionRange: p.Range(t.Place),
		})
	}
	return links
}

var documentLinkFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentDocumentLink: request.Handles(documentLink)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.DocumentLinkProvider = &protocol.DocumentLinkOptions{}
	},
}

// documentLink makes the path in each import a link to its file. An import that
// leads nowhere has none: its diagnostic says why.
func documentLink(_ context.Context, v *request.View, p *protocol.DocumentLinkParams) (any, error) {
	path, err := v.Path(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	imports, err := v.Snapshot.Imports(path)
	if err != nil {
		return nil, request.Failed(err)
	}
	mapper, found := request.NewMapper(v), []protocol.DocumentLink{}
	for _, i := range imports {
		if i.Target == nil {
			continue
		}
		to := v.Address(i.Target.Path)
		found = append(found, protocol.DocumentLink{Range: mapper.Range(request.Unquoted(i.Place)), Target: &to})
	}
	return found, nil
}
