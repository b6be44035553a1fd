package network

import "github.com/fraccheck/fraccheck/internal/types"

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
	u := unifier{s, make([]bool, len(params))}
	for i := range min(len(patterns), len(ts)) {
		types.Meet(patterns[i], ts[i], u.variable, u.extent)
	}
	return s
}

type unifier struct {
	*types.Substitution
	found []bool
}

func (u *unifier) variable(v *types.Var, t types.Type) {
	for i, p := range u.Params {
		if p.Var == v && !u.found[i] {
			u.Types[i], u.found[i] = t, true
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
