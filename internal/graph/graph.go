package graph

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Value is the number of a value in its graph.
type Value int32

// A Block is the number of a block in its graph; Body is the outermost one.
type Block int32

const (
	None Value = -1 // no value: what is left out, or in error
	Body Block = 0
)

// A Graph is the dataflow graph of one item.
type Graph struct {
	Info     *typecheck.Info
	values   []value
	operands []Operand
	blocks   []BlockInfo
	at       []Value // by node
	used     rows[Use]

	once struct{ written, owners, places, dominators, postdominators sync.Once }
	// What the five make.
	written                    rows[Value]
	owners, places             []Block
	dominators, postdominators dominance
}

// A value is what is known of one; its operands end where the next one's begin.
type value struct {
	node     syntax.NodeID
	block    Block
	operands int32 // where they begin
	index    int32
	kind     Kind
	bound    bool // `let` names it
}

// An Operand is one thing that a value is computed from.
type Operand struct {
	Value Value         // None where an argument is left out
	Node  syntax.NodeID // the expression as it is written, NoNode where it is left out
	Block Block         // where it is used: the inner block for a result of one
}

// A Use is one place where a value is used: as the operand of a user, or by no
// user as the result of the whole or as a statement of a block.
type Use struct {
	User     Value // None for a result of the whole and for a statement
	Position int32 // among the user's operands; else Result or Statement
	Node     syntax.NodeID
	Block    Block
}

// The positions of uses without a user.
const (
	Result    int32 = 0
	Statement int32 = -1
)

// A BlockInfo is what is known of a block.
type BlockInfo struct {
	Kind   BlockKind
	Around Block // the block around it; Body has itself
	// Opener is the value that has the block (a function, `if`, match, `&&`): None
	// for Body. The block's result is the opener's operand whose Block it is.
	Opener Value
	// Node is the body of the definition, top-level expression, function, branch
	// or clause, or the right operand.
	Node syntax.NodeID
	// Function is the innermost block of a function that holds the block, or is
	// it; Body outside of all.
	Function Block
	// Recursive is set for the block of a function that names itself.
	Recursive bool
}

type graphKey struct{}

// Of is the graph of a typed tree, kept with it. That of an item that evaluates
// nothing has a block and no values.
func Of(info *typecheck.Info) *Graph {
	return info.Derived(graphKey{}, func() any { return build(info) }).(*Graph)
}

// Len is the number of values.
func (g *Graph) Len() int { return len(g.values) }

// Kind is what a value is.
func (g *Graph) Kind(v Value) Kind { return g.values[v].kind }

// Node is the node that computes or binds a value: for an operation that of its
// application (typecheck.Application), for a parameter or a part its pattern.
func (g *Graph) Node(v Value) syntax.NodeID { return g.values[v].node }

// Block is the block in which a value is written.
func (g *Graph) Block(v Value) Block { return g.values[v].block }

// Index is which parameter of its function a Parameter is, which component a
// Project takes and which field of its constructor a Field, from 0; -1 for a
// component whose number is too large.
func (g *Graph) Index(v Value) int { return int(g.values[v].index) }

// Operands are what a value is computed from, by position: see Kind. The slice
// belongs to the graph.
func (g *Graph) Operands(v Value) []Operand {
	end := len(g.operands)
	if int(v)+1 < len(g.values) {
		end = int(g.values[v+1].operands)
	}
	return g.operands[g.values[v].operands:end]
}

// Uses are the places where a value is used, users first, in their order, then
// statements and the result of the whole. The slice belongs to the graph.
func (g *Graph) Uses(v Value) []Use { return g.used.of(int32(v)) }

// Blocks are all blocks, by number. The slice belongs to the graph.
func (g *Graph) Blocks() []BlockInfo { return g.blocks }

// Written are the values that are written in a block itself, in their order. The
// slice belongs to the graph.
func (g *Graph) Written(b Block) []Value {
	g.once.written.Do(func() {
		g.written = makeRows(len(g.blocks), func(yield func(int32, Value)) {
			for v, info := range g.values {
				yield(int32(info.block), Value(v))
			}
		})
	})
	return g.written.of(int32(b))
}

// At is the value of an expression, pattern or binder; None for other nodes. That of
// a Local whose tail divides what an operator before it gives (`%a * %x/2`) is
// what stands before the slash.
func (g *Graph) At(n syntax.NodeID) Value { return g.at[n] }

// Type is a value's type; nil where none was found, and for a product that a late
// division divides where that may give it another shape.
func (g *Graph) Type(v Value) types.Type {
	n := g.values[v].node
	if g.Kind(v) != Literal {
		return g.Info.AppliedType(n)
	}
	if t := g.Info.Type(n); t != nil || g.Info.Item.Kind(n) != syntax.Segment {
		return t
	}
	return g.Info.Type(g.Info.Index().Parent(n)) // the number in `%x/2`
}
