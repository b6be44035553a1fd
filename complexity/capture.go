package complexity

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/syntax"
)

// mentioned are the values of the text around it that a function literal names, those
// included that it names for nothing: of some of these the graph has no uses.
func (w *walk) mentioned(v graph.Value, seen map[graph.Value]value) []graph.Value {
	inside := w.within(v)
	met := map[graph.Value]bool{}
	for u := range seen {
		met[u] = true
	}
	w.item.Walk(w.graph.Node(v), func(n syntax.NodeID) bool {
		u, kind := w.graph.At(n), w.item.Kind(n)
		if u == graph.None || u == v || inside[w.graph.Block(u)] {
			return true
		}
		if kind == syntax.Local || kind == syntax.Name && w.graph.Kind(u) != graph.Name {
			met[u] = true
		}
		return true
	})
	return slices.Sorted(maps.Keys(met))
}

// within are the blocks of a function literal, those in them too.
func (w *walk) within(v graph.Value) map[graph.Block]bool {
	inside := map[graph.Block]bool{}
	for _, o := range w.graph.Operands(v) {
		inside[o.Block] = true
	}
	for b, info := range w.graph.Blocks() {
		if inside[info.Around] && info.Around != graph.Block(b) {
			inside[graph.Block(b)] = true
		}
	}
	return inside
}

// captured are the values that a function literal sees of those around it.
func (w *walk) captured(p *path, v graph.Value) map[graph.Value]value {
	seen := map[graph.Value]value{}
	inside := w.within(v)
	note := func(u graph.Value) {
		if u == graph.None || inside[w.graph.Block(u)] {
			return
		}
		if known, ok := p.values[u]; ok {
			seen[u] = known
		}
	}
	for b := range inside {
		note(w.graph.At(w.graph.Blocks()[b].Node))
		for _, u := range w.graph.Written(b) {
			for _, o := range w.graph.Operands(u) {
				note(o.Value)
			}
		}
	}
	delete(seen, v)
	return seen
}
