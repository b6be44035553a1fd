package network

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An instance is a definition for the shapes of one kind of call. The definition that
// the report is about is the first one, with its own shape variables; of an expression
// there is one instance alone.
type instance struct {
	file   *syntax.File
	info   *typecheck.Info
	graph  *graph.Graph
	entry  bool                // whether the report is about a block of it,
	at     graph.Block         // and which
	shapes *types.Substitution // of the parameters of the definition's type; nil for none
	types  []types.Type        // by value, where something is assumed of extents; nil where nothing is

	units    int32           // the number of its first block's unit
	reached  []bool          // by value: whether evaluation may come to it
	placed   [][]graph.Value // by block: what is computed there, in the order of the text
	compound [][]graph.Value // by block: those of them that evaluate other blocks
	ops      []*op.Op        // by value: of an Operation, what is called
	node     []int32         // by value: its node where memory is planned, from 1; 0 for none
	source   []int32         // by value: its weight, from 1, where weights are looked for
	asked    []use           // by value: how it is used, where weights are looked for
	fused    []bool          // by block: whether it is of a function that is one kernel
	callees  map[graph.Value]callee
}

// typeOf is the type of a value for this instance's shapes.
func (in *instance) typeOf(v graph.Value) types.Type {
	if in.types != nil {
		return in.types[v]
	}
	return in.apply(in.graph.Type(v))
}

// operandType is the type of an operand where it is used; nil where none is given. Only a
// function has another type there than where it is computed.
func (in *instance) operandType(o graph.Operand) types.Type {
	t := in.apply(in.graph.OperandType(o))
	if in.types != nil && o.Value != graph.None && !isFunction(t) {
		return in.types[o.Value]
	}
	return t
}

func (in *instance) apply(t types.Type) types.Type {
	if t == nil || in.shapes == nil {
		return t
	}
	return in.shapes.Apply(t)
}

// result is the value that a block gives; None where it is in error.
func (in *instance) result(b graph.Block) graph.Value {
	node := in.graph.Blocks()[b].Node
	if node == syntax.NoNode {
		return graph.None
	}
	return in.graph.At(node)
}

// reach finds what evaluation may come to, and where it is computed: results, what
// they need, and what is computed wherever it stands. A function counts as called.
func (in *instance) reach() {
	blocks := in.graph.Blocks()
	in.reached = make([]bool, in.graph.Len())
	entered := make([]bool, len(blocks))
	var todo []graph.Value
	enter := func(b graph.Block) {
		if entered[b] {
			return
		}
		entered[b] = true
		for _, v := range in.graph.Written(b) {
			if in.graph.Strict(v) {
				todo = append(todo, v)
			}
		}
		todo = append(todo, in.result(b))
	}
	for enter(graph.Body); len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if v == graph.None || in.reached[v] {
			continue
		}
		in.reached[v] = true
		for _, o := range in.graph.Operands(v) {
			todo = append(todo, o.Value)
			if o.Block != in.graph.Block(v) {
				enter(o.Block)
			}
		}
	}
	n := in.graph.Len()
	in.ops, in.node, in.asked, in.source = make([]*op.Op, n), make([]int32, n), make([]use, n), make([]int32, n)
	in.placed, in.compound = make([][]graph.Value, len(blocks)), make([][]graph.Value, len(blocks))
	for v := range graph.Value(in.graph.Len()) {
		if in.reached[v] || in.graph.Kind(v) == graph.Parameter {
			b := in.graph.Place(v)
			in.placed[b] = append(in.placed[b], v)
			if in.graph.Kind(v) == graph.Operation {
				in.ops[v] = in.operator(v)
			}
			if in.evaluatesUnits(v) {
				in.compound[b] = append(in.compound[b], v)
			}
		}
	}
}

// operator is what an Operation calls; nil where that is in error.
func (in *instance) operator(v graph.Value) *op.Op {
	a, ok := in.info.Application(in.graph.Node(v))
	if !ok {
		return nil
	}
	return a.Op
}

// primitive is the attribute by which TVM marks functions that become one kernel.
const primitive = "Primitive"

// fuse finds the blocks of functions that are one kernel, and those inside of them.
func (in *instance) fuse() {
	blocks := in.graph.Blocks()
	in.fused = make([]bool, len(blocks))
	item := in.info.Item
	for b, info := range blocks {
		params := syntax.NoNode
		switch {
		case b == int(graph.Body) && item.Kind(item.Root) == syntax.ItemDef:
			params = item.Def(item.Root).Params
		case info.Kind == graph.Lambda:
			params = item.Fn(in.graph.Node(info.Opener)).Params
		}
		in.fused[b] = b > 0 && in.fused[info.Around] || in.isPrimitive(params)
	}
}

func (in *instance) isPrimitive(params syntax.NodeID) bool {
	if params == syntax.NoNode {
		return false
	}
	item := in.info.Item
	for _, p := range item.Kids(params) {
		if item.Kind(p) != syntax.NamedArg {
			continue
		}
		arg := item.NamedArg(p)
		if item.SourceText(arg.Name) == primitive && item.SourceText(arg.Value) != "0" {
			return true
		}
	}
	return false
}
