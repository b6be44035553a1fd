package cost

import (
	"strconv"

	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/definition"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Network is what one run of a definition costs.
type Network struct {
	workspace.Place
	Name            string
	*network.Report // nil of a definition with errors
	reachable       []*workspace.Source
}

// Networks reports on `@main`, or where a file has none on all its definitions, in their
// order; of a file without definitions on its top-level expressions. Extents are as assumed.
func Networks(s *workspace.Snapshot, path string, assumed *assume.Set) ([]Network, error) {
	file, err := s.File(path)
	if err != nil {
		return nil, err
	}
	reachable, err := s.Reachable(path)
	if err != nil {
		return nil, err
	}
	trees := func(o *typecheck.Object) (*typecheck.Info, *syntax.File) {
		home, _ := file.Module.Owner(o)
		if home == nil {
			return nil, nil
		}
		return workspace.SoundTree(file.Module, o), home.File()
	}
	var found []Network
	for _, i := range definition.EntryPoints(file) {
		n := Network{reachable: reachable}
		if o, item := file.Module.Object(i), file.Source.File.Item(i); o != nil {
			n.Place, n.Name = workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, item.Span(item.Declared()))}, o.Name
			n.Report = network.Of(o, trees, assumed)
		} else {
			n.expression(file, i, trees, assumed)
		}
		found = append(found, n)
	}
	return found, nil
}

// expression reports on a top-level expression.
func (n *Network) expression(file *workspace.File, i int, trees network.Trees, assumed *assume.Set) {
	item := file.Source.File.Item(i)
	n.Place = workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, item.Span(item.TopLevel(item.Root)))}
	start, _ := n.Range()
	n.Name = "line " + strconv.Itoa(start.Line)
	if info := workspace.SoundItem(file.Module, i); info != nil {
		n.Report = network.OfExpression(info, file.Source.File, trees, assumed)
	}
}

// At is where a node is in the files that the definition sees; false for the
// prelude's.
func (n *Network) At(item *syntax.Item, node syntax.NodeID) (workspace.Place, bool) {
	for _, source := range n.reachable {
		if i, ok := source.Index(item); ok {
			return workspace.Place{Source: source, Span: source.Absolute(i, item.Span(node))}, true
		}
	}
	return workspace.Place{}, false
}
