package value

// A Value is one of Scalar, *Array, *Fractal, *Tuple, *Data, *Cell, Func.
type Value interface{ isValue() }

// A Scalar is a tensor without dimensions. Bits hold the number as the dtype
// has it: integers sign- or zero-extended to 64 bits, IEEE bits of floats
// (float16 and bfloat16 in the low 16), 0 or 1 for bool.
type Scalar struct {
	Dtype Dtype
	Bits  uint64
}

// A Tuple is a product; no elements is the unit value.
type Tuple struct{ Elems []Value }

// Data is a value of an algebraic data type: the constructor's index among its
// type's and name, and the fields.
type Data struct {
	Tag    int
	Name   string
	Fields []Value
}

// A Cell is a reference: the only thing that changes.
type Cell struct{ Elem Value }

// A Func is a function value. How it is called is the interpreter's.
type Func interface {
	Value
	Arity() int
}

func (Scalar) isValue()   {}
func (*Array) isValue()   {}
func (*Fractal) isValue() {}
func (*Tuple) isValue()   {}
func (*Data) isValue()    {}
func (*Cell) isValue()    {}

// Unit is the empty tuple.
var Unit Value = &Tuple{}
