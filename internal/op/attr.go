package op

import "github.com/fraccheck/fraccheck/internal/types"

// An Attr describes one attribute.
type Attr struct {
	Name     string
	Type     AttrType
	Default  Value  // None where the attribute may be left out and has no value then
	Python   *Value // the default of TVM's Python function, where text has none; nil for none
	Required bool
	Allowed  []string // for strings: all the values there are; nil for any
	Known    []string // for strings of which TVM lets any through: those that mean something
	Open     bool     // others than Known mean something too: layouts
	Doc      string
}

// Words are the strings that mean something, where Open those in use; nil where any may.
func (a *Attr) Words() []string {
	if a.Allowed != nil {
		return a.Allowed
	}
	return a.Known
}

// An AttrType states which values an attribute takes.
type AttrType uint8

const (
	AnyAttr       AttrType = iota // whatever is written (objects from `#[metadata]`)
	IntAttr                       // int or bool
	FloatAttr                     // float or int
	BoolAttr                      // bool or int
	StringAttr                    // "NCHW"
	DtypeAttr                     // "float32"
	IntsAttr                      // [1, 1]; extents may be shape variables
	FloatsAttr                    // [0.5f, 1f]
	ListAttr                      // a list of whatever
	IntOrIntsAttr                 // 2 or [1, 3]
	ExprAttr                      // an expression of the program
)

// A Value is an attribute's value.
type Value struct {
	Kind  ValueKind
	Int   int64 // Int and Bool (0, 1)
	Float float64
	Str   string // String
	List  []Value
	Dim   types.Dim // an extent that is no literal: a shape variable
}

// A ValueKind is the form of a Value.
type ValueKind uint8

const (
	NoneValue ValueKind = iota // `None`, and every value left out that has no default
	IntValue
	FloatValue
	BoolValue
	StringValue
	ListValue
	DimValue
	ExprValue // an expression that is no literal
	MetaValue // meta[…][…]
)

// Int, Float, Boolean, Text and Ints make values, for defaults.
func Int(n int64) Value     { return Value{Kind: IntValue, Int: n} }
func Float(x float64) Value { return Value{Kind: FloatValue, Float: x} }
func Text(s string) Value   { return Value{Kind: StringValue, Str: s} }
func Boolean(b bool) Value {
	if b {
		return Value{Kind: BoolValue, Int: 1}
	}
	return Value{Kind: BoolValue}
}
func Ints(ns ...int64) Value {
	v := Value{Kind: ListValue}
	for _, n := range ns {
		v.List = append(v.List, Int(n))
	}
	return v
}

// Attrs are the attributes of one call: a value for each of Op.Attrs, defaults
// filled in, and which of them were written.
type Attrs struct {
	Op     *Op
	Values []Value
	Given  []bool
}
