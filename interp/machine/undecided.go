package machine

import (
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A polymorphic definition that applies a function to no elements does not know
// whether it gives a FractalTensor or a tuple of them: that is its caller's matter. Its
// result is undecided (value.Undecided). It is each of its own components, so that the
// program takes it apart like a tuple, and what leaves the machine gets the form that
// its type says.

// empty is a FractalTensor without elements of a type, nil where that is not known.
func (m *machine) empty(elem types.Type) code.Slot {
	c := emptyColumn(elem)
	if value.IsUndecided(c) {
		m.undecided.Store(true)
	}
	return code.FractalSlot(&value.Fractal{Elems: c})
}

// undecided reports whether a slot is an undecided FractalTensor.
func undecided(s code.Slot) bool {
	return s.Kind() == code.FractalKind && value.IsUndecided(s.Fractal().Elems)
}

// A settler gives the undecided parts of a value the form that its type says. It keeps
// what is still to be done on a list, so that values may be of any depth.
type settler struct {
	todo []settling
	seen map[value.Value]bool // values that are shared are of one type
}

type settling struct {
	at *value.Value
	t  types.Type
}

// settle gives a value of a type without undecided parts.
func (m *machine) settle(v value.Value, t types.Type) value.Value {
	if t == nil || !m.undecided.Load() {
		return v
	}
	s := settler{seen: map[value.Value]bool{}}
	s.push(&v, t)
	for len(s.todo) > 0 {
		next := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		*next.at = s.settled(*next.at, types.Head(next.t))
	}
	return v
}

func (s *settler) push(at *value.Value, t types.Type) {
	if _, scalar := (*at).(value.Scalar); !scalar {
		s.todo = append(s.todo, settling{at, t})
	}
}

// settled is a value without undecided parts; tuples, data and cells are changed in place,
// each once.
func (s *settler) settled(v value.Value, t types.Type) value.Value {
	if f, ok := v.(*value.Fractal); ok {
		return settledFractal(f, t)
	}
	if s.seen[v] {
		return v
	}
	s.seen[v] = true
	switch v := v.(type) {
	case *value.Tuple:
		if tuple, ok := t.(*types.Tuple); ok && len(tuple.Elems) == len(v.Elems) {
			s.pushAll(v.Elems, tuple.Elems)
		}
	case *value.Data:
		if adt, ok := t.(*types.ADT); ok && v.Tag < len(adt.Decl.Constructors) {
			s.pushAll(v.Fields, fieldTypes(adt, v.Tag))
		}
	case *value.Cell:
		if ref, ok := t.(*types.Ref); ok {
			s.push(&v.Elem, ref.Elem)
		}
	}
	return v
}

func (s *settler) pushAll(vs []value.Value, ts []types.Type) {
	for i := range min(len(vs), len(ts)) {
		s.push(&vs[i], ts[i])
	}
}

// fieldTypes are the types of the fields of a data type's constructor.
func fieldTypes(adt *types.ADT, tag int) []types.Type {
	k := adt.Decl.Constructors[tag]
	s := types.Substitution{Params: adt.Decl.Params, Types: adt.Args, Dims: make([]types.Dim, len(adt.Args))}
	for i, arg := range adt.Args {
		if e, ok := types.Head(arg).(*types.Extent); ok {
			s.Dims[i] = e.Dim
		}
	}
	fields := make([]types.Type, len(k.Fields))
	for i, f := range k.Fields {
		if fields[i] = adt; !k.Recursive(i) {
			fields[i] = s.Apply(f)
		}
	}
	return fields
}

// settledFractal gives the form of a type: a tuple of FractalTensors where the type says so.
func settledFractal(f *value.Fractal, t types.Type) value.Value {
	switch t := types.Head(t).(type) {
	case *types.Fractal:
		return &value.Fractal{Elems: settledColumn(f.Elems, t.Elem)}
	case *types.Tuple:
		parts := make([]value.Value, len(t.Elems))
		for k, elem := range t.Elems {
			parts[k] = settledFractal(f, elem)
		}
		return &value.Tuple{Elems: parts}
	}
	return f
}

// settledColumn gives a column of elements of a type.
func settledColumn(c value.Column, t types.Type) value.Column {
	t = types.Head(t)
	if tuple, ok := t.(*types.Tuple); ok {
		return settledTuples(c, tuple)
	}
	if rows, ok, _ := value.RowsOf(nil, c); ok {
		if f, ok := t.(*types.Fractal); ok {
			return &value.Rows{Start: rows.Start, End: rows.End, Step: rows.Step, Of: settledColumn(rows.Of, f.Elem)}
		}
		return c
	}
	if value.IsUndecided(c) {
		return emptyColumn(t)
	}
	return c
}

// settledTuples gives a column of tuples its components.
func settledTuples(c value.Column, t *types.Tuple) value.Column {
	cols, ok, _ := value.ColumnsOf(nil, c)
	switch {
	case ok && len(cols.Of) == len(t.Elems):
		out := &value.Columns{Count: cols.Count}
		for k, of := range cols.Of {
			out.Of = append(out.Of, settledColumn(of, t.Elems[k]))
		}
		return out
	case value.IsUndecided(c):
		out := &value.Columns{Count: c.Len()}
		for _, elem := range t.Elems {
			out.Of = append(out.Of, settledColumn(c, elem))
		}
		return out
	}
	return c
}

// emptyArray is the dense tensor of a type that is made of no elements.
func emptyArray(t types.Type) (*value.Array, bool) {
	if t == nil {
		return nil, false
	}
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok || len(tensor.Shape) == 0 {
		return nil, false
	}
	d, ok := code.DtypeOf(tensor.Dtype)
	if !ok {
		return nil, false
	}
	shape := make([]int, len(tensor.Shape))
	for i, dim := range tensor.Shape {
		n, _ := dim.Const()
		shape[i] = int(n)
	}
	if value.Product(shape) > 0 {
		return nil, false
	}
	return value.Zeros(d, shape...), true
}
