package network

import (
	"github.com/fraccheck/fraccheck/types"
)

// unify finds what the parameters of a definition's type stand for in a call: patterns
// and the types that they meet go in. What stays open has no size.
func unify(params []types.Param, patterns, ts []types.Type) *types.Substitution {
	s := &types.Substitution{Params: params, Types: make([]types.Type, len(params)), Dims: make([]types.Dim, len(params))}
	for i, p := range params {
		s.Dims[i], s.Types[i] = types.Unknown, types.ErrorType
		if p.Sym != nil {
			s.Types[i] = nil
		}
	}
	u := unifier{s, make([]bool, len(params)), nil}
	u.push(patterns, ts)
	for parts := 0; len(u.todo) > 0 && parts < maxParts; parts++ {
		p := u.todo[len(u.todo)-1]
		u.todo = u.todo[:len(u.todo)-1]
		u.step(types.Head(p[0]), types.Head(p[1]))
	}
	return s
}

type unifier struct {
	*types.Substitution
	found []bool
	todo  [][2]types.Type
}

func (u *unifier) push(patterns, ts []types.Type) {
	for i := min(len(patterns), len(ts)) - 1; i >= 0; i-- {
		if patterns[i] != nil && ts[i] != nil {
			u.todo = append(u.todo, [2]types.Type{patterns[i], ts[i]})
		}
	}
}

func (u *unifier) step(pattern, t types.Type) {
	switch x := pattern.(type) {
	case *types.Var:
		for i, p := range u.Params {
			if p.Var == x && !u.found[i] {
				u.Types[i], u.found[i] = t, true
			}
		}
	case *types.Tensor:
		if y, ok := t.(*types.Tensor); ok && len(x.Shape) == len(y.Shape) {
			for i, d := range x.Shape {
				u.extent(d, y.Shape[i])
			}
		}
	case *types.Tuple:
		if y, ok := t.(*types.Tuple); ok {
			u.push(x.Elems, y.Elems)
		}
	case *types.Fractal:
		if y, ok := t.(*types.Fractal); ok {
			u.push([]types.Type{x.Elem}, []types.Type{y.Elem})
		}
	case *types.Func:
		if y, ok := t.(*types.Func); ok {
			u.push(append([]types.Type{x.Out}, x.In...), append([]types.Type{y.Out}, y.In...))
		}
	case *types.ADT:
		if y, ok := t.(*types.ADT); ok && x.Decl == y.Decl {
			u.push(x.Args, y.Args)
		}
	case *types.Extent:
		if y, ok := t.(*types.Extent); ok {
			u.extent(x.Dim, y.Dim)
		}
	}
}

func (u *unifier) extent(pattern, d types.Dim) {
	e, ok := pattern.Symbolic()
	if !ok {
		return
	}
	s, ok := e.Symbol()
	for i, p := range u.Params {
		if ok && p.Sym == s && !u.found[i] {
			u.Dims[i], u.found[i] = d, true
		}
	}
}
