package matcher

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A ways is the dataflow of a view without variables and constants: what all ways
// back from a value lead through are its dominators in it.
type paths struct {
	*view
	tree       *digraph.Tree
	onward     *digraph.Tree // the same of the ways onward to results and effects
	order      []int32       // every value after those that it is computed from; none of circles
	inputs     [][]place     // by value: what it is computed from, variables and constants left out
	sideInputs [][]place     // by value: the variables and constants
}

func (w *view) newPaths() *paths {
	n := w.graph.Len()
	ws := &paths{view: w, inputs: make([][]place, n), sideInputs: make([][]place, n)}
	var edges []digraph.Edge
	for v := range graph.Value(n) {
		if ws.sort(v); len(ws.inputs[v]) == 0 && !w.self(v).isFree() {
			edges = append(edges, digraph.Edge{From: int32(n), To: int32(v)})
		}
		for _, o := range ws.inputs[v] {
			edges = append(edges, digraph.Edge{From: int32(o.value), To: int32(v)})
		}
	}
	g := digraph.New(n+1, edges)
	ws.tree = digraph.NewTree(g.Dominators(int32(n)))
	ws.order, _ = g.TopologicalOrder()
	ws.onward = w.onward()
	return ws
}

// onward is the tree of postdominators: what all goes through that is computed from
// a value. Who only names a value in a statement, or computes from it what nothing
// needs, does not count: what a program computes does not depend on that, and other
// forms of it leave it out.
func (w *view) onward() *digraph.Tree {
	end := int32(w.graph.Len())
	needed := w.needed()
	var edges []digraph.Edge
	for v := range graph.Value(end) {
		from := len(edges)
		for _, u := range w.graph.Uses(v) {
			switch {
			case u.User != graph.None && (needed[u.User] || !needed[v]):
				edges = append(edges, digraph.Edge{From: int32(u.User), To: int32(v)})
			case u.User == graph.None && (u.Position == graph.Result || w.hides(u.Node)):
				edges = append(edges, digraph.Edge{From: end, To: int32(v)})
			}
		}
		if len(edges) == from {
			edges = append(edges, digraph.Edge{From: end, To: int32(v)})
		}
	}
	return digraph.NewTree(digraph.New(int(end)+1, edges).Dominators(end))
}

// needed marks the values that the result, or something with an effect, needs.
func (w *view) needed() []bool {
	needed := make([]bool, w.graph.Len())
	var rest []graph.Value
	need := func(v graph.Value) {
		if v != graph.None && !needed[v] {
			needed[v] = true
			rest = append(rest, v)
		}
	}
	for v := range graph.Value(w.graph.Len()) {
		for _, u := range w.graph.Uses(v) {
			if u.User == graph.None && (u.Position == graph.Result || w.hides(u.Node)) {
				need(v)
			}
		}
	}
	for n := syntax.NodeID(1); int(n) < w.item.Len(); n++ {
		if w.item.Kind(n) == syntax.Let && w.hides(w.item.Let(n).Value) {
			need(w.graph.At(w.item.Let(n).Value))
		}
	}
	for len(rest) > 0 {
		v := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		for _, o := range w.graph.Operands(v) {
			need(o.Value)
		}
	}
	return needed
}

// postdominates reports whether all that is computed from a value goes through another.
func (ws *paths) postdominates(a, v graph.Value) bool { return ws.onward.Encloses(int32(a), int32(v)) }

// sort sorts what a value is computed from. A function that is called leads
// nowhere.
func (ws *paths) sort(v graph.Value) {
	for i := range ws.graph.Operands(v) {
		if i == 0 && ws.graph.Kind(v) == graph.Call {
			continue
		}
		switch o := ws.operand(v, i); {
		case o.value == graph.None:
		case o.isFree():
			ws.sideInputs[v] = append(ws.sideInputs[v], o)
		default:
			ws.inputs[v] = append(ws.inputs[v], o)
		}
	}
}

// isFree reports whether p is a variable or a constant, which may be an operand beside a path.
func (p place) isFree() bool {
	return p.hides || p.in.graph.Kind(p.value).Constant() || p.in.variableItself(p.value)
}

// parent is the dominator of a value, None where there is none.
func (ws *paths) parent(v graph.Value) graph.Value {
	if d := ws.tree.Parent(int32(v)); d >= 0 && int(d) < ws.graph.Len() {
		return graph.Value(d)
	}
	return graph.None
}

// A pathway is what a Dominates finds in a view, for all children together.
type pathway struct {
	*paths
	node *node
	// least is, by value, how deep a dominator must be for all to match the path
	// that lies between: what lies further back does not.
	least []int32
	// open marks the values from which all paths back to variables match the path.
	open []bool
	// common are the variables and constants in which all ways back end.
	common [][]place
	near   []graph.Value // the nearest dominator that the parent may match; unasked where nobody asked
}

const (
	unasked graph.Value = -2
	never   int32       = 1<<31 - 1
)

// pathway works out for all values of a view what lies after them.
func (s *search) pathway(n *node, w *view) *pathway {
	k := pathwayKey{n, w, s.blind}
	if p := s.pathways[k]; p != nil {
		return p
	}
	if w.pathsBack == nil {
		w.pathsBack = w.newPaths()
	}
	size := w.graph.Len()
	p := &pathway{
		paths: w.pathsBack, node: n, least: make([]int32, size), open: make([]bool, size),
		common: make([][]place, size), near: make([]graph.Value, size),
	}
	for v := range size {
		p.least[v], p.near[v] = never, unasked
	}
	s.pathways[k] = p // the path may ask for itself, about what was looked at
	for _, v := range p.order {
		if int(v) < size && !s.halted() {
			p.look(s, graph.Value(v))
		}
	}
	return p
}

// look finds what lies after one value; what it is computed from was looked at.
func (p *pathway) look(s *search, v graph.Value) {
	least, open, first := int32(0), true, true
	dominator := p.parent(v)
	for _, o := range p.inputs[v] {
		matches := s.mayMatch(p.node.parts[1], p.self(o.value))
		need, depth := p.least[o.value], int32(p.tree.Depth(int32(o.value)))
		switch {
		case o.value == dominator && (!matches || need > depth):
			need = depth // the dominator itself is what all ways lead to
		case !matches:
			need = never
		}
		least, open = max(least, need), open && matches && p.open[o.value]
		p.meet(v, p.common[o.value], first)
		first = false
	}
	p.least[v], p.open[v] = least, open
	if len(p.inputs[v]) == 0 {
		p.common[v] = p.sideInputs[v]
	}
}

// meet keeps of the ends of all ways those that one more input has.
func (p *pathway) meet(v graph.Value, ends []place, first bool) {
	if first {
		p.common[v] = ends
		return
	}
	if len(p.common[v]) == 0 || len(ends) > 0 && &ends[0] == &p.common[v][0] && len(ends) == len(p.common[v]) {
		return
	}
	has := map[graph.Value]bool{}
	for _, e := range ends {
		has[e.value] = true
	}
	var both []place
	for _, e := range p.common[v] {
		if has[e.value] {
			both = append(both, e)
		}
	}
	p.common[v] = both
}

// nearest is the nearest dominator of a value that the parent may match.
func (p *pathway) nearest(s *search, v graph.Value) graph.Value {
	var path []graph.Value
	found := graph.None
	for at := v; at != graph.None; at = p.parent(at) {
		if p.near[at] != unasked {
			found = p.near[at]
			break
		}
		path = append(path, at)
		if d := p.parent(at); d != graph.None && s.mayMatch(p.node.parts[0], p.self(d)) {
			found = d
			break
		}
	}
	for _, u := range path {
		p.near[u] = found
	}
	return found
}

// allows reports whether a dominator may be the parent of a child, as to what lies
// between and who else uses it.
func (p *pathway) allows(parent, child graph.Value) bool {
	return parent != graph.None && int32(p.tree.Depth(int32(parent))) >= p.least[child] && p.postdominates(child, parent)
}

// between are the values on the ways from a child to a parent, in the order of the text.
func (ws *paths) between(child, parent graph.Value) []place {
	met := map[graph.Value]bool{child: true, parent: true}
	rest := []graph.Value{child}
	var found []place
	for len(rest) > 0 {
		v := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		for _, o := range ws.inputs[v] {
			if !met[o.value] {
				met[o.value] = true
				found = append(found, ws.self(o.value))
				rest = append(rest, o.value)
			}
		}
	}
	slices.SortFunc(found, func(a, b place) int { return cmp.Compare(a.value, b.value) })
	return found
}
