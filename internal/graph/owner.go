package graph

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/digraph"
)

// Owner is the innermost block that encloses all uses of a value, those in other
// values at the blocks that own these in turn; never one of another function
// than that in which it is written, unless it is used outside of that. A value
// without uses belongs to the block in which it is written, or where that has
// moved to. Whether a value may be computed by its owner is a question of its
// effects and failures, which the graph does not answer.
func (g *Graph) Owner(v Value) Block {
	g.once.owners.Do(func() { g.owners = newOwning(g).owners() })
	return g.owners[v]
}

// Place is the innermost block whose evaluation computes a value, if anything does:
// what is Strict where it is written, all else for its uses, as Owner has it. Where only one branch needs a graph binding, that
// is the branch.
func (g *Graph) Place(v Value) Block {
	if len(g.blocks) == 1 {
		return Body
	}
	g.once.places.Do(func() {
		o := newOwning(g)
		o.stays = g.Strict
		g.places = o.owners()
	})
	return g.places[v]
}

// Strict reports whether v is a value that is computed where it is written whenever evaluation
// comes there: one that `let` binds, and a statement.
func (g *Graph) Strict(v Value) bool {
	return g.values[v].bound || slices.ContainsFunc(g.Uses(v), func(u Use) bool { return u.User == None && u.Position == Statement })
}

// An owning works out owners, users before what they use. Blocks move with the
// values that open them, so the trees of blocks grow as their owners are found.
type owning struct {
	*Graph
	blocks    *digraph.Tree // each below the owner of its opener
	functions *digraph.Tree // each function's block below that of the function around it
	function  []Block       // by block, its function's in that tree; -1 before the block is in it
	inner     rows[Block]   // by value: the blocks that it opens
	owner     []Block
	stays     func(Value) bool // which values do not move to their uses
}

func newOwning(g *Graph) *owning {
	o := &owning{
		Graph: g, blocks: digraph.EmptyTree(len(g.blocks)), functions: digraph.EmptyTree(len(g.blocks)),
		function: make([]Block, len(g.blocks)), owner: make([]Block, g.Len()),
		stays: func(Value) bool { return false },
		inner: makeRows(g.Len(), func(yield func(int32, Block)) {
			for b, info := range g.blocks {
				if info.Opener != None {
					yield(int32(info.Opener), Block(b))
				}
			}
		}),
	}
	for b := range o.function {
		o.function[b] = -1
	}
	o.blocks.Add(int32(Body), digraph.None)
	o.functions.Add(int32(Body), digraph.None)
	o.function[Body] = Body
	return o
}

func (o *owning) owners() []Block {
	digraph.New(o.Len(), o.order()).Components(func(component []int32) {
		for _, v := range component {
			o.owner[v] = o.blockOf(Value(v), len(component) > 1)
		}
		for _, v := range component {
			for _, b := range o.inner.of(v) {
				o.enter(b, o.owner[v])
			}
		}
	})
	return o.owner
}

// order leads from each value to those that must be placed before it: its users,
// and the openers of the blocks in which it is written and used.
func (o *owning) order() []digraph.Edge {
	var edges []digraph.Edge
	lead := func(v, w Value) {
		if w != None && w != v {
			edges = append(edges, digraph.Edge{From: int32(v), To: int32(w)})
		}
	}
	for v := range Value(o.Len()) {
		lead(v, o.Graph.blocks[o.Block(v)].Opener)
		for _, u := range o.Uses(v) {
			lead(v, u.User)
			if u.User == None {
				lead(v, o.Graph.blocks[u.Block].Opener)
			}
		}
	}
	return edges
}

// enter puts a block into the trees, below a block that is in them.
func (o *owning) enter(b, around Block) {
	if o.function[b] >= 0 {
		return
	}
	o.blocks.Add(int32(b), int32(around))
	o.function[b] = o.function[around]
	if o.Graph.blocks[b].Function == b {
		o.functions.Add(int32(b), int32(o.function[around]))
		o.function[b] = b
	}
}

// ensure puts a block into the trees that was not reached, as happens where graph
// bindings need each other: it stays where it is written.
func (o *owning) ensure(b Block) int32 {
	var path []Block
	for at := b; o.function[at] < 0; at = o.Graph.blocks[at].Around {
		path = append(path, at)
	}
	for i := len(path) - 1; i >= 0; i-- {
		o.enter(path[i], o.Graph.blocks[path[i]].Around)
	}
	return int32(b)
}

// fixed are kinds of values that their functions and clauses bind where they
// stand.
var fixed = map[Kind]bool{Parameter: true, Free: true, Field: true}

func (o *owning) blockOf(v Value, cyclic bool) Block {
	written := o.Block(v)
	o.ensure(written)
	if cyclic || fixed[o.Kind(v)] || len(o.Uses(v)) == 0 || o.stays(v) {
		return written
	}
	common := digraph.None
	for _, u := range o.Uses(v) {
		at := o.ensure(u.Block)
		if u.User != None && u.Block == o.Block(u.User) {
			at = o.ensure(o.owner[u.User])
		}
		if common == digraph.None {
			common = at
		}
		common = o.blocks.Common(common, at)
	}
	return o.within(Block(common), written)
}

// within takes a block out of the functions inside of the one in which a value
// is written.
func (o *owning) within(b, written Block) Block {
	own, of := int32(o.function[written]), int32(o.function[b])
	if own == of || !o.functions.Encloses(own, of) {
		return b
	}
	return Block(o.blocks.Parent(o.functions.Ancestor(of, o.functions.Depth(own)+1)))
}
