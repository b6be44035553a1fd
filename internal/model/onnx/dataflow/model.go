package dataflow

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/schema"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/model/pairing"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Model is what a model computes: its graph, and those of its functions.
type Model struct {
	Main      *Graph
	Functions map[string]*Graph // by domain and name
	Opsets    map[string]int64  // by domain
}

// A Graph is a graph with the constants that it reads.
type Graph struct {
	*pairing.Graph
	Tensors []*wire.Tensor // by constant
	// Results are the names of what each node gives; nil for nodes of graphs inside of nodes.
	Results [][]string
}

// seed makes hashes of constants comparable among the models that one process reads.
var seed = maphash.MakeSeed()

// Of makes the graph of a model. ext opens the files of its external data; typeOf gives the type
// of a value of its main graph by its name, nil where that is not known; ranks are those of other
// values.
func Of(m *wire.Model, ext wire.External, typeOf func(name string) types.Type, ranks map[model.InnerValue]int) (*Model, error) {
	out := &Model{Functions: map[string]*Graph{}, Opsets: versions(m.Opsets)}
	b := &builder{ext: ext, opsets: out.Opsets, typeOf: typeOf, ranks: ranks}
	var err error
	if out.Main, err = b.main(m.Graph); err != nil {
		return nil, err
	}
	for _, f := range m.Functions {
		of := model.InnerValue{Domain: schema.Canonical(f.Domain), Function: f.Name}
		b := &builder{ext: ext, opsets: versions(f.Opsets), typeOf: func(string) types.Type { return nil }, ranks: ranks, of: of}
		if out.Functions[qualified(f.Domain, f.Name)], err = b.function(f); err != nil {
			return nil, fmt.Errorf("function %q: %w", f.Name, err)
		}
	}
	return out, nil
}

func versions(sets []wire.Opset) map[string]int64 {
	all := map[string]int64{}
	for _, s := range sets {
		all[schema.Canonical(s.Domain)] = s.Version
	}
	return all
}

// qualified is an operator's name with its domain.
func qualified(of, name string) string {
	if of = schema.Canonical(of); of != "" {
		return of + "." + name
	}
	return name
}

// A builder makes one graph.
type builder struct {
	ext    wire.External
	opsets map[string]int64
	typeOf func(name string) types.Type
	ranks  map[model.InnerValue]int
	of     model.InnerValue // the function, without a value
	graph  *Graph
	scope  *scope
	err    error // of the first constant that cannot be read
}

// A scope has the values of a graph by their names.
type scope struct {
	outer  *scope
	values map[string]pairing.Operand
}

func (s *scope) find(name string) pairing.Operand {
	for ; s != nil; s = s.outer {
		if v, ok := s.values[name]; ok {
			return v
		}
	}
	return pairing.Operand{}
}

// rank is that of a value that the open graph reads; false where it is not known.
func (b *builder) rank(name string) (int64, bool) {
	s := b.scope
	for ; s.outer != nil; s = s.outer {
		if _, here := s.values[name]; here {
			break
		}
	}
	if s.outer == nil && b.of.Function == "" {
		tensor, ok := types.Head(b.typeOf(name)).(*types.Tensor)
		if !ok {
			return 0, false
		}
		return int64(len(tensor.Shape)), true
	}
	of := b.of
	of.Value = name
	rank, known := b.ranks[of]
	return int64(rank), known && rank != model.UnknownRank
}

func (b *builder) begin() {
	b.graph = &Graph{Graph: &pairing.Graph{}}
	b.scope = &scope{values: map[string]pairing.Operand{}}
}

// main makes the graph of a model.
func (b *builder) main(g *wire.Graph) (*Graph, error) {
	b.begin()
	if g == nil {
		return b.graph, nil
	}
	b.initializers(g)
	for _, in := range g.Inputs {
		if _, ok := b.scope.values[in.Name]; !ok { // else a constant with a default
			b.input(in.Name)
		}
	}
	b.nodes(g.Nodes)
	for _, out := range g.Outputs {
		b.output(out.Name)
	}
	return b.graph, b.err
}

// function makes the graph of a function.
func (b *builder) function(f *wire.Function) (*Graph, error) {
	b.begin()
	for _, in := range f.Inputs {
		b.input(in)
	}
	b.nodes(f.Nodes)
	for _, out := range f.Outputs {
		b.output(out)
	}
	return b.graph, b.err
}

func (b *builder) input(name string) {
	b.scope.values[name] = pairing.Operand{From: pairing.FromInput, At: len(b.graph.Inputs)}
	b.graph.Inputs = append(b.graph.Inputs, pairing.Input{Name: name, Type: b.typeText(name)})
}

func (b *builder) output(name string) {
	o := b.scope.find(name)
	b.graph.Outputs = append(b.graph.Outputs, pairing.Output{Name: name, Operand: o})
}

func (b *builder) typeText(name string) string {
	if t := b.typeOf(name); t != nil && !types.IsBad(t) {
		return types.String(t)
	}
	return ""
}

// initializers binds the constants of a graph.
func (b *builder) initializers(g *wire.Graph) {
	for _, t := range g.Initializers {
		b.scope.values[t.Name] = b.tensor(t, t.Name)
	}
	for _, s := range g.Sparse {
		if s.Values != nil {
			b.scope.values[s.Values.Name] = b.sparse(s, s.Values.Name)
		}
	}
}

// constant adds a constant.
func (b *builder) constant(c pairing.Constant, t *wire.Tensor) pairing.Operand {
	b.graph.Constants, b.graph.Tensors = append(b.graph.Constants, c), append(b.graph.Tensors, t)
	return pairing.Operand{From: pairing.FromConstant, At: len(b.graph.Constants) - 1}
}

func (b *builder) tensor(t *wire.Tensor, name string) pairing.Operand {
	h, err := t.Hash(seed, b.ext)
	if err != nil && b.err == nil {
		b.err = err
	}
	return b.constant(pairing.Constant{Name: name, Type: t.Type.String(), Shape: shapeText(t.Dims), Hash: h}, t)
}

func (b *builder) sparse(s *wire.SparseTensor, name string) pairing.Operand {
	h := maphash.Comparable(seed, "sparse "+shapeText(s.Dims))
	kind := ""
	for _, t := range []*wire.Tensor{s.Values, s.Indices} {
		if t == nil {
			continue
		}
		part, err := t.Hash(seed, b.ext)
		if err != nil && b.err == nil {
			b.err = err
		}
		h = maphash.Comparable(seed, [2]uint64{h, part})
		if kind == "" {
			kind = "sparse " + t.Type.String()
		}
	}
	return b.constant(pairing.Constant{Name: name, Type: kind, Shape: shapeText(s.Dims), Hash: h}, nil)
}

func shapeText(dims []int64) string {
	text := "("
	for i, d := range dims {
		if i > 0 {
			text += ", "
		}
		text += strconv.FormatInt(d, 10)
	}
	return text + ")"
}

// nodes adds nodes. One that precedes what it reads reads nothing there, which is an
// error of the model that its check reports.
func (b *builder) nodes(list []*wire.Node) {
	for i, n := range list {
		if constantOf(n) != nil {
			b.constantNode(n)
			continue
		}
		b.node(n, n.Called(i))
	}
}

// node adds a node, after those of the graphs that it holds.
func (b *builder) node(proto *wire.Node, name string) {
	version := b.opsets[schema.Canonical(proto.Domain)]
	s, _ := schema.Find(schema.Canonical(proto.Domain), proto.OpType, version)
	n := pairing.Node{Name: name, Op: qualified(proto.Domain, proto.OpType)}
	for i, in := range proto.Inputs {
		o := b.scope.find(in)
		o.Role, o.Name = strconv.Itoa(i), nameOf(s, i)
		n.Operands = append(n.Operands, o)
	}
	for len(n.Operands) > 0 && n.Operands[len(n.Operands)-1].From == pairing.Omitted {
		n.Operands = n.Operands[:len(n.Operands)-1]
	}
	n.Commutes = commutes(proto)
	at := b.place(proto)
	n.Inner = b.inner(proto, at)
	n.Attributes = b.attributes(proto, s, &n)
	for _, out := range proto.Outputs {
		n.Types = append(n.Types, b.typeText(out))
	}
	if len(b.graph.Nodes) != at {
		panic("the nodes of the graphs in a node are not as many as were counted")
	}
	b.graph.Nodes = append(b.graph.Nodes, n)
	results := proto.Outputs
	if b.scope.outer != nil {
		results = nil
	}
	b.graph.Results = append(b.graph.Results, results)
	for i, out := range proto.Outputs {
		if out != "" {
			b.scope.values[out] = pairing.Operand{From: pairing.FromNode, At: at, Out: i}
		}
	}
}

// nameOf is what an operator calls its i-th input; "" where it has no name for it alone.
func nameOf(s *schema.Schema, i int) string {
	if s == nil {
		return ""
	}
	if f := s.Input(i); f != nil && f.Option != schema.Variadic {
		return f.Name
	}
	return ""
}

// place is the index that a node will have: after the nodes of the graphs that it holds.
func (b *builder) place(n *wire.Node) int { return len(b.graph.Nodes) + nested(n) }

// nested counts the nodes in the graphs that a node holds, at every depth.
func nested(n *wire.Node) (count int) {
	for _, g := range graphs(n) {
		for _, inside := range g.graph.Nodes {
			if count += nested(inside); constantOf(inside) == nil {
				count++
			}
		}
	}
	return count
}

// A held graph is an attribute.
type held struct {
	role  string
	graph *wire.Graph
}

// graphs are the graphs that a node holds, by the names of their attributes.
func graphs(n *wire.Node) (all []held) {
	for _, a := range n.Attributes {
		if a.G != nil {
			all = append(all, held{a.Name, a.G})
		}
		for i, g := range a.Graphs {
			all = append(all, held{a.Name + " " + strconv.Itoa(i), g})
		}
	}
	slices.SortFunc(all, func(x, y held) int { return cmp.Compare(x.role, y.role) })
	return all
}

// inner adds the nodes of the graphs that a node holds, and gives their results.
func (b *builder) inner(n *wire.Node, at int) (results []pairing.Operand) {
	for _, h := range graphs(n) {
		b.scope = &scope{outer: b.scope, values: map[string]pairing.Operand{}}
		b.initializers(h.graph)
		for i, in := range h.graph.Inputs {
			b.scope.values[in.Name] = pairing.Operand{From: pairing.FromOuter, At: at, Out: i, Graph: h.role}
		}
		b.nodes(h.graph.Nodes)
		for i, out := range h.graph.Outputs {
			o := b.scope.find(out.Name)
			o.Role, o.Name = h.role+" "+strconv.Itoa(i), ""
			results = append(results, o)
		}
		b.scope = b.scope.outer
	}
	return results
}
