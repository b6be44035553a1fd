package measure

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// bindings are what type and size variables stand for.
type Bindings struct {
	types map[*types.Var]types.Type
	dims  map[*symbolic.Symbol]types.Dim
}

// match finds what the variables of a pattern stand for in a type. Where a type
// says nothing, or contradicts what was found, the first find stays.
func (b *Bindings) Match(pattern, t types.Type) { types.Meet(pattern, t, b.variable, b.extent) }

func (b *Bindings) variable(v *types.Var, t types.Type) {
	if _, known := b.types[v]; !known {
		b.Choose(v, t)
	}
}

// choose sets what a variable stands for.
func (b *Bindings) Choose(v *types.Var, t types.Type) {
	if b.types == nil {
		b.types = map[*types.Var]types.Type{}
	}
	b.types[v] = t
}

// knows tells whether a type variable stands for a type that is known to its end. Size
// variables are none.
func (b *Bindings) Knows(p types.Param) bool {
	return p.Var == nil || b.types[p.Var] != nil && !Loose(b.types[p.Var])
}

func (b *Bindings) Complete(params []types.Param) bool {
	return !slices.ContainsFunc(params, func(p types.Param) bool { return !b.Knows(p) })
}

func (b *Bindings) extent(pattern, d types.Dim) {
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
func (b *Bindings) Apply(params []types.Param, t types.Type) types.Type {
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

// undecided stands for what nothing in a program decides, as the elements of a Nil that is
// only counted. Any type would do: there are no values of it. So it is one without sizes.
var undecided types.Type = &types.Var{Name: "_", Rigid: true}

// withoutInvented is a type with undecided in the places of variables that inference has
// invented and found nothing for.
func Decide(t types.Type, invented []types.Param) types.Type {
	if len(invented) == 0 {
		return t
	}
	s := &types.Substitution{Params: invented, Types: make([]types.Type, len(invented)), Dims: make([]types.Dim, len(invented))}
	for i := range s.Types {
		s.Types[i] = undecided
	}
	return s.Apply(t)
}

// of is what a type variable stands for; nil where nothing was found.
func (b *Bindings) Of(v *types.Var) types.Type { return b.types[v] }

// dim is what a size variable stands for.
func (b *Bindings) Dim(s *symbolic.Symbol) (types.Dim, bool) {
	d, known := b.dims[s]
	return d, known
}
