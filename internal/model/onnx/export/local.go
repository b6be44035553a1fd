package export

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// LocalDomain is the domain of the functions that a model has of its own.
const LocalDomain = "local"

// groupAttributes are the attributes of function literals that make one a group of operators.
var groupAttributes = map[string]bool{"PartitionedFromPattern": true, "Composite": true, "global_symbol": true}

// A unit is a function of the model that is being written; nil is the graph.
type unit struct{ scope *scope }

// An instance is a function of the model for arguments of some types.
type instance struct {
	name   string
	result *Value // its form, with the types of the leaves
	ts     []types.Type
}

// An instanceKey is a definition, or a function literal by its place, and the types of the arguments. The
// name does not identify one: rules give the groups that they make of different operators one name.
type instanceKey struct {
	global *typecheck.Object
	at     place
	block  graph.Block
	types  string
}

// local writes a call of a function that the model has of its own: of a definition that is called
// in several places, or of a function literal that is a group. It is nil where the function
// cannot be one by itself; then it is written where it is called.
func (x *exporter) local(f *frame, fn *function, t types.Type, args []*Value) *Value {
	name := x.localName(fn)
	if name == "" {
		return nil
	}
	var leaves []*Value
	for _, arg := range args {
		if !isData(arg) {
			return nil
		}
		leaves = append(leaves, x.leaves(arg)...)
	}
	key := instanceKey{global: fn.global}
	if fn.frame != nil {
		key.at, key.block = fn.frame.at, fn.block
	}
	for _, v := range leaves {
		key.types += ";" + types.String(v.Type)
	}
	made, known := x.instances[key]
	if !known {
		made = x.instance(f, fn, t, name, args, leaves)
		x.instances[key] = made
	}
	if made == nil {
		return nil
	}
	v, _ := rebuilt(made.result, x.invoke(made, leaves))
	return v
}

// invoke writes the node that calls a function of the model.
func (x *exporter) invoke(made *instance, in []*Value) []*Value {
	n := &wire.Node{OpType: made.name, Domain: LocalDomain}
	for _, v := range in {
		n.Inputs = append(n.Inputs, x.name(v))
	}
	outs := make([]*Value, len(made.ts))
	for i, t := range made.ts {
		outs[i] = &Value{Type: t, name: x.temporary(t)}
		n.Outputs = append(n.Outputs, outs[i].name)
	}
	x.scope.nodes = append(x.scope.nodes, n)
	if x.nodes += len(outs); x.nodes > mostNodes { // a tuple of many shared parts has many outputs
		x.refuse("the model would have more than %d results of nodes, which its readers refuse", mostNodes)
	}
	return outs
}

// isData reports whether a value is tensors and sequences that are there, in tuples or not.
func isData(v *Value) bool {
	if v.parts == nil {
		return v.fn == nil && v.cons == nil && (v.name != "" || v.array != nil) && known(v.Type)
	}
	for _, p := range v.parts {
		if !isData(p) {
			return false
		}
	}
	return true
}

// localName is the name of a function that the model gets of its own, "" where it gets none.
func (x *exporter) localName(fn *function) string {
	if fn.global != nil {
		if at := x.places[fn.global]; at.module == x.module.Prelude() || x.callsOf(fn.global) < 2 {
			return ""
		}
		return identifier(fn.global.Name[1:])
	}
	f := fn.frame
	item := f.graph.Info.Item
	literal := item.Unparen(f.graph.Node(f.graph.Blocks()[fn.block].Opener))
	if item.Kind(literal) != syntax.Fn || !f.closed(fn.block) {
		return ""
	}
	for _, p := range item.Kids(item.Fn(literal).Params) {
		if item.Kind(p) != syntax.NamedArg {
			continue
		}
		if a := item.NamedArg(p); groupAttributes[item.SourceText(a.Name)] {
			return identifier(item.SourceText(a.Value))
		}
	}
	return ""
}

// identifier is a text with `_` in place of what no name of an operator has.
func identifier(text string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, text), "_")
}

// callsOf is how often the module names a definition.
func (x *exporter) callsOf(o *typecheck.Object) int {
	if x.calls == nil {
		x.calls = map[*typecheck.Object]int{}
		for i := range x.module.Items() {
			if d := x.module.Object(i); d == nil || d.Kind != typecheck.DefObject {
				continue
			}
			for _, named := range x.module.Check(i).Objects {
				x.calls[named]++
			}
		}
	}
	return x.calls[o] - 1 // its own name at its definition
}

// closed reports whether a function literal reads nothing of what is around it but constants, which a
// function of the model has its own copies of.
func (f *frame) closed(b graph.Block) bool {
	within := func(at graph.Block) bool {
		for ; at != graph.Body; at = f.graph.Blocks()[at].Around {
			if at == b {
				return true
			}
		}
		return at == b
	}
	for v := range graph.Value(f.graph.Len()) {
		if !within(f.graph.Block(v)) {
			continue
		}
		for _, o := range f.graph.Operands(v) {
			if o.Value != graph.None && !within(f.graph.Block(o.Value)) && !f.graph.Kind(o.Value).Constant() {
				return false
			}
		}
	}
	return true
}

// instance writes a function of the model for arguments of the types of some; nil where that has
// something that a function cannot have by itself: a size variable that no argument of it gives, or a
// value around it. A refusal inside is caught, and the state of the exporter is that of before. Extents of
// its results that only it knows are `?` outside.
func (x *exporter) instance(f *frame, fn *function, t types.Type, name string, args, leaves []*Value) (made *instance) {
	inner, signature := x.enter(f, fn, t)
	if x.repeats(inner, fn) {
		return nil
	}
	scope0, unit0, constants0, extents0, frame0, at0 := x.scope, x.unit, x.constants, x.extents, x.frame, x.at
	defer func() {
		x.scope, x.unit, x.constants, x.extents, x.frame, x.at = scope0, unit0, constants0, extents0, frame0, at0
		if r := recover(); r != nil {
			if _, refused := r.(*Refusal); !refused {
				panic(r)
			}
			made = nil
		}
	}()
	x.scope = &scope{}
	x.unit, x.constants, x.extents = &unit{x.scope}, map[string]*Value{}, map[*symbolic.Symbol]extentOf{}
	inner.unit = x.unit
	w := &wire.Function{Domain: LocalDomain, Opsets: []wire.Opset{{Version: x.opset}}}
	params := make([]*Value, len(leaves))
	for i, v := range leaves {
		params[i] = &Value{Type: v.Type, name: x.temporary(v.Type)}
		w.Inputs = append(w.Inputs, params[i].name)
		x.learn(params[i])
	}
	inside, _ := rebuilt(tuple(args...), params)
	for i, p := range inner.parameters(inner.root, len(args)) {
		if signature != nil && i < len(signature.In) && len(signature.Params) > 0 {
			x.match(inner, signature, signature.In[i], inside.parts[i])
		}
		if p == graph.None {
			continue
		}
		inner.values[p] = inside.parts[i]
		if label := inner.names()[p]; label != "" {
			x.called(inside.parts[i], label)
		}
	}
	x.frame = inner
	result := inner.block(inner.root)
	results := x.leaves(result)
	made = &instance{result: result}
	produced := x.scope.produced()
	for _, v := range results {
		out := x.name(v)
		if !produced[out] {
			out = x.name(x.op("Identity", v.Type, v))
		}
		delete(produced, out) // a second output of the same value
		w.Outputs = append(w.Outputs, out)
		made.ts = append(made.ts, outside(v.Type, extents0))
	}
	w.Nodes = x.scope.nodes
	made.name = x.functionName(name)
	w.Name = made.name
	x.model.Functions = append(x.model.Functions, w)
	return made
}

// outside is a type with size variables that only the function knows as `?`.
func outside(t types.Type, known map[*symbolic.Symbol]extentOf) types.Type {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		shape := make([]types.Dim, len(t.Shape))
		for i, d := range t.Shape {
			shape[i] = d
			if e, ok := d.Symbolic(); ok {
				e.Symbols(func(s *symbolic.Symbol) {
					if _, is := known[s]; !is {
						shape[i] = types.Any
					}
				})
			}
		}
		return op.TensorOf(t.Dtype, shape...)
	case *types.Fractal:
		return &types.Fractal{Elem: outside(t.Elem, known)}
	}
	return t
}

// functionName is a name that no function of the model has.
func (x *exporter) functionName(wanted string) string {
	name := wanted
	for n := 2; x.functions[name]; n++ {
		name = wanted + "_" + string(rune('0'+n%10))
		if n > 9 {
			name = x.unique(wanted)
		}
	}
	x.functions[name] = true
	return name
}

// within refuses values of the graph in a function of the model, which sees none.
func (x *exporter) within(o *frame) {
	if o.unit != x.unit {
		x.refuse("a function of a model reads nothing of the graph around it")
	}
}
