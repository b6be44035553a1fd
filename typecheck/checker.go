package typecheck

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/steps"
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// A unit is one item under inference.
type unit struct {
	item             *syntax.Item
	index            int
	block            int
	info             *Info
	signature        *signature
	diagnostics      []syntax.Diagnostic
	blamedAt         map[syntax.Span]bool // where an error was reported
	unread           unreadLines
	parsed           []syntax.Diagnostic       // see mistakes
	reportedPatterns map[patternClash]bool     // patterns that were reported not to fit
	undefined        map[string]bool           // names that were reported to be undeclared
	functions        map[*Object]syntax.NodeID // function literals and globals that `let` gives another name
	lengths          map[*Object]int64         // of FractalTensors that variables are bound to
	callLengths      map[syntax.NodeID]int64   // of those that calls give
	scopes           []typeScope               // of functions with type parameters of their own
	implicit         map[string]*Object        // parameters that a document's expression implies
	graphs           []syntax.NodeID           // the graph bindings met so far
	forward          map[string]*Object        // graph bindings used before their place
	flowing          []flow                    // values that are used at other types
	lets             map[string][]syntax.Span  // see letsOf; gathered when it is first needed
	claimed          map[types.Type]bool       // types that comments claim, see known
	claims           map[syntax.NodeID]bool    // whose types they are
	sectionMissed    bool                      // attributes were reported to stand in a section that is missing
}

// A checker infers the types of one item, or of a group of definitions that
// need each other. It is for one goroutine and one use.
type checker struct {
	m     *Module
	meter *steps.Meter
	node  syntax.NodeID // the expression that the check has come to
	depth int           // of unification
	*unit
	scope    scope
	resolver resolver

	patternMark int32 // where the names of the current pattern or parameter list begin

	level  int32 // of generalization: variables made now belong to it
	nextID int32
	mono   map[*Object]types.Type // the group's own definitions, not yet general

	closed      map[types.Type]bool          // types without variables, so that nothing in them can change
	found       map[syntax.NodeID]types.Type // what an argument of a wrong type has
	constraints []*constraint                // all that were made to wait, in order
	queue       []*constraint                // to be asked again
	assumed     []types.Constraint           // what polymorphic types that were checked against ask for
	dims        map[*symbolic.Symbol]types.Dim
	sizes       map[*symbolic.Symbol]*size // the shape variables that this check made
	escaped     *symbolic.Symbol           // of an inner function, by which two extents clashed
	dimQueue    []extentEquation
	deciding    bool                        // see decideExtents
	mixed       bool                        // `?` met an extent
	solvedAt    map[*symbolic.Symbol]reason // which argument gave an extent its value
	argument    reason                      // the argument that is checked now
	relation    op.Call                     // reused for every question to a relation
	spine       []syntax.NodeID
	empties     []emptyList
	steps       int                        // of unification
	searches    int                        // for names like undefined ones
	matched     types.Type                 // what a pattern with an undefined constructor stands against
	pairs       map[[2]types.Type]bool     // that were unified
	targets     map[string][]syntax.NodeID // see graphTargets
	targetsOf   *syntax.Item
	vars        slab[types.Var]
	objects     slab[Object]
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

func (m *Module) newChecker(meter *steps.Meter) *checker {
	c := &checker{m: m, level: 1, meter: meter}
	c.scope.index = map[string]int32{}
	c.relation.Fresh = func() types.Type { return c.fresh() }
	c.relation.FreshLeaf = func() types.Type { v := c.fresh(); v.Leaf = true; return v }
	return c
}

// begin makes an item the current one.
func (c *checker) begin(i int) *unit {
	item := c.m.config.File.Items[i]
	u := &unit{item: item, index: i, block: c.m.block(i), signature: c.m.items[i].signature, unread: newUnreadLines(item)}
	u.info = &Info{Item: item, ops: c.m.config.Ops, Types: make([]types.Type, item.Len()), Objects: make([]*Object, item.Len())}
	for _, ref := range c.m.items[i].found().refs {
		u.info.Objects[ref.node] = ref.object
	}
	if o := c.m.items[i].object; o != nil {
		u.info.Objects[o.Node] = o
	}
	c.resume(u)
	return u
}

// mistakes are the syntax errors of the current unit's item.
func (c *checker) mistakes() []syntax.Diagnostic {
	if c.unit.parsed == nil {
		c.unit.parsed = c.item.Mistakes()
	}
	return c.unit.parsed
}

// resume makes a unit that was begun before the current one.
func (c *checker) resume(u *unit) {
	c.unit, c.node = u, syntax.NoNode
	c.resolver = resolver{m: c.m, meter: c.meter, item: u.item, block: u.block, report: c.report}
	c.resolver.note = func(n syntax.NodeID, o *Object) { u.info.Objects[n] = o }
	c.resolver.hole = func() types.Type { return c.fresh() }
	c.resolver.sized = func(s *symbolic.Symbol, level int32) { c.newSize(s, false, level) }
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
func (c *checker) local(name string, n syntax.NodeID, t types.Type) *Object {
	o := c.objects.next()
	*o = Object{Kind: LocalObject, Name: name, Item: c.item, Node: n, Type: t}
	c.info.Objects[n] = o
	c.info.Types[n] = t
	c.scope.push(name, o)
	return o
}
