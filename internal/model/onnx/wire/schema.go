package wire

import (
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
)

// A schema is the messages of onnx.proto and onnx-data.proto, each with the fields that are
// read. Numbers and names are those of the files; a number that is left out is a field that is
// passed over.
type schema struct {
	model       message[Model]
	opset       message[Opset]
	entry       message[Entry]
	graph       message[Graph]
	function    message[Function]
	node        message[Node]
	attribute   message[Attribute]
	valueInfo   message[ValueInfo]
	tensor      message[Tensor]
	sparse      message[SparseTensor]
	typ         message[Type]
	tensorType  message[Type] // TypeProto.Tensor and TypeProto.SparseTensor
	elementType message[Type] // TypeProto.Sequence and TypeProto.Optional
	mapType     message[Type]
	opaqueType  message[Type]
	shape       message[Type]
	dim         message[Dim]
	sequence    message[Sequence]
	optional    message[Optional]
}

// table makes the schema when the first file is read. Messages contain each other, so that it
// is made in one place.
var table = sync.OnceValue(func() *schema {
	s := &schema{}
	s.model.fields = []field[Model]{
		1:  number("ir_version", func(m *Model) *int64 { return &m.IRVersion }),
		2:  text("producer_name", func(m *Model) *string { return &m.Producer }),
		3:  text("producer_version", func(m *Model) *string { return &m.ProducerVersion }),
		4:  text("domain", func(m *Model) *string { return &m.Domain }),
		5:  number("model_version", func(m *Model) *int64 { return &m.ModelVersion }),
		6:  text("doc_string", func(m *Model) *string { return &m.Doc }),
		7:  one("graph", &s.graph, func(m *Model) **Graph { return &m.Graph }),
		8:  values("opset_import", &s.opset, func(m *Model) *[]Opset { return &m.Opsets }),
		14: values("metadata_props", &s.entry, func(m *Model) *[]Entry { return &m.Metadata }),
		25: many("functions", &s.function, func(m *Model) *[]*Function { return &m.Functions }),
	}
	s.opset.fields = []field[Opset]{
		1: text("domain", func(o *Opset) *string { return &o.Domain }),
		2: number("version", func(o *Opset) *int64 { return &o.Version }),
	}
	s.entry.fields = []field[Entry]{
		1: text("key", func(e *Entry) *string { return &e.Key }),
		2: text("value", func(e *Entry) *string { return &e.Value }),
	}
	s.graph.fields = []field[Graph]{
		1:  many("node", &s.node, func(g *Graph) *[]*Node { return &g.Nodes }),
		2:  text("name", func(g *Graph) *string { return &g.Name }),
		5:  many("initializer", &s.tensor, func(g *Graph) *[]*Tensor { return &g.Initializers }),
		10: text("doc_string", func(g *Graph) *string { return &g.Doc }),
		11: many("input", &s.valueInfo, func(g *Graph) *[]*ValueInfo { return &g.Inputs }),
		12: many("output", &s.valueInfo, func(g *Graph) *[]*ValueInfo { return &g.Outputs }),
		13: many("value_info", &s.valueInfo, func(g *Graph) *[]*ValueInfo { return &g.Values }),
		15: many("sparse_initializer", &s.sparse, func(g *Graph) *[]*SparseTensor { return &g.Sparse }),
	}
	s.function.fields = []field[Function]{
		1:  text("name", func(f *Function) *string { return &f.Name }),
		4:  texts("input", func(f *Function) *[]string { return &f.Inputs }),
		5:  texts("output", func(f *Function) *[]string { return &f.Outputs }),
		6:  texts("attribute", func(f *Function) *[]string { return &f.Attributes }),
		7:  many("node", &s.node, func(f *Function) *[]*Node { return &f.Nodes }),
		8:  text("doc_string", func(f *Function) *string { return &f.Doc }),
		9:  values("opset_import", &s.opset, func(f *Function) *[]Opset { return &f.Opsets }),
		10: text("domain", func(f *Function) *string { return &f.Domain }),
		11: many("attribute_proto", &s.attribute, func(f *Function) *[]*Attribute { return &f.Defaults }),
		12: many("value_info", &s.valueInfo, func(f *Function) *[]*ValueInfo { return &f.Values }),
		13: text("overload", func(f *Function) *string { return &f.Overload }),
	}
	s.node.fields = []field[Node]{
		1: texts("input", func(n *Node) *[]string { return &n.Inputs }),
		2: texts("output", func(n *Node) *[]string { return &n.Outputs }),
		3: text("name", func(n *Node) *string { return &n.Name }),
		4: text("op_type", func(n *Node) *string { return &n.OpType }),
		5: many("attribute", &s.attribute, func(n *Node) *[]*Attribute { return &n.Attributes }),
		6: text("doc_string", func(n *Node) *string { return &n.Doc }),
		7: text("domain", func(n *Node) *string { return &n.Domain }),
		8: text("overload", func(n *Node) *string { return &n.Overload }),
		9: values("metadata_props", &s.entry, func(n *Node) *[]Entry { return &n.Metadata }),
	}
	s.attribute.fields = []field[Attribute]{
		1:  text("name", func(a *Attribute) *string { return &a.Name }),
		2:  gives(FloatAttr, float("f", func(a *Attribute) *float32 { return &a.F })),
		3:  gives(IntAttr, number("i", func(a *Attribute) *int64 { return &a.I })),
		4:  gives(StringAttr, rawText("s", func(a *Attribute) *string { return &a.S })),
		5:  gives(TensorAttr, one("t", &s.tensor, func(a *Attribute) **Tensor { return &a.T })),
		6:  gives(GraphAttr, one("g", &s.graph, func(a *Attribute) **Graph { return &a.G })),
		7:  gives(FloatsAttr, floats("floats", func(a *Attribute) *[]float32 { return &a.Floats })),
		8:  gives(IntsAttr, numbers("ints", func(a *Attribute) *[]int64 { return &a.Ints })),
		9:  gives(StringsAttr, rawTexts("strings", func(a *Attribute) *[]string { return &a.Strings })),
		10: gives(TensorsAttr, many("tensors", &s.tensor, func(a *Attribute) *[]*Tensor { return &a.Tensors })),
		11: gives(GraphsAttr, many("graphs", &s.graph, func(a *Attribute) *[]*Graph { return &a.Graphs })),
		14: gives(TypeAttr, one("tp", &s.typ, func(a *Attribute) **Type { return &a.TP })),
		15: gives(TypesAttr, many("type_protos", &s.typ, func(a *Attribute) *[]*Type { return &a.Types })),
		20: number("type", func(a *Attribute) *AttributeType { return &a.Type }),
		21: text("ref_attr_name", func(a *Attribute) *string { return &a.Ref }),
		22: gives(SparseTensorAttr, one("sparse_tensor", &s.sparse, func(a *Attribute) **SparseTensor { return &a.Sparse })),
		23: gives(SparseTensorsAttr, passed[Attribute]("sparse_tensors")),
	}
	s.attribute.after = func(_ *decoder, a *Attribute) { a.inferType() }
	s.valueInfo.fields = []field[ValueInfo]{
		1: text("name", func(v *ValueInfo) *string { return &v.Name }),
		2: one("type", &s.typ, func(v *ValueInfo) **Type { return &v.Type }),
		3: text("doc_string", func(v *ValueInfo) *string { return &v.Doc }),
	}
	s.addTensors()
	s.addTypes()
	s.addData()
	return s
})

// addTensors makes the messages of constants. The elements of tensors stay in the file.
func (s *schema) addTensors() {
	s.tensor.fields = []field[Tensor]{
		1:  numbers("dims", func(t *Tensor) *[]int64 { return &t.Dims }),
		2:  number("data_type", func(t *Tensor) *DataType { return &t.Type }),
		3:  segmented("segment"),
		4:  typedElements("float_data", floatData),
		5:  typedElements("int32_data", int32Data),
		6:  typedElements("string_data", stringData),
		7:  typedElements("int64_data", int64Data),
		8:  text("name", func(t *Tensor) *string { return &t.Name }),
		9:  rawElements("raw_data"),
		10: typedElements("double_data", doubleData),
		11: typedElements("uint64_data", uint64Data),
		12: text("doc_string", func(t *Tensor) *string { return &t.Doc }),
		13: values("external_data", &s.entry, func(t *Tensor) *[]Entry { return &t.External }),
		14: number("data_location", func(t *Tensor) *DataLocation { return &t.Location }),
	}
	s.tensor.after = func(d *decoder, t *Tensor) { t.in = d.in }
	s.sparse.fields = []field[SparseTensor]{
		1: one("values", &s.tensor, func(t *SparseTensor) **Tensor { return &t.Values }),
		2: one("indices", &s.tensor, func(t *SparseTensor) **Tensor { return &t.Indices }),
		3: numbers("dims", func(t *SparseTensor) *[]int64 { return &t.Dims }),
	}
}

// addTypes makes the messages of types, of which several become one Type: its kind is that of
// the last of them in the file.
func (s *schema) addTypes() {
	kind := func(k TypeKind, f field[Type]) field[Type] {
		return choice(f, func(t *Type) {
			if t.Kind != k {
				*t = Type{Kind: k, Denotation: t.Denotation}
			}
		}, func(t *Type) bool { return t.Kind == k })
	}
	s.typ.fields = []field[Type]{
		1: kind(TensorType, into("tensor_type", &s.tensorType)),
		4: kind(SequenceType, into("sequence_type", &s.elementType)),
		5: kind(MapType, into("map_type", &s.mapType)),
		6: text("denotation", func(t *Type) *string { return &t.Denotation }),
		7: kind(OpaqueType, into("opaque_type", &s.opaqueType)),
		8: kind(SparseTensorType, into("sparse_tensor_type", &s.tensorType)),
		9: kind(OptionalType, into("optional_type", &s.elementType)),
	}
	s.tensorType.fields = []field[Type]{
		1: number("elem_type", func(t *Type) *DataType { return &t.Elem }),
		2: choice(into("shape", &s.shape), func(t *Type) { t.HasShape = true }, func(t *Type) bool { return t.HasShape }),
	}
	s.elementType.fields = []field[Type]{
		1: one("elem_type", &s.typ, func(t *Type) **Type { return &t.Of }),
	}
	s.mapType.fields = []field[Type]{
		1: number("key_type", func(t *Type) *DataType { return &t.Key }),
		2: one("value_type", &s.typ, func(t *Type) **Type { return &t.Of }),
	}
	s.shape.fields = []field[Type]{
		1: values("dim", &s.dim, func(t *Type) *[]Dim { return &t.Shape }),
	}
	dim := func(k DimKind, f field[Dim]) field[Dim] {
		return choice(f, func(x *Dim) { *x = Dim{Kind: k} }, func(x *Dim) bool { return x.Kind == k })
	}
	s.dim.fields = []field[Dim]{
		1: dim(DimValue, number("dim_value", func(x *Dim) *int64 { return &x.Value })),
		2: dim(DimParam, text("dim_param", func(x *Dim) *string { return &x.Param })),
	}
	s.dim.after = func(_ *decoder, x *Dim) {
		if x.Kind == DimParam && x.Param == "" {
			x.Kind = DimUnknown
		}
	}
}

// addData makes the messages of onnx-data.proto, which are files of their own.
func (s *schema) addData() {
	s.sequence.fields = []field[Sequence]{
		1: text("name", func(q *Sequence) *string { return &q.Name }),
		2: number("elem_type", func(q *Sequence) *DataKind { return &q.Kind }),
		3: many("tensor_values", &s.tensor, func(q *Sequence) *[]*Tensor { return &q.Tensors }),
		4: many("sparse_tensor_values", &s.sparse, func(q *Sequence) *[]*SparseTensor { return &q.Sparse }),
		5: many("sequence_values", &s.sequence, func(q *Sequence) *[]*Sequence { return &q.Sequences }),
		6: refused[Sequence]("map_values", "maps are not read"),
		7: many("optional_values", &s.optional, func(q *Sequence) *[]*Optional { return &q.Optionals }),
	}
	s.optional.fields = []field[Optional]{
		1: text("name", func(o *Optional) *string { return &o.Name }),
		2: number("elem_type", func(o *Optional) *DataKind { return &o.Kind }),
		3: one("tensor_value", &s.tensor, func(o *Optional) **Tensor { return &o.Tensor }),
		4: one("sparse_tensor_value", &s.sparse, func(o *Optional) **SparseTensor { return &o.Sparse }),
		5: one("sequence_value", &s.sequence, func(o *Optional) **Sequence { return &o.Sequence }),
		6: refused[Optional]("map_value", "maps are not read"),
		7: one("optional_value", &s.optional, func(o *Optional) **Optional { return &o.Optional }),
	}
}

// gives notes that an attribute has the field of a type. An attribute that was not read has
// that of its Type.
func gives(t AttributeType, f field[Attribute]) field[Attribute] {
	scalar := t == FloatAttr || t == IntAttr || t == StringAttr
	return field[Attribute]{f.name, func(d *decoder, a *Attribute, key uint64, end int) *Error {
		a.given |= 1 << t
		return f.read(d, a, key, end)
	}, func(e *encoder, number protowire.Number, a *Attribute, _ bool) {
		f.write(e, number, a, a.Has(t) || scalar && a.given == 0 && a.Ref == "" && a.Type == t)
	}}
}

// inferType gives an attribute of the format's first version, which had no types, that of the
// only field that is there.
func (a *Attribute) inferType() {
	if a.Type != NoAttr || a.given&(a.given-1) != 0 {
		return
	}
	for t := range AttributeType(len(attributeTypes)) {
		if a.Has(t) {
			a.Type = t
		}
	}
}

// passed is a field that is not read, where it matters that it is there.
func passed[T any](name string) field[T] {
	return field[T]{name, func(d *decoder, _ *T, key uint64, end int) *Error { return d.skip(key, end) },
		func(e *encoder, number protowire.Number, _ *T, there bool) { e.emptyList(number, 0, there) }}
}

// refused is a field that makes its message one that is not read.
func refused[T any](name, message string) field[T] {
	return field[T]{name, func(d *decoder, _ *T, _ uint64, _ int) *Error { return d.errorf("%s", message) }, nil}
}
