package graph

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A builder makes a graph in one walk over the tree. It keeps a stack of its own,
// so that the depth of a tree costs memory alone.
type builder struct {
	*Graph
	item    *syntax.Item
	index   *typecheck.Index
	visits  *[1 << 8]visitor
	tasks   []task
	pending []operand                      // of values that are not made yet, those of the next one on top
	refs    []ref                          // by node
	free    map[*typecheck.Object]Value    // variables that are bound nowhere in the item
	lambdas map[syntax.NodeID]Block        // by function literal, those around the walk
	rebound map[*typecheck.Object]struct{} // variables that operators give new values
	way     []syntax.NodeID                // used again by every call of shorten
	edges   []operand                      // the graph's operands, still by reference
	unused  []blockUse                     // results of the whole and statements
	lets    []ref                          // what is bound by `let`
}

// A ref leads to a value: 0 to none, above it to what another node refers to,
// below it to the value whose number is -ref-1.
type ref int32

func to(v Value) ref { return -ref(v) - 1 }

// An operand is an Operand before it is known which value it refers to: graph
// bindings may be used above their place.
type operand struct {
	ref   ref
	node  syntax.NodeID
	block Block
}

// A blockUse is a use by no value.
type blockUse struct {
	operand
	position int32
}

// A task is what remains to be done with a node.
type task struct {
	do     func(*builder, task)
	node   syntax.NodeID
	from   ref // bind: what the pattern is matched against
	block  Block
	kind   Kind  // make
	number int32 // make: how many operands
}

func build(info *typecheck.Info) *Graph {
	item := info.Item
	b := &builder{
		Graph: &Graph{Info: info}, item: item, index: info.Index(), visits: &visitors, refs: make([]ref, item.Len()),
		free: map[*typecheck.Object]Value{}, lambdas: map[syntax.NodeID]Block{},
	}
	b.rebound = b.findRebound()
	body := item.Body()
	b.blocks = []BlockInfo{{Kind: Whole, Opener: None, Node: body}}
	if body != syntax.NoNode {
		b.whole(body)
	}
	b.link()
	return b.Graph
}

// whole walks the item: parameters, then the body.
func (b *builder) whole(body syntax.NodeID) {
	if b.item.Kind(b.item.Root) == syntax.ItemDef {
		b.parameters(b.item.Def(b.item.Root).Params, Body)
		b.run()
	}
	b.visit(body, Body)
	b.unused = append(b.unused, blockUse{operand{ref(body), body, Body}, Result})
	b.run()
}

func (b *builder) run() {
	for len(b.tasks) > 0 {
		t := b.tasks[len(b.tasks)-1]
		b.tasks = b.tasks[:len(b.tasks)-1]
		t.do(b, t)
	}
}

// findRebound finds the variables that calls of rebinding operators name. What
// is read of them depends on when.
func (b *builder) findRebound() map[*typecheck.Object]struct{} {
	found := map[*typecheck.Object]struct{}{}
	for n := syntax.NodeID(1); int(n) < b.item.Len(); n++ {
		if b.item.Kind(n) != syntax.Call {
			continue
		}
		call, ok := b.Info.Application(n)
		if !ok || call.Op.Rebinding == nil {
			continue
		}
		for _, p := range call.Op.Rebinding.Params {
			if p < len(call.Args) {
				if o := b.variable(b.item.Unparen(call.Args[p])); o != nil {
					found[o] = struct{}{}
				}
			}
		}
	}
	return found
}

// variable is the local variable that a node names; nil for none.
func (b *builder) variable(n syntax.NodeID) *typecheck.Object {
	if int(n) >= len(b.Info.Objects) {
		return nil
	}
	if o := b.Info.Objects[n]; o != nil && o.Kind == typecheck.LocalObject {
		return o
	}
	return nil
}

// visit looks at an expression next; at what was given to visit before, later.
func (b *builder) visit(n syntax.NodeID, block Block) {
	if n != syntax.NoNode && b.visits[b.item.Kind(n)] != nil {
		b.tasks = append(b.tasks, task{do: (*builder).expression, node: n, block: block})
	}
}

func (b *builder) expression(t task) { b.visits[b.item.Kind(t.node)](b, t.node, t.block) }

// open makes a block within another one.
func (b *builder) open(kind BlockKind, node syntax.NodeID, around Block) Block {
	block := Block(len(b.blocks))
	info := BlockInfo{Kind: kind, Around: around, Opener: None, Node: node, Function: b.blocks[around].Function}
	if kind == Lambda || kind == Parallel {
		info.Function = block
	}
	b.blocks = append(b.blocks, info)
	return block
}

// add makes a value whose operands are the last ones given to edges.
func (b *builder) add(kind Kind, node syntax.NodeID, block Block, operands ...operand) Value {
	v := Value(len(b.values))
	b.values = append(b.values, value{node: node, block: block, operands: int32(len(b.edges)), kind: kind})
	b.edges = append(b.edges, operands...)
	for _, o := range operands {
		if o.block != block {
			b.blocks[o.block].Opener = v
		}
	}
	b.refs[node] = to(v)
	return v
}

// makeLater makes the value of a node when its operands were visited, which are
// given to visit after it.
func (b *builder) makeLater(kind Kind, node syntax.NodeID, block Block, operands ...operand) {
	b.pending = append(b.pending, operands...)
	b.tasks = append(b.tasks, task{do: (*builder).make, node: node, block: block, kind: kind, number: int32(len(operands))})
}

func (b *builder) make(t task) {
	from := len(b.pending) - int(t.number)
	v := b.add(t.kind, t.node, t.block, b.pending[from:]...)
	b.pending = b.pending[:from]
	if t.kind == Project {
		b.values[v].index = b.item.Node(t.node).Data
	}
}

// operandsIn are expressions as operands in one block.
func operandsIn(block Block, nodes []syntax.NodeID) []operand {
	operands := make([]operand, len(nodes))
	for i, n := range nodes {
		operands[i] = operand{ref(n), n, block}
	}
	return operands
}

// computed makes the value of a node from expressions in its own block, which
// are looked at first, in their order.
func (b *builder) computed(kind Kind, node syntax.NodeID, block Block, nodes ...syntax.NodeID) {
	b.makeLater(kind, node, block, operandsIn(block, nodes)...)
	b.visitAll(nodes, block)
}

func (b *builder) visitAll(nodes []syntax.NodeID, block Block) {
	for i := len(nodes) - 1; i >= 0; i-- {
		b.visit(nodes[i], block)
	}
}
