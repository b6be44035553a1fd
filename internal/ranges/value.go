package ranges

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Value is what is known of the values of an expression: one of *Tensor, *Tuple, *Sequence,
// function values, and nil, of which nothing is known.
type Value interface{ isValue() }

// A Tensor bounds the elements of tensors of a dtype.
type Tensor struct {
	Dtype value.Dtype
	interval.Set
	// origin is the value of the graph that the tensor is; tensors of one origin in one
	// activation are one value.
	origin origin
	facts
}

// facts are what relates a tensor to others.
type facts struct {
	// greatestOf and totalOf are the tensor of which this one has the greatest elements, or the
	// sums, along axes. It has its extents 1 there, or is a number.
	greatestOf, totalOf origin
	// Along axes, each part has an element in peak, where that is not nil.
	peak *interval.Set
	axes string
}

// An origin is a value of an activation.
type origin struct {
	act *activation
	v   graph.Value
}

// A Tuple is a product.
type Tuple struct{ Elems []Value }

// A Sequence is a FractalTensor, by what its elements are.
type Sequence struct{ Elem Value }

type closure struct {
	unit   *unit
	block  graph.Block
	result graph.Operand
	around *activation
}

type operator struct{ entry *op.Op }

func (*Tensor) isValue()   {}
func (*Tuple) isValue()    {}
func (*Sequence) isValue() {}
func (*closure) isValue()  {}
func (*operator) isValue() {}

// Top is all values of a type.
func Top(t types.Type) Value { return ofType(t, interval.All) }

// mostParts is how many parts a value may have: types are graphs, and a small one may be a very large
// tree.
const mostParts = 4096

// Wide reports whether values of a type have too many parts to be followed.
func Wide(t types.Type) bool {
	switch types.Head(t).(type) {
	case *types.Tuple, *types.Fractal:
		return parts(t, map[types.Type]int{}) > mostParts
	}
	return false
}

// parts counts the parts of a type, each type once, and no further than mostParts + 1.
func parts(t types.Type, known map[types.Type]int) int {
	t = types.Head(t)
	if n, ok := known[t]; ok {
		return n
	}
	n := 1
	switch t := t.(type) {
	case *types.Tuple:
		for _, e := range t.Elems {
			n = min(n+parts(e, known), mostParts+1)
		}
	case *types.Fractal:
		n = min(n+parts(t.Elem, known), mostParts+1)
	}
	known[t] = n
	return n
}

// ofType are the values of a type whose numbers are in a set by their dtype; nothing is known of
// those of a type that is too wide.
func ofType(t types.Type, set func(value.Dtype) interval.Set) Value {
	if Wide(t) {
		return nil
	}
	return valuesOf(t, set)
}

func valuesOf(t types.Type, set func(value.Dtype) interval.Set) Value {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		d, err := op.DtypeValue(t.Dtype, value.Float32)
		if err != nil || t.Dtype == types.NoDtype {
			return nil
		}
		return &Tensor{Dtype: d, Set: set(d)}
	case *types.Tuple:
		out := &Tuple{}
		for _, e := range t.Elems {
			out.Elems = append(out.Elems, valuesOf(e, set))
		}
		return out
	case *types.Fractal:
		return &Sequence{valuesOf(t.Elem, set)}
	}
	return nil
}

// join has the values of both.
func join(a, b Value) Value {
	return combine(a, b, func(x, y *Tensor) interval.Set { return x.Join(y.Set) })
}

// widen is join of which a growing row ends.
func widen(a, b Value) Value {
	return combine(a, b, func(x, y *Tensor) interval.Set { return x.Widen(y.Set, x.Dtype) })
}

func combine(a, b Value, f func(x, y *Tensor) interval.Set) Value {
	if a == bottom {
		return b
	}
	if b == bottom || a == b {
		return a
	}
	switch x := a.(type) {
	case *Tensor:
		if y, ok := b.(*Tensor); ok && x.Dtype == y.Dtype {
			return &Tensor{Dtype: x.Dtype, Set: f(x, y)}
		}
	case *Tuple:
		if y, ok := b.(*Tuple); ok && len(x.Elems) == len(y.Elems) {
			out := &Tuple{}
			for i := range x.Elems {
				out.Elems = append(out.Elems, combine(x.Elems[i], y.Elems[i], f))
			}
			return out
		}
	case *Sequence:
		if y, ok := b.(*Sequence); ok {
			return &Sequence{combine(x.Elem, y.Elem, f)}
		}
	}
	return nil
}

// within reports whether all values of a are in b.
func within(a, b Value) bool {
	if a == bottom || a == b || b == nil {
		return true
	}
	switch x := a.(type) {
	case *Tensor:
		y, ok := b.(*Tensor)
		return ok && x.Dtype == y.Dtype && x.Set.Within(y.Set)
	case *Tuple:
		y, ok := b.(*Tuple)
		if !ok || len(x.Elems) != len(y.Elems) {
			return false
		}
		for i := range x.Elems {
			if !within(x.Elems[i], y.Elems[i]) {
				return false
			}
		}
		return true
	case *Sequence:
		y, ok := b.(*Sequence)
		return ok && within(x.Elem, y.Elem)
	}
	return false
}

// fits reports whether a value has the parts of a type, as far as the type is known.
func fits(v Value, t types.Type) bool {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		_, ok := v.(*Tensor)
		return ok || v == nil || v == bottom
	case *types.Tuple:
		x, ok := v.(*Tuple)
		if !ok || x == bottom {
			return v == nil || v == bottom
		}
		return slices.EqualFunc(x.Elems, t.Elems, fits)
	case *types.Fractal:
		x, ok := v.(*Sequence)
		return ok && fits(x.Elem, t.Elem) || v == nil || v == bottom
	}
	return true
}

// bottom is what a call gives that never ends.
var bottom Value = &Tuple{[]Value{&Tuple{}}}

// Text shows what is known of a value.
func Text(v Value) string {
	switch v := v.(type) {
	case *Tensor:
		return v.Set.String()
	case *Tuple:
		if v == bottom {
			return "nothing"
		}
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = Text(e)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case *Sequence:
		return "elements in " + Text(v.Elem)
	}
	return "unknown"
}
