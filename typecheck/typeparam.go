package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// A typeParam is one declared type parameter. Whether it stands for types or
// for extents is decided by its first use: a parameter used as a dimension is
// a shape variable.
type typeParam struct {
	name   string
	node   syntax.NodeID
	object typed.Object
	level  int32            // of the variable
	v      *types.Var       // once it was used as a type
	sym    *symbolic.Symbol // once it was used as an extent
}

// A paramScope holds the type parameters of a definition, and those of the
// functions around it.
type paramScope struct {
	outer  *paramScope
	params []*typeParam
	level  int32 // of the variables that are made
}

func (s *paramScope) find(name string) *typeParam {
	for ; s != nil; s = s.outer {
		for _, p := range s.params {
			if p.name == name {
				return p
			}
		}
	}
	return nil
}

// declareParams reads `<a, b>`.
func (r *resolver) declareParams(list syntax.NodeID, level int32) {
	if list == syntax.NoNode && r.params == nil && level == 1 {
		r.params = noParams
		return
	}
	scope := &paramScope{outer: r.params, level: level}
	r.params = scope
	if list == syntax.NoNode {
		return
	}
	kids := r.item.Kids(list)
	params := make([]typeParam, len(kids))
	scope.params = make([]*typeParam, len(kids))
	for i, n := range kids {
		p := &params[i]
		scope.params[i] = p
		*p = typeParam{name: typed.TypeParamName(r.item, n), node: n, level: level}
		p.object = typed.Object{Kind: typed.ParamObject, Name: p.name, Item: r.item, Node: n}
		r.setObject(n, &p.object)
	}
}

// noParams is the scope of a definition without type parameters. It does not change.
var noParams = &paramScope{level: 1}

// asType uses a parameter as a type.
func (p *typeParam) asType() (*types.Var, bool) {
	if p.sym != nil {
		return nil, false
	}
	if p.v == nil {
		p.v = &types.Var{Name: p.name, Rigid: true, Level: p.level}
		p.object.Type = p.v
	}
	return p.v, true
}

// asExtent uses a parameter as a dimension.
func (p *typeParam) asExtent() (*symbolic.Symbol, bool) {
	if p.v != nil {
		return nil, false
	}
	if p.sym == nil {
		p.sym = symbolic.NewSymbol(p.name, 0)
	}
	return p.sym, true
}

// quantified lists the parameters for a scheme; one never used is a type.
func (s *paramScope) quantified() []types.Param {
	out := make([]types.Param, 0, len(s.params))
	for _, p := range s.params {
		if p.sym == nil {
			p.asType()
		}
		out = append(out, types.Param{Name: p.name, Var: p.v, Sym: p.sym})
	}
	return out
}
