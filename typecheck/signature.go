package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// A reference is a name in a declaration and what it stands for.
type reference struct {
	node   syntax.NodeID
	object *typed.Object
}

// resolveSignatures resolves what definitions and declarations write of their
// types.
func (m *Module) resolveSignatures() {
	for i := range m.items.len() {
		m.resolveSignature(i)
	}
}

func (m *Module) resolveSignature(i int) {
	item, o := m.config.File.Item(i), m.items.at(i).object
	if o == nil {
		return
	}
	switch o.Kind {
	case typed.DefObject:
		m.declaring(i, func(d *declarer) { m.resolveDef(d, o) }, func() { o.Type = types.ErrorType })
	case typed.DeclaredObject:
		if t := item.Decl(item.Root).Type; t != syntax.NoNode {
			m.declaring(i, func(d *declarer) { o.Type = d.Resolve(t) }, func() { o.Type = types.ErrorType })
		}
	}
}

func (m *Module) resolveDef(d *declarer, o *typed.Object) {
	r, item := &d.Resolver, d.Item
	s := &typeexpr.Signature{Annotated: true}
	d.signature, r.Hole = s, d.own.Hole
	r.DeclareParams(item.TypeParams(), 1)
	r.RepeatedParams()
	s.Scope = r.Params
	def := item.Def(item.Root)
	s.In = r.ParamTypes(def.Params, s)
	if def.Result != syntax.NoNode {
		s.Out = r.Resolve(def.Result)
	} else {
		s.Annotated = false
	}
	s.Where = r.Where(def.Where)
	m.items.at(d.index).signature = s
	if s.Annotated {
		o.Type = &types.Func{Params: s.Scope.Quantified(), Where: s.Where, In: s.In, Out: s.Out}
	}
}

// hole makes the variable for a `_` in a signature. It is found when the
// definition's group is inferred.
func (m *Module) hole() types.Type {
	m.holes++
	return &types.Var{ID: -m.holes, Level: 2}
}
