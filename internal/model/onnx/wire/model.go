package wire

import "strconv"

// A Model is what a file says: a graph, and the functions and operator sets that it uses.
type Model struct {
	IRVersion                 int64
	Producer, ProducerVersion string
	Domain                    string
	ModelVersion              int64
	Doc                       string
	Opsets                    []Opset
	Graph                     *Graph // nil where there is none
	Functions                 []*Function
	Metadata                  []Entry
}

// An Opset is a version of a domain's operators.
type Opset struct {
	Domain  string // "" or "ai.onnx" are ONNX's own operators
	Version int64
}

// An Entry is a key with its value.
type Entry struct{ Key, Value string }

// A Graph is nodes in an order in which each comes after what it reads.
type Graph struct {
	Name, Doc               string
	Nodes                   []*Node
	Initializers            []*Tensor
	Sparse                  []*SparseTensor
	Inputs, Outputs, Values []*ValueInfo
}

// A Function is an operator that the model itself defines.
type Function struct {
	Name, Domain, Overload, Doc string
	Inputs, Outputs             []string
	Attributes                  []string     // without a default
	Defaults                    []*Attribute // with one
	Nodes                       []*Node
	Opsets                      []Opset
	Values                      []*ValueInfo
}

// A Node is a call of an operator. An input or output that is "" is left out.
type Node struct {
	Name, OpType, Domain, Overload, Doc string
	Inputs, Outputs                     []string
	Attributes                          []*Attribute
	Metadata                            []Entry
}

// Called is how messages call the i-th node of a graph: by its name, or by its operator and its
// place.
func (n *Node) Called(i int) string {
	if n.Name != "" {
		return n.Name
	}
	return n.OpType + "#" + strconv.Itoa(i)
}

// An AttributeType is which field of an attribute has its value.
type AttributeType int32

// The types of attributes, as AttributeProto.AttributeType numbers them.
const (
	NoAttr            AttributeType = 0
	FloatAttr         AttributeType = 1
	IntAttr           AttributeType = 2
	StringAttr        AttributeType = 3
	TensorAttr        AttributeType = 4
	GraphAttr         AttributeType = 5
	FloatsAttr        AttributeType = 6
	IntsAttr          AttributeType = 7
	StringsAttr       AttributeType = 8
	TensorsAttr       AttributeType = 9
	GraphsAttr        AttributeType = 10
	SparseTensorAttr  AttributeType = 11
	SparseTensorsAttr AttributeType = 12
	TypeAttr          AttributeType = 13
	TypesAttr         AttributeType = 14
)

var attributeTypes = [...]string{
	NoAttr: "undefined", FloatAttr: "float", IntAttr: "int", StringAttr: "string", TensorAttr: "tensor", GraphAttr: "graph",
	FloatsAttr: "floats", IntsAttr: "ints", StringsAttr: "strings", TensorsAttr: "tensors", GraphsAttr: "graphs",
	SparseTensorAttr: "sparse tensor", SparseTensorsAttr: "sparse tensors", TypeAttr: "type", TypesAttr: "types",
}

func (t AttributeType) String() string { return nameOf(attributeTypes[:], "attribute type", int32(t)) }

// An Attribute is a constant that belongs to a node. Files of the first version of the format
// say no type: then Type is that of the field that is there. S and Strings are bytes as the
// file has them, which need not be UTF-8.
type Attribute struct {
	Name    string
	Ref     string // the attribute of the function around it that it represents, or ""
	Type    AttributeType
	F       float32
	I       int64
	S       string
	T       *Tensor
	G       *Graph
	Sparse  *SparseTensor
	TP      *Type
	Floats  []float32
	Ints    []int64
	Strings []string
	Tensors []*Tensor
	Graphs  []*Graph
	Types   []*Type

	given uint16 // a bit for each AttributeType whose field the file has
}

// Has reports whether the file has the field of an attribute type, whatever Type says. Lists
// without elements have none. SparseTensorsAttr has no field here: no operator of ONNX has such
// an attribute.
func (a *Attribute) Has(t AttributeType) bool { return t > 0 && t < 16 && a.given>>t&1 == 1 }

// A ValueInfo is a value with the type that the model claims for it.
type ValueInfo struct {
	Name, Doc string
	Type      *Type // nil where the file has none
}

// A TypeKind is what sort of value a type is of.
type TypeKind uint8

// The kinds of types, as TypeProto has them.
const (
	NoType TypeKind = iota
	TensorType
	SparseTensorType
	SequenceType
	OptionalType
	MapType
	OpaqueType
)

var typeKinds = [...]string{
	NoType: "no type", TensorType: "tensor type", SparseTensorType: "sparse tensor type", SequenceType: "sequence type",
	OptionalType: "optional type", MapType: "map type", OpaqueType: "opaque type",
}

func (k TypeKind) String() string { return nameOf(typeKinds[:], "type kind", int32(k)) }

// A Type is the type of a value.
type Type struct {
	Kind       TypeKind
	Elem       DataType // of tensors
	HasShape   bool     // a tensor without a shape has an unknown rank
	Shape      []Dim
	Of         *Type    // the element of a sequence or an optional, the value of a map
	Key        DataType // of maps
	Denotation string
}

// A DimKind is what is known of an extent.
type DimKind uint8

// The kinds of extents.
const (
	DimUnknown DimKind = iota
	DimValue
	DimParam
)

// A Dim is an extent: a number, a name that represents one, or neither.
type Dim struct {
	Value int64
	Param string
	Kind  DimKind
}

// A SparseTensor is a tensor of zeros but for some elements.
type SparseTensor struct {
	Values, Indices *Tensor // nil where the file has none
	Dims            []int64
}
