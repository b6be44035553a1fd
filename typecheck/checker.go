package typecheck

import (
	"context"
	"sync"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// A unit is one item under inference.
type unit struct {
	message.Reporter
	index            int
	block            int
	info             *typed.Info
	result           *typed.Result // to be completed
	signature        *signature
	parsed           []syntax.Diagnostic             // see mistakes
	reportedPatterns map[patternClash]bool           // patterns that were reported not to fit
	undefined        map[string]bool                 // names that were reported to be undeclared
	functions        map[*typed.Object]syntax.NodeID // function literals and globals that `let` gives another name
	lengths          map[*typed.Object]int64         // of FractalTensors that variables are bound to
	callLengths      map[syntax.NodeID]int64         // of those that calls give
	scopes           []typeScope                     // of functions with type parameters of their own
	implicit         map[string]*typed.Object        // parameters that a document's expression implies
	graphs           []syntax.NodeID                 // the graph bindings met so far
	forward          map[string]*typed.Object        // graph bindings used before their place
	flowing          []flow                          // values that are used at other types
	lists            []syntax.NodeID                 // FractalTensors of several elements that are written out
	dense            syntax.NodeID                   // the Constant that was typed last
	lets             map[string][]syntax.Span        // see letsOf; gathered when it is first needed
	claimed          map[types.Type]bool             // types that comments claim of errors, see known
	unknownNames     map[string]bool                 // called names: whether they are unknown operators
	beliefs          int                             // claims that were believed in place of `?`
	old              map[syntax.NodeID]oldSpelling   // what is read as older versions of TVM did
	sectionMissed    bool                            // attributes were reported to stand in a section that is missing
	packed           typed.Info                      // the info of one that is packed, see beginPacked
}

// A checker infers the types of one item, or of a group of definitions that need
// each other. It is for one goroutine. When it is done it may begin with others: its
// inference is a new one each time, and of what was before it has only the buffers.
type checker struct {
	m    *Module   // of what it checks; nil while it has nothing to do
	last *identity // of the module that it checked last, whose variables and objects the buffers have
	inference
	buffers
}

// An inference is what a checker knows and works out, from its beginning to its results.
type inference struct {
	node  syntax.NodeID // the expression that the check has come to
	depth int           // of unification
	*unit

	patternMark int32 // where the names of the current pattern or parameter list begin

	undetermined []*symbolic.Symbol // unknown extents that met `?`, see undeterminedBy

	level  int32 // of generalization: variables made now belong to it
	nextID int32
	mono   map[*typed.Object]types.Type // the group's own definitions, not yet general

	closed    map[types.Type]bool          // types without variables, so that nothing in them can change
	found     map[syntax.NodeID]types.Type // what an argument of a wrong type has
	assumed   []types.Constraint           // what polymorphic types that were checked against ask for
	solved    int                          // how many of the sizes were found
	escaped   *symbolic.Symbol             // of an inner function, by which two extents clashed
	dimQueue  []extentEquation
	deciding  bool   // see decideExtents
	doubting  bool   // no claim is believed in place of `?`
	mixed     bool   // `?` met an extent
	argument  reason // the argument that is checked now
	goal      goal   // of the call that is checked next
	empties   []emptyList
	steps     int                        // of unification
	searches  int                        // for names like undefined ones
	matched   types.Type                 // what a pattern with an undefined constructor stands against
	pairs     map[[2]types.Type]bool     // that were unified
	targets   map[string][]syntax.NodeID // see graphTargets
	targetsOf *syntax.Item
}

// A typeScope is where the type parameters of an inner function are known.
type typeScope struct {
	span   syntax.Span
	params *paramScope
}

// An emptyList is a `[]` whose element type must be found in the end.
type emptyList struct {
	unit *unit
	node syntax.NodeID
	elem types.Type
}

// checker gives a checker for some items, which release takes back when they are done.
// One that was stopped on the way is left alone: what it holds is half done.
func (m *Module) checker(ctx context.Context, items ...int) *checker {
	c, _ := m.checkers.Get().(*checker)
	if c == nil {
		c = newChecker()
	}
	if c.last != m.identity {
		c.last, c.vars, c.locals = m.identity, allocator[types.Var]{}, allocator[typed.Object]{} // no module keeps another one's
	}
	c.m, c.level = m, 1
	c.meter.Begin(ctx, m.steps(items))
	return c
}

// release takes a checker back, which lets go of the module: it may wait for long.
func (m *Module) release(c *checker) {
	c.m, c.inference = nil, inference{}
	c.buffers.empty()
	m.checkers.Put(c)
}

// checkersOf are the checkers of a new module.
func checkersOf(config *Config) *sync.Pool {
	if config.Prelude != nil {
		return config.Prelude.checkers
	}
	return &sync.Pool{}
}

func newChecker() *checker {
	c := &checker{}
	c.operators = map[string]*typed.Object{}
	c.scope.index = map[string]int32{}
	c.sizes = map[*symbolic.Symbol]*size{}
	c.relation.Fresh = func() types.Type { return c.fresh() }
	c.relation.FreshLeaf = func() types.Type { v := c.fresh(); v.Leaf = true; return v }
	c.hooks = hooks{
		report: func(d syntax.Diagnostic) { c.Report(d) },
		note:   func(n syntax.NodeID, o *typed.Object) { c.info.Objects[n] = o },
		hole:   func() types.Type { return c.fresh() },
		sized:  func(s *symbolic.Symbol, level int32) { c.newSize(s, false, level) },
	}
	return c
}

// begin makes an item the current one. What is found out about it is the caller's.
func (c *checker) begin(i int) *unit {
	n, u := c.m.config.File.Items[i].Len(), c.nextUnit()
	r := &struct { // one allocation
		typed.Result
		info typed.Info
	}{info: typed.Info{Types: make([]types.Type, n), Objects: make([]*typed.Object, n)}}
	u.result, r.Info = &r.Result, &r.info
	return c.beginUnit(u, i, &r.info)
}

// beginPacked is begin where of what is found out nothing is kept but what is packed.
func (c *checker) beginPacked(i int) *unit {
	n, u := c.m.config.File.Items[i].Len(), c.nextUnit()
	u.packed.Types, u.packed.Objects = c.types.take(n), c.objects.take(n)
	u.result = &typed.Result{Info: &u.packed}
	return c.beginUnit(u, i, &u.packed)
}

// beginUnit makes an item the current unit, whose info has no more yet than room for the
// item's nodes.
func (c *checker) beginUnit(u *unit, i int, info *typed.Info) *unit {
	item := c.m.config.File.Items[i]
	u.Reporter, u.index, u.block, u.signature = message.NewReporter(item), i, c.m.block(i), c.m.items[i].signature
	u.info = info
	info.Begin(item, c.m.config.Ops)
	for _, ref := range c.m.items[i].found().refs {
		info.Objects[ref.node] = ref.object
	}
	if o := c.m.items[i].object; o != nil {
		info.Objects[o.Node] = o
	}
	c.resume(u)
	return u
}

// mistakes are the syntax errors of the current unit's item.
func (c *checker) mistakes() []syntax.Diagnostic {
	if c.unit.parsed == nil {
		c.unit.parsed = c.Item.Mistakes()
	}
	return c.unit.parsed
}

// resume makes a unit that was begun before the current one.
func (c *checker) resume(u *unit) {
	c.unit, c.node = u, syntax.NoNode
	c.resolver = resolver{m: c.m, meter: &c.meter, item: u.Item, block: u.block, hooks: c.hooks}
	if u.signature != nil {
		c.resolver.params = u.signature.scope
	}
}

// bodyLevel is the level of a definition's body: of what no `let` in it may
// generalize, as a graph binding that is seen in the whole definition.
const bodyLevel = 2

// fresh invents a type variable of the current level.
func (c *checker) fresh() *types.Var { return c.freshAt(c.level) }

func (c *checker) freshAt(level int32) *types.Var {
	v := c.vars.next()
	c.nextID++
	v.ID, v.Level = c.nextID, level
	return v
}

// local declares a local variable in the innermost scope.
func (c *checker) local(name string, n syntax.NodeID, t types.Type) *typed.Object {
	o := c.locals.next()
	*o = typed.Object{Kind: typed.LocalObject, Name: name, Item: c.Item, Node: n, Type: t}
	c.info.Objects[n] = o
	c.info.Types[n] = t
	c.scope.push(name, o)
	return o
}
