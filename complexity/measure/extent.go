package measure

import "github.com/fraccheck/fraccheck/internal/types"

// MapExtents puts others in the places of a type's extents that are known. It gives the
// type itself where that changes nothing.
func MapExtents(t types.Type, f func(types.Dim) types.Dim) types.Type {
	return MapAllExtents(t, func(d types.Dim) types.Dim { return MapExtent(d, f) })
}

// MapAllExtents is MapExtents of the extents that are not known, too.
func MapAllExtents(t types.Type, f func(types.Dim) types.Dim) types.Type {
	return (&extentMap{f, map[types.Type]types.Type{}}).of(t)
}

// An extentMap maps the extents of types, whose parts may stand in many places.
type extentMap struct {
	dim   func(types.Dim) types.Dim
	known map[types.Type]types.Type
}

func (m *extentMap) of(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	t = types.Head(t)
	known, met := m.known[t]
	if !met {
		known = m.mapped(t)
		m.known[t] = known
	}
	return known
}

func (m *extentMap) mapped(t types.Type) types.Type {
	switch x := t.(type) {
	case *types.Tensor:
		if shape, changed := mapAll(x.Shape, m.dim, types.Dim.Equal); changed {
			return &types.Tensor{Dtype: x.Dtype, Shape: shape}
		}
	case *types.Extent:
		if d := m.dim(x.Dim); !d.Equal(x.Dim) {
			return &types.Extent{Dim: d}
		}
	case *types.Tuple:
		if elems, changed := m.all(x.Elems); changed {
			return &types.Tuple{Elems: elems}
		}
	case *types.ADT:
		if args, changed := m.all(x.Args); changed {
			return &types.ADT{Decl: x.Decl, Args: args}
		}
	case *types.Fractal:
		if elem := m.of(x.Elem); elem != types.Head(x.Elem) {
			return &types.Fractal{Elem: elem}
		}
	case *types.Ref:
		if elem := m.of(x.Elem); elem != types.Head(x.Elem) {
			return &types.Ref{Elem: elem}
		}
	case *types.Func:
		in, changed := m.all(x.In)
		if out := m.of(x.Out); changed || out != types.Head(x.Out) {
			return &types.Func{Params: x.Params, Where: x.Where, In: in, Out: out}
		}
	}
	return t
}

func (m *extentMap) all(ts []types.Type) ([]types.Type, bool) {
	return mapAll(ts, m.of, func(a, b types.Type) bool { return a == types.Head(b) })
}

// mapAll applies a function to all, and reports whether that changed any.
func mapAll[T any](all []T, f func(T) T, same func(a, b T) bool) ([]T, bool) {
	for i, x := range all {
		if y := f(x); !same(y, x) {
			mapped := append([]T(nil), all...)
			mapped[i] = y
			for j := i + 1; j < len(all); j++ {
				mapped[j] = f(all[j])
			}
			return mapped, true
		}
	}
	return all, false
}

// MapExtent puts another in the place of an extent that is known.
func MapExtent(d types.Dim, f func(types.Dim) types.Dim) types.Dim {
	if d.Loose() {
		return d
	}
	return f(d)
}
