package digraph

// A Tree answers questions about a forest that is given by parents: a tree of
// dominators, of blocks. It changes by Add alone.
type Tree struct {
	parent []int32
	depth  []int32
	jump   []int32 // an ancestor some way up, see Common
}

// NewTree is the forest in which parent[v] is v's parent, None that of a root.
// A node need not follow its parent; there must be no cycle.
func NewTree(parent []int32) *Tree {
	t := EmptyTree(len(parent))
	var way []int32
	for v := range int32(len(parent)) {
		for u := v; u != None && t.depth[u] == None; u = parent[u] {
			way = append(way, u)
		}
		for ; len(way) > 0; way = way[:len(way)-1] {
			u := way[len(way)-1]
			t.Add(u, parent[u])
		}
	}
	return t
}

// EmptyTree is a forest for n nodes, each of which Add puts into it before
// anything is asked about it.
func EmptyTree(n int) *Tree {
	t := &Tree{parent: make([]int32, n), depth: make([]int32, n), jump: make([]int32, n)}
	for v := range t.depth {
		t.depth[v] = None
	}
	return t
}

// Add puts a node into the forest, below a parent that is in it or, for None, as
// a root. Jumps are those of a skew-binary number (Myers, "An applicative
// random-access stack", 1983): any ancestor is O(log depth) steps away.
func (t *Tree) Add(v, p int32) {
	t.parent[v] = p
	if p == None {
		t.jump[v], t.depth[v] = v, 0
		return
	}
	t.depth[v] = t.depth[p] + 1
	j := t.jump[p]
	if t.depth[p]-t.depth[j] == t.depth[j]-t.depth[t.jump[j]] {
		t.jump[v] = t.jump[j]
	} else {
		t.jump[v] = p
	}
}

// Parent is v's parent, None for a root.
func (t *Tree) Parent(v int32) int32 { return t.parent[v] }

// Depth is the number of v's proper ancestors.
func (t *Tree) Depth(v int32) int { return int(t.depth[v]) }

// Encloses reports whether a is v or an ancestor of it.
func (t *Tree) Encloses(a, v int32) bool {
	return t.depth[v] >= t.depth[a] && t.Ancestor(v, t.Depth(a)) == a
}

// Common is the deepest node that encloses both, None where they are in two
// trees.
func (t *Tree) Common(a, b int32) int32 {
	a, b = t.Ancestor(a, t.Depth(b)), t.Ancestor(b, t.Depth(a))
	for a != b {
		switch {
		case t.depth[a] == 0:
			return None
		case t.jump[a] != t.jump[b]:
			a, b = t.jump[a], t.jump[b]
		default:
			a, b = t.parent[a], t.parent[b]
		}
	}
	return a
}

// Ancestor is v's ancestor at a depth, v itself where it is not deeper.
func (t *Tree) Ancestor(v int32, depth int) int32 {
	for t.depth[v] > int32(depth) {
		if t.depth[t.jump[v]] >= int32(depth) {
			v = t.jump[v]
		} else {
			v = t.parent[v]
		}
	}
	return v
}
