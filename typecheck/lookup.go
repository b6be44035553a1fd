package typecheck

import (
	"iter"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// An Origin is where a name comes from.
type Origin uint8

const (
	FromFile Origin = iota
	FromImport
	FromPrelude
)

// Value finds what a global or a constructor stands for, as seen from a block
// of the file; nil where there is none.
func (m *Module) Value(name string, block int) *typed.Object { return m.value(name, block) }

// Declared is Value of what the file itself declares.
func (m *Module) Declared(name string, block int) *typed.Object {
	return m.declared(name, block, false)
}

// TypeNamed finds a type by its name, as seen from a block of the file.
func (m *Module) TypeNamed(name string, block int) *typed.Object { return m.typeName(name, block) }

// VisibleValues are the globals and constructors that a block of the file sees, each
// once, in no order.
func (m *Module) VisibleValues(block int) iter.Seq2[Origin, *typed.Object] {
	return m.seen(block, false)
}

// VisibleTypes are the types that a block of the file sees, each once, in no
// order.
func (m *Module) VisibleTypes(block int) iter.Seq2[Origin, *typed.Object] {
	return m.seen(block, true)
}

// seen goes through the tables that lookup searches and leaves out what it
// would not find.
func (m *Module) seen(block int, isType bool) iter.Seq2[Origin, *typed.Object] {
	return func(yield func(Origin, *typed.Object) bool) {
		for _, t := range m.tables(block) {
			for _, o := range pick(t.names, isType).all() {
				if m.lookup(m.Spelling(t.origin, o), block, isType) == o && !yield(t.origin, o) {
					return
				}
			}
		}
	}
}

// originTable is one of the tables in which names are looked up.
type originTable struct {
	origin Origin
	names  names
}

func (m *Module) tables(block int) []originTable {
	found := []originTable{{FromFile, m.blocks[block]}, {FromFile, m.names}}
	seen := map[*Module]bool{}
	for _, imported := range m.config.Imports {
		if imported != nil && !seen[imported] {
			seen[imported] = true
			found = append(found, originTable{FromImport, imported.names})
		}
	}
	if m.config.Prelude != nil {
		found = append(found, originTable{FromPrelude, m.config.Prelude.names})
	}
	return found
}

// value finds what a global, a constructor or another bare name stands for,
// as seen from a block: the file, then its imports, then the prelude. What several imports
// define stands for nothing (see ambiguity).
func (m *Module) value(name string, block int) *typed.Object {
	return m.lookup(name, block, false)
}

// typeName finds a type.
func (m *Module) typeName(name string, block int) *typed.Object {
	return m.lookup(name, block, true)
}

func (m *Module) lookup(name string, block int, isType bool) *typed.Object {
	if o := m.declared(name, block, isType); o != nil {
		return o
	}
	switch found := m.imported(name, isType); len(found) {
	case 0:
	case 1:
		return found[0].object
	default:
		return nil
	}
	if p := m.config.Prelude; p != nil {
		if o := p.names.find(m.preludeName(name), isType); o != nil && m.visible(o) {
			return o
		}
	}
	return nil
}

// preludeName is the name in the prelude of what a file calls by a name: some
// definitions differ in files with a version header.
func (m *Module) preludeName(name string) string {
	if m.lenient && prelude.TVM[name] != "" {
		return prelude.TVM[name]
	}
	return name
}

// Spelling is the name by which a file sees a global or a constructor.
func (m *Module) Spelling(origin Origin, o *typed.Object) string {
	if m.lenient && origin == FromPrelude {
		return prelude.InTVM(o.Name)
	}
	return o.Name
}

// declared is what the file itself declares by a name.
func (m *Module) declared(name string, block int, isType bool) *typed.Object {
	if len(m.blocks) > 0 {
		if o := pick(m.blocks[block], isType).get(name); o != nil {
			return o
		}
	}
	return m.names.find(name, isType)
}

// visible reports whether a prelude's declaration can be used here: not where
// its type speaks of a prelude type that the file declares anew.
func (m *Module) visible(o *typed.Object) bool { return !m.shadows || m.shadowedType(o) == nil }

func (m *Module) shadowsPrelude() bool {
	if m.config.Prelude == nil {
		return false
	}
	for name := range m.config.Prelude.names.types.all() {
		if m.names.types.get(name) != nil {
			return true
		}
	}
	return false
}

// shadowedType is the prelude type in o's type that the file has replaced.
func (m *Module) shadowedType(o *typed.Object) *types.Decl {
	var found *types.Decl
	t := o.Type
	if o.Cons != nil {
		t = o.Cons.Sig
	}
	if t == nil {
		return nil
	}
	types.Walk(t, func(t types.Type) bool {
		if adt, ok := t.(*types.ADT); ok && m.names.types.get(adt.Decl.Name) != nil {
			found = adt.Decl
		}
		return found == nil
	})
	return found
}

// Owner finds where a definition stands: in m, in what it sees, or in what that
// sees. The module is nil where it stands in none of them.
func (m *Module) Owner(o *typed.Object) (*Module, int) {
	queue, seen := []*Module{m}, map[*Module]bool{}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if at == nil || seen[at] {
			continue
		}
		seen[at] = true
		if i, found := at.place(o.Item); found {
			return at, i
		}
		queue = append(append(queue, at.config.Imports...), at.config.Prelude)
	}
	return nil, 0
}

// place is where an item stands in the file.
func (m *Module) place(item *syntax.Item) (int, bool) {
	return m.config.File.Index(item)
}

// moduleTypes is a module as resolvers of written types see it.
type moduleTypes struct{ *Module }

func (m moduleTypes) TypeName(name string, block int) *typed.Object {
	if o := m.typeName(name, block); o != nil {
		return o
	}
	return m.misnamed[name]
}
func (m moduleTypes) Misnamed(o *typed.Object) bool    { return m.misnamed[givenName(o.Item)] == o }
func (m moduleTypes) LacksParams(o *typed.Object) bool { return m.lacksParams(o) }
func (m moduleTypes) Ambiguity(name string, block int, at syntax.Span) (syntax.Diagnostic, bool) {
	return m.ambiguity(name, block, true, at)
}
func (m moduleTypes) ResolveAlias(o *typed.Object) { m.resolveAlias(o) }
func (m moduleTypes) NearTypes(name string, params []string) []string {
	if len(name) == 1 || m.terse {
		return nil
	}
	return m.spelled.types().Near(name, params...)
}
func (m moduleTypes) NearOperators(name string) []string {
	return spelling.Near(name, operatorNames(m.config.Ops))
}
func (m moduleTypes) Tensor(d types.Dtype, shape []types.Dim) *types.Tensor {
	return m.recent.Tensor(d, shape)
}
func (m moduleTypes) Broken(fits func(*syntax.Item) bool) bool { return m.brokenData(fits) }
func (m moduleTypes) Bind(o *op.Op, given []op.Named) (op.Attrs, []op.Error) {
	return m.bind(o, given)
}
func (m moduleTypes) Operators() op.Table { return m.config.Ops }
func (m moduleTypes) Lenient() bool       { return m.lenient }
func (m moduleTypes) Partial() bool       { return m.config.Partial }
func (m moduleTypes) Terse() bool         { return m.terse }
