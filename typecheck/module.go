package typecheck

import (
	"context"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// Config says what a Module is made of.
type Config struct {
	File    *syntax.File
	Imports []*Module // what the file imports, in order
	Written []string  // the imports as the file names them; where there are none, messages take the files' own names
	Prelude *Module   // nil for the prelude itself
	Ops     op.Table
	// Implicit makes an undefined local of a top-level expression a
	// parameter of it, as in the code blocks of documents.
	Implicit bool
	// Partial reports that an import could not be read: names that are not
	// found may stand in it, and are not reported.
	Partial bool
	// Block numbers the code blocks of a document by item. A definition that
	// a later block repeats belongs to its block. Nil: the file is one block.
	Block []int
	// Outlines are definitions whose bodies are left out, by item; Asked hears when
	// somebody asks for one of these, and may be nil.
	Outlines map[int]Outline
	Asked    func(i int)
	// Constants are the values of `meta[…][…]` where the file has no section for them; may be
	// nil.
	Constants *metadata.Constants
	// Before is the module of an earlier text of the file, or nil. What the
	// change does not reach is taken over from it (see Module.UnchangedFrom).
	Before *Module
}

// A Module is what one file can see. It is immutable once made: items may be
// checked from several goroutines.
type Module struct {
	config    Config
	names     names         // what the file declares
	blocks    map[int]names // what single blocks of a document declare again
	items     itemTable
	repeated  map[string]bool          // what is declared more than once
	lenient   bool                     // the file has a version header, so it owes TVM its leniency
	legacy    bool                     // the header is the old `v0.0.4`
	section   func() section           // of `#[metadata]`, read when it is first asked for
	elsewhere func() map[string]bool   // see boundElsewhere
	misnamed  map[string]*typed.Object // see misnamedTypes
	history   history
	unread    []int // items whose written types cannot be read

	checkers  *sync.Pool  // those that have nothing to do, of all modules with the same prelude
	identity  *identity   // which checkers remember
	declarers []*declarer // the same of the module alone, while it is made

	making    context.Context // while the module is made
	holes     int32
	resolving map[*typed.Object]bool // aliases that are being resolved

	shadows bool // the file declares a type that the prelude has too
	spelled spelledNames
	recent  typeexpr.RecentTensors
	terse   bool // messages do not look for what else may be meant
}

// names is a table of declarations by spelling; the sigil of a global is part
// of its name, and types live beside constructors in a table of their own.
type names struct {
	values *nameTable
	types  *nameTable
	filter *nameFilter // of what is in both; nil: nobody knows
}

func newNames() names {
	return names{values: newNameTable(), types: newNameTable()}
}

// itemState is what the module knows of one item before it is checked.
type itemState struct {
	object    *typed.Object       // what the item declares; nil for expressions
	signature *typeexpr.Signature // of a definition
	declared  *declared           // nil: nothing
	inferred  *inferred           // nil of what is not inferred
}

// declared is what was found while an item was declared.
type declared struct {
	params      *typeexpr.ParamScope // of a data type
	refs        []reference          // the names in the declaration
	again       []redeclared         // what else has the name of what it declares
	diagnostics []syntax.Diagnostic
}

// redeclared is a name that stands for something else already.
type redeclared struct{ second, first *typed.Object }

// all are the diagnostics of the declaration.
func (d *declared) all() []syntax.Diagnostic {
	if len(d.again) == 0 {
		return d.diagnostics
	}
	all := make([]syntax.Diagnostic, 0, len(d.again)+len(d.diagnostics))
	for _, r := range d.again {
		all = append(all, duplicate(r.second, r.first))
	}
	return append(all, d.diagnostics...)
}

// inferred is what is known of a definition that is inferred.
type inferred struct {
	globals []string       // what the item names
	group   []*syntax.Item // those that were inferred together
	result  *typed.Packed  // nil until then
	by      *identity      // the module that inferred it
}

// nothing is what most declarations come to.
var nothing = &declared{}

// found is what was found while an item was declared, to be read.
func (s *itemState) found() *declared {
	if s.declared == nil {
		return nothing
	}
	return s.declared
}

// finding is the same, to be added to.
func (s *itemState) finding() *declared {
	if s.declared == nil {
		s.declared = &declared{}
	}
	return s.declared
}

// open reports whether s is a definition that is inferred.
func (s *itemState) open() bool { return s.inferred != nil }

// known reports whether s is one whose result is there.
func (s *itemState) known() bool { return s.inferred != nil && s.inferred.result != nil }

// redeclare notes that a name is declared twice. A file may declare one a hundred thousand
// times: what is said of it is made when the item is checked.
func (s *itemState) redeclare(second, first *typed.Object) {
	found := s.finding()
	found.again = append(found.again, redeclared{second, first})
}

// report adds a diagnostic of the declaration.
func (s *itemState) report(d syntax.Diagnostic) {
	found := s.finding()
	found.diagnostics = append(found.diagnostics, d)
}

// NewModule declares everything in the file, resolves the signatures and
// infers the definitions whose signature is not written out.
func NewModule(config Config) *Module {
	m, _ := NewModuleContext(context.Background(), config) // which does not end
	return m
}

// NewModuleContext is NewModule; the error is the context's.
func NewModuleContext(ctx context.Context, config Config) (m *Module, err error) {
	before := config.Before
	config.Before = nil // a module does not keep those that were
	err = steps.Run(func() {
		if m = revise(ctx, before, config); m == nil {
			m = link(ctx, config)
		}
	})
	if err != nil {
		return nil, err
	}
	m.making, m.declarers = nil, nil
	m.items.settle()
	return m, nil
}

// An identity stands for one module to those who must not keep it.
type identity struct{ _ byte }

// link makes a module out of nothing but its parts.
func link(ctx context.Context, config Config) *Module {
	m := &Module{config: config, checkers: checkersOf(&config), identity: &identity{}, making: ctx, names: newNames(), blocks: map[int]names{}, repeated: map[string]bool{}, history: newHistory()}
	m.spelled = m.spelledNames()
	m.elsewhere = sync.OnceValue(func() map[string]bool { return boundElsewhere(config.File.All()) })
	m.section = sync.OnceValue(func() section { return readSection(config.File) })
	m.items = newItemTable(config.File.Len())
	for i, item := range config.File.All() {
		m.version(item)
		m.declare(i, item)
	}
	m.names.sift()
	m.shadows = m.shadowsPrelude()
	m.misnamed = m.misnamedTypes()
	m.resolveTypes()
	m.resolveSignatures()
	m.takeOutlines()
	m.inferGroups()
	return m
}

// version notes what a version header says of the file.
func (m *Module) version(item *syntax.Item) {
	if item.Kind(item.Root) == syntax.ItemVersion {
		m.lenient = true
		m.legacy = strings.Contains(item.SourceText(item.Root), "v0.0.4")
	}
}

// block is the code block of an item.
func (m *Module) block(i int) int {
	if m.config.Block == nil {
		return 0
	}
	return m.config.Block[i]
}

// File is the file that a module is made of; Imports, Prelude and Ops are what
// it sees besides.
func (m *Module) File() *syntax.File { return m.config.File }
func (m *Module) Imports() []*Module { return m.config.Imports }
func (m *Module) Prelude() *Module   { return m.config.Prelude }
func (m *Module) Ops() op.Table      { return m.config.Ops }

// BlockOf is the code block that an item of a document stands in.
func (m *Module) BlockOf(i int) int { return m.block(i) }

// Items is the number of items.
func (m *Module) Items() int { return m.items.len() }

// Object is what item i declares, nil where it declares nothing.
func (m *Module) Object(i int) *typed.Object { return m.items.at(i).object }

// Signature gives the name and type of the definition or declaration in item
// i.
func (m *Module) Signature(i int) (name string, t types.Type, ok bool) {
	o := m.items.at(i).object
	if o == nil || o.Kind != typed.DefObject && o.Kind != typed.DeclaredObject {
		return "", nil, false
	}
	return o.Name, o.Type, true
}
