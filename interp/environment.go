package interp

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An environment is the part of an activation that lives in the heap: graph
// bindings, the variables that their expressions use, and, where a function has
// many, all variables that `let` binds. The code of a graph binding runs on the
// environment as a closure runs on what it captures.
type environment struct {
	size   int
	fields map[*typecheck.Object]int
	graphs map[*typecheck.Object]int // functions of the bindings' code
	values map[*typecheck.Object]syntax.NodeID
	forked map[*typecheck.Object]bool   // bindings that a fork evaluates
	unused map[*typecheck.Object]func() // compile the code of bindings that nothing reads so far
	roomy  bool                         // takes the variables of `let`
	patch  int                          // the word that makes it
}

func (e *environment) field(o *typecheck.Object) int {
	i, ok := e.fields[o]
	if !ok {
		i = e.size
		e.size++
		e.fields[o] = i
	}
	return i
}

func (e *environment) isGraph(o *typecheck.Object) bool {
	_, ok := e.graphs[o]
	return ok
}

// A survey is what a function's body, without the functions in it, binds.
type survey struct {
	lets    int
	graphs  []syntax.NodeID
	rebinds bool // a call gives variables new values
}

func (b *builder) survey(n syntax.NodeID, s *survey) {
	switch b.item.Kind(n) {
	case syntax.Fn:
		return
	case syntax.Let:
		s.lets++
	case syntax.Graph:
		s.graphs = append(s.graphs, n)
	case syntax.Call:
		s.rebinds = s.rebinds || b.rebinds(n)
	}
	for _, kid := range b.item.Kids(n) {
		if kid != syntax.NoNode {
			b.survey(kid, s)
		}
	}
}

// open makes the environment of a function whose body needs one. Parameters
// are bound behind it.
func (b *builder) open(body syntax.NodeID, params int) {
	var s survey
	if body == syntax.NoNode {
		return
	}
	b.survey(body, &s)
	b.rebinding = s.rebinds
	s.lets += params
	if len(s.graphs) == 0 && s.lets <= manyLocals {
		return
	}
	b.env = &environment{fields: map[*typecheck.Object]int{}, graphs: map[*typecheck.Object]int{}, values: map[*typecheck.Object]syntax.NodeID{}, unused: map[*typecheck.Object]func(){}, forked: map[*typecheck.Object]bool{}, roomy: s.lets > manyLocals}
	b.envReg = b.temp()
	b.env.patch = b.emitX(opNewEnv, b.envReg, 0)
	for _, g := range s.graphs {
		b.declareGraph(g)
	}
	for _, g := range s.graphs {
		b.share(b.item.Kid(g, 1))
	}
}

// declareGraph reserves the function of a graph binding's code.
func (b *builder) declareGraph(g syntax.NodeID) {
	o := b.local(b.item.Kid(g, 0))
	if o == nil || b.env.isGraph(o) {
		return
	}
	fn := &function{place: b.fn.place, item: b.item, outer: b.fn, name: o.Name}
	b.env.graphs[o] = b.program.newFunction(fn)
	b.env.values[o] = b.item.Kid(g, 1)
	field := b.env.field(o)
	b.env.unused[o] = func() { b.compileGraph(fn, o, field, b.item.Kid(g, 1)) }
}

// share gives the variables that a graph binding's expression uses a field of
// the environment; those from outside are put there now.
func (b *builder) share(n syntax.NodeID) {
	if n == syntax.NoNode {
		return
	}
	if o := b.info.Objects[n]; o != nil && o.Kind == typecheck.LocalObject {
		b.shareObject(o)
	}
	for _, kid := range b.item.Kids(n) {
		b.share(kid)
	}
	if b.item.Kind(n) == syntax.Graph || n == syntax.NoNode {
		return
	}
	if o := b.extentsAround(); o != nil {
		b.shareObject(o)
	}
}

func (b *builder) shareObject(o *typecheck.Object) {
	if _, ok := b.env.fields[o]; ok || b.env.isGraph(o) {
		return
	}
	i := b.env.field(o)
	if o != b.self && !b.has(o) && !b.known(o) {
		return // bound later
	}
	r := b.temp()
	b.load(o, r)
	b.setEnv(i, r)
	b.next = r
}

// compileGraph emits the code of a graph binding: its value settles the field,
// and is the result.
func (b *builder) compileGraph(fn *function, o *typecheck.Object, field int, value syntax.NodeID) {
	g := b.program.newBuilder(fn, b.info, b)
	g.env, g.graph, g.rebinding = b.env, true, b.rebinding
	if b.item.Kind(b.inside(value)) == syntax.Fn {
		g.recursive = o
	}
	r := g.temp()
	if value == syntax.NoNode {
		g.fault(b.item.Root, "this binding has no value")
	} else {
		g.expr(value, r)
	}
	g.emit(opSettle, r, 0, 0)
	g.put(uint32(field))
	g.finish()
}

// inside is the expression in parentheses.
func (b *builder) inside(n syntax.NodeID) syntax.NodeID {
	for b.item.Kind(n) == syntax.Paren {
		n = b.item.Kid(n, 0)
	}
	return n
}
