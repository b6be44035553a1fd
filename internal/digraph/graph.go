package digraph

// None represents an absent node.
const None int32 = -1

// An Edge leads from one node to another. There may be several between the same
// two, and some from a node to itself.
type Edge struct{ From, To int32 }

// A Graph is the edges of nodes 0 to Len()-1, side by side by the node that they
// leave. It never changes.
type Graph struct {
	first []int32 // by node, one more: where its successors begin
	to    []int32
}

// New is the graph of n nodes with these edges. The successors of a node keep
// the order of the edges.
func New(n int, edges []Edge) *Graph {
	g := &Graph{first: make([]int32, n+1), to: make([]int32, len(edges))}
	for _, e := range edges {
		g.first[e.From+1]++
	}
	for v := range n {
		g.first[v+1] += g.first[v]
	}
	next := append([]int32{}, g.first[:n]...)
	for _, e := range edges {
		g.to[next[e.From]] = e.To
		next[e.From]++
	}
	return g
}

// Len is the number of nodes.
func (g *Graph) Len() int { return len(g.first) - 1 }

// Successors are the nodes that edges from v lead to, once per edge. The slice
// belongs to the graph.
func (g *Graph) Successors(v int32) []int32 { return g.to[g.first[v]:g.first[v+1]] }

// Reverse is the graph with every edge turned round; successors are in the order
// of their numbers.
func (g *Graph) Reverse() *Graph {
	edges := make([]Edge, 0, len(g.to))
	for v := range int32(g.Len()) {
		for _, w := range g.Successors(v) {
			edges = append(edges, Edge{w, v})
		}
	}
	return New(g.Len(), edges)
}
