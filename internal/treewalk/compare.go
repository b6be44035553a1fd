package treewalk

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Of is a value of the interpreter as one of the evaluator. Cells and functions are
// made anew.
func Of(v value.Value) Value { return reader{map[*value.Cell]*Cell{}}.read(v) }

type reader struct{ cells map[*value.Cell]*Cell }

func (r reader) read(v value.Value) Value {
	switch v := v.(type) {
	case value.Scalar:
		return scalar(v)
	case *value.Array:
		t := &Tensor{Dtype: v.Dtype.String(), Shape: v.Shape}
		for i := range v.Len() {
			t.Data = append(t.Data, scalar(v.ScalarAt(indices(i, v.Shape)...)))
		}
		return t
	case *value.Fractal:
		s := &Seq{}
		for i := range v.Len() {
			s.Elems = append(s.Elems, r.read(v.At(i)))
		}
		return s
	case *value.Tuple:
		return &Tuple{r.all(v.Elems)}
	case *value.Data:
		return &Data{v.Name, r.all(v.Fields)}
	case *value.Cell:
		if r.cells[v] == nil {
			r.cells[v] = &Cell{}
			r.cells[v].Elem = r.read(v.Elem)
		}
		return r.cells[v]
	}
	return &Func{}
}

func (r reader) all(vs []value.Value) (out []Value) {
	for _, v := range vs {
		out = append(out, r.read(v))
	}
	return out
}

func scalar(s value.Scalar) Num {
	n := Num{Dtype: s.Dtype.String()}
	if s.Dtype.IsFloat() {
		n.F = s.Float()
	} else {
		n.I = s.Int()
	}
	return n
}

// Differ returns where two values differ, "" where they do not: floats that are close are
// equal, and so are functions.
func Differ(x, y Value) string {
	switch x := x.(type) {
	case Num:
		if y, ok := y.(Num); ok && x.Dtype == y.Dtype && x.I == y.I && near(x.F, y.F) {
			return ""
		}
	case *Tensor:
		if y, ok := y.(*Tensor); ok && x.Dtype == y.Dtype && fmt.Sprint(x.Shape) == fmt.Sprint(y.Shape) {
			return differAll(x.Data, y.Data)
		}
	case *Tuple:
		if len(x.Elems) > 0 && isEmpty(x) && isEmpty(y) {
			return ""
		}
		if y, ok := y.(*Tuple); ok {
			return differAll(x.Elems, y.Elems)
		}
	case *Seq:
		if isEmpty(x) && isEmpty(y) {
			return ""
		}
		if y, ok := y.(*Seq); ok {
			return differAll(x.Elems, y.Elems)
		}
	case *Data:
		if y, ok := y.(*Data); ok && x.Name == y.Name {
			return differAll(x.Fields, y.Fields)
		}
	case *Cell:
		if y, ok := y.(*Cell); ok {
			return Differ(x.Elem, y.Elem)
		}
	case *Func:
		if _, ok := y.(*Func); ok {
			return ""
		}
	}
	return fmt.Sprintf("%.200s and %.200s", Text(x), Text(y))
}

// isEmpty reports whether a value is a sequence of no elements, or may be the tuple of
// such that a sequence of no tuples is.
func isEmpty(v Value) bool {
	switch v := v.(type) {
	case *Seq:
		return len(v.Elems) == 0
	case *Tuple:
		for _, e := range v.Elems {
			if !isEmpty(e) {
				return false
			}
		}
		return true
	}
	return false
}

func differAll[V Value](xs, ys []V) string {
	if len(xs) != len(ys) {
		return fmt.Sprintf("%d and %d elements", len(xs), len(ys))
	}
	for i := range xs {
		if d := Differ(xs[i], ys[i]); d != "" {
			return d
		}
	}
	return ""
}

func near(x, y float64) bool {
	return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-6+1e-4*math.Max(math.Abs(x), math.Abs(y))
}

// Text spells a value for messages.
func Text(v Value) string {
	switch v := v.(type) {
	case Num:
		if isFloat(v.Dtype) {
			return fmt.Sprintf("%v(%v)", v.Dtype, v.F)
		}
		return fmt.Sprintf("%v(%v)", v.Dtype, v.I)
	case *Tensor:
		return fmt.Sprintf("tensor%v%s", v.Shape, texts(v.Data))
	case *Seq:
		return "[" + texts(v.Elems) + "]"
	case *Tuple:
		return "(" + texts(v.Elems) + ")"
	case *Data:
		return v.Name + "(" + texts(v.Fields) + ")"
	case *Cell:
		return "ref(" + Text(v.Elem) + ")"
	case nil:
		return "nothing"
	}
	return "fn"
}

func texts[V Value](vs []V) (out string) {
	for i, v := range vs {
		if i > 0 {
			out += ", "
		}
		if i > 30 {
			return out + "…"
		}
		out += Text(v)
	}
	return out
}
