package matcher

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Span is where a site stands in its item: all of an expression, where its node is
// that of an operator's symbol or of a projection alone; a `let` with what follows
// it; an operator's name or symbol where it is itself what was matched.
func (s Site) Span() syntax.Span { return spanOf(s.In.Info, s.Value, s.Node) }

func spanOf(info *typecheck.Info, v graph.Value, n syntax.NodeID) syntax.Span {
	item := info.Item
	span := item.Span(n)
	switch item.Kind(n) {
	case syntax.Let:
		kids := item.Kids(info.Index().Parent(n))
		if last := kids[len(kids)-1]; last != syntax.NoNode {
			span.End = item.Span(last).End
		}
	case syntax.Local:
		if kids, used := item.Kids(n), info.Split[n]; used < len(kids) && (graph.Of(info).At(n) != v || info.LateDivision(n) != syntax.NoNode) {
			span.End = item.Span(kids[used]).Start
		}
	case syntax.Segment:
		if v != graph.None && graph.Of(info).Node(v) == n && graph.Of(info).Kind(v) != graph.Literal {
			return info.Extent(n)
		} else {
			span.Start++ // the slash
		}
	case syntax.Operator:
		if v != graph.None {
			return info.Extent(n)
		}
	}
	return span
}
