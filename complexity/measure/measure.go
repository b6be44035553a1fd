package measure

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/types"
)

// maxMeasures is how many recursive types a type may have in it to be measured.
const maxMeasures = 6

// measures are the recursive types that occur in a type, itself included, by
// their keys: what a value's sizes count the constructors of; then the types of
// FractalTensors in its data, of which they count the elements. ok is false where
// there are too many, as in types whose arguments grow.
func (a *Table) Measures(t types.Type) (list []string, ok bool) {
	if Wide(t) {
		return nil, false
	}
	key := a.Key(t)
	if m, met := a.measured[key]; met {
		return m.list, m.ok
	}
	list, ok = a.findMeasures(t)
	a.measured[key] = measured{list, ok}
	return list, ok
}

type measured struct {
	list []string
	ok   bool
}

func (a *Table) findMeasures(t types.Type) (list []string, ok bool) {
	all := a.reach(t)
	if len(all) > 4*maxMeasures {
		return nil, false
	}
	for _, adt := range all {
		if a.recursive(adt) {
			list = append(list, a.Key(adt))
		}
	}
	if len(list) > maxMeasures {
		return list, false
	}
	for _, t := range a.countedFractals(all) {
		list = append(list, a.Key(t))
	}
	return list, true
}

// heldFractals are the types of the FractalTensors in the fields of data, one inside of
// another too, each once.
func (a *Table) heldFractals(all []*types.ADT) (found []types.Type) {
	met := map[string]bool{}
	for _, adt := range all {
		for _, f := range fieldTypes(adt) {
			if Wide(f) {
				continue
			}
			for _, t := range Fractals(f) {
				if key := a.Key(t); !met[key] {
					met[key], found = true, append(found, t)
				}
			}
		}
	}
	return found
}

// countedFractals are the types of FractalTensors in data whose elements are counted: all,
// unless there are too many.
func (a *Table) countedFractals(all []*types.ADT) []types.Type {
	if found := a.heldFractals(all); len(found) <= maxMeasures {
		return found
	}
	return nil
}

// reach are the algebraic types that occur in a type, breadth first; a wide one, as in
// types whose arguments grow, stands for too many.
func (a *Table) reach(t types.Type) []*types.ADT {
	var found []*types.ADT
	met := map[string]bool{}
	queue := []types.Type{t}
	for len(queue) > 0 && len(found) <= 4*maxMeasures {
		next := queue[0]
		queue = queue[1:]
		for _, adt := range Outermost(next) {
			if Wide(adt) {
				return make([]*types.ADT, 4*maxMeasures+1)
			}
			if key := a.Key(adt); !met[key] {
				met[key] = true
				found = append(found, adt)
				queue = append(queue, fieldTypes(adt)...)
			}
		}
	}
	return found
}

// outermost are the algebraic types of a type's tuples.
func Outermost(t types.Type) []*types.ADT {
	switch t := types.Head(t).(type) {
	case *types.ADT:
		return []*types.ADT{t}
	case *types.Tuple:
		var all []*types.ADT
		for _, e := range t.Elems {
			all = append(all, Outermost(e)...)
		}
		return all
	}
	return nil
}

// fieldTypes are the types of all fields of an algebraic type's constructors.
func fieldTypes(t *types.ADT) []types.Type {
	var all []types.Type
	for _, k := range t.Decl.Constructors {
		all = append(all, Fields(t, k)...)
	}
	return all
}

// fields are the types of a constructor's fields, with the type's arguments.
func Fields(t *types.ADT, k *types.Constructor) []types.Type {
	s := &types.Substitution{Params: t.Decl.Params, Types: make([]types.Type, len(t.Decl.Params)), Dims: make([]types.Dim, len(t.Decl.Params))}
	for i, arg := range t.Args {
		if extent, ok := types.Head(arg).(*types.Extent); ok {
			s.Dims[i] = extent.Dim
		} else {
			s.Types[i] = arg
		}
	}
	all := make([]types.Type, len(k.Fields))
	for i, f := range k.Fields {
		all[i] = s.Apply(f)
	}
	return all
}

// recursive tells whether a type occurs in its own fields.
func (a *Table) recursive(t *types.ADT) bool {
	own := a.Key(t)
	for _, f := range fieldTypes(t) {
		for _, adt := range a.reach(f) {
			if adt != nil && a.Key(adt) == own {
				return true
			}
		}
	}
	return false
}

// Describe lists the recursive types whose constructors are counted in values of a
// type, and the FractalTensors in its data, in the order in which bounds list them.
func (a *Table) Describe(t types.Type) []string {
	var shown []string
	list, ok := a.Measures(t)
	if !ok || len(list) == 0 {
		return nil
	}
	all := a.reach(t)
	for _, adt := range all {
		if a.recursive(adt) {
			shown = append(shown, types.String(adt))
		}
	}
	for _, held := range a.countedFractals(all) {
		shown = append(shown, types.String(held))
	}
	return shown
}

// counts reports whether a measure counts something in values of a type: one that is not
// among the measures of the type may, where there are too many FractalTensors.
func (a *Table) Counts(t types.Type, measure string) bool {
	if !CountsElements(measure) {
		return false
	}
	return slices.ContainsFunc(a.heldFractals(a.reach(t)), func(held types.Type) bool { return a.Key(held) == measure })
}

// hasMeasures reports whether values of a type are data, or tuples with some.
func HasMeasures(t types.Type) bool { return len(Outermost(t)) > 0 }
