package typecheck

import (
	"iter"
	"maps"

	"github.com/fraccheck/fraccheck/types"
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
func (m *Module) Value(name string, block int) *Object { return m.value(name, block) }

// TypeNamed finds a type by its name, as seen from a block of the file.
func (m *Module) TypeNamed(name string, block int) *Object { return m.typeName(name, block) }

// Builtin is the type of a function on references that the language has without
// a declaration (`ref`, `ref_read`, `ref_write`); nil for other names.
func Builtin(name string) *types.Func { return builtins[name] }

// Values are the globals and constructors that a block of the file sees, each
// once, in no order.
func (m *Module) Values(block int) iter.Seq2[Origin, *Object] {
	return m.seen(block, func(n names) map[string]*Object { return n.values })
}

// TypesSeen are the types that a block of the file sees, each once, in no
// order.
func (m *Module) TypesSeen(block int) iter.Seq2[Origin, *Object] {
	return m.seen(block, func(n names) map[string]*Object { return n.types })
}

// seen goes through the tables that lookup searches and leaves out what it
// would not find.
func (m *Module) seen(block int, table func(names) map[string]*Object) iter.Seq2[Origin, *Object] {
	return func(yield func(Origin, *Object) bool) {
		for _, t := range m.tables(block) {
			for o := range maps.Values(table(t.names)) {
				if m.lookup(o.Name, block, table) == o && !yield(t.origin, o) {
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
