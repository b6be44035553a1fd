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
	extra := len(args) > len(a.Args)
	switch name := a.Op.Canonical(); {
	case extra:
	case name == parallel.Map && len(args) == 2:
		if s, ok := args[1].(*Sequence); ok {
			return m.mapped(args[0], s, t)
		}
	case name == parallel.Forall && len(args) == 2:
		if s, ok := args[1].(*Sequence); ok {
			if _, nested := s.Elem.(*Sequence); !nested {
				return m.mapped(args[0], s, t)
			}
		}
	case name == parallel.Filter && len(args) == 2:
		if _, ok := args[1].(*Sequence); ok {
			return args[1]
		}
	case name == parallel.Zip:
		return zip(args, t)
	case (name == parallel.First || name == parallel.Last) && len(args) == 1,
		a.Op == parallel.Element && len(args) == 2:
		if s, ok := args[0].(*Sequence); ok {
			return one(s.Elem)
		}
		if x, ok := args[0].(*Tensor); ok {
			return &Tensor{Dtype: x.Dtype, Set: x.Set}
		}
	case name == parallel.Slice && len(args) > 0:
		if _, ok := args[0].(*Sequence); ok {
			return args[0]
		}
	case name == parallel.Join && len(args) == 2:
		return join(args[0], args[1])
	case name == parallel.Slices && len(args) == 1:
		if x, ok := args[0].(*Tensor); ok {
			return &Sequence{&Tensor{Dtype: x.Dtype, Set: x.Set}}
		}
	case name == parallel.Stack && len(args) == 1:
		if s, ok := args[0].(*Sequence); ok {
			if x, ok := s.Elem.(*Tensor); ok {
				return &Tensor{Dtype: x.Dtype, Set: x.Set}
			}
		}
	case name == parallel.Length:
		return &Tensor{Dtype: value.Int32, Set: interval.Between(0, interval.All(value.Int32).Most)}
	case name == parallel.FoldLeft || name == parallel.FoldRight || name == parallel.ScanLeft || name == parallel.ScanRight || name == parallel.Reduce:
		return m.fold(name, args, t)
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

// mapped is a sequence of results; tuples make a tuple of sequences.
func (m *machine) mapped(f Value, s *Sequence, t types.Type) Value {
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
