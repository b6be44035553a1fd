package interp

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// A Program is a module that can be run. Definitions are compiled when an
// entry first needs them. It may be used from several goroutines.
type Program struct {
	module *typecheck.Module
	ops    op.Table
	forms  map[string]form             // of functions on FractalTensors, by name
	places map[*typecheck.Object]place // where definitions stand

	sections map[*typecheck.Module]map[string][]*value.Array // constants of metadata sections

	mu        sync.Mutex
	checked   map[place]*typecheck.Result
	globals   map[*typecheck.Object]int // functions of definitions
	stubs     map[stub]int              // functions of operators and constructors as values
	entries   map[int]int               // functions of top-level expressions, by item
	queue     []func()                  // what is to be compiled
	funcs     []*function
	cons      []constructor
	consOf    map[*types.Constructor]int
	consNamed map[consName]int
	effects   bool // some function has an effect

	taken tally
}

// A place is an item of a module.
type place struct {
	module *typecheck.Module
	item   int
}

// A constructor is what data tells of the constructor that made it.
type constructor struct {
	name   string
	tag    int
	fields int
	word   uint64 // of its slots
	headed bool   // the word holds the tag of the first field
}

type consName struct {
	name        string
	tag, fields int
}

// A function is compiled code.
type function struct {
	index     int
	name      string // "" for lambdas
	params    int    // registers of them
	arity     int
	registers int
	code      []uint32
	nodes     []syntax.NodeID // where each word comes from
	consts    []slot
	messages  []string
	types     []types.Type
	sites     []*site
	captures  int
	forks     int
	place     place
	item      *syntax.Item
	result    types.Type
	outer     *function // around a lambda

	effect  bool  // reads or writes references
	unknown bool  // calls functions that are not known
	calls   []int // known functions that it calls or makes closures of
}

// A site is one call of an operator.
type site struct {
	op      *op.Op
	attrs   op.Attrs
	args    int // registers: by parameter, then what is passed on
	extra   int
	out     types.Type
	extents int // register of the extents, -1 where no attribute needs them
	exprs   []exprAttr
	chain   *chain
	form    form
	shape   []int // of a constant that is written as brackets
	last    atomic.Pointer[mapped]
	level   int // of forall and filterall: the depth at which the function works
}

// An exprAttr is an attribute whose value an expression of the program gives.
type exprAttr struct {
	attr int
	reg  int // among the site's registers
}

// Compile prepares a module. Results that the caller has already (by item) save
// checking them again; nil for none.
func Compile(m *typecheck.Module, results func(item int) *typecheck.Result) (*Program, error) {
	p := &Program{
		module: m, ops: m.Ops(), forms: formTable(), places: map[*typecheck.Object]place{},
		sections: map[*typecheck.Module]map[string][]*value.Array{},
		checked:  map[place]*typecheck.Result{}, globals: map[*typecheck.Object]int{}, stubs: map[stub]int{},
		entries: map[int]int{}, consOf: map[*types.Constructor]int{}, consNamed: map[consName]int{},
	}
	p.locate(m, map[*typecheck.Module]bool{})
	if results != nil {
		for i := range m.Items() {
			if r := results(i); r != nil {
				p.checked[place{m, i}] = r
			}
		}
	}
	return p, nil
}

// locate notes where the definitions stand that m, and what it imports, can
// name.
func (p *Program) locate(m *typecheck.Module, seen map[*typecheck.Module]bool) {
	if m == nil || seen[m] {
		return
	}
	seen[m] = true
	for i := range m.Items() {
		if o := m.Object(i); o != nil {
			p.places[o] = place{m, i}
		}
	}
	for _, imported := range m.Imports() {
		p.locate(imported, seen)
	}
	p.locate(m.Prelude(), seen)
}

// Entries lists the items that are top-level expressions.
func (p *Program) Entries() []int {
	var items []int
	file := p.module.File()
	for i, item := range file.Items {
		if item.Kind(item.Root) == syntax.ItemExpr {
			items = append(items, i)
		}
	}
	return items
}

// result is the typed tree of an item.
func (p *Program) result(at place) *typecheck.Result {
	r := p.checked[at]
	if r == nil {
		r = at.module.Check(at.item)
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

// prepare compiles an entry and all that it needs.
func (p *Program) prepare(e Entry) (fn int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e.Name == "" {
		if e.Item < 0 || e.Item >= p.module.Items() {
			return 0, fmt.Errorf("the file has no item %d", e.Item)
		}
		fn = p.expression(e.Item)
	} else {
		o := p.find(e.Name)
		if o == nil {
			return 0, fmt.Errorf("no definition is named `%s`", e.Name)
		}
		fn = p.global(o)
	}
	p.drain()
	return fn, nil
}

// find looks for a definition by name: in the file, then in what it sees.
func (p *Program) find(name string) *typecheck.Object {
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
func (p *Program) drain() {
	for len(p.queue) > 0 {
		next := p.queue[len(p.queue)-1]
		p.queue = p.queue[:len(p.queue)-1]
		next()
	}
	p.spreadEffects()
}

// newFunction reserves the place of a function that is to be compiled.
func (p *Program) newFunction(f *function) int {
	f.index = len(p.funcs)
	p.funcs = append(p.funcs, f) // running machines hold the slice that they began with
	return f.index
}

// spreadEffects makes a function effectful that calls one.
func (p *Program) spreadEffects() {
	for changed := true; changed; {
		changed = false
		for _, f := range p.funcs {
			for _, g := range f.calls {
				callee := p.funcs[g]
				if callee.effect && !f.effect || callee.unknown && !f.unknown {
					f.effect = f.effect || callee.effect
					f.unknown = f.unknown || callee.unknown
					changed = true
				}
			}
			p.effects = p.effects || f.effect
		}
	}
}

// constructor gives the number of a declared constructor.
func (p *Program) constructor(k *types.Constructor) int {
	if i, ok := p.consOf[k]; ok {
		return i
	}
	i := p.addConstructor(consName{k.Name, k.Index, len(k.Fields)})
	p.cons[i].headed = headed(k)
	p.consOf[k] = i
	return i
}

// headed tells of a constructor whose first field has a type of a few
// constructors, none of which has fields.
func headed(k *types.Constructor) bool {
	if len(k.Fields) == 0 {
		return false
	}
	t, ok := types.Head(k.Fields[0]).(*types.ADT)
	if !ok || len(t.Decl.Constructors) < 2 || len(t.Decl.Constructors) > math.MaxUint8 {
		return false
	}
	return !slices.ContainsFunc(t.Decl.Constructors, func(c *types.Constructor) bool { return len(c.Fields) > 0 })
}

func (p *Program) addConstructor(n consName) int {
	i := len(p.cons)
	p.cons = append(p.cons, constructor{
		name: n.name, tag: n.tag, fields: n.fields,
		word: uint64(dataKind) | uint64(n.tag)<<8 | uint64(i)<<32,
	})
	return i
}

// namedConstructor gives the number of the constructor of a value from outside.
func (p *Program) namedConstructor(d *value.Data) int {
	key := consName{d.Name, d.Tag, len(d.Fields)}
	p.mu.Lock()
	defer p.mu.Unlock()
	i, ok := p.consNamed[key]
	if !ok {
		i = p.addConstructor(key)
		p.consNamed[key] = i
	}
	return i
}
