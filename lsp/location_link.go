package lsp

import (
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A target is what a request leads to: a name, and the whole declaration
// around it.
type target struct {
	workspace.Place
	whole syntax.Span
}

// targets is where an object is declared; nowhere for operators.
func (c *cursor) targets(objects ...*typecheck.Object) []target {
	var found []target
	for _, o := range objects {
		if t, ok := c.view.target(c.Source, o); ok {
			found = append(found, t)
		}
	}
	return found
}

// target is where an object is declared, as seen from a file.
func (v *view) target(from *workspace.Source, o *typecheck.Object) (target, bool) {
	at, ok := v.finder().Declaration(from, o)
	if !ok || at.Source.Path == "" {
		return target{}, false
	}
	start := at.Span.Start - o.Item.Span(o.Node).Start // of the item
	return target{at, o.Item.Span(declarationNode(o)).Shift(start)}, true
}

// declarationNode is the node whose whole text declares an object: the item, the
// constructor, the binding or parameter.
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
func (c *cursor) targetsAnswer(links bool, targets []target) any {
	return c.places.targetsAnswer(links, c.Place(reference.NameSpan(c.Info, c.Node())), targets)
}

// targetsAnswer are targets as the client reads them; origin is what leads to them.
func (p *places) targetsAnswer(links bool, origin workspace.Place, targets []target) any {
	switch {
	case len(targets) == 0:
		return nil
	case links:
		return p.links(origin, targets)
	case len(targets) == 1:
		location := p.location(targets[0].Place)
		return &location
	}
	locations := protocol.LocationSlice{}
	for _, t := range targets {
		locations = append(locations, p.location(t.Place))
	}
	return locations
}

func (p *places) links(from workspace.Place, targets []target) []protocol.LocationLink {
	origin := p.rangeOf(from)
	var links []protocol.LocationLink
	for _, t := range targets {
		links = append(links, protocol.LocationLink{
			OriginSelectionRange: &origin,
			TargetURI:            p.view.address(t.Source.Path),
			TargetRange:          p.rangeOf(workspace.Place{Source: t.Source, Span: t.whole}),
			TargetSelectionRange: p.rangeOf(t.Place),
		})
	}
	return links
}
