package digraph

// TopologicalOrder lists the nodes such that every edge leads onwards (Kahn,
// "Topological sorting of large networks", 1962), those that are free at the same
// time by their numbers. Where there is a cycle, acyclic is false and the nodes
// on cycles and after them are missing.
func (g *Graph) TopologicalOrder() (order []int32, acyclic bool) {
	waits := make([]int32, g.Len())
	for _, w := range g.to {
		waits[w]++
	}
	order = make([]int32, 0, g.Len())
	for v := range int32(g.Len()) {
		if waits[v] == 0 {
			order = append(order, v)
		}
	}
	for i := 0; i < len(order); i++ {
		for _, w := range g.Successors(order[i]) {
			if waits[w]--; waits[w] == 0 {
				order = append(order, w)
			}
		}
	}
	return order, len(order) == g.Len()
}
