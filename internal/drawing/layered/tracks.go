package layered

// lay makes the elements of each layer and the links between them: a node is one, and so is each
// layer that an edge passes, so that from here on all links lead from a layer to the next one.
// Edges from the same point of a node share their elements.
func (l *layout) lay() {
	layers := 0
	for v, n := range l.Nodes {
		l.elements = append(l.elements, element{node: v, rank: l.ranks[v], width: n.Width})
		layers = max(layers, l.ranks[v]+1)
	}
	l.tracks = make([][]int, len(l.Edges))
	trunks := map[start][]int{}
	linked := map[[2]int]bool{}
	l.above, l.below = make([][]link, len(l.elements)), make([][]link, len(l.elements))
	for i := range l.Edges {
		l.Meter.Spend(1)
		l.track(i, trunks, linked)
	}
	l.layers = make([][]int, layers)
	for e := range l.elements {
		r := l.elements[e].rank
		l.elements[e].at = len(l.layers[r])
		l.layers[r] = append(l.layers[r], e)
	}
}

// A start is where edges begin that share their way.
type start struct {
	node int
	out  float64
}

// track leads an edge through the layers between its ends: by the trunk of its start as far as
// that leads, which it makes longer where it has to. Invariant: trunk[k] is in the layer
// rank(from) + 1 + k. Two edges that share a piece make one link of it.
func (l *layout) track(i int, trunks map[start][]int, linked map[[2]int]bool) {
	if l.back[i] {
		return
	}
	from, to, out, in := l.Edges[i].From, l.Edges[i].To, l.Edges[i].Out, l.Edges[i].In
	trunk := trunks[start{from, out}]
	for len(trunk) < l.ranks[to]-l.ranks[from]-1 {
		l.Meter.Spend(1)
		trunk = append(trunk, len(l.elements))
		l.elements = append(l.elements, element{node: -1, rank: l.ranks[from] + len(trunk)})
		l.above, l.below = append(l.above, nil), append(l.below, nil)
	}
	trunks[start{from, out}] = trunk
	l.tracks[i] = trunk[:l.ranks[to]-l.ranks[from]-1]
	at, here := from, out
	for _, next := range l.tracks[i] {
		if key := [2]int{at, next}; !linked[key] {
			linked[key] = true
			l.link(at, next, here, 0)
		}
		at, here = next, 0
	}
	l.link(at, to, here, in)
}

// link notes a piece of edges on both of its ends.
func (l *layout) link(upper, lower int, out, in float64) {
	l.below[upper] = append(l.below[upper], link{lower, out, in})
	l.above[lower] = append(l.above[lower], link{upper, in, out})
}
