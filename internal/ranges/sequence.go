package ranges

import (
	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// mostFolds is how often the function of a fold is applied before its states are widened, and
// mostWidened how often after.
const (
	mostFolds   = 2
	mostWidened = 12
)

// sequence bounds a function on FractalTensors.
func (m *machine) sequence(a *typecheck.Application, args []Value, t types.Type) Value {
	if len(args) > len(a.Args) { // which are passed on to the function
		return Top(t)
	}
	switch name := a.Op.Canonical(); name {
	case parallel.Map, parallel.Forall, parallel.Filter, parallel.Filterall, parallel.DilatedMap:
		if s, ok := second(args); ok {
			return m.each(name, args[0], s, t)
		}
	case parallel.FoldLeft, parallel.FoldRight, parallel.ScanLeft, parallel.ScanRight, parallel.Reduce:
		return m.fold(name, args, t)
	case parallel.Zip:
		return zip(args, t)
	case parallel.Product:
		if len(args) == 2 && isSequence(args) && isSequence(args[1:]) {
			return &Tuple{[]Value{&Sequence{one(args[0])}, &Sequence{one(args[1])}}}
		}
	case parallel.Join:
		if len(args) == 2 {
			return join(args[0], args[1])
		}
	case parallel.Length, parallel.Depth:
		return natural()
	case parallel.Arange:
		return &Sequence{natural()}
	case parallel.Repeat:
		if len(args) > 0 {
			return &Sequence{one(args[0])}
		}
	default:
		if len(args) > 0 {
			return m.rearranged(a, args[0], t)
		}
	}
	return Top(t)
}

// natural is a length or an index.
func natural() *Tensor {
	return &Tensor{Dtype: value.Int32, Set: interval.Between(0, interval.All(value.Int32).Most)}
}

func second(args []Value) (*Sequence, bool) {
	if len(args) != 2 {
		return nil, false
	}
	s, ok := args[1].(*Sequence)
	return s, ok
}

// rearranged is what has the elements of a FractalTensor, or of a tensor, alone.
func (m *machine) rearranged(a *typecheck.Application, of Value, t types.Type) Value {
	s, isSequence := of.(*Sequence)
	x, isTensor := of.(*Tensor)
	switch name := a.Op.Canonical(); {
	case isTensor && name == parallel.Slices:
		return &Sequence{&Tensor{Dtype: x.Dtype, Set: x.Set}}
	case isTensor && (name == parallel.First || name == parallel.Last || a.Op == parallel.Element):
		return &Tensor{Dtype: x.Dtype, Set: x.Set}
	case !isSequence:
	case name == parallel.First || name == parallel.Last || a.Op == parallel.Element:
		return one(s.Elem)
	case name == parallel.Slice || name == parallel.Gather:
		return s
	case name == parallel.Slide || name == parallel.Window || name == parallel.ShiftedSlide:
		return &Sequence{one(s)}
	case name == parallel.Enumerate:
		return &Sequence{&Tuple{[]Value{natural(), one(s.Elem)}}}
	case name == parallel.Stack || name == parallel.Flatten:
		leaf := s.Elem
		for nested, ok := leaf.(*Sequence); ok; nested, ok = leaf.(*Sequence) {
			leaf = nested.Elem
		}
		if x, ok := leaf.(*Tensor); ok {
			return &Tensor{Dtype: x.Dtype, Set: x.Set}
		}
	}
	return Top(t)
}

// one is what is known of some element: two elements of which the same is known are not one value.
func one(v Value) Value {
	switch v := v.(type) {
	case *Tensor:
		return &Tensor{Dtype: v.Dtype, Set: v.Set}
	case *Tuple:
		if v == bottom {
			return v
		}
		out := &Tuple{}
		for _, e := range v.Elems {
			out.Elems = append(out.Elems, one(e))
		}
		return out
	case *Sequence:
		return &Sequence{one(v.Elem)}
	}
	return v
}

// each applies a function to each element, or to the leaves. A predicate is applied for what may go
// wrong in it.
func (m *machine) each(name string, f Value, s *Sequence, t types.Type) Value {
	leaves := name == parallel.Forall || name == parallel.Filterall
	if _, nested := s.Elem.(*Sequence); nested && leaves {
		return Top(t)
	}
	switch name {
	case parallel.Filter, parallel.Filterall:
		m.apply(f, []Value{one(s.Elem)}, types.Scalar(types.Bool))
		return s
	case parallel.DilatedMap:
		return one(m.apply(f, []Value{one(s)}, t))
	}
	return unzip(m.apply(f, []Value{one(s.Elem)}, elemOf(t)), t)
}

// elemOf is the type of the results that a function on FractalTensors collects.
func elemOf(t types.Type) types.Type {
	switch t := types.Head(t).(type) {
	case *types.Fractal:
		return t.Elem
	case *types.Tuple:
		out := &types.Tuple{}
		for _, e := range t.Elems {
			out.Elems = append(out.Elems, elemOf(e))
		}
		return out
	}
	return types.ErrorType
}

// unzip collects results in the form that their type has.
func unzip(elem Value, t types.Type) Value {
	switch t := types.Head(t).(type) {
	case *types.Fractal:
		return &Sequence{one(elem)}
	case *types.Tuple:
		x, ok := elem.(*Tuple)
		if !ok || len(x.Elems) != len(t.Elems) || x == bottom {
			return Top(t)
		}
		out := &Tuple{}
		for i, e := range t.Elems {
			out.Elems = append(out.Elems, unzip(x.Elems[i], e))
		}
		return out
	}
	return Top(t)
}

func zip(args []Value, t types.Type) Value {
	row := &Tuple{}
	for _, a := range args {
		s, ok := a.(*Sequence)
		if !ok {
			return Top(t)
		}
		row.Elems = append(row.Elems, one(s.Elem))
	}
	if _, ok := types.Head(t).(*types.Fractal); !ok {
		return Top(t)
	}
	return &Sequence{row}
}

// fold repeats the function until its states do not grow.
func (m *machine) fold(name string, args []Value, t types.Type) Value {
	if len(args) < 2 {
		return Top(t)
	}
	s, ok := args[1].(*Sequence)
	if !ok {
		return Top(t)
	}
	state := one(s.Elem)
	if len(args) > 2 && args[2] != nil {
		state = args[2]
		if name == parallel.Reduce {
			state = join(state, one(s.Elem))
		}
	}
	scans := name == parallel.ScanLeft || name == parallel.ScanRight
	out := t
	if scans {
		out = elemOf(t)
	}
	for i := range mostFolds + mostWidened {
		elem := one(s.Elem)
		if name == parallel.Reduce {
			elem = one(state)
		}
		next := m.apply(args[0], []Value{one(state), elem}, out)
		if within(next, state) {
			if scans {
				return unzip(state, t)
			}
			return state
		}
		if i < mostFolds {
			state = join(state, next)
		} else {
			state = widen(state, next)
		}
		if state == nil {
			return Top(t)
		}
	}
	return Top(t)
}
