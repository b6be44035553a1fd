package digraph

// Dominators gives the immediate dominator of every node: the last node before
// it that lies on every way from root to it. It is None for the root and for
// nodes that cannot be reached from it. Post-dominators are the dominators of the
// reversed graph from the exit.
//
// The algorithm is the simple one of Lengauer and Tarjan, "A fast algorithm for
// finding dominators in a flowgraph" (1979), in O(m log n); the iterative one of
// Cooper, Harvey and Kennedy (2001) is shorter, but quadratic on long chains that
// meet.
func (g *Graph) Dominators(root int32) []int32 {
	f := newForest(g, root)
	immediate := f.dominators()
	by := make([]int32, g.Len())
	for v := range by {
		by[v] = None
	}
	for i := 1; i < len(immediate); i++ {
		by[f.node[i]] = f.node[immediate[i]]
	}
	return by
}

// A forest holds the nodes that can be reached, by their number in a
// depth-first walk, and links them one by one into trees.
type forest struct {
	node         []int32 // by number: the node of the graph
	parent       []int32 // in the tree of the walk
	predecessors *Graph  // among numbers
	semi         []int32 // the semidominator, so far
	ancestor     []int32 // in the forest, shortened; None for roots
	label        []int32 // the node of least semidominator on the shortened way
	way          []int32 // used again by every call of least
}

func newForest(g *Graph, root int32) *forest {
	f := &forest{}
	number := f.walk(g, root)
	var edges []Edge
	f.semi, f.ancestor, f.label = make([]int32, len(f.node)), make([]int32, len(f.node)), make([]int32, len(f.node))
	for i := range int32(len(f.node)) {
		f.semi[i], f.ancestor[i], f.label[i] = i, None, i
		for _, w := range g.Successors(f.node[i]) {
			edges = append(edges, Edge{number[w], i})
		}
	}
	f.predecessors = New(len(f.node), edges)
	return f
}

// walk numbers the nodes depth first.
func (f *forest) walk(g *Graph, root int32) []int32 {
	number := make([]int32, g.Len())
	for v := range number {
		number[v] = None
	}
	enter := func(v, parent int32) frame {
		number[v] = int32(len(f.node))
		f.node, f.parent = append(f.node, v), append(f.parent, parent)
		return frame{v, g.Successors(v)}
	}
	way := []frame{enter(root, None)}
	for len(way) > 0 {
		at := &way[len(way)-1]
		if len(at.after) == 0 {
			way = way[:len(way)-1]
			continue
		}
		w := at.after[0]
		at.after = at.after[1:]
		if number[w] == None {
			way = append(way, enter(w, number[at.node]))
		}
	}
	return number
}

// dominators gives the immediate dominator by number; the root's means nothing.
func (f *forest) dominators() []int32 {
	n := int32(len(f.node))
	immediate, bucket, next := make([]int32, n), make([]int32, n), make([]int32, n)
	for i := range bucket {
		bucket[i] = None
	}
	for w := n - 1; w > 0; w-- {
		for _, v := range f.predecessors.Successors(w) {
			f.semi[w] = min(f.semi[w], f.semi[f.least(v)])
		}
		s, p := f.semi[w], f.parent[w]
		next[w], bucket[s] = bucket[s], w // those whose semidominator is s
		f.ancestor[w] = p
		for v := bucket[p]; v != None; v = next[v] {
			immediate[v] = p
			if u := f.least(v); f.semi[u] < f.semi[v] {
				immediate[v] = u // they have the same dominator, which u gets below
			}
		}
		bucket[p] = None
	}
	for w := int32(1); w < n; w++ {
		if immediate[w] != f.semi[w] {
			immediate[w] = immediate[immediate[w]]
		}
	}
	return immediate
}

// least is the node of least semidominator on the way from v to its root in the
// forest, the root left out. It shortens the way.
func (f *forest) least(v int32) int32 {
	if f.ancestor[v] == None {
		return f.label[v]
	}
	way := f.way[:0]
	for u := v; f.ancestor[f.ancestor[u]] != None; u = f.ancestor[u] {
		way = append(way, u)
	}
	for i := len(way) - 1; i >= 0; i-- {
		u := way[i]
		a := f.ancestor[u]
		if f.semi[f.label[a]] < f.semi[f.label[u]] {
			f.label[u] = f.label[a]
		}
		f.ancestor[u] = f.ancestor[a]
	}
	f.way = way
	return f.label[v]
}
