package typecheck

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Replacement is a module of nothing but a text that is to stand in item i's place,
// which has been read. It sees what the item sees, so it shows how the text would be understood
// there, and it costs what the text costs, not what the file does. Other items
// keep the types that they have; the text's own declarations come first. What is
// wrong with it is found, without advice on what else may be meant.
func (m *Module) Replacement(i int, file *syntax.File) *Module {
	r, _ := m.ReplacementContext(context.Background(), i, file) // which does not end
	return r
}

// ReplacementContext is Replacement; the error is the context's.
func (m *Module) ReplacementContext(ctx context.Context, i int, file *syntax.File) (r *Module, err error) {
	if err = steps.Run(func() { r = m.replacement(ctx, i, file) }); err != nil {
		return nil, err
	}
	r.making = nil
	r.items.settle()
	return r, nil
}

func (m *Module) replacement(ctx context.Context, i int, file *syntax.File) *Module {
	config := m.config
	config.File = file
	config.Imports = append([]*Module{{config: m.config, names: m.blocks[m.block(i)]}, m}, m.config.Imports...)
	config.Block = nil
	r := &Module{
		checkers: m.checkers, identity: &identity{},
		making: ctx, config: config, names: newNames(), blocks: map[int]names{}, repeated: map[string]bool{}, history: newHistory(),
		lenient: m.lenient, legacy: m.legacy, shadows: m.shadows, section: m.section, elsewhere: m.elsewhere, terse: true,
	}
	r.spelled = r.spelledNames()
	r.shadow(m, m.config.File.Item(i))
	r.items = newItemTable(config.File.Len())
	for i, item := range file.All() {
		r.declare(i, item)
	}
	r.resolveTypes()
	r.resolveSignatures()
	r.inferGroups()
	return r
}

// shadow hides the prelude's functions over types that a module declares anew, in
// other items than the one that is replaced.
func (m *Module) shadow(of *Module, replaced *syntax.Item) {
	if !m.shadows {
		return
	}
	for name := range m.config.Prelude.names.types.all() {
		if o := of.names.types.get(name); o != nil && o.Item != replaced {
			m.names.types.set(name, o)
		}
	}
}

// With is the module of another text of the file, which sees what m sees. What the
// change does not reach is taken over from m.
func (m *Module) With(file *syntax.File) *Module {
	config := m.config
	if file.Len() != config.File.Len() {
		config.Block = nil // items that come or go have no block
	}
	config.File, config.Before = file, m
	return NewModule(config)
}

// Find is what a global, a constructor or another bare name stands for in item
// i; nil where it is declared nowhere.
func (m *Module) Find(i int, name string) *typed.Object { return m.value(name, m.block(i)) }
