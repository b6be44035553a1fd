package layered

// An Order is a layout without places, for a reader that gives nodes their sizes: which layer
// each node is in, and the order of each layer.
type Order struct {
	Layers [][]int // from left to right: nodes by index, and points where edges pass, from len(Nodes) on
	Tracks [][]int // by edge: the points that it passes, from the top down
	// Apart is by edge whether it has no place in the layers: it leads back, or it is one of those that
	// pass so many layers that their points would make the work superlinear.
	Apart []bool
}

// longest is how many layers an edge of an Order passes at most, perEdge how many all of them
// pass in the mean.
const (
	longest = 64
	perEdge = 3
)

// Order finds the layers and their order. With V nodes and E edges it has at most
// V + perEdge·(V + E) elements, and takes O((V + E) log (V + E)) time: the rounds of the sweeps
// are constant, and edges that pass more layers than leave that bound are set apart, the longest
// first.
func (g *Graph) Order() *Order {
	l := &layout{Graph: g}
	l.rank()
	l.setApart()
	l.lay()
	l.order()
	return &Order{Layers: l.layers, Tracks: l.tracks, Apart: l.back}
}

// setApart sets the edges apart that are too long.
func (l *layout) setApart() {
	var spans [longest + 1]int // how many edges pass so many layers
	for i, e := range l.Edges {
		l.Meter.Spend(1)
		if n := l.ranks[e.To] - l.ranks[e.From] - 1; !l.back[i] && n <= longest {
			spans[max(n, 0)]++
		}
	}
	limit, points := 0, 0
	for n := 1; n <= longest; n++ {
		if points += n * spans[n]; points > perEdge*(len(l.Nodes)+len(l.Edges)) {
			break
		}
		limit = n
	}
	for i, e := range l.Edges {
		l.back[i] = l.back[i] || l.ranks[e.To]-l.ranks[e.From]-1 > limit
	}
}
