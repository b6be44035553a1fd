package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Patch asks for the nodes of a part of a definition, to be put into the model that the
// definition represents.
type Patch struct {
	Known  map[string]string // variables that represent values that the model keeps, `%x` to the value's name
	Wanted []Want            // values of the model that are computed anew
	Taken  []string          // names of values that the model has
	Opset  int64             // that the model imports
	// Functions are the names of the functions in LocalDomain that the model has.
	Functions []string
}

// A Want is a value of a model, and the variable that represents it.
type Want struct{ Value, Local string }

// A Part is what a patch adds to the graph of a model: the nodes for each wanted value, in the
// order of these, constants, and functions that the nodes call.
type Part struct {
	Nodes        []*wire.Node
	Initializers []*wire.Tensor
	Functions    []*wire.Function
}

// leastOpset is the first operator set for which nodes are written into a model.
const leastOpset = 13

// Part exports the part of a definition that a patch asks for. The error is a Refusal where that
// cannot be expressed.
func (p *Patch) Part(m *typecheck.Module, name string) (part *Part, err error) {
	x := newExporter(m)
	_, at, ok := x.find(name)
	if !ok {
		return nil, fmt.Errorf("there is no definition `%s`", name)
	}
	if p.Opset < leastOpset {
		return nil, fmt.Errorf("the model imports operator set %d: nodes are written for %d and later ones", p.Opset, leastOpset)
	}
	defer func() {
		if r, refused := recover().(*Refusal); refused {
			part, err = nil, r
		}
	}()
	x.opset = p.Opset
	for _, name := range p.Taken {
		x.taken[name] = true
	}
	for _, name := range p.Functions {
		x.functions[name] = true
	}
	return p.part(x, at), nil
}

func (p *Patch) part(x *exporter, at place) *Part {
	info := at.module.Check(at.item).Info
	f := &frame{x: x, at: at, graph: graph.Of(info), values: map[graph.Value]*Value{}, scopes: map[graph.Block]*scope{}}
	x.scope = &scope{}
	x.frame, x.at = f, info.Item.Root
	f.scopes[graph.Body] = x.scope
	variables := map[string]graph.Value{}
	for _, b := range info.Index().Binders() {
		v := f.graph.At(b)
		if v == graph.None || f.graph.Block(v) != graph.Body {
			continue
		}
		local := info.Object(b).Name
		variables[local] = v
		if name, known := p.Known[local]; known && f.values[v] == nil {
			x.keep(f, v, name)
		}
	}
	wanted := map[string]string{} // by the names that the values have while they are exported
	for _, w := range p.Wanted {
		v, ok := variables[w.Local]
		if !ok {
			x.refuse("the rules leave no variable `%s`, which represents the value %q of the model", w.Local, w.Value)
		}
		got := f.eval(v)
		name := x.name(got)
		if !strings.HasPrefix(name, "\x00") || wanted[name] != "" {
			name = x.name(x.op("Identity", got.Type, got))
		}
		wanted[name] = w.Value
	}
	for name, value := range wanted {
		x.renamed[name] = value
	}
	return x.partOf(p)
}

// keep makes a variable represent a value of the model.
func (x *exporter) keep(f *frame, v graph.Value, name string) {
	value := &Value{Type: f.typeOf(v), name: name}
	x.types[name] = value.Type
	f.values[v] = value
	if value.Type != nil {
		x.learn(value)
	}
}

// partOf are the nodes that were written and the constants that they read.
func (x *exporter) partOf(p *Patch) *Part {
	g := &wire.Graph{Nodes: x.scope.nodes}
	for _, w := range p.Wanted {
		g.Outputs = append(g.Outputs, &wire.ValueInfo{Name: w.Value})
	}
	used := map[string]bool{}
	x.renameGraph(g, used)
	prune(g)
	x.model.Graph.Nodes = g.Nodes
	x.finishFunctions()
	x.model.Graph.Initializers = slices.DeleteFunc(x.model.Graph.Initializers, func(t *wire.Tensor) bool { return !used[t.Name] })
	return &Part{g.Nodes, x.model.Graph.Initializers, x.model.Functions}
}
