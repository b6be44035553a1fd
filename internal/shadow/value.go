package shadow

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Value is one of *Tensor, *Tuple, *Sequence, *Data and function values.
type Value interface{ isValue() }

// A Tensor is a tensor of the program with its shadow.
type Tensor struct {
	Program *value.Array
	// Shadow has the same shape and a wide dtype. It is Program itself where the dtype has no
	// shadow: truth values, uint64 and dtypes that are only stored.
	Shadow *value.Array
	// Exact reports that both hold the same numbers.
	Exact bool
	// Origin is the event that made the tensor unsound; nil for a sound one.
	Origin *Event
	// spoilt reports that Program has a number that is not finite, or an integer that differs
	// from its shadow.
	spoilt bool
	// lost reports that rounding has made Program differ from Shadow by more than lossShare.
	lost bool
	// variable reports that the tensor depends on an argument of the evaluation.
	variable bool
}

// A Tuple is a product.
type Tuple struct{ Elems []Value }

// A Sequence is a FractalTensor.
type Sequence struct{ Elems []Value }

// Data is a value of an algebraic data type.
type Data struct {
	Of     *types.Constructor
	Fields []Value
}

// A closure is a function literal or a definition, with the activation around it.
type closure struct {
	unit   *unit
	block  graph.Block
	result graph.Operand
	around *activation // nil for a definition
}

// An operator is an operator's name as a function.
type operator struct{ entry *op.Op }

// A constructor is a constructor's name as a function.
type constructor struct{ of *types.Constructor }

func (*Tensor) isValue()      {}
func (*Tuple) isValue()       {}
func (*Sequence) isValue()    {}
func (*Data) isValue()        {}
func (*closure) isValue()     {}
func (*operator) isValue()    {}
func (*constructor) isValue() {}

// wide is the dtype of the shadows of a dtype; ok is false where there are none.
func wide(d value.Dtype) (_ value.Dtype, ok bool) {
	switch {
	case d == value.Bool || d == value.Uint64 || d.IsStored():
		return d, false
	case d.IsFloat():
		return value.Float64, true
	}
	return value.Int64, true
}

// widened is an array in the dtype of its shadow.
func widened(a *value.Array) *value.Array {
	if d, ok := wide(a.Dtype); ok && d != a.Dtype {
		return a.Convert(d)
	}
	return a
}

// exact is a tensor of a program's array, whose shadow holds the same numbers.
func exact(a *value.Array) *Tensor {
	x := &Tensor{Program: a, Shadow: widened(a), Exact: true}
	x.spoilt = a.Dtype.IsFloat() && !finite(a)
	return x
}

// Scalar is a tensor without dimensions.
func Scalar(s value.Scalar) *Tensor { return exact(value.FromScalar(s)) }

// Input is an array as an argument.
func Input(a *value.Array) *Tensor {
	x := exact(a)
	x.variable = true
	return x
}

// floats are the elements of an array as float64, in row-major order.
func floats(a *value.Array) []float64 {
	return value.Elems[float64](a.Contiguous().Convert(value.Float64))
}

// finite reports whether no element is infinite or NaN.
func finite(a *value.Array) bool {
	for _, x := range floats(a) {
		if x-x != 0 {
			return false
		}
	}
	return true
}

// Tensors lists the tensors in a value, in their order.
func Tensors(v Value) (found []*Tensor) {
	switch v := v.(type) {
	case *Tensor:
		return []*Tensor{v}
	case *Tuple:
		return tensorsIn(v.Elems)
	case *Sequence:
		return tensorsIn(v.Elems)
	case *Data:
		return tensorsIn(v.Fields)
	}
	return nil
}

func tensorsIn(vs []Value) (found []*Tensor) {
	for _, v := range vs {
		found = append(found, Tensors(v)...)
	}
	return found
}

// Sound reports whether nothing is wrong with a tensor.
func (t *Tensor) Sound() bool { return !t.spoilt }

// Numbers are the elements of a tensor, in row-major order.
func (t *Tensor) Numbers() []float64 { return floats(t.Program) }

// ShadowNumbers are those of the shadow.
func (t *Tensor) ShadowNumbers() []float64 { return floats(t.Shadow) }

// Outside finds a number in a value for which within is false.
func Outside(v Value, within func(float64) bool) (float64, bool) {
	for _, t := range Tensors(v) {
		for _, x := range t.Numbers() {
			if !within(x) {
				return x, true
			}
		}
	}
	return 0, false
}
