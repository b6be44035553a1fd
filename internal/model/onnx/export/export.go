package export

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// The versions that models are written in: the newest that the common runtimes have had for
// some years.
const (
	Opset     = 21
	irVersion = 10
)

const (
	mostNodes = 1 << 18 // of a model, as its readers have it
	mostDepth = 200     // of calls that are written inside each other
	mostCalls = 1 << 14 // that are written

	// mostGraphs is how deep graphs are nested: protobuf reads 100 messages inside each other, and
	// a graph in a node is three.
	mostGraphs = 24
)

// A Refusal is why a program is not exported. Span is in item Item of the module.
type Refusal struct {
	Item    int
	Span    syntax.Span
	Message string
}

func (r *Refusal) Error() string { return r.Message }

// Definition exports a definition of a module by its name. The error is a Refusal where the
// definition is there.
func Definition(m *typecheck.Module, name string) (model *wire.Model, err error) {
	x := newExporter(m)
	o, at, ok := x.find(name)
	if !ok {
		return nil, fmt.Errorf("there is no definition `%s`", name)
	}
	defer func() {
		if r, refused := recover().(*Refusal); refused {
			model, err = nil, r
		}
	}()
	return x.definition(o, at), nil
}

// A place is the place of a definition.
type place struct {
	module *typecheck.Module
	item   int
}

// An exporter writes one model.
type exporter struct {
	module    *typecheck.Module
	places    map[*typecheck.Object]place
	sections  map[*typecheck.Module]*metadata.Constants
	scope     *scope        // that nodes are written into
	frame     *frame        // that is evaluated
	at        syntax.NodeID // the node of the frame that is evaluated, for refusals
	model     *wire.Model
	taken     map[string]bool       // names of values
	types     map[string]types.Type // of values, by name
	renamed   map[string]string     // names of values that the program names
	constants map[string]*Value     // small ones, by their elements
	extents   map[*symbolic.Symbol]extentOf
	unit      *unit                     // that is written
	instances map[instanceKey]*instance // functions of the model; nil for one that cannot be
	functions map[string]bool           // their names
	calls     map[*typecheck.Object]int
	opset     int64
	nodes     int
	written   int // calls of functions
	sizes     int
}

func newExporter(m *typecheck.Module) *exporter {
	x := &exporter{
		module: m, places: map[*typecheck.Object]place{}, sections: map[*typecheck.Module]*metadata.Constants{},
		taken: map[string]bool{}, types: map[string]types.Type{}, renamed: map[string]string{},
		constants: map[string]*Value{}, extents: map[*symbolic.Symbol]extentOf{},
		instances: map[instanceKey]*instance{}, functions: map[string]bool{}, opset: Opset,
		model: &wire.Model{
			IRVersion: irVersion, Producer: "fraccheck", Opsets: []wire.Opset{{Version: Opset}},
			Graph: &wire.Graph{},
		},
	}
	x.locate(m, map[*typecheck.Module]bool{})
	return x
}

// locate records the places of the definitions that a module can name.
func (x *exporter) locate(m *typecheck.Module, seen map[*typecheck.Module]bool) {
	if m == nil || seen[m] {
		return
	}
	seen[m] = true
	for i := range m.Items() {
		if o := m.Object(i); o != nil {
			x.places[o] = place{m, i}
		}
	}
	for _, imported := range m.Imports() {
		x.locate(imported, seen)
	}
	x.locate(m.Prelude(), seen)
}

// find is a definition of the module by its name.
func (x *exporter) find(name string) (*typecheck.Object, place, bool) {
	for i := range x.module.Items() {
		if o := x.module.Object(i); o != nil && o.Name == name && o.Kind == typecheck.DefObject {
			return o, place{x.module, i}, true
		}
	}
	return nil, place{}, false
}

// definition exports a definition as the graph of the model.
func (x *exporter) definition(o *typecheck.Object, at place) *wire.Model {
	info := at.module.Check(at.item).Info
	f := &frame{x: x, at: at, graph: graph.Of(info), values: map[graph.Value]*Value{}, scopes: map[graph.Block]*scope{}}
	x.scope = &scope{}
	x.frame, x.at = f, info.Item.Root
	x.model.Graph.Name = o.Name[1:]
	f.scopes[graph.Body] = x.scope
	x.inputs(f, o)
	result := f.block(graph.Body)
	x.outputs(result)
	x.finish()
	return x.model
}

// inputs makes the parameters of the entry inputs of the graph.
func (x *exporter) inputs(f *frame, o *typecheck.Object) {
	t, ok := o.Type.(*types.Func)
	if !ok {
		x.refuse("`%s` is no function", o.Name)
	}
	names := f.names()
	for i, p := range f.parameters(graph.Body, len(t.In)) {
		label := fmt.Sprintf("input_%d", i)
		if p != graph.None {
			if n := names[p]; n != "" {
				label = n
			}
			x.at = f.graph.Node(p)
		}
		v := x.input(label, t.In[i])
		if p != graph.None {
			f.values[p] = v
		}
	}
}

// input makes a value an input, or the parts of a tuple several.
func (x *exporter) input(label string, t types.Type) *Value {
	if tuple, ok := types.Head(t).(*types.Tuple); ok {
		v := &Value{Type: t, parts: []*Value{}}
		for i, e := range tuple.Elems {
			v.parts = append(v.parts, x.input(fmt.Sprintf("%s.%d", label, i), e))
		}
		return v
	}
	v := &Value{Type: t, name: x.unique(label)}
	x.types[v.name] = t
	x.model.Graph.Inputs = append(x.model.Graph.Inputs, &wire.ValueInfo{Name: v.name, Type: x.protoType(t)})
	x.learn(v)
	return v
}

// outputs makes the parts of the result outputs of the graph. What no node computes goes through
// an Identity, since an output is a value of its own.
func (x *exporter) outputs(result *Value) {
	g := x.model.Graph
	produced := x.scope.produced()
	for _, leaf := range x.leaves(result) {
		name := x.name(leaf)
		if !produced[name] {
			name = x.name(x.op("Identity", leaf.Type, leaf))
			x.rename(name, "output")
		}
		delete(produced, name) // a second output of the same value
		g.Outputs = append(g.Outputs, &wire.ValueInfo{Name: name, Type: x.protoType(leaf.Type)})
	}
}

// finish gives values the names of the program, and drops the nodes that nothing reads.
func (x *exporter) finish() {
	g := x.model.Graph
	g.Nodes = x.scope.nodes
	prune(g)
	used := map[string]bool{}
	x.renameGraph(g, used)
	x.finishFunctions()
	if len(x.model.Functions) > 0 {
		x.model.Opsets = append(x.model.Opsets, wire.Opset{Domain: LocalDomain, Version: 1})
	}
	kept := g.Initializers[:0]
	for _, t := range g.Initializers {
		if used[t.Name] {
			kept = append(kept, t)
		}
	}
	g.Initializers = kept
}

// refuse ends the export. The place is that of the innermost call in the module that is
// exported.
func (x *exporter) refuse(format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	f, node := x.frame, x.at
	for f.at.module != x.module && f.caller != nil {
		f, node = f.caller, f.call
	}
	panic(&Refusal{Item: f.at.item, Span: f.graph.Info.Item.Span(node), Message: message})
}
