package typeexpr

import (
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// A TypeParam is one declared type parameter. Whether it stands for types or
// for extents is decided by its first use: a parameter used as a dimension is
// a shape variable.
type TypeParam struct {
	Name   string
	node   syntax.NodeID
	object typed.Object
	level  int32            // of the variable
	Var    *types.Var       // once it was used as a type
	sym    *symbolic.Symbol // once it was used as an extent
}

// A ParamScope holds the type parameters of a definition, and those of the
// functions around it.
type ParamScope struct {
	outer  *ParamScope
	Params []*TypeParam
	level  int32 // of the variables that are made
}

func (s *ParamScope) Find(name string) *TypeParam {
	for ; s != nil; s = s.outer {
		for _, p := range s.Params {
			if p.Name == name {
				return p
			}
		}
	}
	return nil
}

// visible are the names of the parameters of a scope and of those around it.
func (s *ParamScope) visible() (names []string) {
	for ; s != nil; s = s.outer {
		for _, p := range s.Params {
			names = append(names, p.Name)
		}
	}
	return names
}

// DeclareParams reads `<a, b>`.
func (r *Resolver) DeclareParams(list syntax.NodeID, level int32) {
	if list == syntax.NoNode && r.Params == nil && level == 1 {
		r.Params = noParams
		return
	}
	scope := &ParamScope{outer: r.Params, level: level}
	r.Params = scope
	if list == syntax.NoNode {
		return
	}
	kids := r.Item.Kids(list)
	params := make([]TypeParam, len(kids))
	scope.Params = make([]*TypeParam, len(kids))
	for i, n := range kids {
		p := &params[i]
		scope.Params[i] = p
		*p = TypeParam{Name: typed.TypeParamName(r.Item, n), node: n, level: level}
		p.object = typed.Object{Kind: typed.ParamObject, Name: p.Name, Item: r.Item, Node: n}
		r.setObject(n, &p.object)
	}
}

// noParams is the scope of a definition without type parameters. It does not change.
var noParams = &ParamScope{level: 1}

// asType uses a parameter as a type.
func (p *TypeParam) asType() (*types.Var, bool) {
	if p.sym != nil {
		return nil, false
	}
	if p.Var == nil {
		p.Var = &types.Var{Name: p.Name, Rigid: true, Level: p.level}
		p.object.Type = p.Var
	}
	return p.Var, true
}

// AsExtent uses a parameter as a dimension.
func (p *TypeParam) AsExtent() (*symbolic.Symbol, bool) {
	if p.Var != nil {
		return nil, false
	}
	if p.sym == nil {
		p.sym = symbolic.NewSymbol(p.Name, 0)
	}
	return p.sym, true
}

// Quantified lists the parameters for a scheme; one never used is a type.
func (s *ParamScope) Quantified() []types.Param {
	out := make([]types.Param, 0, len(s.Params))
	for _, p := range s.Params {
		if p.sym == nil {
			p.asType()
		}
		out = append(out, types.Param{Name: p.Name, Var: p.Var, Sym: p.sym})
	}
	return out
}
