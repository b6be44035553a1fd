package measure

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/types"
)

// Functional reports whether there are functions in values of a type.
func (a *Table) Functional(t types.Type) bool {
	if t == nil || Wide(t) {
		return true
	}
	key := a.Text(t)
	known, met := a.functions[key]
	if !met {
		known = outermostFunction(t) || slices.ContainsFunc(a.reach(t), func(adt *types.ADT) bool {
			return adt == nil || slices.ContainsFunc(fieldTypes(adt), outermostFunction)
		})
		a.functions[key] = known
	}
	return known
}

// outermostFunction reports whether a type is that of functions, a variable that may stand for some, or a tuple
// and containers of such, but for data.
func outermostFunction(t types.Type) bool {
	switch t := types.Head(t).(type) {
	case *types.Tensor, *types.ADT:
		return false
	case *types.Tuple:
		return slices.ContainsFunc(t.Elems, outermostFunction)
	case *types.Fractal:
		return outermostFunction(t.Elem)
	}
	return true
}

// hasFunction reports whether a type is that of functions, or a tuple with some.
func hasFunction(t types.Type) bool {
	switch t := types.Head(t).(type) {
	case *types.Func:
		return true
	case *types.Tuple:
		return slices.ContainsFunc(t.Elems, hasFunction)
	}
	return false
}

// FreeOfFractals reports whether there are no FractalTensors in a type; false for one that
// is too wide to be looked at.
func (a *Table) FreeOfFractals(t types.Type) bool {
	if t == nil {
		return true
	}
	if Wide(t) {
		return false
	}
	parts := []types.Type{t}
	for _, adt := range a.reach(t) {
		if adt == nil {
			return false // there are too many to look at
		}
		parts = append(parts, fieldTypes(adt)...)
	}
	return !slices.ContainsFunc(parts, func(part types.Type) bool {
		found := false
		types.Walk(part, func(inner types.Type) bool {
			_, is := inner.(*types.Fractal)
			found = found || is
			return !found
		})
		return found
	})
}

// Plain reports whether the fields of the data in a type are numbers, data and tuples of these, or
// what type variables stand for: there are no functions, references and FractalTensors.
func (a *Table) Plain(t types.Type) bool {
	return !slices.ContainsFunc(a.reach(t), func(adt *types.ADT) bool {
		return adt == nil || slices.ContainsFunc(fieldTypes(adt), func(f types.Type) bool { return !isPlain(f) })
	})
}

func isPlain(t types.Type) bool {
	switch t := types.Head(t).(type) {
	case *types.Tensor, *types.ADT, *types.Var:
		return true
	case *types.Tuple:
		return !slices.ContainsFunc(t.Elems, func(e types.Type) bool { return !isPlain(e) })
	}
	return false
}

// HoldsFunctions reports whether a field of the data in a type is a function.
func (a *Table) HoldsFunctions(t types.Type) bool {
	return slices.ContainsFunc(a.reach(t), func(adt *types.ADT) bool {
		return adt != nil && slices.ContainsFunc(fieldTypes(adt), hasFunction)
	})
}
