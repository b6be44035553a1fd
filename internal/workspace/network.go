package workspace

import (
	"strconv"

	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Network is what one run of a definition costs.
type Network struct {
	Place
	Name            string
	*network.Report // nil of a definition with errors
	reachable       []*Source
}

// entryPoint is the definition of a file that a run begins with.
const entryPoint = "@main"

// Networks reports on `@main`, or where a file has none on all its definitions, in their
// order; of a file without definitions on its top-level expressions.
func (s *Snapshot) Networks(path string) ([]Network, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	reachable, err := s.Reachable(path)
	if err != nil {
		return nil, err
	}
	trees := func(o *typecheck.Object) (*typecheck.Info, *syntax.File) {
		home, _ := e.module.Owner(o)
		if home == nil {
			return nil, nil
		}
		return soundTree(e.module, o), home.File()
	}
	var found []Network
	for _, i := range e.entryPoints() {
		n := Network{reachable: reachable}
		if o, item := e.module.Object(i), e.source.File.Items[i]; o != nil {
			n.Place, n.Name = Place{e.source, e.source.Absolute(i, item.Span(item.Declared()))}, o.Name
			n.Report = network.Of(o, trees)
		} else {
			n.expression(e, i, trees)
		}
		found = append(found, n)
	}
	return found, nil
}

// expression reports on a top-level expression.
func (n *Network) expression(e *entry, i int, trees network.Trees) {
	item := e.source.File.Items[i]
	n.Place = Place{e.source, e.source.Absolute(i, item.Span(item.TopLevel(item.Root)))}
	start, _ := n.Range()
	n.Name = "line " + strconv.Itoa(start.Line)
	if info := soundItem(e.module, i); info != nil {
		n.Report = network.OfExpression(info, e.source.File, trees)
	}
}

// entryPoints are the items that are reported on.
func (e *entry) entryPoints() []int {
	var definitions, expressions []int
	for i, item := range e.source.File.Items {
		o := e.module.Object(i)
		switch {
		case item.Kind(item.Root) == syntax.ItemExpr:
			expressions = append(expressions, i)
		case o == nil || o.Kind != typecheck.DefObject:
		case o.Name == entryPoint:
			return []int{i}
		default:
			definitions = append(definitions, i)
		}
	}
	if len(definitions) == 0 {
		return expressions
	}
	return definitions
}

// At is where a node stands in the files that the definition sees; false for the
// prelude's.
func (n *Network) At(item *syntax.Item, node syntax.NodeID) (Place, bool) {
	for _, source := range n.reachable {
		if i, ok := source.Index(item); ok {
			return Place{source, source.Absolute(i, item.Span(node))}, true
		}
	}
	return Place{}, false
}
