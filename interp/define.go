package interp

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// global gives the function of a definition.
func (p *Program) global(o *typecheck.Object) int {
	if o.Kind == typecheck.DeclaredObject {
		return p.bodiless(o)
	}
	if fn, ok := p.globals[o]; ok {
		return fn
	}
	at, ok := p.places[o]
	fn := &function{name: o.Name, place: at, item: o.Item}
	p.globals[o] = p.newFunction(fn)
	p.queue = append(p.queue, func() {
		if !ok {
			p.failing(fn, "`"+o.Name+"` is not part of this program")
			return
		}
		p.define(fn, p.result(at))
	})
	return fn.index
}

// bodiless is the function of a declaration, which fails.
func (p *Program) bodiless(o *typecheck.Object) int {
	if fn, ok := p.globals[o]; ok {
		return fn
	}
	fn := &function{name: o.Name, place: p.places[o], item: o.Item}
	if f, ok := types.Head(o.Type).(*types.Func); ok {
		fn.setArity(len(f.In))
	}
	p.globals[o] = p.newFunction(fn)
	p.failing(fn, undefinedBody(o))
	return fn.index
}

// failing gives a function code that does nothing but fail.
func (p *Program) failing(fn *function, message string) {
	b := p.newBuilder(fn, &typecheck.Info{Item: fn.item}, nil)
	b.fault(fn.item.Root, message)
}

// expression gives the function of a top-level expression.
func (p *Program) expression(i int) int {
	if fn, ok := p.entries[i]; ok {
		return fn
	}
	at := place{p.module, i}
	item := p.module.File().Items[i]
	fn := &function{place: at, item: item}
	p.entries[i] = p.newFunction(fn)
	r := p.result(at)
	if message := broken(r); message != "" {
		p.failing(fn, message)
		return fn.index
	}
	if item.Kind(item.Root) != syntax.ItemExpr || item.Kid(item.Root, 0) == syntax.NoNode {
		p.failing(fn, "this item is no expression")
		return fn.index
	}
	body := item.Kid(item.Root, 0)
	fn.result = r.Types[body]
	b := p.newBuilder(fn, r.Info, nil)
	b.open(body, 0)
	b.forkGraphs(body)
	b.tail(body)
	b.finish()
	return fn.index
}

// broken says why an item cannot be run; "" where it can.
func broken(r *typecheck.Result) string {
	if len(r.Item.Errors) > 0 {
		return "this cannot be run, because it has a syntax error: " + r.Item.Errors[0].Message
	}
	for _, d := range r.Diagnostics {
		if d.Severity == syntax.Error {
			return "this cannot be run, because it has an error: " + d.Message
		}
	}
	return ""
}

// define compiles a definition.
func (p *Program) define(fn *function, r *typecheck.Result) {
	item := r.Item
	list, result, body := item.Kid(item.Root, 2), item.Kid(item.Root, 3), item.Kid(item.Root, 5)
	b := p.newBuilder(fn, r.Info, nil)
	fn.setArity(len(b.params(list)))
	if message := broken(r); message != "" {
		p.failing(fn, message)
		return
	}
	if body == syntax.NoNode {
		p.failing(fn, "`"+fn.name+"` has no body")
		return
	}
	if f, ok := types.Head(r.Objects[item.Kid(item.Root, 0)].Type).(*types.Func); ok {
		fn.result = f.Out
	}
	b.function(list, result, body)
}

// params are the parameters in a list, without attributes.
func (b *builder) params(list syntax.NodeID) []syntax.NodeID {
	var params []syntax.NodeID
	if list == syntax.NoNode {
		return nil
	}
	for _, p := range b.item.Kids(list) {
		if b.item.Kind(p) == syntax.Param {
			params = append(params, p)
		}
	}
	return params
}

// function emits a whole function: parameters arrive in registers 1, 2, ….
func (b *builder) function(list, result, body syntax.NodeID) {
	params := b.params(list)
	b.fn.setArity(len(params))
	b.at(b.item.Root)
	for range b.fn.params {
		b.temp()
	}
	if b.annotates(params, result, body) {
		b.extents = &typecheck.Object{Kind: typecheck.LocalObject, Name: "(extents)"}
	}
	b.open(body, len(params))
	if b.extents != nil {
		b.openExtents()
	}
	for i, p := range params[:b.fn.inRegisters()] {
		b.parameter(p, i+1)
	}
	for i, p := range params[b.fn.inRegisters():] {
		r := b.temp()
		b.emit(opEnvGet, r, b.fn.params, 0)
		b.put(uint32(i))
		b.parameter(p, r)
	}
	if b.checked(params) {
		for i, p := range params[:b.fn.inRegisters()] { // again, now that all shape variables are known
			b.checkParameter(p, i+1)
		}
	}
	if result != syntax.NoNode && hasExtents(b.fn.result) {
		b.checks = b.fn.result
	}
	b.forkGraphs(body)
	b.tail(body)
	b.finish()
}

func (b *builder) parameter(p syntax.NodeID, reg int) {
	b.checkParameter(p, reg)
	pattern := b.item.Kid(p, 0)
	if pattern == syntax.NoNode {
		return
	}
	if o := b.info.Objects[pattern]; o == nil || o.Kind != typecheck.LocalObject {
		b.destructure(pattern, reg)
	} else if reg > b.fn.params {
		b.bindLet(o, reg)
	} else {
		b.bind(o, reg)
	}
}

// maxParams is how many registers parameters take. Of functions with more, the
// last register holds the rest as a tuple.
const maxParams = 100

func (f *function) setArity(n int) { f.arity, f.params = n, min(n, maxParams) }

// inRegisters is how many parameters have a register of their own.
func (f *function) inRegisters() int {
	if f.arity > maxParams {
		return maxParams - 1
	}
	return f.arity
}

func (b *builder) checkParameter(p syntax.NodeID, reg int) {
	if annotation := b.item.Kid(p, 1); annotation != syntax.NoNode {
		b.check(annotation, reg, b.typeOf(p))
	}
}

// destructure binds the variables of a pattern that cannot fail.
func (b *builder) destructure(p syntax.NodeID, reg int) {
	p = b.bare(p)
	kids := b.item.Kids(p)
	o := b.info.Objects[p]
	switch b.item.Kind(p) {
	case syntax.PatTyped:
		b.check(b.item.Kid(p, 1), reg, b.typeOf(p))
		b.destructure(kids[0], reg)
	case syntax.PatTuple:
		b.destructureParts(kids, reg)
	case syntax.PatCons:
		b.destructureParts(kids[1:], reg)
	case syntax.PatVar:
		b.bind(o, reg)
	case syntax.PatName:
		if o != nil && o.Kind == typecheck.LocalObject {
			b.bind(o, reg)
		}
	}
}

func (b *builder) destructureParts(parts []syntax.NodeID, reg int) {
	for i, p := range parts {
		if k := b.item.Kind(b.bare(p)); k == syntax.PatWild {
			continue
		}
		r := b.temp()
		b.field(r, reg, i)
		b.destructure(p, r)
	}
}

// lambda emits the making of a closure. name is what a function that is bound
// is called inside itself.
func (b *builder) lambda(n syntax.NodeID, dst int, name *typecheck.Object) {
	fn := &function{place: b.fn.place, item: b.item, outer: b.fn}
	if name != nil {
		fn.name = name.Name
	}
	if f, ok := b.typeOf(n).(*types.Func); ok {
		fn.result = f.Out
	}
	b.program.newFunction(fn)
	b.fn.calls = append(b.fn.calls, fn.index)
	l := b.program.newBuilder(fn, b.info, b)
	l.self = name
	list, result, body := b.item.Kid(n, 1), b.item.Kid(n, 2), b.item.Kid(n, 3)
	if body == syntax.NoNode {
		b.program.failing(fn, "this function has no body")
	} else {
		l.function(list, result, body)
	}
	b.closure(fn, l, dst)
}

// closure emits the making of a closure of a function that l has compiled.
func (b *builder) closure(fn *function, l *builder, dst int) {
	if len(l.captured) == 0 {
		b.constant(dst, closureOf(fn.index))
		return
	}
	mark := b.next
	base := b.temp()
	for _, c := range l.captured {
		b.loadCapture(c, b.temp())
	}
	b.emitX(opClosure, base, fn.index)
	b.move(dst, base)
	b.next = mark
}

// A stub is a function that an operator, a constructor or a function on
// references is as a value.
type stub struct {
	name     string
	params   int
	operator bool
	cons     *types.Constructor
}

func (p *Program) stub(s stub) int {
	if fn, ok := p.stubs[s]; ok {
		return fn
	}
	fn := &function{name: s.name, params: s.params, arity: s.params, item: emptyItem, place: place{p.module, -1}}
	p.stubs[s] = p.newFunction(fn)
	b := p.newBuilder(fn, &typecheck.Info{Item: emptyItem}, nil)
	args := make([]int, s.params)
	for i := range args {
		args[i] = b.temp()
	}
	r := b.temp()
	switch {
	case s.operator:
		b.operate(s.name, r, nil, args...)
	case s.cons != nil:
		b.data(r, p.constructor(s.cons), args)
	default:
		fn.effect = true
		b.emit(references[s.name], r, 1, 2)
	}
	b.emit(opReturn, r, 0, 0)
	b.finish()
	return fn.index
}

// emptyItem is where code comes from that no text stands for.
var emptyItem = syntax.ParseItem("")
