package typecheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// A reference is a name in a declaration and what it stands for.
type reference struct {
	node   syntax.NodeID
	object *typed.Object
}

// A signature is what a definition writes of its type.
type signature struct {
	scope     *paramScope
	in        []types.Type // nil where a parameter has no annotation
	out       types.Type   // nil where none is written
	where     []types.Constraint
	annotated bool // all of it is written
	holes     bool // `_` stands in it
}

// resolveSignatures resolves what definitions and declarations write of their
// types.
func (m *Module) resolveSignatures() {
	for i := range m.items {
		m.resolveSignature(i)
	}
}

func (m *Module) resolveSignature(i int) {
	item, o := m.config.File.Items[i], m.items[i].object
	if o == nil {
		return
	}
	switch o.Kind {
	case typed.DefObject:
		m.declaring(i, func(d *declarer) { m.resolveDef(d, o) }, func() { o.Type = types.ErrorType })
	case typed.DeclaredObject:
		if t := item.Decl(item.Root).Type; t != syntax.NoNode {
			m.declaring(i, func(d *declarer) { o.Type = d.resolve(t) }, func() { o.Type = types.ErrorType })
		}
	}
}

func (m *Module) resolveDef(d *declarer, o *typed.Object) {
	r, item := &d.resolver, d.item
	s := &signature{annotated: true}
	d.signature, r.hole = s, d.own.hole
	r.declareParams(item.TypeParams(), 1)
	r.repeatedParams()
	s.scope = r.params
	def := item.Def(item.Root)
	s.in = r.paramTypes(def.Params, s)
	if def.Result != syntax.NoNode {
		s.out = r.resolve(def.Result)
	} else {
		s.annotated = false
	}
	s.where = r.where(def.Where)
	m.items[d.index].signature = s
	if s.annotated {
		o.Type = &types.Func{Params: s.scope.quantified(), Where: s.where, In: s.in, Out: s.out}
	}
}

func (r *resolver) paramTypes(list syntax.NodeID, s *signature) []types.Type {
	if list == syntax.NoNode || len(r.item.Kids(list)) == 0 {
		return nil
	}
	in := make([]types.Type, 0, len(r.item.Kids(list)))
	for _, p := range r.item.Kids(list) {
		if r.item.Kind(p) != syntax.Param {
			continue
		}
		annotation := r.item.Param(p).Type
		if annotation == syntax.NoNode {
			s.annotated = false
			in = append(in, nil)
			continue
		}
		in = append(in, r.resolve(annotation))
	}
	return in
}

// hole makes the variable for a `_` in a signature. It is found when the
// definition's group is inferred.
func (m *Module) hole() types.Type {
	m.holes++
	return &types.Var{ID: -m.holes, Level: 2}
}

// repeatedParams reports type parameters of one name.
func (r *resolver) repeatedParams() {
	if len(r.params.params) < 2 {
		return
	}
	seen := map[string]*typeParam{}
	for _, p := range r.params.params {
		if first := seen[p.name]; first != nil {
			r.report(syntax.Diagnostic{
				Code: codes.ShadowedBinding, Span: r.item.Span(p.node),
				Message: fmt.Sprintf("the type parameter `%s` is declared twice; the first counts", p.name),
				Related: []syntax.Related{{Place: syntax.Place{Span: r.item.Span(first.node)}, Message: "it is declared here first"}},
			})
			continue
		}
		seen[p.name] = p
	}
}
