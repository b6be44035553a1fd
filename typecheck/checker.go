package typecheck

import (
	"context"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// A unit is one item under inference.
type unit struct {
	message.Reporter
	index            int
	block            int
	info             *typed.Info
	result           *typed.Result // to be completed
	signature        *typeexpr.Signature
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
	parents          []syntax.NodeID                 // see parent; made when they are first needed
	claimed          map[types.Type]bool             // types that comments claim of errors, see known
	unknownNames     map[string]bool                 // called names: whether they are unknown operators
	beliefs          int                             // claims that were believed in place of `?`
	old              map[syntax.NodeID]oldSpelling   // what is read as older versions of TVM did
	rafBound         map[syntax.NodeID]syntax.NodeID // see checker.rafBound; nil before it is asked for
	raf              *bool                           // whether the text has calls of RAF's operators; nil before that is asked
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
	infer.Engine
}

// An inference is what a checker knows and works out, from its beginning to its results.
type inference struct {
	node syntax.NodeID // the expression that the check has come to
	*unit

	patternMark int32 // where the names of the current pattern or parameter list begin

	mono map[*typed.Object]types.Type // the group's own definitions, not yet general

	found    map[syntax.NodeID]types.Type // what an argument of a wrong type has
	doubting bool                         // no claim is believed in place of `?`

	goal      goal // of the call that is checked next
	empties   []emptyList
	searches  int                        // for names like undefined ones
	exchanged int                        // how often parameters were exchanged, see report_order.go
	matched   types.Type                 // what a pattern with an undefined constructor stands against
	targets   map[string][]syntax.NodeID // see graphTargets
	targetsOf *syntax.Item
}

// A typeScope is where the type parameters of an inner function are known.
type typeScope struct {
	span   syntax.Span
	params *typeexpr.ParamScope
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
		c.last, c.locals = m.identity, infer.Allocator[typed.Object]{} // no module keeps another one's
		c.ForgetVariables()
	}
	c.m = m
	c.Begin(ctx, m.steps(items), m.config.Ops, m.lenient)
	return c
}

// release takes a checker back, which lets go of the module: it may wait for long.
func (m *Module) release(c *checker) {
	c.m, c.inference = nil, inference{}
	c.buffers.empty()
	c.Engine.Empty()
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
	c.Engine.Init(c)
	c.hooks = typeexpr.Hooks{
		Report: func(d syntax.Diagnostic) { c.Report(d) },
		Note:   func(n syntax.NodeID, o *typed.Object) { c.info.Objects[n] = o },
		Hole:   func() types.Type { return c.Fresh() },
		Sized:  func(s *symbolic.Symbol, level int32) { c.NewSize(s, false, level) },
	}
	return c
}

// begin makes an item the current one. What is found out about it is the caller's.
func (c *checker) begin(i int) *unit {
	n, u := c.m.config.File.Item(i).Len(), c.nextUnit()
	r := &struct { // one allocation
		typed.Result
		info typed.Info
	}{info: typed.Info{Types: make([]types.Type, n), Objects: make([]*typed.Object, n)}}
	u.result, r.Info = &r.Result, &r.info
	return c.beginUnit(u, i, &r.info)
}

// beginPacked is begin where of what is found out nothing is kept but what is packed.
func (c *checker) beginPacked(i int) *unit {
	n, u := c.m.config.File.Item(i).Len(), c.nextUnit()
	u.packed.Types, u.packed.Objects = c.Types.Take(n), c.objects.Take(n)
	u.result = &typed.Result{Info: &u.packed}
	return c.beginUnit(u, i, &u.packed)
}

// beginUnit makes an item the current unit, whose info has no more yet than room for the
// item's nodes.
func (c *checker) beginUnit(u *unit, i int, info *typed.Info) *unit {
	item := c.m.config.File.Item(i)
	u.Reporter, u.index, u.block, u.signature = message.NewReporter(item), i, c.m.block(i), c.m.items.at(i).signature
	u.info = info
	info.Begin(item, c.m.config.Ops)
	for _, ref := range c.m.items.at(i).found().refs {
		info.Objects[ref.node] = ref.object
	}
	if o := c.m.items.at(i).object; o != nil {
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
	c.unit, c.node, c.Owner = u, syntax.NoNode, u
	c.resolver = typeexpr.Resolver{Env: moduleTypes{c.m}, Meter: &c.Meter, Item: u.Item, Block: u.block, Hooks: c.hooks}
	if u.signature != nil {
		c.resolver.Params = u.signature.Scope
	}
}

// bodyLevel is the level of a definition's body: of what no `let` in it may
// generalize, as a graph binding that is seen in the whole definition.
const bodyLevel = 2

// Enter makes the item in which a constraint arose the current one.
func (c *checker) Enter(item infer.Owner) { c.resume(item.(*unit)) }

// Declares reports whether the unit's definition declares a type parameter.
func (u *unit) Declares(v *types.Var) bool {
	return u.signature != nil && slices.ContainsFunc(u.signature.Scope.Params, func(p *typeexpr.TypeParam) bool { return p.Var == v && v != nil })
}

// Where are the constraints that the unit's definition declares.
func (u *unit) Where() []types.Constraint {
	if u.signature == nil {
		return nil
	}
	return u.signature.Where
}

// local declares a local variable in the innermost scope.
func (c *checker) local(name string, n syntax.NodeID, t types.Type) *typed.Object {
	o := c.locals.Next()
	*o = typed.Object{Kind: typed.LocalObject, Name: name, Item: c.Item, Node: n, Type: t}
	c.info.Objects[n] = o
	c.info.Types[n] = t
	c.scope.push(name, o)
	return o
}
