package onnx

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/types"
)

var controlEntries = map[string]entry{
	"If":   {how: "`if`", translate: ifNode},
	"Loop": {how: "a recursive function", translate: loopNode},
	"Scan": {how: "a recursive function, `take`", translate: scanNode},
}

// mostGraphs bounds the nesting of graphs.
const mostGraphs = 64

// subgraph reads a graph inside a node, with values for its inputs. Its nodes see the values of the graphs
// around it. It is nil where a result is at fault.
func (n *node) subgraph(g *wire.Graph, inputs []*model.Value) []*model.Value {
	r := n.reader
	if r.depth >= mostGraphs {
		n.Failf(codes.TooLarge, "graphs are nested more than %d deep", mostGraphs)
		return nil
	}
	r.depth++
	r.enter()
	defer func() {
		r.leave()
		r.depth--
		r.Begin(n.index)
	}()
	r.initializers(g)
	for i, in := range g.Inputs {
		if r.isNew(in.Name, "input") {
			b := r.bind(in.Name, &binding{Value: inputs[i], kind: "input", node: -1})
			r.claim(b, in, "the input")
		}
	}
	r.nodes(g)
	results := make([]*model.Value, len(g.Outputs))
	for i, out := range g.Outputs {
		b := r.use(out.Name)
		if b == nil {
			r.report(model.Finding{Code: codes.UndefinedName, Node: n.index, Input: -1, Value: out.Name,
				Message: fmt.Sprintf("the output `%s` of the graph %q is given by no node", out.Name, g.Name)})
			n.broken = true
			return nil
		}
		n.broken = n.broken || b.failed
		results[i] = r.claim(b, out, "the output")
	}
	if n.broken {
		return nil
	}
	return results
}

// graph is a graph that an attribute holds.
func (n *node) graph(name string) *wire.Graph {
	if a := n.attribute(name); a != nil && a.G != nil {
		return a.G
	}
	n.Failf(codes.AttributeValue, "`%s` of %s holds no graph", name, n.proto.OpType)
	return nil
}

// ifNode becomes `if`. Its results have the join of the types that the branches give: extents that differ
// are not known, dtypes must be the same, and other ranks are refused.
func ifNode(n *node) []*model.Value {
	condition := n.scalar(n.in[0])
	graphs := []*wire.Graph{n.graph("then_branch"), n.graph("else_branch")}
	if n.Fault() != nil {
		return nil
	}
	for i, g := range graphs {
		if len(g.Outputs) != len(n.proto.Outputs) || len(g.Inputs) > 0 {
			n.Failf(codes.ArityMismatch, "the %s branch gives %s and takes %d, and the node has %s: a branch takes none and gives one for each output",
				[]string{"then", "else"}[i], valuesText(len(g.Outputs)), len(g.Inputs), outputsText(len(n.proto.Outputs)))
			return nil
		}
	}
	if a := condition.Elements(); a != nil && a.Len() == 1 {
		return n.onlyBranch(graphs, a.Item().IsTrue())
	}
	var blocks []*model.Block
	for _, g := range graphs {
		blocks = append(blocks, n.Block(func() []*model.Value { return n.subgraph(g, nil) }))
	}
	then, other := blocks[0].Results(), blocks[1].Results()
	if n.broken || n.Fault() != nil || len(then) != len(other) {
		return nil
	}
	joined := make([]types.Type, len(then))
	for i := range then {
		if !then[i].Known() || !other[i].Known() {
			n.keepBranches(condition, blocks)
			return nil
		}
		t, ok := join(then[i].Type, other[i].Type)
		if !ok && then[i].Dtype() != other[i].Dtype() {
			n.Failf(codes.DtypeMismatch, "the branches give %s and %s for the output %q: they must have one dtype",
				typeText(then[i].Type), typeText(other[i].Type), n.proto.Outputs[i])
			return nil
		}
		if !ok {
			n.keepBranches(condition, blocks)
			return n.refuse(nil, "the branches give %s and %s for the output %q", typeText(then[i].Type), typeText(other[i].Type), n.proto.Outputs[i])
		}
		joined[i] = t
	}
	for _, b := range blocks {
		n.Within(b, func(results []*model.Value) {
			for i, v := range results {
				if !equalTypes(v.Type, joined[i]) || v.Untyped() {
					results[i] = n.As(v, joined[i])
				}
			}
		})
	}
	parts := []any{"if (", condition, ") ", blocks[0], " else ", blocks[1]}
	if len(joined) == 1 {
		return one(n.Expr(joined[0], parts...))
	}
	return n.Tuple(joined, parts...)
}

// keepBranches writes an If whose result has no type, so that what its branches compute counts.
func (n *node) keepBranches(condition *model.Value, blocks []*model.Block) {
	for _, b := range blocks {
		for _, v := range b.Results() {
			if v.Known() {
				n.Keep(v)
			}
		}
		b.Drop()
	}
	n.Keep(n.Expr(&types.Tuple{}, "if (", condition, ") ", blocks[0], " else ", blocks[1]))
}

// onlyBranch reads the branch that a constant condition chooses. Nothing of the other one
// counts: exporters write branches for other extents than those that the model has.
func (n *node) onlyBranch(graphs []*wire.Graph, condition bool) []*model.Value {
	taken, other := graphs[0], graphs[1]
	if !condition {
		taken, other = other, taken
	}
	undo := n.trial()
	n.Block(func() []*model.Value { return n.subgraph(other, nil) })
	undo()
	n.broken = false
	return n.subgraph(taken, nil)
}

func valuesText(k int) string {
	if k == 1 {
		return "1 value"
	}
	return fmt.Sprintf("%d values", k)
}

func outputsText(k int) string {
	if k == 1 {
		return "1 output"
	}
	return fmt.Sprintf("%d outputs", k)
}

func equalTypes(a, b types.Type) bool { return types.Key(a) == types.Key(b) }

// join is the type of a value that has one of two types, the least upper bound of both: extents that
// differ are `?`, and an unknown type, of an empty sequence, is below every other. It is false where no
// type is above both.
func join(a, b types.Type) (types.Type, bool) {
	switch a := types.Head(a).(type) {
	case *types.Bad:
		return b, true
	case *types.Tensor:
		c, ok := types.Head(b).(*types.Tensor)
		if types.IsBad(b) {
			return a, true
		}
		if !ok || a.Dtype != c.Dtype || len(a.Shape) != len(c.Shape) {
			return nil, false
		}
		t := types.NewTensor(a.Dtype, len(a.Shape))
		for i, d := range a.Shape {
			if t.Shape[i] = d; !d.Equal(c.Shape[i]) {
				t.Shape[i] = types.Any
			}
		}
		return t, true
	case *types.Fractal:
		c, ok := types.Head(b).(*types.Fractal)
		if !ok {
			return a, types.IsBad(b)
		}
		t, ok := join(a.Elem, c.Elem)
		return &types.Fractal{Elem: t}, ok
	case *types.ADT:
		c := model.ElementOf(b)
		if c == nil {
			return a, types.IsBad(b)
		}
		t, ok := join(a.Args[0], c)
		return model.OptionalOf(t), ok
	}
	return a, equalTypes(a, b)
}
