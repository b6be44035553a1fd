package layered_test

import (
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/drawing/layered"
)

// TestOrder holds what an Order promises: each node is in one layer, each edge that has a place
// leads down by one layer at each of its points, and the points are as few as the bound says.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 40 {
		g := &layered.Graph{}
		n := 2 + r.IntN(300)
		for range n {
			g.Nodes = append(g.Nodes, layered.Node{Width: 10})
		}
		for i := 1; i < n; i++ {
			for range 1 + r.IntN(3) {
				g.Edges = append(g.Edges, layered.Edge{From: r.IntN(i), To: i})
			}
		}
		g.Edges = append(g.Edges, layered.Edge{From: n - 1, To: 0}) // a cycle, unless n is 2
		o := g.Order()
		layer := map[int]int{}
		for at, elements := range o.Layers {
			for _, e := range elements {
				if _, twice := layer[e]; twice {
					t.Errorf("the element %d is in two layers", e)
				}
				layer[e] = at
			}
		}
		if bound := n + 3*(n+len(g.Edges)); len(layer) > bound {
			t.Errorf("%d elements, want at most %d", len(layer), bound)
		}
		for v := range n {
			if _, ok := layer[v]; !ok {
				t.Errorf("the node %d is in no layer", v)
			}
		}
		for i, e := range g.Edges {
			if o.Apart[i] {
				continue
			}
			at := layer[e.From]
			for _, point := range append(o.Tracks[i], e.To) {
				if layer[point] != at+1 {
					t.Errorf("the edge %d → %d leads from layer %d to layer %d", e.From, e.To, at, layer[point])
				}
				at = layer[point]
			}
		}
	}
}
