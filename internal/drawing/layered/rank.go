package layered

import "github.com/fraccheck/fraccheck/internal/digraph"

// rank finds the layer of each node: below all that it is computed from, and close to what it
// is needed for. In a topological order, with u → v for the edges that do not lead back,
//
//	rank(v) = max({first layer of v} ∪ {rank(u) + 1 | u → v})
//
// which is the length of the longest path to v, so that each edge leads at least one layer down.
// This puts every node as far up as it can be; lower then takes down those that only their
// successors hold.
func (l *layout) rank() {
	order := l.sort()
	l.ranks = make([]int, len(l.Nodes))
	successors, predecessors := l.neighbours()
	first := l.pinned(First)
	for _, v := range order {
		if first && l.Nodes[v].Pin != First {
			l.ranks[v] = 1
		}
		for _, u := range predecessors[v] {
			l.ranks[v] = max(l.ranks[v], l.ranks[u]+1)
		}
	}
	l.lower(order, successors, predecessors)
	l.lift()
}

// sort finds the edges that lead back, and an order of the nodes in which all others lead
// onward: a topological one, or where there is a cycle the order in which the nodes are given,
// which is that of the text. (To lead the fewest edges back is NP-hard, and what the text
// binds later is read as leading back.)
func (l *layout) sort() []int32 {
	edges := make([]digraph.Edge, 0, len(l.Edges))
	for _, e := range l.Edges {
		if e.From != e.To {
			edges = append(edges, digraph.Edge{From: int32(e.From), To: int32(e.To)})
		}
	}
	order, acyclic := digraph.New(len(l.Nodes), edges).TopologicalOrder()
	if !acyclic {
		order = order[:0]
		for v := range l.Nodes {
			order = append(order, int32(v))
		}
	}
	position := make([]int, len(l.Nodes))
	for i, v := range order {
		position[v] = i
	}
	l.back = make([]bool, len(l.Edges))
	for i, e := range l.Edges {
		l.back[i] = position[e.From] >= position[e.To]
	}
	return order
}

// neighbours are the ends of the edges that do not lead back, by node.
func (l *layout) neighbours() (successors, predecessors [][]int) {
	successors, predecessors = make([][]int, len(l.Nodes)), make([][]int, len(l.Nodes))
	for i, e := range l.Edges {
		if !l.back[i] {
			successors[e.From] = append(successors[e.From], e.To)
			predecessors[e.To] = append(predecessors[e.To], e.From)
		}
	}
	return successors, predecessors
}

// pinned reports whether a node has a pin.
func (l *layout) pinned(p Pin) bool {
	for _, n := range l.Nodes {
		if n.Pin == p {
			return true
		}
	}
	return false
}

// lower moves nodes that more edges leave than reach down to what needs them: each layer that
// such a node goes down shortens more edges than it makes longer. Constants and parameters in
// the middle of a net come to be above their use. Nodes are taken from the end of the order,
// so that successors are in their places already, and rank(v) < rank(w) for v → w is kept.
func (l *layout) lower(order []int32, successors, predecessors [][]int) {
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if l.Nodes[v].Pin != Loose || len(successors[v]) <= len(predecessors[v]) {
			continue
		}
		lowest := l.ranks[successors[v][0]]
		for _, w := range successors[v] {
			lowest = min(lowest, l.ranks[w])
		}
		l.ranks[v] = lowest - 1
	}
}

// lift closes the layers that are empty and puts the last nodes below all others.
func (l *layout) lift() {
	used := map[int]bool{}
	highest := 0
	for v, r := range l.ranks {
		if l.Nodes[v].Pin != Last {
			used[r] = true
			highest = max(highest, r)
		}
	}
	number, next := make([]int, highest+1), 0
	for r := range number {
		number[r] = next
		if used[r] {
			next++
		}
	}
	for v, r := range l.ranks {
		if l.Nodes[v].Pin == Last {
			l.ranks[v] = next
		} else {
			l.ranks[v] = number[r]
		}
	}
}
