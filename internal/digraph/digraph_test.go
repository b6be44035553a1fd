package digraph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/digraph"
)

// eachRandom calls try with small graphs of every density, loops, parallel
// edges and unreachable nodes among them.
func eachRandom(t *testing.T, try func(n int, edges []digraph.Edge, g *digraph.Graph)) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n := 1 + r.IntN(12)
		edges := make([]digraph.Edge, r.IntN(3*n))
		for i := range edges {
			edges[i] = digraph.Edge{From: int32(r.IntN(n)), To: int32(r.IntN(n))}
		}
		if try(n, edges, digraph.New(n, edges)); t.Failed() {
			t.Fatalf("%d nodes, edges %v", n, edges)
		}
	}
}

// reach returns which nodes can be reached from v without passing the node
// `without`.
func reach(g *digraph.Graph, v, without int32) []bool {
	seen := make([]bool, g.Len())
	if v == without {
		return seen
	}
	seen[v] = true
	for queue := []int32{v}; len(queue) > 0; queue = queue[1:] {
		for _, w := range g.Successors(queue[0]) {
			if w != without && !seen[w] {
				seen[w] = true
				queue = append(queue, w)
			}
		}
	}
	return seen
}

func TestEdges(t *testing.T) {
	eachRandom(t, func(n int, edges []digraph.Edge, g *digraph.Graph) {
		back := g.Reverse()
		for v := range int32(n) {
			var to, from []int32
			for _, e := range edges {
				if e.From == v {
					to = append(to, e.To)
				}
				if e.To == v {
					from = append(from, e.From)
				}
			}
			slices.Sort(from)
			if !slices.Equal(g.Successors(v), to) || !slices.Equal(back.Successors(v), from) {
				t.Errorf("node %d has successors %v, predecessors %v", v, g.Successors(v), back.Successors(v))
			}
		}
	})
}

func TestComponents(t *testing.T) {
	eachRandom(t, func(n int, _ []digraph.Edge, g *digraph.Graph) {
		component, count := make([]int, n), 0
		g.Components(func(nodes []int32) {
			count++
			for _, v := range nodes {
				if component[v] != 0 {
					t.Errorf("node %d is visited twice", v)
				}
				component[v] = count
			}
		})
		for v := range int32(n) {
			reached := reach(g, v, digraph.None)
			for w := range int32(n) {
				if together := reached[w] && reach(g, w, digraph.None)[v]; together != (component[v] == component[w]) {
					t.Errorf("nodes %d and %d: %v", v, w, component)
				}
				if reached[w] && component[w] > component[v] {
					t.Errorf("the component of %d comes before that of %d, which it leads to", v, w)
				}
			}
		}
	})
}

// TestSearch holds that roots one by one, on edges that are asked for once,
// give the components of what they reach.
func TestSearch(t *testing.T) {
	eachRandom(t, func(n int, _ []digraph.Edge, g *digraph.Graph) {
		asked, visited := make([]int, n), make([]bool, n)
		s := digraph.NewSearch(func(v int32) []int32 {
			asked[v]++
			return g.Successors(v)
		}, func(nodes []int32) {
			for _, v := range nodes {
				visited[v] = true
			}
		})
		root := int32(n / 2)
		s.From(root)
		s.From(root)
		for v, reached := range reach(g, root, digraph.None) {
			if visited[v] != reached || (asked[v] == 1) != reached {
				t.Errorf("node %d: visited %v, asked %d times", v, visited[v], asked[v])
			}
		}
	})
}

func TestDominators(t *testing.T) {
	eachRandom(t, func(n int, _ []digraph.Edge, g *digraph.Graph) {
		immediate := g.Dominators(0)
		tree := digraph.NewTree(immediate)
		reached := reach(g, 0, digraph.None)
		for a := range int32(n) {
			without := reach(g, 0, a)
			for v := range int32(n) {
				dominates := v == a || reached[v] && !without[v]
				if reached[a] && tree.Encloses(a, v) != dominates {
					t.Errorf("%d dominates %d: %v; immediate dominators %v", a, v, dominates, immediate)
				}
			}
		}
		for v := range int32(n) {
			if (immediate[v] == digraph.None) != (v == 0 || !reached[v]) {
				t.Errorf("node %d: reached %v, dominator %d", v, reached[v], immediate[v])
			}
		}
	})
}

func TestTopologicalOrder(t *testing.T) {
	eachRandom(t, func(n int, edges []digraph.Edge, g *digraph.Graph) {
		order, acyclic := g.TopologicalOrder()
		cyclic := false
		for _, e := range edges {
			cyclic = cyclic || reach(g, e.To, digraph.None)[e.From]
			if from, to := slices.Index(order, e.From), slices.Index(order, e.To); to >= 0 && (from < 0 || from >= to) {
				t.Errorf("the edge %v leads back in %v", e, order)
			}
		}
		if acyclic == cyclic || acyclic != (len(order) == n) {
			t.Errorf("acyclic is %v, the order %v", acyclic, order)
		}
	})
}

func TestTree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		n := 1 + r.IntN(40)
		parent := make([]int32, n)
		for v := range parent {
			parent[v] = int32(r.IntN(v+1)) - 1
		}
		tree := digraph.NewTree(parent)
		ancestors := func(v int32) []int32 { // from the root to v
			var way []int32
			for ; v != digraph.None; v = parent[v] {
				way = append([]int32{v}, way...)
			}
			return way
		}
		for a := range int32(n) {
			for b := range int32(n) {
				common, of, other := digraph.None, ancestors(a), ancestors(b)
				for i := 0; i < min(len(of), len(other)) && of[i] == other[i]; i++ {
					common = of[i]
				}
				if tree.Common(a, b) != common || tree.Encloses(a, b) != slices.Contains(other, a) || tree.Depth(b) != len(other)-1 {
					t.Fatalf("parents %v: common of %d and %d is %d, not %d", parent, a, b, tree.Common(a, b), common)
				}
			}
		}
	}
}

// TestDepth holds that long ways overflow nothing and that two long chains which
// meet many times take no quadratic time.
func TestDepth(t *testing.T) {
	const n = 300_000
	var edges []digraph.Edge
	for v := int32(1); v < n; v++ {
		edges = append(edges, digraph.Edge{From: max(0, v-2), To: v}) // two chains from node 0
	}
	for v := int32(n); v < 2*n; v++ {
		edges = append(edges, digraph.Edge{From: n - 1, To: v}, digraph.Edge{From: n - 2, To: v})
	}
	g := digraph.New(2*n, edges)
	for v, d := range g.Dominators(0)[n:] {
		if d != 0 {
			t.Fatalf("the dominator of %d is %d", v+n, d)
		}
	}
	count := 0
	g.Components(func([]int32) { count++ })
	if _, acyclic := g.TopologicalOrder(); !acyclic || count != 2*n {
		t.Errorf("%d components, acyclic %v", count, acyclic)
	}
}
