package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A variable is in one of three places: a register of its function; the environment of
// an activation (environment.go), where graph bindings read it or registers are short;
// or what the closure captured, where a function around this one has it. A captured
// variable is copied when the closure is made, which is right since variables do not
// change; those that a call gives new values (rebind.go) are kept in the environment.

// bind lets a variable have the value of a register, which is the variable's
// own from now on.
func (b *builder) bind(o *typecheck.Object, reg int) {
	if o == nil {
		return
	}
	b.vars[o] = variable{inRegister, reg}
	defer b.see(o)
	if b.env == nil {
		return
	}
	if i, ok := b.env.fields[o]; ok {
		b.setEnv(i, reg)
		if b.rebinds {
			b.vars[o] = variable{inEnvironment, i} // the code of graph bindings may change it
		}
	}
}

// bindLet is bind for a variable that may move to the environment, so that its
// register is free again: the function has many.
func (b *builder) bindLet(o *typecheck.Object, reg int) {
	if o == nil || b.env == nil || b.graph || !b.env.holdsLets {
		b.bind(o, reg)
		return
	}
	i := b.env.field(o)
	b.setEnv(i, reg)
	b.vars[o] = variable{inEnvironment, i}
	b.see(o)
	b.next = reg
}

func (b *builder) setEnv(i, reg int) {
	b.emit(code.OpEnvSet, b.envReg, reg, 0)
	b.put(uint32(i))
}

// register is the register that a variable has, if it has one.
func (b *builder) register(o *typecheck.Object) (int, bool) {
	if o != nil && o == b.self {
		return 0, true
	}
	v, ok := b.vars[o]
	return v.at, ok && v.where == inRegister
}

// load puts the value of a variable into a register.
func (b *builder) load(o *typecheck.Object, dst int) {
	if value, ok := b.deferred[o]; ok {
		b.expr(value, dst)
		return
	}
	if r, ok := b.register(o); ok {
		b.move(dst, r)
		return
	}
	if v, ok := b.vars[o]; ok {
		b.emit(code.OpEnvGet, dst, b.envReg, 0)
		b.put(uint32(v.at))
		return
	}
	if b.env != nil && b.env.isGraph(o) {
		b.force(b.env, o, dst, b.envReg)
		return
	}
	if b.graph {
		if i, ok := b.env.fields[o]; ok {
			b.emitX(code.OpFree, dst, i)
			return
		}
		if env := b.graphAround(o); env != nil {
			b.forceAround(env, o, dst)
			return
		}
	}
	b.loadOuter(o, dst)
}

// loadOuter loads a variable of a function around this one.
func (b *builder) loadOuter(o *typecheck.Object, dst int) {
	if o == nil || b.graph || !b.knownOutside(o) {
		b.unbound(o)
		return
	}
	if env := b.graphAround(o); env != nil {
		b.forceAround(env, o, dst)
		return
	}
	b.emitX(code.OpFree, dst, b.capture(capture{object: o}))
}

// forceAround evaluates a graph binding of a function around this one.
func (b *builder) forceAround(env *environment, o *typecheck.Object, dst int) {
	r := b.temp()
	b.loadCapture(capture{env: env}, r)
	b.force(env, o, dst, r)
	b.next = r
}

// knownOutside reports whether a function around this one has a variable.
func (b *builder) knownOutside(o *typecheck.Object) bool {
	for outer := b.outer; outer != nil; outer = outer.outer {
		if outer.has(o) {
			return true
		}
	}
	return false
}

func (b *builder) has(o *typecheck.Object) bool {
	_, late := b.deferred[o]
	if _, ok := b.vars[o]; ok || late || o == b.self {
		return true
	}
	if b.env == nil {
		return false
	}
	_, field := b.env.fields[o]
	return b.env.isGraph(o) || b.graph && field
}

// graphAround is the environment of the function around this one in which o is
// a graph binding.
func (b *builder) graphAround(o *typecheck.Object) *environment {
	for outer := b.outer; outer != nil; outer = outer.outer {
		if outer.env != nil && outer.env != b.env && outer.env.isGraph(o) {
			return outer.env
		}
	}
	return nil
}

func (b *builder) unbound(o *typecheck.Object) {
	name := "?"
	if o != nil {
		name = o.Name
	}
	b.fault(b.node, "the variable `"+name+"` has no value: it is free in this expression")
}

// force evaluates a graph binding of an environment unless it was. Its code is
// called with the result's register as base, so that must be the topmost one.
func (b *builder) force(env *environment, o *typecheck.Object, dst, reg int) {
	top := dst
	if dst != b.next-1 {
		top = b.temp()
	}
	if compile := env.unused[o]; compile != nil {
		delete(env.unused, o)
		b.compiler.queue = append(b.compiler.queue, compile)
	}
	b.emit(code.OpForce, top, reg, 0)
	b.put(uint32(env.field(o)))
	b.put(uint32(env.graphs[o]))
	b.fn.Calls = append(b.fn.Calls, env.graphs[o])
	if top != dst {
		b.move(dst, top)
		b.next = top
	}
}

// capture gives the number of a captured variable.
func (b *builder) capture(c capture) int {
	for i, known := range b.captured {
		if known == c {
			return i
		}
	}
	b.captured = append(b.captured, c)
	return len(b.captured) - 1
}

// loadCapture loads what an inner function captures.
func (b *builder) loadCapture(c capture, dst int) {
	switch {
	case c.object != nil:
		b.load(c.object, dst)
	case b.env == c.env:
		b.move(dst, b.envReg)
	case b.graph:
		b.emitX(code.OpFree, dst, b.env.fieldAround(c.env))
	default:
		b.emitX(code.OpFree, dst, b.capture(c))
	}
}

// extentsAround is the hidden variable of the extents that are known here.
func (b *builder) extentsAround() *typecheck.Object {
	for ; b != nil; b = b.outer {
		if b.extents != nil {
			return b.extents
		}
	}
	return nil
}

// local gives the variable that a node stands for.
func (b *builder) local(n syntax.NodeID) *typecheck.Object { return b.info.Objects[n] }
