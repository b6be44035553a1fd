package export

import (
	"github.com/fraccheck/fraccheck/internal/model/onnx/schema"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A call is a call of an operator that is written.
type call struct {
	*exporter
	frame    *frame
	operator *op.Op
	attrs    op.Attrs
	in       []*Value   // by parameter, nil where none is given
	extra    []*Value   // what the user's function is passed besides
	out      types.Type // nil where it is not known
	alone    bool       // nothing else reads the first argument
}

// call writes a call of an operator by its entry. The type of the result is what the relation of the operator
// says for the arguments as they are here, which may be more exact than the type in the program: a
// function that is written where it is called has arguments with known extents.
func (x *exporter) call(f *frame, o *op.Op, attrs op.Attrs, in, extra []*Value, out types.Type, alone bool) *Value {
	write := entries[o.Name]
	if write == nil {
		x.refuse("`%s` is not exported: ONNX has no operator that computes the same, nor is it composed of others", o.Name)
	}
	attrs = f.attributes(attrs)
	if exact := related(o, attrs, in); known(exact) {
		out = exact
	}
	return write(&call{exporter: x, frame: f, operator: o, attrs: attrs, in: in, extra: extra, out: out, alone: alone})
}

// attributes replaces size variables in attributes.
func (f *frame) attributes(attrs op.Attrs) op.Attrs {
	changed := attrs
	changed.Values = make([]op.Value, len(attrs.Values))
	for i, v := range attrs.Values {
		changed.Values[i] = f.attribute(v)
	}
	return changed
}

func (f *frame) attribute(v op.Value) op.Value {
	switch v.Kind {
	case op.DimValue:
		d := f.dim(v.Dim)
		if n, ok := d.Const(); ok {
			return op.Int(n)
		}
		v.Dim = d
	case op.ListValue:
		list := make([]op.Value, len(v.List))
		for i, e := range v.List {
			list[i] = f.attribute(e)
		}
		v.List = list
	}
	return v
}

// op writes a node with one output. Parts are inputs (*Value, nil for one that is left out, or
// []*Value) and attributes.
func (x *exporter) op(name string, t types.Type, parts ...any) *Value {
	return x.ops(name, []types.Type{t}, parts...)[0]
}

// ops writes a node with several outputs.
func (x *exporter) ops(name string, ts []types.Type, parts ...any) []*Value {
	n := &wire.Node{OpType: name}
	var in []*Value
	for _, p := range parts {
		switch p := p.(type) {
		case *Value:
			in = append(in, p)
		case []*Value:
			in = append(in, p...)
		case *wire.Attribute:
			n.Attributes = append(n.Attributes, p)
		case nil:
			in = append(in, nil)
		}
	}
	for _, v := range in {
		n.Inputs = append(n.Inputs, x.name(v))
	}
	for len(n.Inputs) > 0 && n.Inputs[len(n.Inputs)-1] == "" {
		n.Inputs = n.Inputs[:len(n.Inputs)-1]
	}
	outs := make([]*Value, len(ts))
	for i, t := range ts {
		outs[i] = &Value{Type: t, name: x.temporary(t)}
		n.Outputs = append(n.Outputs, outs[i].name)
	}
	x.check(n)
	x.scope.nodes = append(x.scope.nodes, n)
	if x.nodes++; x.nodes > mostNodes {
		x.refuse("the model would have more than %d nodes, which its readers refuse", mostNodes)
	}
	return outs
}

// check compares a node with the signature of its operator.
func (x *exporter) check(n *wire.Node) {
	s, err := schema.Find("", n.OpType, x.opset)
	if err != nil {
		x.refuse("%s", err)
	}
	use := schema.Use{}
	for _, in := range n.Inputs {
		if in == "" {
			use.Inputs = append(use.Inputs, schema.Omitted)
		} else {
			use.Inputs = append(use.Inputs, spelled(x.types[in]))
		}
	}
	for _, out := range n.Outputs {
		use.Outputs = append(use.Outputs, spelled(x.types[out]))
	}
	for _, a := range n.Attributes {
		use.Attributes = append(use.Attributes, schema.Given{Name: a.Name, Type: schema.AttributeType(a.Type)})
	}
	for _, f := range s.Check(use) {
		x.refuse("ONNX cannot express this call: %s", f.Message)
	}
}

// spelled is a type as ONNX spells it, "" where it is not known.
func spelled(t types.Type) string {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		if d, ok := wire.DataTypeOf(t.Dtype); ok {
			name := map[wire.DataType]string{wire.Float: "float", wire.Double: "double"}[d]
			if name == "" {
				name = d.String()
			}
			return "tensor(" + name + ")"
		}
	case *types.Fractal:
		if of := spelled(t.Elem); of != "" {
			return "seq(" + of + ")"
		}
	case *types.ADT:
		if of := spelled(elementOf(t)); of != "" {
			return "optional(" + of + ")"
		}
	}
	return ""
}

func intAttr(name string, n int64) *wire.Attribute {
	return &wire.Attribute{Name: name, Type: wire.IntAttr, I: n}
}

func intsAttr(name string, ns ...int64) *wire.Attribute {
	return &wire.Attribute{Name: name, Type: wire.IntsAttr, Ints: ns}
}

func floatAttr(name string, n float64) *wire.Attribute {
	return &wire.Attribute{Name: name, Type: wire.FloatAttr, F: float32(n)}
}

// floatAttr is an attribute of the call. ONNX keeps it as a float32, so that one of a call on
// float64 must be one.
func (c *call) floatAttr(name, of string) *wire.Attribute {
	n := c.float(of)
	if c.dtype(c.in[0]) == types.Float64 && float64(float32(n)) != n {
		c.refuse("`%s` of `%s` is %g, and ONNX keeps it as a float32, which is not exact", of, c.operator.Name, n)
	}
	return floatAttr(name, n)
}

func textAttr(name, s string) *wire.Attribute {
	return &wire.Attribute{Name: name, Type: wire.StringAttr, S: s}
}

func boolAttr(name string, b bool) *wire.Attribute {
	if b {
		return intAttr(name, 1)
	}
	return intAttr(name, 0)
}

func graphAttr(name string, g *wire.Graph) *wire.Attribute {
	return &wire.Attribute{Name: name, Type: wire.GraphAttr, G: g}
}

// tensor is the type of a tensor; other values are refused.
func (x *exporter) tensor(v *Value) *types.Tensor {
	if v != nil {
		if t, ok := types.Head(v.Type).(*types.Tensor); ok {
			return t
		}
		x.refuse("a tensor is needed here, and this is `%s`", types.String(v.Type))
	}
	x.refuse("an argument is missing")
	return nil
}

func (x *exporter) rank(v *Value) int { return len(x.tensor(v).Shape) }

func (x *exporter) dtype(v *Value) types.Dtype { return x.tensor(v).Dtype }

// typed is the type of a tensor with another dtype.
func (x *exporter) typed(v *Value, d types.Dtype) types.Type {
	return &types.Tensor{Dtype: d, Shape: x.tensor(v).Shape}
}

// cast converts a tensor to another dtype.
func (x *exporter) cast(v *Value, d types.Dtype) *Value {
	if x.dtype(v) == d {
		return v
	}
	to, ok := wire.DataTypeOf(d)
	if !ok {
		x.refuse("ONNX has no dtype %s", d)
	}
	if v.array != nil && v.array.Len() <= mostShared && d == types.Int64 && v.array.Dtype.IsInteger() {
		return constant(v.array.Convert(int64Dtype))
	}
	return x.op("Cast", x.typed(v, d), v, intAttr("to", int64(to)))
}

// outTensor is the type of the result of a call that gives a tensor.
func (c *call) outTensor() *types.Tensor {
	t, ok := types.Head(c.out).(*types.Tensor)
	if !ok || c.out == nil {
		c.refuse("the type of this call of `%s` is not known", c.operator.Name)
	}
	return t
}

// axis reads an attribute as an axis of a tensor.
func (c *call) axis(name string, rank int) int64 {
	n, ok := c.attrs.Int(name)
	if !ok {
		c.refuse("`%s` of `%s` is not a number that is known", name, c.operator.Name)
	}
	axis, ok := op.NormalAxis(n, rank)
	if !ok {
		c.refuse("`%s` of `%s` is %d, which is no axis of a tensor of %s", name, c.operator.Name, n, op.Dimensions(rank))
	}
	return int64(axis)
}

// int and ints read attributes that are numbers.
func (c *call) int(name string) int64 {
	n, ok := c.attrs.Int(name)
	if !ok {
		c.refuse("`%s` of `%s` is not a number that is known", name, c.operator.Name)
	}
	return n
}

func (c *call) ints(name string) []int64 {
	if n, ok := c.attrs.Int(name); ok {
		return []int64{n}
	}
	ns, ok := c.attrs.Ints(name)
	if !ok {
		c.refuse("`%s` of `%s` is no list of numbers that are known", name, c.operator.Name)
	}
	return ns
}

func (c *call) float(name string) float64 {
	if n, ok := c.attrs.Int(name); ok {
		return float64(n)
	}
	v, ok := c.attrs.Float(name)
	if !ok {
		c.refuse("`%s` of `%s` is not a number that is known", name, c.operator.Name)
	}
	return v
}

// elements are the elements of a constant of integers; nil of other values.
func elements(v *Value) []int64 {
	if v == nil || v.array == nil || !v.array.Dtype.IsInteger() || v.array.Len() > 1<<16 {
		return nil
	}
	return append([]int64{}, v.array.Convert(int64Dtype).Flat().([]int64)...)
}
