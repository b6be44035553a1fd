package export

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Value is what an expression of the program gives while it is exported: one of the following.
type Value struct {
	Type  types.Type
	name  string       // a value of the model
	array *value.Array // a constant, which has a name once a node reads it
	label string       // the name that is wanted for a constant
	parts []*Value     // a tuple, or a FractalTensor of tuples as a tuple of FractalTensors
	cons  *types.Constructor
	field []*Value // of cons
	fn    *function
}

// A function is a value that can be called.
type function struct {
	frame    *frame // in which a function literal is written
	block    graph.Block
	global   *typecheck.Object
	cons     *types.Constructor
	operator *op.Op
}

// A scope is the nodes of a graph, or of the body of an If or a Loop.
type scope struct {
	outer   *scope
	nodes   []*wire.Node
	extents map[string]*Value // that were computed here, by their text
}

// produced are the names of the values that the nodes of a scope give.
func (s *scope) produced() map[string]bool {
	names := map[string]bool{}
	for _, n := range s.nodes {
		for _, out := range n.Outputs {
			names[out] = true
		}
	}
	return names
}

// tuple is a tuple of values.
func tuple(parts ...*Value) *Value {
	t := &types.Tuple{Elems: make([]types.Type, len(parts))}
	for i, p := range parts {
		t.Elems[i] = p.Type
	}
	return &Value{Type: t, parts: parts}
}

// unique is a name that no value has, the wanted one if it is free.
func (x *exporter) unique(wanted string) string {
	name := wanted
	for n := 2; x.taken[name]; n++ {
		name = fmt.Sprintf("%s_%d", wanted, n)
	}
	x.taken[name] = true
	return name
}

// temporary is the name of a value that the program has no name for.
func (x *exporter) temporary(t types.Type) string {
	x.sizes++
	name := fmt.Sprintf("\x00%d", x.sizes)
	x.types[name] = t
	return name
}

// rename gives a temporary value a name, unless it has one. Temporary names begin with a NUL, which no name of
// a program has, and are replaced at the end (final), when it is known which values are left.
func (x *exporter) rename(name, wanted string) {
	if strings.HasPrefix(name, "\x00") && x.renamed[name] == "" {
		x.renamed[name] = x.unique(wanted)
	}
}

// called notes the name of the program for a value.
func (x *exporter) called(v *Value, name string) {
	switch {
	case v.array != nil && v.name == "":
		if v.label == "" {
			v.label = name
		}
	case v.name != "":
		x.rename(v.name, name)
	}
}

// name is the name of a value of the model.
func (x *exporter) name(v *Value) string {
	switch {
	case v == nil:
		return ""
	case v.name != "":
	case v.array != nil:
		x.initializer(v)
	case v.cons != nil && elementOf(v.Type) != nil:
		return x.name(x.optional(v))
	default:
		x.refuse("a value of type `%s` cannot be a value of an ONNX graph", types.String(v.Type))
	}
	return v.name
}

// mostShared is how many elements constants have that equal ones share.
const mostShared = 16

// initializer gives a constant a name: small ones that are equal share one. Bits are compared by their text,
// in which -0 and 0 differ.
func (x *exporter) initializer(v *Value) {
	key := ""
	if v.array.Len() <= mostShared {
		key = fmt.Sprint(v.array.Dtype, v.array.Shape, v.array.Flat())
		if same := x.constants[key]; same != nil {
			v.name = same.name
			return
		}
		x.constants[key] = v
	}
	label := v.label
	if label == "" {
		label = "constant"
	}
	v.name = x.unique(label)
	x.types[v.name] = v.Type
	t := wire.NewTensor(v.name, v.array)
	if t.Type == wire.Undefined {
		x.refuse("a constant of dtype %s cannot be written", v.array.Dtype)
	}
	if x.unit != nil { // functions have no initializers
		n := &wire.Node{OpType: "Constant", Outputs: []string{v.name}, Attributes: []*wire.Attribute{{Name: "value", Type: wire.TensorAttr, T: t}}}
		x.unit.scope.nodes = append(x.unit.scope.nodes, n)
		return
	}
	x.model.Graph.Initializers = append(x.model.Graph.Initializers, t)
}

// optional writes `Some(x)` or `None()` as a value of the model.
func (x *exporter) optional(v *Value) *Value {
	if len(v.field) == 1 {
		return x.op("Optional", v.Type, v.field[0])
	}
	t := x.protoType(elementOf(v.Type))
	return x.op("Optional", v.Type, nil, &wire.Attribute{Name: "type", Type: wire.TypeAttr, TP: t})
}

// constant is an array as a value.
func constant(a *value.Array) *Value { return &Value{Type: op.TypeOf(a), array: a} }

// ints is a constant vector of int64.
func ints(ns ...int64) *Value { return constant(value.Of(ns, len(ns))) }

// number is a constant without axes.
func number(d types.Dtype, n float64) *Value {
	vd, ok := model.DtypeOf(d)
	if !ok {
		return &Value{Type: types.Scalar(d)}
	}
	if d.IsFloat() {
		return constant(value.FromScalar(value.FromFloat(vd, n)))
	}
	return constant(value.FromScalar(value.FromInt(vd, int64(n))))
}

// leaves are the values of the model in a value: the parts of its tuples. Tuples may share their
// parts, so that few of them have many leaves.
func (x *exporter) leaves(v *Value) []*Value { return x.appendLeaves(nil, v) }

func (x *exporter) appendLeaves(all []*Value, v *Value) []*Value {
	if v.parts == nil {
		x.name(v)
		if v.cons != nil {
			v = x.optional(v)
		}
		if len(all) == mostNodes {
			x.refuse("this tuple has more than %d tensors, counted as often as they occur in it", mostNodes)
		}
		return append(all, v)
	}
	for _, p := range v.parts {
		all = x.appendLeaves(all, p)
	}
	return all
}

// rebuilt is a value of the form of another one with other leaves, and the leaves that are left.
func rebuilt(like *Value, leaves []*Value) (*Value, []*Value) {
	if like.parts == nil {
		return leaves[0], leaves[1:]
	}
	v := &Value{Type: like.Type, parts: make([]*Value, len(like.parts))}
	for i, p := range like.parts {
		v.parts[i], leaves = rebuilt(p, leaves)
	}
	return v, leaves
}

// protoType is a type as a model writes it.
func (x *exporter) protoType(t types.Type) *wire.Type {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		d, ok := wire.DataTypeOf(t.Dtype)
		if !ok {
			break
		}
		p := &wire.Type{Kind: wire.TensorType, Elem: d, HasShape: true}
		for _, dim := range t.Shape {
			p.Shape = append(p.Shape, x.protoDim(dim))
		}
		return p
	case *types.Fractal:
		if _, ok := types.Head(t.Elem).(*types.Tensor); ok {
			return &wire.Type{Kind: wire.SequenceType, Of: x.protoType(t.Elem)}
		}
	case *types.ADT:
		if of := elementOf(t); of != nil {
			return &wire.Type{Kind: wire.OptionalType, Of: x.protoType(of)}
		}
	}
	x.refuse("ONNX has no type for `%s`", types.String(t))
	return nil
}

func (x *exporter) protoDim(d types.Dim) wire.Dim {
	if n, ok := d.Const(); ok {
		return wire.Dim{Kind: wire.DimValue, Value: n}
	}
	if e, ok := d.Symbolic(); ok {
		if s, alone := e.Symbol(); alone && !strings.HasPrefix(s.Name, "\x00") {
			return wire.Dim{Kind: wire.DimParam, Param: s.Name}
		}
	}
	return wire.Dim{}
}

// elementOf is the type of the element of an optional value; nil of other types.
func elementOf(t types.Type) types.Type {
	adt, ok := types.Head(t).(*types.ADT)
	if !ok || adt.Decl.Name != "Optional" || len(adt.Args) != 1 {
		return nil
	}
	return adt.Args[0]
}
