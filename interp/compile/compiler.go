package compile

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Compiler turns the items of a module, and what they name of its imports and
// of the prelude, into code when an entry first needs them. It may be used from
// several goroutines.
type Compiler struct {
	module *typecheck.Module
	ops    op.Table
	places map[*typecheck.Object]code.Place // where definitions stand

	sections map[*typecheck.Module]*metadata.Constants // constants of metadata sections
	stepped  bool                                      // code is compiled for stepping (stepping.go)
	watched  bool                                      // and stops after the expressions of itemPlaces alone

	mu      sync.Mutex
	checked map[code.Place]*typecheck.Result
	globals map[*typecheck.Object]int  // functions of definitions
	stubs   map[stub]int               // functions of operators and constructors as values
	entries map[int]int                // functions of top-level expressions, by item
	consOf  map[*types.Constructor]int // indices of declared constructors
	queue   []func()                   // what is to be compiled
	code    *code.Program

	itemPlaces map[*syntax.Item]map[syntax.NodeID]bool // where stepped code stops
}

// New prepares a module. results gives the typed trees that the caller
// has already, by item; nil where there are none.
func New(m *typecheck.Module, results func(item int) *typecheck.Result) *Compiler {
	p := &Compiler{
		module: m, ops: m.Ops(), places: map[*typecheck.Object]code.Place{}, code: &code.Program{},
		sections: map[*typecheck.Module]*metadata.Constants{},
		checked:  map[code.Place]*typecheck.Result{}, globals: map[*typecheck.Object]int{}, stubs: map[stub]int{},
		entries: map[int]int{}, consOf: map[*types.Constructor]int{},
		itemPlaces: map[*syntax.Item]map[syntax.NodeID]bool{},
	}
	p.locate(m, map[*typecheck.Module]bool{})
	if results != nil {
		for i := range m.Items() {
			if r := results(i); r != nil {
				p.checked[code.Place{Module: m, Item: i}] = r
			}
		}
	}
	return p
}

// NewStepped prepares a module whose code is compiled for stepping.
func NewStepped(m *typecheck.Module, results func(item int) *typecheck.Result) *Compiler {
	p := New(m, results)
	p.stepped = true
	return p
}

// NewWatched prepares a module whose code is compiled for stepping and stops after some
// expressions alone. None of these is a call in place of its caller.
func NewWatched(m *typecheck.Module, results func(item int) *typecheck.Result, places map[*syntax.Item]map[syntax.NodeID]bool) *Compiler {
	p := NewStepped(m, results)
	p.watched, p.itemPlaces = true, places
	return p
}

// Extend prepares another module whose code becomes part of the same program, and is not
// compiled for stepping: values of one can be used by the other.
func (p *Compiler) Extend(m *typecheck.Module) *Compiler {
	q := New(m, nil)
	q.code = p.code
	return q
}

// Program is the code that is compiled so far.
func (p *Compiler) Program() *code.Program { return p.code }

// locate notes where the definitions stand that m, and what it imports, can
// name.
func (p *Compiler) locate(m *typecheck.Module, seen map[*typecheck.Module]bool) {
	if m == nil || seen[m] {
		return
	}
	seen[m] = true
	for i := range m.Items() {
		if o := m.Object(i); o != nil {
			p.places[o] = code.Place{Module: m, Item: i}
		}
	}
	for _, imported := range m.Imports() {
		p.locate(imported, seen)
	}
	p.locate(m.Prelude(), seen)
}

// Expressions lists the items that are top-level expressions.
func (p *Compiler) Expressions() []int {
	var items []int
	file := p.module.File()
	for i, item := range file.All() {
		if item.Kind(item.Root) == syntax.ItemExpr {
			items = append(items, i)
		}
	}
	return items
}

// result is the typed tree of an item.
func (p *Compiler) result(at code.Place) *typecheck.Result {
	r := p.checked[at]
	if r == nil {
		r = at.Module.Check(at.Item)
		p.checked[at] = r
	}
	return r
}

// An Entry is what Run evaluates: the top-level expression of an item, or the
// definition of a name.
type Entry struct {
	Item int
	Name string // `@f`; "" for an expression
}

// Prepare compiles an entry and all that it needs.
func (p *Compiler) Prepare(e Entry) (fn int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e.Name == "" {
		if e.Item < 0 || e.Item >= p.module.Items() {
			return 0, fmt.Errorf("the file has no item %d", e.Item)
		}
		fn = p.expression(e.Item)
	} else {
		o := p.Find(e.Name)
		if o == nil {
			return 0, fmt.Errorf("no definition is named `%s`", e.Name)
		}
		fn = p.global(o)
	}
	p.drain()
	return fn, nil
}

// Find looks for a definition by name: in the file, then in what it sees.
func (p *Compiler) Find(name string) *typecheck.Object {
	modules := append([]*typecheck.Module{p.module}, p.module.Imports()...)
	for _, m := range append(modules, p.module.Prelude()) {
		if m == nil {
			continue
		}
		for i := range m.Items() {
			if o := m.Object(i); o != nil && o.Name == name {
				return o
			}
		}
	}
	return nil
}

// drain compiles what is queued, which queues what it needs in turn.
func (p *Compiler) drain() {
	for len(p.queue) > 0 {
		next := p.queue[len(p.queue)-1]
		p.queue = p.queue[:len(p.queue)-1]
		next()
	}
	p.code.SpreadEffects()
}

// constructor gives the index of a declared constructor.
func (p *Compiler) constructor(k *types.Constructor) int {
	if i, ok := p.consOf[k]; ok {
		return i
	}
	i := p.code.AddConstructor(code.Constructor{Name: k.Name, Tag: k.Index, Fields: len(k.Fields), FirstTag: firstFieldHasTag(k)})
	p.consOf[k] = i
	return i
}

// firstFieldHasTag reports whether the first field of a constructor has a type of a few
// constructors, none of which has fields.
func firstFieldHasTag(k *types.Constructor) bool {
	if len(k.Fields) == 0 {
		return false
	}
	t, ok := types.Head(k.Fields[0]).(*types.ADT)
	if !ok || len(t.Decl.Constructors) < 2 || len(t.Decl.Constructors) > math.MaxUint8 {
		return false
	}
	return !slices.ContainsFunc(t.Decl.Constructors, func(c *types.Constructor) bool { return len(c.Fields) > 0 })
}
