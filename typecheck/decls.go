package typecheck

import (
	"fmt"

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
	r := &resolver{m: m, item: item, block: m.block(i)}
	r.report = func(d syntax.Diagnostic) {
		if unread(item, d.Span) {
			return
		}
		m.items[i].diagnostics = append(m.items[i].diagnostics, finished(d))
	}
	r.note = func(n syntax.NodeID, o *Object) {
		m.items[i].refs = append(m.items[i].refs, reference{n, o})
	}
	return r
}

// resolveTypes resolves data types and aliases. Parameters come first, so that
// types may speak of each other in any order.
func (m *Module) resolveTypes() {
	for i, item := range m.config.File.Items {
		if o := m.items[i].object; o != nil && o.Decl != nil && o.Kind == TypeObject {
			m.items[i].params = m.declParams(i, item, o.Decl)
		}
	}
	for i, item := range m.config.File.Items {
		if item.Kind(item.Root) == syntax.ItemAlias && m.items[i].object != nil {
			m.resolveAlias(m.items[i].object)
		}
	}
	for i, item := range m.config.File.Items {
		if o := m.items[i].object; o != nil && o.Decl != nil && o.Kind == TypeObject {
			m.resolveFields(i, item, o)
		}
	}
}

// declParams declares the parameters of an ADT; those that its fields use as
// dimensions are shape variables.
func (m *Module) declParams(i int, item *syntax.Item, decl *types.Decl) *paramScope {
	r := m.resolverFor(i)
	r.declareParams(item.Kid(item.Root, 1), 1)
	extents := extentNames(item)
	for _, p := range r.params.params {
		if extents[p.name] {
			p.asExtent()
		}
	}
	decl.Params = r.params.quantified()
	return r.params
}

// extentNames are the names that stand in shapes anywhere in an item.
func extentNames(item *syntax.Item) map[string]bool {
	names := map[string]bool{}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) != syntax.TypeCall {
			continue
		}
		switch item.SourceText(item.Kid(n, 0)) {
		case "Tensor", "Array":
			collectExtents(item, n, names)
		}
	}
	return names
}

func collectExtents(item *syntax.Item, n syntax.NodeID, names map[string]bool) {
	for _, kid := range item.Kids(n)[1:] {
		eachTypeName(item, kid, func(n syntax.NodeID) {
			text := item.SourceText(n)
			if _, isDtype := types.ParseDtype(text); !isDtype {
				names[text] = true
			}
		})
	}
}

func eachTypeName(item *syntax.Item, n syntax.NodeID, visit func(syntax.NodeID)) {
	if n == syntax.NoNode {
		return
	}
	if item.Kind(n) == syntax.TypeName {
		visit(n)
	}
	for _, kid := range item.Kids(n) {
		eachTypeName(item, kid, visit)
	}
}

// resolveFields resolves the fields of an ADT's constructors.
func (m *Module) resolveFields(i int, item *syntax.Item, o *Object) {
	r := m.resolverFor(i)
	r.params = m.items[i].params
	index := 0
	for _, n := range item.Kids(item.Root)[min(2, len(item.Kids(item.Root))):] {
		if item.Kind(n) != syntax.Constructor || item.Kid(n, 0) == syntax.NoNode {
			continue
		}
		k := o.Decl.Constructors[index]
		index++
		if fields := item.Kid(n, 1); fields != syntax.NoNode {
			for _, field := range item.Kids(fields) {
				k.Fields = append(k.Fields, r.resolve(field))
			}
		}
		r.resultOf(n, o)
		k.Finish()
	}
}

// resultOf checks the result that a constructor spells: it may leave the type
// call out (`-> List`), but must name the type.
func (r *resolver) resultOf(n syntax.NodeID, o *Object) {
	result := r.item.Kid(n, 2)
	if result == syntax.NoNode || r.item.Kind(result) == syntax.BadNode {
		return
	}
	head := result
	if r.item.Kind(head) == syntax.TypeCall {
		head = r.item.Kid(head, 0)
	}
	if r.item.SourceText(head) != o.Name {
		r.errorf(result, syntax.TypeMismatch, "a constructor of `%s` gives a `%s`, not `%s`", o.Name, o.Name, r.item.SourceText(result))
		return
	}
	r.setObject(head, o)
}

// resolveAlias resolves an alias and those that it uses. An alias that needs
// itself is an error.
func (m *Module) resolveAlias(o *Object) {
	if o.Type != nil {
		return
	}
	i := m.itemOf(o)
	if i < 0 {
		return
	}
	if m.resolving[o] {
		r := m.resolverFor(i)
		r.errorf(o.Node, syntax.InfiniteType, "the alias `%s` is defined by itself; use `data` for a recursive type", o.Name)
		o.Type = types.ErrorType
		return
	}
	if m.resolving == nil {
		m.resolving = map[*Object]bool{}
	}
	m.resolving[o] = true
	r := m.resolverFor(i)
	r.declareParams(o.Item.Kid(o.Item.Root, 1), 1)
	body := r.resolve(o.Item.Kid(o.Item.Root, 2))
	if o.Type == nil {
		o.Type = &types.Func{Params: r.params.quantified(), Out: body}
	}
	delete(m.resolving, o)
}

// itemOf is the index of the item that declares an object of this module.
func (m *Module) itemOf(o *Object) int {
	for i := range m.items {
		if m.items[i].object == o {
			return i
		}
	}
	return -1
}

// A signature is what a definition writes of its type.
type signature struct {
	scope     *paramScope
	in        []types.Type // nil where a parameter has no annotation
	out       types.Type   // nil where none is written
	where     []types.Constraint
	annotated bool // all of it is written
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
		m.resolveDef(i, item, o)
	case DeclaredObject:
		if t := item.Kid(item.Root, 1); t != syntax.NoNode {
			o.Type = m.resolverFor(i).resolve(t)
		}
	}
}

func (m *Module) resolveDef(i int, item *syntax.Item, o *Object) {
	r := m.resolverFor(i)
	s := &signature{annotated: true}
	r.hole = func() types.Type { s.annotated = false; return m.hole() }
	r.declareParams(item.Kid(item.Root, 1), 1)
	m.repeatedParams(i, r)
	s.scope = r.params
	s.in = r.paramTypes(item.Kid(item.Root, 2), s)
	if out := item.Kid(item.Root, 3); out != syntax.NoNode {
		s.out = r.resolve(out)
	} else {
		s.annotated = false
	}
	s.where = r.where(item.Kid(item.Root, 4))
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
		annotation := r.item.Kid(p, 1)
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
				Code: syntax.ShadowedBinding, Span: r.item.Span(p.node),
				Message: fmt.Sprintf("the type parameter `%s` is declared twice; the first counts", p.name),
				Related: []syntax.Related{{Place: syntax.Place{Span: r.item.Span(first.node)}, Message: "it is declared here first"}},
			})
			continue
		}
		seen[p.name] = p
	}
}
