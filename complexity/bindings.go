package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// bindings are what type and size variables stand for.
type bindings struct {
	types map[*types.Var]types.Type
	dims  map[*symbolic.Symbol]types.Dim
}

// match finds what the variables of a pattern stand for in a type. Where a type
// says nothing, or contradicts what was found, the first find stays.
func (b *bindings) match(pattern, t types.Type) { types.Meet(pattern, t, b.variable, b.extent) }

func (b *bindings) variable(v *types.Var, t types.Type) {
	if _, known := b.types[v]; !known {
		b.choose(v, t)
	}
}

// choose sets what a variable stands for.
func (b *bindings) choose(v *types.Var, t types.Type) {
	if b.types == nil {
		b.types = map[*types.Var]types.Type{}
	}
	b.types[v] = t
}

// knows tells whether a type variable stands for a type that is known to its end. Size
// variables are none.
func (b *bindings) knows(p types.Param) bool {
	return p.Var == nil || b.types[p.Var] != nil && !loose(b.types[p.Var])
}

func (b *bindings) complete(params []types.Param) bool {
	return !slices.ContainsFunc(params, func(p types.Param) bool { return !b.knows(p) })
}

func (b *bindings) extent(pattern, d types.Dim) {
	e, ok := pattern.Symbolic()
	if !ok {
		return
	}
	s, ok := e.Symbol()
	if !ok {
		return
	}
	if b.dims == nil {
		b.dims = map[*symbolic.Symbol]types.Dim{}
	}
	if _, known := b.dims[s]; !known {
		b.dims[s] = d
	}
}

// apply puts in what was found. A variable of which nothing was found becomes Bad,
// so that no size is read off a type that is not known to its end.
func (b *bindings) apply(params []types.Param, t types.Type) types.Type {
	s := &types.Substitution{Params: params, Types: make([]types.Type, len(params)), Dims: make([]types.Dim, len(params))}
	for i, p := range params {
		if p.Sym != nil {
			s.Dims[i] = types.DimOf(symbolic.Var(p.Sym))
			if d, ok := b.dims[p.Sym]; ok {
				s.Dims[i] = d
			}
			continue
		}
		s.Types[i] = types.ErrorType
		if found, ok := b.types[p.Var]; ok {
			s.Types[i] = found
		}
	}
	return s.Apply(t)
}
