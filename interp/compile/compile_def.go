package compile

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// global gives the function of a definition, which is compiled later: definitions may
// call each other in a circle, and only what an entry needs is compiled.
func (p *Compiler) global(o *typecheck.Object) int {
	if o.Kind == typecheck.DeclaredObject {
		return p.bodiless(o)
	}
	if fn, ok := p.globals[o]; ok {
		return fn
	}
	at, ok := p.places[o]
	fn := &code.Function{Name: o.Name, Place: at, Item: o.Item}
	p.globals[o] = p.code.Add(fn)
	p.queue = append(p.queue, func() {
		if !ok {
			p.failing(fn, "`"+o.Name+"` is not part of this program")
			return
		}
		p.define(fn, p.result(at))
	})
	return fn.Index
}

// bodiless is the function of a declaration, which fails.
func (p *Compiler) bodiless(o *typecheck.Object) int {
	if fn, ok := p.globals[o]; ok {
		return fn
	}
	fn := &code.Function{Name: o.Name, Place: p.places[o], Item: o.Item}
	if f, ok := types.Head(o.Type).(*types.Func); ok {
		fn.SetArity(len(f.In))
	}
	p.globals[o] = p.code.Add(fn)
	p.failing(fn, undefinedBody(o))
	return fn.Index
}

// failing gives a function code that does nothing but fail.
func (p *Compiler) failing(fn *code.Function, message string) {
	b := p.newBuilder(fn, &typecheck.Info{Item: fn.Item}, nil)
	b.fault(fn.Item.Root, message)
}

// expression gives the function of a top-level expression.
func (p *Compiler) expression(i int) int {
	if fn, ok := p.entries[i]; ok {
		return fn
	}
	at := code.Place{Module: p.module, Item: i}
	item := p.module.File().Item(i)
	fn := &code.Function{Place: at, Item: item}
	p.entries[i] = p.code.Add(fn)
	r := p.result(at)
	if message := mistakeIn(r); message != "" {
		p.failing(fn, message)
		return fn.Index
	}
	if item.Kind(item.Root) != syntax.ItemExpr || item.Body() == syntax.NoNode {
		p.failing(fn, "this item is no expression")
		return fn.Index
	}
	body := item.Body()
	fn.Result = r.Types[body]
	b := p.newBuilder(fn, r.Info, nil)
	b.entry = true
	b.openEnvironment(body, 0)
	b.entryPoint(body)
	b.forkGraphs(body)
	b.tail(body)
	b.finish()
	return fn.Index
}

// mistakeIn says why an item cannot be run; "" where it can.
func mistakeIn(r *typecheck.Result) string {
	if len(r.Item.Errors) > 0 {
		return "this cannot be run, because it has a syntax error: " + r.Item.Errors[0].Message
	}
	for _, d := range r.Diagnostics {
		if d.Severity == codes.Error {
			return "this cannot be run, because it has an error: " + d.Message
		}
	}
	return ""
}

// define compiles a definition.
func (p *Compiler) define(fn *code.Function, r *typecheck.Result) {
	def := r.Item.Def(r.Item.Root)
	b := p.newBuilder(fn, r.Info, nil)
	fn.SetArity(len(b.params(def.Params)))
	if message := mistakeIn(r); message != "" {
		p.failing(fn, message)
		return
	}
	if def.Body == syntax.NoNode {
		p.failing(fn, "`"+fn.Name+"` has no body")
		return
	}
	if f, ok := types.Head(r.Objects[def.Name].Type).(*types.Func); ok {
		fn.Result = f.Out
	}
	b.function(def.Params, def.Result, def.Body)
}

// params are the parameters in a list of an item, without attributes.
func params(item *syntax.Item, list syntax.NodeID) []syntax.NodeID {
	var params []syntax.NodeID
	if list == syntax.NoNode {
		return nil
	}
	for _, p := range item.Kids(list) {
		if item.Kind(p) == syntax.Param {
			params = append(params, p)
		}
	}
	return params
}

func (b *builder) params(list syntax.NodeID) []syntax.NodeID { return params(b.item, list) }

// function emits a whole function: parameters arrive in registers 1, 2, ….
func (b *builder) function(list, result, body syntax.NodeID) {
	params := b.params(list)
	b.fn.SetArity(len(params))
	b.setNode(b.item.Root)
	for range b.fn.Params {
		b.temp()
	}
	b.see(b.self)
	binds := b.bindingOf(params, body)
	b.keepsEquations = binds.open
	if binds.open || b.hasShapeVariables(params, result) {
		b.extents = &typecheck.Object{Kind: typecheck.LocalObject, Name: "(extents)"}
	}
	b.openEnvironment(body, len(params))
	if b.extents != nil {
		b.openExtents(binds.open)
	}
	for i, p := range params[:b.fn.InRegisters()] {
		b.parameter(p, i+1)
	}
	for i, p := range params[b.fn.InRegisters():] {
		r := b.temp()
		b.emit(code.OpEnvGet, r, b.fn.Params, 0)
		b.put(uint32(i))
		b.parameter(p, r)
	}
	if binds.equations != syntax.NoNode {
		was := b.setNode(binds.equations)
		b.emit(code.OpSolve, b.loadExtents(), 0, 0)
		b.setNode(was)
	}
	if result != syntax.NoNode && hasExtents(b.fn.Result) {
		b.declaredResult = b.fn.Result
		b.annotate(body)
	}
	b.entryPoint(body)
	b.forkGraphs(body)
	b.tail(body)
	b.finish()
}

func (b *builder) parameter(p syntax.NodeID, reg int) {
	b.checkParameter(p, reg)
	pattern := b.item.Param(p).Pattern
	if pattern == syntax.NoNode {
		return
	}
	if o := b.info.Objects[pattern]; o == nil || o.Kind != typecheck.LocalObject {
		b.destructure(pattern, reg)
	} else if reg > b.fn.Params {
		b.bindLet(o, reg)
	} else {
		b.bind(o, reg)
	}
}

func (b *builder) checkParameter(p syntax.NodeID, reg int) {
	annotation, t := b.item.Param(p).Type, b.typeOf(p)
	switch {
	case t == nil:
	case annotation == syntax.NoNode:
		if b.keepsEquations && mentionsOther(t, nil) {
			b.hold(code.OpBind, p, reg, t, 1) // an inferred type is not checked
		}
	case b.extents != nil && (hasVariables(t) || b.keepsEquations && mentionsOther(t, nil)):
		b.hold(code.OpBind, annotation, reg, t, 0)
	default:
		b.check(annotation, reg, t)
	}
}

// destructure binds the variables of a pattern that cannot fail.
func (b *builder) destructure(p syntax.NodeID, reg int) { b.destructureBy(p, reg, b.bind) }

func (b *builder) destructureBy(p syntax.NodeID, reg int, bind func(o *typecheck.Object, reg int)) {
	p = b.item.Unparen(p)
	o := b.info.Objects[p]
	switch b.item.Kind(p) {
	case syntax.PatTyped:
		typed := b.item.PatTyped(p)
		b.check(typed.Type, reg, b.typeOf(p))
		b.destructureBy(typed.Pattern, b.converted(p, reg), bind)
	case syntax.PatTuple:
		b.destructureParts(b.item.Kids(p), reg, bind)
	case syntax.PatCons:
		b.destructureParts(b.item.PatCons(p).Args, reg, bind)
	case syntax.PatVar:
		bind(o, reg)
	case syntax.PatName:
		if o != nil && o.Kind == typecheck.LocalObject {
			bind(o, reg)
		}
	}
}

func (b *builder) destructureParts(parts []syntax.NodeID, reg int, bind func(o *typecheck.Object, reg int)) {
	for i, p := range parts {
		if k := b.item.Kind(b.item.Unparen(p)); k == syntax.PatWild {
			continue
		}
		r := b.temp()
		b.field(r, reg, i)
		b.destructureBy(p, r, bind)
	}
}

// lambda emits the making of a closure. name is what a function that is bound
// is called inside itself.
func (b *builder) lambda(n syntax.NodeID, dst int, name *typecheck.Object) {
	fn := &code.Function{Place: b.fn.Place, Item: b.item, Outer: b.fn}
	if name != nil {
		fn.Name = name.Name
	}
	if f, ok := b.typeOf(n).(*types.Func); ok {
		fn.Result = f.Out
	}
	b.compiler.code.Add(fn)
	b.fn.Calls = append(b.fn.Calls, fn.Index)
	l := b.compiler.newBuilder(fn, b.info, b)
	l.self = name
	literal := b.item.Fn(n)
	if literal.Body == syntax.NoNode {
		b.compiler.failing(fn, "this function has no body")
	} else {
		l.function(literal.Params, literal.Result, literal.Body)
	}
	b.closure(fn, l, dst)
}

// closure emits the making of a closure of a function that l has compiled.
func (b *builder) closure(fn *code.Function, l *builder, dst int) {
	if len(l.captured) == 0 {
		b.constant(dst, code.FunctionSlot(fn.Index))
		return
	}
	mark := b.next
	base := b.temp()
	for _, c := range l.captured {
		b.loadCapture(c, b.temp())
	}
	b.emitX(code.OpClosure, base, fn.Index)
	b.move(dst, base)
	b.next = mark
}

// A stub is a function that an operator, a constructor or a function on
// references is as a value.
type stub struct {
	name     string
	params   int
	level    int // of forall and filterall: the depth at which they work
	operator bool
	cons     *types.Constructor
}

func (p *Compiler) stub(s stub) int {
	if fn, ok := p.stubs[s]; ok {
		return fn
	}
	fn := &code.Function{Name: s.name, Params: s.params, Arity: s.params, Item: emptyItem, Place: code.Place{Module: p.module, Item: -1}}
	p.stubs[s] = p.code.Add(fn)
	b := p.newBuilder(fn, &typecheck.Info{Item: emptyItem}, nil)
	args := make([]int, s.params)
	for i := range args {
		args[i] = b.temp()
	}
	r := b.temp()
	switch {
	case s.operator:
		b.operateAt(s.level, s.name, r, nil, args...)
	case s.cons != nil:
		b.data(r, p.constructor(s.cons), args)
	default:
		fn.Effect = true
		b.emit(references[s.name], r, 1, 2)
	}
	b.emit(code.OpReturn, r, 0, 0)
	b.finish()
	return fn.Index
}

// emptyItem is where code comes from that no text stands for.
var emptyItem = syntax.ParseItem("")
