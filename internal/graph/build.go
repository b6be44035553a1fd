package graph

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A builder makes a graph in one walk over the tree. It keeps a stack of its own,
// so that the depth of a tree costs memory alone.
type builder struct {
	*Graph
	item    *syntax.Item
	index   *typecheck.Index
	visits  *[1 << 8]visitor
	free    map[*typecheck.Object]Value    // variables that are bound nowhere in the item; nil for none
	lambdas map[syntax.NodeID]Block        // by function literal, those around the walk; nil for none
	rebound map[*typecheck.Object]struct{} // variables that operators give new values; nil for none
	*buffers
}

// buffers are the slices that a builder appends to. They are reused from item to item.
type buffers struct {
	values  []value // of the graph, which gets copies without spare capacity
	blocks  []BlockInfo
	tasks   []task
	pending []operand               // of values that are not made yet, those of the next one on top
	refs    []ref                   // by node
	path    []syntax.NodeID         // used again by every call of shorten
	edges   []operand               // the graph's operands, still by reference
	unused  []blockUse              // results of the whole and statements
	lets    []ref                   // what is bound by `let`
	calls   []typecheck.Application // those that are at a Call, by their nodes
}

var bufferPool scratch.Pool[buffers]

// buffersFor returns empty buffers for an item with a number of nodes.
func buffersFor(nodes int) *buffers {
	r := bufferPool.Get()
	*r = buffers{
		values: r.values[:0], blocks: r.blocks[:0], tasks: r.tasks[:0], pending: r.pending[:0],
		refs: scratch.Cleared(&r.refs, nodes), path: r.path[:0], edges: r.edges[:0], unused: r.unused[:0],
		lets: r.lets[:0], calls: r.calls[:0],
	}
	return r
}

// leave returns the buffers to the pool, without references to a tree.
func (r *buffers) leave() {
	clear(r.calls)
	bufferPool.Put(r, cap(r.refs))
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
		Graph: &Graph{Info: info}, item: item, index: info.Index(), visits: &visitors, buffers: buffersFor(item.Len()),
	}
	b.findCalls()
	body := item.Body()
	b.buffers.blocks = append(b.buffers.blocks, BlockInfo{Kind: Whole, Opener: None, Node: body})
	if body != syntax.NoNode {
		b.whole(body)
	}
	b.link()
	b.leave()
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

// findCalls finds the calls of operators, and the variables that those of rebinding ones
// name. What is read of them depends on when.
func (b *builder) findCalls() {
	for n := syntax.NodeID(1); int(n) < b.item.Len(); n++ {
		if b.item.Kind(n) != syntax.Call {
			continue
		}
		call, ok := b.Info.Application(n)
		if !ok {
			continue
		}
		b.calls = append(b.calls, call)
		if call.Op.Rebinding == nil {
			continue
		}
		for _, p := range call.Op.Rebinding.Params {
			if p < len(call.Args) {
				if o := b.variable(b.item.Unparen(call.Args[p])); o != nil {
					if b.rebound == nil {
						b.rebound = map[*typecheck.Object]struct{}{}
					}
					b.rebound[o] = struct{}{}
				}
			}
		}
	}
}

// operatorCall is the call of an operator at a node; nil for none.
func (b *builder) operatorCall(n syntax.NodeID) *typecheck.Application {
	i, found := slices.BinarySearchFunc(b.calls, n, func(call typecheck.Application, n syntax.NodeID) int { return cmp.Compare(call.Node, n) })
	if !found {
		return nil
	}
	return &b.calls[i]
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
	block := Block(len(b.buffers.blocks))
	info := BlockInfo{Kind: kind, Around: around, Opener: None, Node: node, Function: b.buffers.blocks[around].Function}
	if kind == Lambda || kind == Parallel {
		info.Function = block
	}
	b.buffers.blocks = append(b.buffers.blocks, info)
	return block
}

// add makes a value whose operands are the last ones given to edges.
func (b *builder) add(kind Kind, node syntax.NodeID, block Block, operands ...operand) Value {
	v := Value(len(b.buffers.values))
	b.buffers.values = append(b.buffers.values, value{node: node, block: block, operands: int32(len(b.edges)), kind: kind})
	b.edges = append(b.edges, operands...)
	for _, o := range operands {
		if o.block != block {
			b.buffers.blocks[o.block].Opener = v
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
		b.buffers.values[v].index = b.item.Node(t.node).Data
	}
}

// makeOf is makeLater for expressions in the value's own block.
func (b *builder) makeOf(kind Kind, node syntax.NodeID, block Block, parts ...[]syntax.NodeID) {
	number := 0
	for _, nodes := range parts {
		for _, n := range nodes {
			b.pending = append(b.pending, operand{ref(n), n, block})
		}
		number += len(nodes)
	}
	b.tasks = append(b.tasks, task{do: (*builder).make, node: node, block: block, kind: kind, number: int32(number)})
}

// computed makes the value of a node from expressions in its own block, which
// are looked at first, in their order.
func (b *builder) computed(kind Kind, node syntax.NodeID, block Block, nodes ...syntax.NodeID) {
	b.makeOf(kind, node, block, nodes)
	b.visitAll(nodes, block)
}

func (b *builder) visitAll(nodes []syntax.NodeID, block Block) {
	for i := len(nodes) - 1; i >= 0; i-- {
		b.visit(nodes[i], block)
	}
}
