package typecheck

import (
	"maps"

	"github.com/fraccheck/fraccheck/syntax"
)

// Revised is a module of nothing but a text that is to stand in item i's place.
// It sees what the item sees, so it tells how the text would be understood
// there, and it costs what the text costs, not what the file does. Other items
// keep the types that they have; the text's own declarations come first. What is
// wrong with it is found, without advice on what else may be meant.
func (m *Module) Revised(i int, text string) *Module {
	config := m.config
	config.File = syntax.ParseFile(m.config.File.Name, text)
	config.Imports = append([]*Module{{config: m.config, names: m.blocks[m.block(i)]}, m}, m.config.Imports...)
	config.Block = nil
	r := &Module{
		config: config, names: newNames(), blocks: map[int]names{}, repeated: map[string]bool{}, lineage: newLineage(),
		lenient: m.lenient, legacy: m.legacy, shadows: m.shadows, section: m.section, terse: true,
	}
	maps.Copy(r.names.types, m.names.types) // the prelude's functions over them stay hidden
	r.items = make([]itemState, len(config.File.Items))
	for i, item := range config.File.Items {
		r.declare(i, item)
	}
	r.resolveSignatures()
	r.inferGroups()
	return r
}

// Find is what a global, a constructor or another bare name stands for in item
// i; nil where it is declared nowhere.
func (m *Module) Find(i int, name string) *Object { return m.value(name, m.block(i)) }
