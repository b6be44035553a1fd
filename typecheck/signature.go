package typecheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/steps"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// A reference is a name in a declaration and what it stands for.
type reference struct {
	node   syntax.NodeID
	object *Object
}

// resolverFor makes the resolver of a declaration; what it finds is kept with
// the item.
func (m *Module) resolverFor(i int) *resolver {
	item := m.config.File.Items[i]
	r, unread := &resolver{m: m, meter: steps.New(m.context(), m.steps([]int{i})), item: item, block: m.block(i)}, newUnreadLines(item)
	r.report = func(d syntax.Diagnostic) {
		if unread.touch(d.Span) {
			return
		}
		m.items[i].report(withSeverity(d))
	}
	r.note = func(n syntax.NodeID, o *Object) {
		found := m.items[i].finding()
		found.refs = append(found.refs, reference{n, o})
	}
	return r
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
	case DefObject:
		m.declaring(i, func() { m.resolveDef(i, item, o) }, func() { o.Type = types.ErrorType })
	case DeclaredObject:
		if t := item.Decl(item.Root).Type; t != syntax.NoNode {
			m.declaring(i, func() { o.Type = m.resolverFor(i).resolve(t) }, func() { o.Type = types.ErrorType })
		}
	}
}

func (m *Module) resolveDef(i int, item *syntax.Item, o *Object) {
	r := m.resolverFor(i)
	s := &signature{annotated: true}
	r.hole = func() types.Type { s.annotated, s.holes = false, true; return m.hole() }
	r.declareParams(item.TypeParams(), 1)
	m.repeatedParams(i, r)
	s.scope = r.params
	def := item.Def(item.Root)
	s.in = r.paramTypes(def.Params, s)
	if def.Result != syntax.NoNode {
		s.out = r.resolve(def.Result)
	} else {
		s.annotated = false
	}
	s.where = r.where(def.Where)
	m.items[i].signature = s
	if s.annotated {
		o.Type = &types.Func{Params: s.scope.quantified(), Where: s.where, In: s.in, Out: s.out}
	}
}

func (r *resolver) paramTypes(list syntax.NodeID, s *signature) []types.Type {
	var in []types.Type
	if list == syntax.NoNode {
		return nil
	}
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

func (m *Module) repeatedParams(i int, r *resolver) {
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
