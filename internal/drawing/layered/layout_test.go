package layered

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
)

// random makes a graph of nodes in an order in which most edges lead onward.
func random(seed uint64, cycles bool) *Graph {
	r := rand.New(rand.NewPCG(seed, 11))
	g := &Graph{Across: 10, Down: 20}
	n := 1 + r.IntN(40)
	for range n {
		g.Nodes = append(g.Nodes, Node{Width: 10 + 90*r.Float64(), Height: 60 * r.Float64()})
	}
	for range r.IntN(3) {
		g.Nodes[r.IntN(n)].Pin = First
	}
	for i := range g.Nodes {
		if g.Nodes[i].Pin == Loose && i > n-3 {
			g.Nodes[i].Pin = Last
		}
	}
	for range r.IntN(3 * n) {
		a, b := r.IntN(n), r.IntN(n)
		if a > b && !(cycles && r.IntN(4) == 0) {
			a, b = b, a
		}
		if a == b && !cycles || g.Nodes[b].Pin == First || g.Nodes[a].Pin == Last {
			continue
		}
		g.Edges = append(g.Edges, Edge{a, b, (r.Float64() - 0.5) * g.Nodes[a].Width, (r.Float64() - 0.5) * g.Nodes[b].Width})
	}
	return g
}

// TestLayouts holds what is true of every layout: nodes do not touch each other, routes
// begin and end where edges do and lead down between nodes, all within the borders.
func TestLayouts(t *testing.T) {
	for seed := range uint64(300) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := random(seed, seed%3 == 0)
			l := g.Layout()
			if again := g.Layout(); !reflect.DeepEqual(l, again) {
				t.Error("laid out again, it differs")
			}
			whole(t, g, l)
			pinned(t, g, l)
			for _, slope := range []float64{0.05, 0.3} {
				whole(t, g, l.Wrap(g, slope))
			}
		})
	}
}

func whole(t *testing.T, g *Graph, l *Layout) {
	t.Helper()
	for v, n := range g.Nodes {
		p := l.Nodes[v]
		if p.X < -0.01 || p.Y < -0.01 || p.X+n.Width > l.Width+0.01 || p.Y+n.Height > l.Height+0.01 {
			t.Errorf("node %d at %v is outside of %v × %v", v, p, l.Width, l.Height)
		}
		for w := range v {
			q, m := l.Nodes[w], g.Nodes[w]
			if p.X < q.X+m.Width-0.01 && q.X < p.X+n.Width-0.01 && p.Y < q.Y+m.Height-0.01 && q.Y < p.Y+n.Height-0.01 {
				t.Errorf("nodes %d and %d lie on each other: %v, %v", w, v, q, p)
			}
		}
	}
	for i, e := range g.Edges {
		way := l.Routes[i]
		from, to := g.Nodes[e.From], g.Nodes[e.To]
		begin := Point{l.Nodes[e.From].X + from.Width/2 + e.Out, l.Nodes[e.From].Y + from.Height}
		end := Point{l.Nodes[e.To].X + to.Width/2 + e.In, l.Nodes[e.To].Y}
		if !near(way[0], begin) || !near(way[len(way)-1], end) {
			t.Errorf("edge %d is to lead from %v to %v: %v", i, begin, end, way)
		}
	}
}

func near(a, b Point) bool {
	return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y) < 0.01
}

func pinned(t *testing.T, g *Graph, l *Layout) {
	t.Helper()
	for v, n := range g.Nodes {
		switch last := len(l.Layers) - 1; {
		case n.Pin == First && l.Ranks[v] != 0, n.Pin == Last && l.Ranks[v] != last && last > 0:
			t.Errorf("node %d, pinned %d, is in layer %d of %d", v, n.Pin, l.Ranks[v], last)
		}
	}
	for i, e := range g.Edges {
		if l.Backs == 0 && l.Ranks[e.From] >= l.Ranks[e.To] {
			t.Errorf("edge %d does not lead down: %d to %d", i, l.Ranks[e.From], l.Ranks[e.To])
		}
	}
}

// TestUncrossed draws graphs that can be drawn without crossings.
func TestUncrossed(t *testing.T) {
	for name, edges := range map[string][]Edge{
		"two that cross": {{From: 0, To: 3}, {From: 1, To: 2}},
		"a tree":         {{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 5}, {From: 2, To: 3}, {From: 1, To: 4}, {From: 2, To: 6}},
		"long ones":      {{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 3}, {From: 0, To: 3}, {From: 1, To: 3}},
	} {
		g := &Graph{Nodes: make([]Node, 7), Edges: edges, Across: 10, Down: 10}
		for i := range g.Nodes {
			g.Nodes[i] = Node{Width: 20, Height: 10}
		}
		l := &layout{Graph: g}
		l.rank()
		l.lay()
		l.order()
		if n := l.crossings(); n != 0 {
			t.Errorf("%s: %d crossings", name, n)
		}
	}
}

// TestKept holds that nodes stay in their order where that is asked for.
func TestKept(t *testing.T) {
	g := &Graph{Across: 10, Down: 10, Keep: true}
	for i := range 6 {
		g.Nodes = append(g.Nodes, Node{Width: 20, Height: 10})
		if i < 2 {
			g.Nodes[i].Pin = First
		}
	}
	g.Edges = []Edge{{From: 0, To: 5}, {From: 0, To: 4}, {From: 1, To: 2}}
	l := g.Layout()
	for i := 3; i < 6; i++ {
		if l.Nodes[i-1].X >= l.Nodes[i].X {
			t.Errorf("node %d is not left of node %d", i-1, i)
		}
	}
	if l.Nodes[0].X < l.Nodes[1].X {
		t.Error("the ports cross")
	}
}

// TestStraight holds that a chain is one straight line, whatever is beside it.
func TestStraight(t *testing.T) {
	g := &Graph{Across: 10, Down: 10}
	for i := range 8 {
		g.Nodes = append(g.Nodes, Node{Width: float64(20 + 10*(i%3)), Height: 10})
		if i > 0 {
			g.Edges = append(g.Edges, Edge{From: i - 1, To: i})
		}
	}
	g.Nodes = append(g.Nodes, Node{Width: 50, Height: 50}, Node{Width: 20, Height: 20})
	g.Edges = append(g.Edges, Edge{From: 8, To: 9})
	l := g.Layout()
	for i, way := range l.Routes[:7] {
		if way[0].X-way[1].X > 0.5 || way[1].X-way[0].X > 0.5 {
			t.Errorf("edge %d is not straight: %v", i, way)
		}
	}
}

// TestEmpty lays out nothing, and a node without edges.
func TestEmpty(t *testing.T) {
	if l := (&Graph{}).Layout(); l.Width != 0 || l.Height != 0 {
		t.Errorf("nothing is %v × %v", l.Width, l.Height)
	}
	g := &Graph{Nodes: []Node{{Width: 30, Height: 20}}}
	if l := g.Layout(); l.Width != 30 || l.Height != 20 || l.Nodes[0] != (Point{}) {
		t.Errorf("a node is %v × %v at %v", l.Width, l.Height, l.Nodes[0])
	}
}
