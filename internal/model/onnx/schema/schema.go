package schema

import (
	"iter"
	"strings"
)

// A Schema is the signature of an operator since a version of its domain's
// operator set. It is shared by all callers of Find; callers must not change it.
type Schema struct {
	Op, Domain      string // the domain "ai.onnx" is ""
	Since           int64
	Deprecated      bool
	Inputs, Outputs []Formal

	// How many inputs and outputs a node may have, omitted ones included.
	// A maximum of -1 is none.
	MinInputs, MaxInputs, MinOutputs, MaxOutputs int

	Attributes []Attribute // sorted by name

	instead      string       // of a deprecated operator: what replaces it, "" if nothing does
	outputCounts []int        // the numbers of outputs that are allowed, nil: all in the bounds
	unchecked    bool         // attributes that the schema does not name are allowed
	constraints  []constraint // by the names that formals use as types
	versions     *operator    // all versions of the operator
}

// A Formal is an input or an output.
type Formal struct {
	Name        string
	Type        string // a constraint's name, such as "T", or a type, such as "tensor(int64)"
	Option      Option
	Homogeneous bool // all values of a variadic formal have the same type
}

// An Option is how many values a formal represents.
type Option uint8

const (
	Single   Option = iota // one
	Optional               // one or none
	Variadic               // all that are left
)

// An Attribute is a named constant of a node. Of its default, the field that
// belongs to Type has a value.
type Attribute struct {
	Name       string
	Type       AttributeType
	Required   bool
	HasDefault bool
	Int        int64
	Float      float32
	Str        string
	Ints       []int64
	Floats     []float32
	Strs       []string
}

// An AttributeType has the numbers of ONNX's AttributeProto.AttributeType.
type AttributeType int32

const (
	UndefinedAttr AttributeType = iota
	FloatAttr
	IntAttr
	StringAttr
	TensorAttr
	GraphAttr
	FloatsAttr
	IntsAttr
	StringsAttr
	TensorsAttr
	GraphsAttr
	SparseTensorAttr
	SparseTensorsAttr
	TypeProtoAttr
	TypeProtosAttr
)

// attributeTypes has the types' names as the table writes them.
var attributeTypes = [...]string{"", "float", "int", "string", "tensor", "graph", "floats", "ints", "strings",
	"tensors", "graphs", "sparse_tensor", "sparse_tensors", "type_proto", "type_protos"}

// elements are the element types of tensors as ONNX spells them, by the numbers of
// TensorProto.DataType.
var elements = [...]string{"", "float", "uint8", "int8", "uint16", "int16", "int32", "int64", "string", "bool",
	"float16", "double", "uint32", "uint64", "complex64", "complex128", "bfloat16", "float8e4m3fn", "float8e4m3fnuz",
	"float8e5m2", "float8e5m2fnuz", "uint4", "int4", "float4e2m1", "float8e8m0", "uint2", "int2"}

// Element returns the element type of a number of TensorProto.DataType, as types
// spell it ("float" in "tensor(float)"), "" if there is none.
func Element(number int32) string {
	if number < 0 || int(number) >= len(elements) {
		return ""
	}
	return elements[number]
}

// A constraint is a set of types with a name. Its list holds the types,
// separated by blanks.
type constraint struct {
	name, list string
}

// Attribute returns the attribute of a name, or nil.
func (s *Schema) Attribute(name string) *Attribute {
	for i := range s.Attributes {
		if s.Attributes[i].Name == name {
			return &s.Attributes[i]
		}
	}
	return nil
}

// Input returns the formal of the i-th input (the last one where it is
// variadic), nil beyond.
func (s *Schema) Input(i int) *Formal { return formal(s.Inputs, i) }

// Output returns the formal of the i-th output, as Input does.
func (s *Schema) Output(i int) *Formal { return formal(s.Outputs, i) }

func formal(formals []Formal, i int) *Formal {
	if i < len(formals) {
		return &formals[i]
	}
	if n := len(formals); n > 0 && formals[n-1].Option == Variadic {
		return &formals[n-1]
	}
	return nil
}

// Allowed returns the types that a formal may have, as ONNX spells them, such as
// "tensor(float)" or "seq(tensor(int64))".
func (s *Schema) Allowed(f Formal) []string { return strings.Fields(s.list(f)) }

// allowed are the same types, without a list being made.
func (s *Schema) allowed(f Formal) iter.Seq[string] { return strings.FieldsSeq(s.list(f)) }

func (s *Schema) list(f Formal) string {
	for _, c := range s.constraints {
		if c.name == f.Type {
			return c.list
		}
	}
	return f.Type
}
