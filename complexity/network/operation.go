package network

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Operation is the operator's call that a value of an item is, at the types of the
// item's text: what a figure of op.Cost asks for. It is nil where the value is no
// such call, or a type is not known.
func Operation(g *graph.Graph, v graph.Value) *op.Call {
	in := &instance{info: g.Info, graph: g}
	a, ok := g.Info.Application(g.Node(v))
	if !ok || g.Kind(v) != graph.Operation {
		return nil
	}
	c := in.call(a, v)
	for i, t := range c.Args {
		if a.Args[i] != syntax.NoNode && !concrete(t) {
			return nil
		}
	}
	if !concrete(c.Out) {
		return nil
	}
	return c
}
