package egraph

import (
	"encoding/binary"
	"slices"
)

// A Class is the number of a node, and of the class that it is in: that of Find for all
// nodes of one class.
type Class int32

// A Node is a head applied to classes. What a head is, only the user knows.
type Node struct {
	Head int32
	Kids []Class
}

// An Entry is a node of a class with the number under which it was added.
type Entry struct {
	Node
	ID Class
}

// A Reason is why two nodes are equal; Congruence is the one that the graph finds itself. What
// others are, only the user knows: numbers of rules, say.
type Reason int32

const Congruence Reason = 0

// A Graph is an e-graph whose classes have data of type D.
type Graph[D any] struct {
	// join puts the data of a second class into that of the first, when the two are united.
	join func(into *D, other D)

	parent  []Class          // union-find, by node
	nodes   []Node           // by number, as added: arguments are older than the node
	proofs  []proof          // by node
	classes []*class[D]      // by the number that represents the class; nil for others
	memo    map[string]Class // the number of a node, by its canonical key
	pending []Class          // classes that were united since Rebuild
	unions  int
	key     []byte // scratch buffer of keyOf
}

// A proof is an edge of the forest of reasons, from the node that has it towards the root of its tree.
// The edge holds in both directions, since equality does.
type proof struct {
	to  Class // itself at a root
	why Reason
}

// A class is what is known of the nodes that are equal.
type class[D any] struct {
	entries []Entry // its nodes
	parents []Entry // its users, each once before classes are united
	data    D
	stale   bool // entries may have arguments that are not canonical, or be equal
}

// New returns a graph without nodes, whose data are joined by join.
func New[D any](join func(into *D, other D)) *Graph[D] {
	return &Graph[D]{join: join, memo: map[string]Class{}}
}

// Len is the number of nodes that were added.
func (g *Graph[D]) Len() int { return len(g.nodes) }

// Unions is the number of equations that joined two classes.
func (g *Graph[D]) Unions() int { return g.unions }

// Find is the number that represents the class of c. It halves the path that it follows.
func (g *Graph[D]) Find(c Class) Class {
	for g.parent[c] != c {
		g.parent[c] = g.parent[g.parent[c]]
		c = g.parent[c]
	}
	return c
}

// Data is that of the class of c. It may be changed, until the next union.
func (g *Graph[D]) Data(c Class) *D { return &g.classes[g.Find(c)].data }

// NodeOf is the node that was added under a number, its arguments as they were. They have smaller
// numbers than the node, so a term that is made of such nodes is finite, whatever was united.
func (g *Graph[D]) NodeOf(id Class) Node { return g.nodes[id] }

// keyOf writes a node with canonical arguments; it canonicalizes them in place.
func (g *Graph[D]) keyOf(n Node) []byte {
	k := binary.LittleEndian.AppendUint32(g.key[:0], uint32(n.Head))
	for i, kid := range n.Kids {
		n.Kids[i] = g.Find(kid)
		k = binary.LittleEndian.AppendUint32(k, uint32(n.Kids[i]))
	}
	g.key = k
	return k
}

// Lookup is the number of a node that is in the graph.
func (g *Graph[D]) Lookup(n Node) (Class, bool) {
	c, ok := g.memo[string(g.keyOf(Node{n.Head, slices.Clone(n.Kids)}))]
	return c, ok
}

// Add gives the number of a node: of one that is there with these arguments, or a new one
// in a class of its own with the data given.
func (g *Graph[D]) Add(n Node, data D) (Class, bool) {
	n.Kids = slices.Clone(n.Kids)
	k := g.keyOf(n)
	if c, known := g.memo[string(k)]; known {
		return c, false
	}
	id := Class(len(g.nodes))
	g.memo[string(k)] = id
	g.nodes = append(g.nodes, Node{n.Head, slices.Clone(n.Kids)})
	g.parent = append(g.parent, id)
	g.proofs = append(g.proofs, proof{id, Congruence})
	e := Entry{n, id}
	g.classes = append(g.classes, &class[D]{entries: []Entry{e}, data: data})
	for i, kid := range n.Kids {
		if slices.Contains(n.Kids[:i], kid) {
			continue
		}
		of := g.classes[kid]
		of.parents = append(of.parents, Entry{Node{n.Head, slices.Clone(n.Kids)}, id})
	}
	return id, true
}

// Union makes two nodes equal, and reports whether that was new. The smaller class, counted
// with its users, is put into the larger one. Congruence is restored by Rebuild.
func (g *Graph[D]) Union(a, b Class, why Reason) bool {
	x, y := g.Find(a), g.Find(b)
	if x == y {
		return false
	}
	g.unions++
	g.connect(a, b, why)
	if len(g.classes[x].parents)+len(g.classes[x].entries) < len(g.classes[y].parents)+len(g.classes[y].entries) {
		x, y = y, x
	}
	into, from := g.classes[x], g.classes[y]
	g.parent[y] = x
	into.entries = append(into.entries, from.entries...)
	into.parents = append(into.parents, from.parents...)
	into.stale = true
	g.join(&into.data, from.data)
	g.classes[y] = nil
	g.pending = append(g.pending, x)
	return true
}

// connect adds the edge from a to b to the forest of reasons. The tree of a gets its root at a first:
// the edges on the path from a to its root are reversed.
func (g *Graph[D]) connect(a, b Class, why Reason) {
	to, reason := b, why
	for at := a; ; {
		next := g.proofs[at]
		g.proofs[at] = proof{to, reason}
		if next.to == at {
			return
		}
		to, reason, at = at, next.why, next.to
	}
}

// Rebuild restores congruence: it repairs the classes that were united, and those that this unites,
// until there are none. A class that was united several times is repaired once.
func (g *Graph[D]) Rebuild() {
	for len(g.pending) > 0 {
		todo := g.pending
		g.pending = nil
		seen := map[Class]bool{}
		for _, c := range todo {
			if c = g.Find(c); !seen[c] {
				seen[c] = true
				g.repair(c)
			}
		}
	}
}

// repair enters the users of a class anew under its canonical number. Users that have become equal nodes
// are united, with each other (index) and with nodes that memo has. Entries under keys that are no longer
// canonical stay in memo, where nothing finds them.
func (g *Graph[D]) repair(c Class) {
	users := g.classes[c].parents
	g.classes[c].parents = nil
	var kept []Entry
	index := map[string]int{}
	for _, u := range users {
		k := string(g.keyOf(u.Node))
		if i, again := index[k]; again {
			g.Union(u.ID, kept[i].ID, Congruence)
			continue
		}
		if other, known := g.memo[k]; known && g.Find(other) != g.Find(u.ID) {
			g.Union(u.ID, other, Congruence)
		} else if !known {
			g.memo[k] = u.ID
		}
		index[k] = len(kept)
		kept = append(kept, u)
		g.classes[g.Find(u.ID)].stale = true
	}
	c = g.Find(c) // uniting users may have put the class into another one
	g.classes[c].parents = append(g.classes[c].parents, kept...)
}

// Entries are the nodes of the class of c, with canonical arguments, each once. The slice
// belongs to the graph and is valid until the next union.
func (g *Graph[D]) Entries(c Class) []Entry {
	of := g.classes[g.Find(c)]
	if !of.stale {
		return of.entries
	}
	of.stale = false
	seen := map[string]bool{}
	kept := of.entries[:0]
	for _, e := range of.entries {
		k := string(g.keyOf(e.Node))
		if !seen[k] {
			seen[k] = true
			kept = append(kept, e)
		}
	}
	of.entries = kept
	return kept
}

// Users are the nodes that have the class of c as an argument, possibly several times.
func (g *Graph[D]) Users(c Class) []Entry { return g.classes[g.Find(c)].parents }

// Classes calls f for the canonical number of each class.
func (g *Graph[D]) Classes(f func(Class)) {
	for i := range g.parent {
		if c := Class(i); g.parent[c] == c {
			f(c)
		}
	}
}

// A Step is an equation between two nodes, by their numbers.
type Step struct {
	From, To Class
	Why      Reason
}

// Explain is a chain of equations from one node to another of its class: the path between them in the
// tree of reasons, up to the lowest node above both and down again. It is nil where the nodes are not
// equal, and empty where they are one.
func (g *Graph[D]) Explain(from, to Class) []Step {
	above := map[Class]int{}
	var up []Step
	for at := from; ; {
		above[at] = len(up)
		p := g.proofs[at]
		if p.to == at {
			break
		}
		up = append(up, Step{at, p.to, p.why})
		at = p.to
	}
	var down []Step
	at := to
	for {
		if _, met := above[at]; met {
			break
		}
		p := g.proofs[at]
		if p.to == at {
			return nil // not equal
		}
		down = append(down, Step{p.to, at, p.why})
		at = p.to
	}
	steps := up[:above[at]:above[at]]
	for i := len(down) - 1; i >= 0; i-- {
		steps = append(steps, down[i])
	}
	return steps
}
