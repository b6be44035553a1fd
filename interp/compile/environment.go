package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An environment is the part of an activation that lives in the heap: graph
// bindings, the variables that their expressions use, and, where a function has
// many, all variables that `let` binds. The code of a graph binding runs on the
// environment as a closure runs on what it captures.
type environment struct {
	size       int
	fields     map[*typecheck.Object]int
	graphs     map[*typecheck.Object]int // functions of the bindings' code
	values     map[*typecheck.Object]syntax.NodeID
	forked     map[*typecheck.Object]bool   // bindings that a fork evaluates
	unused     map[*typecheck.Object]func() // compile the code of bindings that nothing reads so far
	around     map[*environment]int         // fields of environments whose bindings the code of these reads
	holdsLets  bool                         // takes the variables of `let`
	newEnvWord int                          // the word that makes it
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

func (e *environment) fieldAround(around *environment) int {
	i, ok := e.around[around]
	if !ok {
		i = e.size
		e.size++
		e.around[around] = i
	}
	return i
}

func (e *environment) isGraph(o *typecheck.Object) bool {
	_, ok := e.graphs[o]
	return ok
}

// A bodyBindings is what a function's body, without the functions in it, binds.
type bodyBindings struct {
	lets    int
	graphs  []syntax.NodeID
	rebinds bool // a call gives variables new values
}

func (b *builder) surveyBindings(n syntax.NodeID, s *bodyBindings) {
	switch b.item.Kind(n) {
	case syntax.Fn:
		return
	case syntax.Let:
		s.lets += max(1, b.variablesOf(b.item.Let(n).Pattern))
	case syntax.Graph:
		s.graphs = append(s.graphs, n)
	case syntax.Call:
		s.rebinds = s.rebinds || b.rebindsArguments(n)
	}
	for _, kid := range b.item.Kids(n) {
		if kid != syntax.NoNode {
			b.surveyBindings(kid, s)
		}
	}
}

// variablesOf is the number of variables of a pattern.
func (b *builder) variablesOf(p syntax.NodeID) (n int) {
	b.item.Walk(p, func(p syntax.NodeID) bool {
		if k := b.item.Kind(p); k == syntax.PatVar || k == syntax.PatName {
			n++
		}
		return true
	})
	return n
}

// openEnvironment makes the environment of a function whose body needs one. Parameters
// are bound after it.
func (b *builder) openEnvironment(body syntax.NodeID, params int) {
	var s bodyBindings
	if body == syntax.NoNode {
		return
	}
	b.surveyBindings(body, &s)
	b.rebinds = s.rebinds
	s.lets += params
	if len(s.graphs) == 0 && s.lets <= manyLocals {
		return
	}
	b.env = &environment{fields: map[*typecheck.Object]int{}, graphs: map[*typecheck.Object]int{}, values: map[*typecheck.Object]syntax.NodeID{}, unused: map[*typecheck.Object]func(){}, around: map[*environment]int{}, forked: map[*typecheck.Object]bool{}, holdsLets: s.lets > manyLocals}
	b.envReg = b.temp()
	b.env.newEnvWord = b.emitX(code.OpNewEnv, b.envReg, 0)
	for _, g := range s.graphs {
		b.declareGraph(g)
	}
	for _, g := range s.graphs {
		b.share(b.item.Graph(g).Value)
	}
}

// declareGraph reserves the function of a graph binding's code.
func (b *builder) declareGraph(g syntax.NodeID) {
	graph := b.item.Graph(g)
	o := b.local(graph.Name)
	if o == nil || b.env.isGraph(o) {
		return
	}
	fn := &code.Function{Place: b.fn.Place, Item: b.item, Outer: b.fn, Name: o.Name}
	b.env.graphs[o] = b.compiler.code.Add(fn)
	b.env.values[o] = graph.Value
	field := b.env.field(o)
	b.seeGraph(o, field)
	b.env.unused[o] = func() { b.compileGraph(fn, o, field, graph.Value) }
}

// share gives the variables that a graph binding's expression uses a field of
// the environment; those from outside are put there now, graph bindings of functions
// around this one as the environment that they are evaluated in.
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
	if env := b.graphAround(o); env != nil && o != b.self && !b.has(o) {
		b.shareAround(env)
		return
	}
	i := b.env.field(o)
	if o != b.self && !b.has(o) && !b.knownOutside(o) {
		return // bound later
	}
	r := b.temp()
	b.load(o, r)
	b.setEnv(i, r)
	b.next = r
}

func (b *builder) shareAround(env *environment) {
	if _, ok := b.env.around[env]; ok {
		return
	}
	r := b.temp()
	b.emitX(code.OpFree, r, b.capture(capture{env: env}))
	b.setEnv(b.env.fieldAround(env), r)
	b.next = r
}

// compileGraph emits the code of a graph binding: its value settles the field,
// and is the result.
func (b *builder) compileGraph(fn *code.Function, o *typecheck.Object, field int, value syntax.NodeID) {
	g := b.compiler.newBuilder(fn, b.info, b)
	g.env, g.graph, g.rebinds = b.env, true, b.rebinds
	if b.item.Kind(b.item.Unparen(value)) == syntax.Fn {
		g.selfName = o
	}
	r := g.temp()
	if value == syntax.NoNode {
		g.fault(b.item.Root, "this binding has no value")
	} else {
		g.entryPoint(value)
		g.expr(value, r)
	}
	g.emit(code.OpSetGraph, r, 0, 0)
	g.put(uint32(field))
	g.finish()
}
