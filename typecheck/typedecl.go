package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// Declarations of data types and aliases, in three passes over the file: their
// parameters, aliases, and fields of constructors. Each needs no more of the
// others than the passes before it found, so that types may name each other in any
// order; an alias that needs itself is met while it is being resolved.

// resolveTypes resolves data types and aliases. Parameters come first, so that
// types may speak of each other in any order.
func (m *Module) resolveTypes() {
	for i := range m.config.File.Len() {
		if o := m.items.at(i).object; o != nil && o.Decl != nil && o.Kind == typed.TypeObject {
			m.declaring(i, func(d *declarer) { m.items.at(i).finding().params = m.declParams(d, o.Decl) }, func() {})
		}
	}
	for i, item := range m.config.File.All() {
		if item.Kind(item.Root) == syntax.ItemAlias && m.items.at(i).object != nil {
			m.resolveAlias(m.items.at(i).object)
		}
	}
	for i, item := range m.config.File.All() {
		if o := m.items.at(i).object; o != nil && o.Decl != nil && o.Kind == typed.TypeObject {
			m.declaring(i, func(d *declarer) { m.resolveFields(d, o) }, func() { m.refuseFields(item, o) })
		}
	}
}

// declParams declares the parameters of an ADT; those that its fields use as
// dimensions are shape variables.
func (m *Module) declParams(d *declarer, decl *types.Decl) *typeexpr.ParamScope {
	r := &d.Resolver
	r.DeclareParams(r.Item.TypeParams(), 1)
	extents := extentNames(r.Item)
	for _, p := range r.Params.Params {
		if extents[p.Name] {
			p.AsExtent()
		}
	}
	decl.Params = r.Params.Quantified()
	return r.Params
}

// extentNames are the names that stand in shapes anywhere in an item.
func extentNames(item *syntax.Item) map[string]bool {
	names := map[string]bool{}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) != syntax.TypeCall {
			continue
		}
		switch item.SourceText(item.TypeCall(n).Name) {
		case "Tensor", "Array":
			collectExtents(item, n, names)
		}
	}
	return names
}

func collectExtents(item *syntax.Item, n syntax.NodeID, names map[string]bool) {
	for _, kid := range item.TypeCall(n).Args {
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
func (m *Module) resolveFields(d *declarer, o *typed.Object) {
	r := &d.Resolver
	r.Params = m.items.at(d.index).found().params
	eachConstructor(r.Item, o, func(n syntax.NodeID, k *types.Constructor, fields []syntax.NodeID) {
		r.ConstructorOf(r.Item.Constructor(n).Name)
		for _, field := range fields {
			k.Fields = append(k.Fields, r.Resolve(field))
		}
		r.ResultOf(n, o)
	})
}

// refuseFields gives constructors the number of fields that is written, and no more.
func (m *Module) refuseFields(item *syntax.Item, o *typed.Object) {
	eachConstructor(item, o, func(_ syntax.NodeID, k *types.Constructor, fields []syntax.NodeID) {
		k.Fields = slices.Repeat([]types.Type{types.ErrorType}, len(fields))
	})
}

// eachConstructor calls fill for each constructor of an ADT that has a name, with the
// nodes of its fields.
func eachConstructor(item *syntax.Item, o *typed.Object, fill func(n syntax.NodeID, k *types.Constructor, fields []syntax.NodeID)) {
	index := 0
	for _, n := range item.Data(item.Root).Constructors {
		parts := item.Constructor(n)
		if item.Kind(n) != syntax.Constructor || parts.Name == syntax.NoNode {
			continue
		}
		var fields []syntax.NodeID
		if parts.Fields != syntax.NoNode {
			fields = item.Kids(parts.Fields)
		}
		fill(n, o.Decl.Constructors[index], fields)
		o.Decl.Constructors[index].Finish()
		index++
	}
}

// resolveAlias resolves an alias and those that it uses. An alias that needs
// itself is an error.
func (m *Module) resolveAlias(o *typed.Object) {
	if o.Type != nil {
		return
	}
	i := m.itemOf(o)
	if i < 0 {
		return
	}
	if m.resolving[o] {
		m.declaring(i, func(d *declarer) {
			d.Errorf(o.Node, codes.InfiniteType, "the alias `%s` is defined by itself; use `data` for a recursive type", o.Name)
		}, func() {})
		o.Type = types.ErrorType
		return
	}
	if m.resolving == nil {
		m.resolving = map[*typed.Object]bool{}
	}
	m.resolving[o] = true
	m.declaring(i, func(d *declarer) { m.resolveAliasBody(d, o) }, func() { o.Type = types.ErrorType })
	delete(m.resolving, o)
}

// maxAliases bounds how many aliases may be resolved for the sake of one.
const maxAliases = 10_000

func (m *Module) resolveAliasBody(d *declarer, o *typed.Object) {
	if len(m.resolving) > maxAliases {
		steps.Exhaust()
	}
	r := &d.Resolver
	alias := o.Item.Alias(o.Item.Root)
	r.DeclareParams(alias.TypeParams, 1)
	body := r.Resolve(alias.Type)
	if infer.Oversized(body, o.Item.Len(), r.Meter) {
		steps.Exhaust()
	}
	if o.Type == nil {
		o.Type = &types.Func{Params: r.Params.Quantified(), Out: body}
	}
}

// itemOf is the index of the item that declares an object of this module.
func (m *Module) itemOf(o *typed.Object) int {
	if i, ok := m.place(o.Item); ok && m.items.at(i).object == o {
		return i
	}
	return -1
}
