package digraph

// Components visits the strongly connected components of a graph, each after
// those that its edges lead to.
func (g *Graph) Components(visit func(component []int32)) {
	s := NewSearch(g.Successors, visit)
	for v := range int32(g.Len()) {
		s.From(v)
	}
}

// A Search finds strongly connected components from one node after another
// (Tarjan, "Depth-first search and linear graph algorithms", 1972), of a graph
// that need not be known before: it asks for the successors of each node once,
// when it comes there.
type Search struct {
	successors func(v int32) []int32
	visit      func(component []int32)
	number     []int32 // by node, from 1 in the order in which they are met; 0 before
	low        []int32 // the least number that is known to be in the node's component
	open       []int32 // nodes met whose component is not complete
	count      int32
}

// complete represents the number of a node whose component was visited: no edge
// to it can lower another node's number.
const complete = 1<<31 - 1

// NewSearch makes a search. The visited slice may be kept.
func NewSearch(successors func(v int32) []int32, visit func(component []int32)) *Search {
	return &Search{successors: successors, visit: visit}
}

// A frame is a node on the way from the root of a search.
type frame struct {
	node  int32
	after []int32 // the successors still to look at
}

// From visits the components that can be reached from root and were not visited
// before, each after those that its edges lead to.
func (s *Search) From(root int32) {
	if s.met(root) {
		return
	}
	way := []frame{s.enter(root)}
	for len(way) > 0 {
		at := &way[len(way)-1]
		if len(at.after) > 0 {
			w := at.after[0]
			at.after = at.after[1:]
			if !s.met(w) {
				way = append(way, s.enter(w))
			} else {
				s.low[at.node] = min(s.low[at.node], s.number[w])
			}
			continue
		}
		v := at.node
		if way = way[:len(way)-1]; len(way) > 0 {
			u := way[len(way)-1].node
			s.low[u] = min(s.low[u], s.low[v])
		}
		if s.low[v] == s.number[v] {
			s.close(v)
		}
	}
}

func (s *Search) met(v int32) bool { return int(v) < len(s.number) && s.number[v] > 0 }

func (s *Search) enter(v int32) frame {
	for int(v) >= len(s.number) {
		s.number, s.low = append(s.number, 0), append(s.low, 0)
	}
	s.count++
	s.number[v], s.low[v] = s.count, s.count
	s.open = append(s.open, v)
	return frame{v, s.successors(v)}
}

// close visits the component whose first node is v. The order of its nodes is
// from the last met to the first.
func (s *Search) close(v int32) {
	var component []int32
	for w := None; w != v; {
		w = s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		s.number[w], s.low[w] = complete, complete
		component = append(component, w)
	}
	s.visit(component)
}
