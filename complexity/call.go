package complexity

import (
	"strings"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// maxNesting is how many bodies may be under way at once, and maxForms how many
// forms of one are looked at.
const (
	maxNesting = 200
	maxForms   = 40
)

// Calls. A body is walked once for each form of its arguments: their types, the functions
// that are passed, and which integers are known to be natural. The sizes are what the form
// leaves out; in the body each is a symbol. So f(v) on a path P is
//
//	P ⊢ f(v) ⇓ P ⊕ Call{instance(form(v)), args = sizes(v), out = new symbols}
//
// with a result whose sizes are the new symbols; what is known of them comes later, when
// the instance is bounded (solving.Body.Learn). Forms may be infinitely many, as those of a
// function that captures functions: maxForms and maxForm end that, with TooManyForms.
//
// Instances that call each other are found by Tarjan's algorithm on the way: number is in
// the order of entering, low the least that is reached. Where low is number, all on the
// stack from there on are a component of the call graph, and are bounded together.

// call is a call of anything but an operator of the table or a constructor.
func (w *walk) call(p *path, v graph.Value) []*path {
	args := w.operands(p, v)
	if f, ok := args[0].(*choice); ok {
		return w.choose(p, v, f, args[1:])
	}
	if next, ok := w.unfolds(p, v, args[0], args[1:]); ok {
		return next
	}
	if next, ok := w.test(p, v, args[0], args[1:]); ok {
		return next
	}
	open := w.bySign(p, args[0], args[1:])
	for _, q := range open {
		q.values[v] = w.apply(q, v, args[0], args[1:], w.typeOf(v))
	}
	return open
}

// apply calls a function. t is the type that the checker has found for what it gives, nil
// where that is not known.
func (w *walk) apply(p *path, v graph.Value, f value, args []value, t types.Type) value {
	switch f := f.(type) {
	case *global:
		if f.object.Kind == typecheck.ConstructorObject {
			return w.built(p, v, f.object.Cons, args)
		}
		return w.enter(p, v, w.newInstance(instance{object: f.object, chosen: w.chosenBy(f.object, args, t)}), args)
	case *closure:
		return w.enter(p, v, w.newInstance(instance{literal: f}), args)
	case *frames:
		return w.enter(p, v, w.newInstance(instance{family: f.family}), append([]value{f}, args...))
	case *builtin:
		return w.onReference(p, v, f)
	case *operator:
		return w.operate(p, v, &typecheck.OperatorCall{Op: f.op, Attrs: defaults(f.op)}, args)
	case *callback:
		p.Costs[solving.Work]++
		p.Works = append(p.Works, f.work)
		p.ready[v] = p.Then(solving.Moment{Cost: 1, Work: &f.work}, w.waits(p, v)...)
		w.mayFollow(p, p.ready[v])
		return w.unknown(p, w.typeOf(v), false)
	}
	p.Lose(w.loss(solving.UnknownFunction, w.graph.Node(v)))
	return w.unknown(p, w.typeOf(v), false)
}

// enter calls a body: the instance of these arguments is looked at, if it has not
// been, and its result is new to the path but for what its sizes are bounded by.
func (w *walk) enter(p *path, v graph.Value, in *instance, args []value) value {
	if w.callForeign(p, in) {
		return w.unknown(p, w.typeOf(v), false)
	}
	found, sizes, pass := w.instanceOf(p, v, in, args)
	if found == nil {
		return w.unknown(p, w.typeOf(v), false)
	}
	t := w.resultType(found, v, pass)
	result, by := w.repeats(p, found, in)
	if result == nil {
		result = w.returned(p, found, in, sizes, t)
		if by != nil {
			p.remember(found, by, result)
		}
	}
	c := solving.Call{Callee: found.Body, As: in.unfoldable(), In: w.graph, At: v, Args: sizes, Out: w.sizesOf(p, found, result, t)}
	p.Calls = append(p.Calls, c)
	w.mayFail(p, found, v)
	if c := p.Calls[len(p.Calls)-1]; found.Done && found.Ends && !c.Silent { // see learn
		p.LearnExact(&c) // it decides what is natural from here on
		p.LearnIntegers(c)
	}
	p.Costs[solving.Work]++
	after := w.waits(p, v)
	if found.effects {
		after = append(after, p.effect)
	}
	p.ready[v] = p.Then(solving.Moment{Cost: 1, Call: len(p.Calls)}, after...)
	if found.effects {
		p.effect = p.ready[v]
	}
	if w.in.enters(found); found.effects || found.passed {
		w.mayFollow(p, p.ready[v])
	}
	return result
}

// mayFail notes a way that ends in a call, where that may fail: what is known of its result
// is not known there. In a graph binding it may fail later than it stands here, or never.
func (w *walk) mayFail(p *path, found *instance, v graph.Value) {
	if !found.Done || !found.fails || w.in == nil {
		return
	}
	last := len(p.Calls) - 1
	q := p.fork()
	q.Calls[last].Silent = true
	w.in.ended = append(w.in.ended, q)
	if v != graph.None && w.mayBeUnread(v) {
		p.Calls[last].Silent = true
	}
	if len(w.in.ended) > maxPaths {
		w.in.Lose(w.loss(solving.TooManyPaths, w.place(v)))
	}
}

// instanceOf is the instance that a call of a body is one of, looked at, with the sizes
// that are passed; nil where there are too many.
func (w *walk) instanceOf(p *path, v graph.Value, in *instance, args []value) (*instance, []linear.Form, *translation) {
	var form strings.Builder
	var sizes []linear.Form
	expected := parameterTypes(in, args)
	for i, a := range args {
		a = w.plain(p, a)
		if i < len(expected) {
			a = w.as(p, a, expected[i])
		}
		in.args = append(in.args, a)
	}
	pass := w.pass(p, in)
	if pass.general {
		for i, a := range in.args {
			in.args[i] = loosened(a)
		}
	}
	switch {
	case in.family != nil:
		form.WriteString("apply")
	case in.literal != nil:
		w.form(p, in.literal, &form, &sizes)
	default:
		w.form(p, &global{in.object}, &form, &sizes)
	}
	for _, a := range in.args {
		form.WriteByte(';')
		w.form(p, a, &form, &sizes)
	}
	w.formChosen(in, &form)
	sizes = append(pass.affines(), sizes...)
	in.key, in.extents = form.String(), len(pass.sizes)
	w.Analysis.Spend(form.Len()) // it is mapped into the body and back
	found := w.find(in, form.Len() > maxForm)
	if found != nil && w.in != nil && w.in.conditional && !found.conditional && (!found.bounded() || w.hides(found)) {
		found = w.conditionally(found)
	}
	if found == nil {
		p.Lose(w.loss(solving.TooManyForms, w.place(v)))
		return nil, nil, nil
	}
	if !found.Done && w.in != nil {
		w.in.low = min(w.in.low, found.low)
	}
	return found, p.Passed(found.Derived, sizes), pass
}

// place is where a value stands; that of the first call is the body.
func (w *walk) place(v graph.Value) syntax.NodeID {
	if v == graph.None {
		return w.item.Body()
	}
	return w.graph.Node(v)
}

// settleResult takes the type of the result from the values that paths give, where the
// declared one is not known to its end: that of an operator on a type variable.
func (in *instance) settleResult() {
	if in.result != nil && !measure.Loose(in.result) {
		return
	}
	var found types.Type
	for _, o := range in.outcomes {
		t := o.result.typ()
		if t == nil || measure.Wide(t) || measure.Loose(t) || found != nil && types.Key(t) != types.Key(found) {
			return
		}
		found = t
	}
	if found != nil {
		in.result = found
	}
}

// parameterTypes are the types of a definition's parameters for some arguments.
func parameterTypes(in *instance, args []value) []types.Type {
	f := declared(in.object)
	if f == nil {
		return nil
	}
	found := matched(f, args, in.chosen)
	all := make([]types.Type, len(f.In))
	for i, t := range f.In {
		all[i] = measure.Narrow(found.Apply(f.Params, t))
	}
	return all
}

// as gives a value the form of a type: what is known of one without a type of its
// own, as of Nil, and what is not known of an opaque one.
func (w *walk) as(p *path, v value, t types.Type) value {
	switch t := types.Head(t).(type) {
	case *types.ADT:
		if d, ok := v.(*data); ok {
			return w.dataAs(p, d, t)
		}
		made := w.unknownData(p, t)
		if d, ok := made.(*data); ok {
			d.origin = originOf(v)
		}
		return made
	case *types.Fractal:
		if _, ok := v.(*sequence); !ok {
			return w.unknown(p, t, false)
		}
	case *types.Tuple:
		whole, ok := v.(*tuple)
		if !ok || len(whole.parts) != len(t.Elems) {
			return w.unknown(p, t, false)
		}
		parts := &tuple{}
		for i, e := range t.Elems {
			parts.parts = append(parts.parts, w.as(p, whole.parts[i], e))
		}
		return parts
	}
	return v
}

// dataAs is data of a type. Of a type that is not known to its end, as that of Nil in
// `@length(Nil)`, a constructor without fields is still one without.
func (w *walk) dataAs(p *path, d *data, t *types.ADT) value {
	list, ok := w.Measures(t)
	if measure.Loose(t) && d.empty {
		return &data{of: t, sizes: map[string]linear.Form{}, empty: true, loose: true}
	}
	if !ok || measure.Loose(t) {
		return &opaque{of: t}
	}
	whole := &data{of: t, sizes: make(map[string]linear.Form, len(list)), holds: d.holds, mixed: d.mixed, by: d.by, origin: originOf(d)}
	for _, m := range list {
		s, known := w.sizeOf(d, m)
		if !known {
			s = p.Symbol()
		}
		whole.sizes[m] = s
	}
	if d.fields == nil {
		return whole
	}
	var parts []value
	for i, f := range w.fieldsOf(t) {
		parts = append(parts, w.as(p, d.fields[i], f))
	}
	return w.record(whole, parts)
}

func (w *walk) resultType(in *instance, v graph.Value, x *translation) types.Type {
	if in.result != nil {
		return x.back(in.result)
	}
	return w.typeOf(v)
}

// pass takes the types of an instance's arguments, and of what it sees, into its body.
func (w *walk) pass(p *path, in *instance) *translation {
	x := &translation{Analysis: w.Analysis, p: p, general: w.forms[in.source()] >= maxForms/2}
	if in.object != nil {
		if f, ok := types.Head(in.object.Type).(*types.Func); ok {
			x.declared(f, in.args)
		}
	}
	in.chosen = x.all(in.chosen)
	if in.literal != nil {
		in.literal = x.value(w.plain(p, in.literal)).(*closure)
	}
	for i, a := range in.args {
		in.args[i] = x.value(a)
	}
	return x
}

// find gives the instance of a form, looked at; nil where there are too many.
func (a *Analysis) find(in *instance, tooLong bool) *instance {
	if known := a.instances[in.key]; known != nil {
		return a.orConditional(known)
	}
	body := in.source()
	if tooLong || a.forms[body] >= maxForms || len(a.stack) >= maxNesting || len(a.stack) >= nestingWithout && a.Left < 0 {
		return nil
	}
	a.forms[body]++
	a.instances[in.key], in.home, in.effects, in.passed = in, a, a.findEffects(in), in.findPassed()
	in.Unknown = a.unknownParameters(in)
	a.look(in)
	return a.orConditional(in)
}

// unknownParameters are those to which an integer or a function is passed of which nothing is
// known.
func (a *Analysis) unknownParameters(in *instance) (unknown []solving.UnknownParameter) {
	g, patterns := a.bodyOf(in)
	if g == nil {
		return nil
	}
	for i, arg := range in.args {
		v, isOpaque := arg.(*opaque)
		if !isOpaque || v.of == nil || i >= len(patterns) {
			continue
		}
		_, isFunction := types.Head(v.of).(*types.Func)
		if isFunction || measure.Countable(v.of) {
			unknown = append(unknown, solving.UnknownParameter{Index: i, Name: "%" + parameterName(g.Info.Item, patterns, i), Function: isFunction})
		}
	}
	return unknown
}

// look walks an instance's body, and where it is the first of those that call
// each other to be entered, bounds them all.
func (a *Analysis) look(in *instance) {
	a.count++
	in.number, in.low = a.count, a.count
	a.stack = append(a.stack, in)
	outer := a.Meter
	a.Meter = a.budget(in)
	defer func() { a.Meter = outer }()
	a.limited(in, func() { a.walk(in) })
	if in.low < in.number {
		return
	}
	at := len(a.stack) - 1
	for a.stack[at] != in {
		at--
	}
	group := a.stack[at:]
	a.stack = a.stack[:at:at]
	if !a.limited(in, func() { a.solve(group) }) {
		abandon(group)
		return
	}
	a.retry(group)
}

// abandon leaves a group without bounds.
func abandon(group []*instance) {
	for _, in := range group {
		in.giveUp()
		in.Done = true
	}
}

func (a *Analysis) walkInstance(in *instance) {
	if in.family != nil {
		a.walkFamily(in)
		return
	}
	g, root := a.bodyOf(in)
	if g == nil {
		in.Loss = &solving.Loss{Reason: solving.NoBody}
		return
	}
	if hole := g.Info.Item.HoleIn(g.Info.Item.Body()); hole != syntax.NoNode {
		in.Loss = &solving.Loss{Reason: solving.Unwritten, Item: g.Info.Item, Node: hole}
		return
	}
	w := &walk{Analysis: a, in: in, graph: g, item: g.Info.Item}
	p := a.newPath(in)
	for range in.extents {
		p.Symbol()
		in.Most = append(in.Most, 0)
	}
	in.own = w.renewedAll(p, in, &in.Most)
	if in.object != nil {
		p.Costs[solving.Tick] = 1
		in.Values = nil
		for _, n := range integersIn(in.own.args) {
			in.Values = append(in.Values, n.size)
		}
	}
	w.derive(p, root)
	in.Arity = p.Symbols()
	block := w.begin(p, in, in.own)
	in.result = w.declaredResult(in)
	if !w.bindAll(p, root, in.own.args) {
		in.Lose(solving.Loss{Reason: solving.NotFollowed})
		return
	}
	in.outcomes = w.block(p, block)
	w.frameResults(in)
	in.settleResult()
	for _, p := range in.walked() {
		in.relate(p)
	}
}

// A passed is what a body is called with: what a function literal sees, nil for a
// definition, and the arguments.
type passed struct {
	literal *closure
	args    []value
}

// renewedAll are an instance's arguments over the sizes of a body; most is what these are
// at most.
func (w *walk) renewedAll(p *path, in *instance, most *[]int64) (own passed) {
	if in.literal != nil {
		own.literal = w.renewed(p, in.literal, most).(*closure)
	}
	for _, arg := range in.args {
		own.args = append(own.args, w.renewed(p, arg, most))
	}
	return own
}

// begin makes a path ready for a body: what a function literal sees is there, and what
// the variables of a definition stand for is known. It gives the block of the body.
func (w *walk) begin(p *path, in *instance, own passed) graph.Block {
	if own.literal == nil {
		if f, ok := types.Head(in.object.Type).(*types.Func); ok {
			w.extents = extentsOf(f, in.args)
			w.params, w.variables = f.Params, matched(f, in.args, in.chosen)
		}
		return graph.Body
	}
	w.extents = in.literal.extents
	for at, seen := range own.literal.seen {
		p.values[at] = seen
	}
	p.values[own.literal.at] = own.literal
	return w.graph.Operands(own.literal.at)[0].Block
}

// bindAll matches the parameters of a body with values; false where one cannot match.
func (w *walk) bindAll(p *path, patterns []syntax.NodeID, args []value) bool {
	for i, pattern := range patterns {
		if i < len(args) && !w.bind(p, args[i], pattern) {
			return false
		}
	}
	return true
}
