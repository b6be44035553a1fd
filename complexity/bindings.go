package complexity

import (
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/types"
)

// bindings are what type and size variables stand for.
type bindings struct {
	types map[*types.Var]types.Type
	dims  map[*symbolic.Symbol]types.Dim
}

// match finds what the variables of a pattern stand for in a type. Where a type
// says nothing, or contradicts what was found, the first find stays.
func (b *bindings) match(pattern, t types.Type) {
	if t == nil || pattern == nil {
		return
	}
	pattern, t = types.Head(pattern), types.Head(t)
	switch x := pattern.(type) {
	case *types.Var:
		if b.types == nil {
			b.types = map[*types.Var]types.Type{}
		}
		if _, known := b.types[x]; !known {
			b.types[x] = t
		}
	case *types.ADT:
		if y, ok := t.(*types.ADT); ok && y.Decl == x.Decl {
			b.all(x.Args, y.Args)
		}
	case *types.Tuple:
		if y, ok := t.(*types.Tuple); ok {
			b.all(x.Elems, y.Elems)
		}
	case *types.Fractal:
		if y, ok := t.(*types.Fractal); ok {
			b.match(x.Elem, y.Elem)
		}
	case *types.Ref:
		if y, ok := t.(*types.Ref); ok {
			b.match(x.Elem, y.Elem)
		}
	case *types.Func:
		if y, ok := t.(*types.Func); ok {
			b.all(x.In, y.In)
			b.match(x.Out, y.Out)
		}
	case *types.Tensor:
		if y, ok := t.(*types.Tensor); ok && len(y.Shape) == len(x.Shape) {
			for i, d := range x.Shape {
				b.extent(d, y.Shape[i])
			}
		}
	case *types.Extent:
		if y, ok := t.(*types.Extent); ok {
			b.extent(x.Dim, y.Dim)
		}
	}
}

func (b *bindings) all(patterns, ts []types.Type) {
	for i := range min(len(patterns), len(ts)) {
		b.match(patterns[i], ts[i])
	}
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
