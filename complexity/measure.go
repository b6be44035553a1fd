package complexity

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/linear"

	"github.com/fraccheck/fraccheck/internal/types"
)

// maxMeasures is how many recursive types a type may have in it to be measured.
const maxMeasures = 6

// measures are the recursive types that occur in a type, itself included, by
// their keys: what a value's sizes count the constructors of; then the types of
// FractalTensors in its data, of which they count the elements. ok is false where
// there are too many, as in types whose arguments grow.
func (a *Analysis) measures(t types.Type) (list []string, ok bool) {
	if wide(t) {
		return nil, false
	}
	key := a.key(t)
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

func (a *Analysis) findMeasures(t types.Type) (list []string, ok bool) {
	all := a.reach(t)
	if len(all) > 4*maxMeasures {
		return nil, false
	}
	for _, adt := range all {
		if a.recursive(adt) {
			list = append(list, a.key(adt))
		}
	}
	if len(list) > maxMeasures {
		return list, false
	}
	for _, t := range a.countedFractals(all) {
		list = append(list, a.key(t))
	}
	return list, true
}

// heldFractals are the types of the FractalTensors in the fields of data, one inside of
// another too, each once.
func (a *Analysis) heldFractals(all []*types.ADT) (found []types.Type) {
	met := map[string]bool{}
	for _, adt := range all {
		for _, f := range fieldTypes(adt) {
			if wide(f) {
				continue
			}
			for _, t := range fractalsIn(f) {
				if key := a.key(t); !met[key] {
					met[key], found = true, append(found, t)
				}
			}
		}
	}
	return found
}

// countedFractals are the types of FractalTensors in data whose elements are counted: all,
// unless there are too many.
func (a *Analysis) countedFractals(all []*types.ADT) []types.Type {
	if found := a.heldFractals(all); len(found) <= maxMeasures {
		return found
	}
	return nil
}

// lacks tells whether there is nothing in data that a measure counts of which it has no
// size: it may have FractalTensors that are not counted.
func (a *Analysis) lacks(d *data, measure string) bool {
	if !strings.HasPrefix(measure, fractalKey) {
		return true
	}
	return !slices.ContainsFunc(a.heldFractals(a.reach(d.of)), func(t types.Type) bool { return a.key(t) == measure })
}

// reach are the algebraic types that occur in a type, breadth first; a wide one, as in
// types whose arguments grow, stands for too many.
func (a *Analysis) reach(t types.Type) []*types.ADT {
	var found []*types.ADT
	met := map[string]bool{}
	queue := []types.Type{t}
	for len(queue) > 0 && len(found) <= 4*maxMeasures {
		next := queue[0]
		queue = queue[1:]
		for _, adt := range outermost(next) {
			if wide(adt) {
				return make([]*types.ADT, 4*maxMeasures+1)
			}
			if key := a.key(adt); !met[key] {
				met[key] = true
				found = append(found, adt)
				queue = append(queue, fieldTypes(adt)...)
			}
		}
	}
	return found
}

// outermost are the algebraic types of a type's tuples.
func outermost(t types.Type) []*types.ADT {
	switch t := types.Head(t).(type) {
	case *types.ADT:
		return []*types.ADT{t}
	case *types.Tuple:
		var all []*types.ADT
		for _, e := range t.Elems {
			all = append(all, outermost(e)...)
		}
		return all
	}
	return nil
}

// fieldTypes are the types of all fields of an algebraic type's constructors.
func fieldTypes(t *types.ADT) []types.Type {
	var all []types.Type
	for _, k := range t.Decl.Constructors {
		all = append(all, fields(t, k)...)
	}
	return all
}

// fields are the types of a constructor's fields, with the type's arguments.
func fields(t *types.ADT, k *types.Constructor) []types.Type {
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
func (a *Analysis) recursive(t *types.ADT) bool {
	own := a.key(t)
	for _, f := range fieldTypes(t) {
		for _, adt := range a.reach(f) {
			if adt != nil && a.key(adt) == own {
				return true
			}
		}
	}
	return false
}

// unknown is a value of a type of which nothing is known: each of its sizes is a
// new symbol. named tells that integers have a size too and functions a cost, as
// those of parameters have.
func (w *walk) unknown(p *path, t types.Type, named bool) value {
	if t == nil {
		return &opaque{}
	}
	switch t := types.Head(t).(type) {
	case *types.ADT:
		v := w.unknownData(p, t)
		if d, ok := v.(*data); ok && named {
			w.holdUnknown(p, d)
		}
		return v
	case *types.Tuple:
		if w.unknowns += len(t.Elems); w.unknowns > maxUnknowns || len(p.solved) > maxSymbols {
			return &opaque{of: t} // shared types have more parts than memory has room for
		}
		v := &tuple{}
		for _, e := range t.Elems {
			v.parts = append(v.parts, w.unknown(p, e, named))
		}
		return v
	case *types.Tensor:
		if named && len(t.Shape) == 0 && t.Dtype.IsInteger() {
			return &number{t, p.symbol()}
		}
		return &opaque{of: t}
	case *types.Fractal:
		return w.unknownFractal(p, t)
	case *types.Func:
		if named {
			return &callback{t, p.symbol()}
		}
		return &opaque{of: t}
	default:
		return &opaque{of: t}
	}
}

func (w *walk) unknownData(p *path, t *types.ADT) value {
	list, ok := w.measures(t)
	if !ok || loose(t) {
		return &opaque{of: t}
	}
	d := &data{of: t, sizes: make(map[string]linear.Form, len(list)), mixed: true}
	for _, m := range list {
		d.sizes[m] = p.symbol()
	}
	return d
}

// sizeOf is how many constructors of a type a value has in it, or how many elements the
// FractalTensors of a type have in all.
func (a *Analysis) sizeOf(v value, measure string) (linear.Form, bool) {
	switch v := v.(type) {
	case *data:
		n, ok := v.sizes[measure]
		return n, ok || v.empty || !v.loose && a.lacks(v, measure)
	case *tuple:
		sum := linear.Form{}
		for _, part := range v.parts {
			n, ok := a.sizeOf(part, measure)
			if !ok {
				return linear.Form{}, false
			}
			sum = sum.Plus(1, n)
		}
		return sum, true
	case *sequence:
		sum := linear.Form{}
		for i, t := range fractalsIn(v.of) {
			if i < len(v.totals) && a.key(t) == measure {
				sum = sum.Plus(1, v.totals[i])
			}
		}
		return sum, true
	case *number, *condition, *closure, *global, *operator, *builtin, *callback, *choice:
		return linear.Form{}, true
	case *opaque:
		return linear.Form{}, v.of != nil && !loose(v.of) && len(outermost(v.of)) == 0 && (depths(v.of) == 0 || !strings.HasPrefix(measure, fractalKey))
	}
	return linear.Form{}, false
}

// Counted are the keys of the types that Measures lists: a constructor counts for the
// type whose key is that of its own.
func (a *Analysis) Counted(t types.Type) []string {
	list, _ := a.measures(t)
	return list
}

// Key names a type as far as sizes depend on it.
func (a *Analysis) Key(t types.Type) string { return a.key(t) }

// Measures are the recursive types whose constructors are counted in values of a
// type, and the FractalTensors in its data, in the order in which bounds list them.
func (a *Analysis) Measures(t types.Type) []string {
	var shown []string
	list, ok := a.measures(t)
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
