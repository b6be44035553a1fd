package treewalk

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Value is one of Num, *Tensor, *Tuple, *Seq, *Data, *Cell, *Func.
type Value interface{ isValue() }

// A Num is a tensor without dimensions. I holds an integer or a truth, F a float.
type Num struct {
	Dtype string
	I     int64
	F     float64
}

// A Tensor has one dimension or more; its elements are in row-major order.
type Tensor struct {
	Dtype string
	Shape []int
	Data  []Num
}

// A Seq is a FractalTensor. One without elements knows nothing of their type: it stands
// for a tuple of such as well.
type Seq struct{ Elems []Value }

// A Tuple is a product.
type Tuple struct{ Elems []Value }

// Data is a value of an algebraic data type.
type Data struct {
	Name   string
	Fields []Value
}

// A Cell is a reference.
type Cell struct{ Elem Value }

// A Func is a function literal with what is around it, or a function of the evaluator.
type Func struct {
	within *frame // in which the literal was evaluated
	item   *syntax.Item
	params []syntax.NodeID
	body   syntax.NodeID
	scope  *scope
	native func(m *machine, args []Value) Value

	definition bool // whether calls of it are ticks
}

// Arity is how many parameters a function has, as far as that is known.
func (f *Func) Arity() int { return len(f.params) }

// Function is a function of the caller's; each application costs its call, and besides
// what is said.
func Function(cost Cost, f func(args []Value) Value) *Func {
	return &Func{native: func(m *machine, args []Value) Value {
		m.cost.Memory += cost.Memory
		m.cost.Tick += cost.Tick
		m.many(1+cost.Work, 1+cost.Span)
		return f(args)
	}}
}

// Effect is a Function that reads and writes a reference: each application waits for the
// effect before it.
func Effect(cost Cost, f func(args []Value) Value) *Func {
	pure := Function(cost, f)
	return &Func{native: func(m *machine, args []Value) Value {
		m.ready = max(m.ready, m.effects)
		v := pure.native(m, args)
		m.effects = m.ready
		return v
	}}
}

func (Num) isValue()     {}
func (*Tensor) isValue() {}
func (*Seq) isValue()    {}
func (*Tuple) isValue()  {}
func (*Data) isValue()   {}
func (*Cell) isValue()   {}
func (*Func) isValue()   {}

func isFloat(dtype string) bool { return dtype == "float32" || dtype == "float64" }

func truth(b bool) Num {
	if b {
		return Num{Dtype: "bool", I: 1}
	}
	return Num{Dtype: "bool"}
}

func integer(n int) Num { return Num{Dtype: "int32", I: int64(n)} }

// rounded is a number as its dtype can hold it.
func rounded(n Num) Num {
	switch n.Dtype {
	case "bool":
		return truth(n.I != 0)
	case "float32":
		n.F = float64(float32(n.F))
	case "int8":
		n.I = int64(int8(n.I))
	case "int16":
		n.I = int64(int16(n.I))
	case "int32":
		n.I = int64(int32(n.I))
	case "uint8":
		n.I = int64(uint8(n.I))
	case "uint32":
		n.I = int64(uint32(n.I))
	}
	return n
}

// convert gives a number another dtype.
func convert(n Num, dtype string) Num {
	switch {
	case isFloat(dtype) && !isFloat(n.Dtype):
		return rounded(Num{Dtype: dtype, F: float64(n.I)})
	case isFloat(dtype):
		return rounded(Num{Dtype: dtype, F: n.F})
	case dtype == "bool" && isFloat(n.Dtype):
		return truth(n.F != 0)
	case dtype == "bool":
		return truth(n.I != 0)
	case isFloat(n.Dtype):
		return Num{Dtype: dtype, I: saturated(n.F, dtype)}
	}
	return rounded(Num{Dtype: dtype, I: n.I})
}

// ranges are the least and the greatest integer of each dtype.
var ranges = map[string][2]float64{
	"int8": {math.MinInt8, math.MaxInt8}, "int16": {math.MinInt16, math.MaxInt16}, "int32": {math.MinInt32, math.MaxInt32},
	"int64": {math.MinInt64, math.MaxInt64}, "uint8": {0, math.MaxUint8}, "uint32": {0, math.MaxUint32},
}

// saturated is a float as an integer, towards zero; NaN is 0.
func saturated(x float64, dtype string) int64 {
	least, most := ranges[dtype][0], ranges[dtype][1]
	switch {
	case math.IsNaN(x):
		return 0
	case x <= least:
		return int64(least)
	case x >= most && dtype == "int64":
		return math.MaxInt64
	case x >= most:
		return int64(most)
	}
	return int64(x)
}

// parts are a number or a tensor as its shape and its elements.
func parts(v Value) (shape []int, data []Num) {
	if t, ok := v.(*Tensor); ok {
		return t.Shape, t.Data
	}
	return nil, []Num{v.(Num)}
}

// dense is a tensor of a shape; one without dimensions is a number.
func dense(dtype string, shape []int, data []Num) Value {
	if len(shape) == 0 {
		return data[0]
	}
	return &Tensor{dtype, shape, data}
}

func dtypeOf(v Value) string {
	if t, ok := v.(*Tensor); ok {
		return t.Dtype
	}
	return v.(Num).Dtype
}
