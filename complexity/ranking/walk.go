package ranking

import (
	"strconv"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A walk finds what is known of the values of an item, each once, what a value is
// computed from before it.
type walk struct {
	*outline
	*graph.Graph
	pass         *analysis.Pass
	abstractions []*abstraction
	bindings     []syntax.NodeID // by node: the graph binding around it, once asked for
}

var unknownThing = &abstraction{}

func newWalk(pass *analysis.Pass) *walk {
	g := graph.Of(pass.Info)
	w := &walk{
		Graph: g, pass: pass, abstractions: make([]*abstraction, g.Len()),
		outline: &outline{
			item: pass.Item, whole: map[graph.Block][]*abstraction{}, called: map[atom]arithmetic{}, ranges: map[atom]integer{},
			owner: make([]graph.Block, g.Len()), nodes: make([]syntax.NodeID, g.Len()), around: make([]graph.Block, len(g.Blocks())),
		},
	}
	for b, info := range g.Blocks() {
		w.around[b] = g.Blocks()[info.Around].Function
	}
	for v := range graph.Value(g.Len()) {
		w.owner[v], w.nodes[v] = g.Blocks()[g.Block(v)].Function, g.Node(v)
		w.abstractions[v] = unknownThing
		if look := looks[g.Kind(v)]; look != nil {
			w.abstractions[v] = look(w, v)
		}
		w.integers(v)
	}
	return w
}

// integers makes an atom of an integer of which nothing is known.
func (w *walk) integers(v graph.Value) {
	t := w.abstractions[v]
	of := integerOf(w.Type(v))
	if of.bits == 0 || t.never {
		return
	}
	w.ranges[atomOf(v)] = of
	if t.num == nil || !withinLimits(*t.num) {
		sum := linear.Variable(atomOf(v))
		w.abstractions[v] = &abstraction{num: &sum}
	}
}

var looks map[graph.Kind]func(*walk, graph.Value) *abstraction

func init() {
	looks = map[graph.Kind]func(*walk, graph.Value) *abstraction{
		graph.Parameter: (*walk).parameter, graph.Field: (*walk).field, graph.Project: (*walk).project,
		graph.Tuple: (*walk).tuple, graph.If: (*walk).branches, graph.Match: (*walk).branches,
		graph.Literal: (*walk).literal, graph.Name: (*walk).name, graph.Operation: (*walk).operation, graph.Call: (*walk).result,
	}
}

// at is what is known of a value, if it was looked at: graph bindings may be used
// above their place.
func (w *walk) at(v graph.Value) *abstraction {
	if v == graph.None {
		return unknownThing
	}
	if w.abstractions[v] == nil {
		return unknownThing
	}
	return w.abstractions[v]
}

func (w *walk) operand(v graph.Value, i int) *abstraction {
	if operands := w.Operands(v); i < len(operands) {
		return w.at(operands[i].Value)
	}
	return unknownThing
}

func (w *walk) parameter(v graph.Value) *abstraction {
	at := place{function: w.owner[v], param: w.Index(v), name: w.nameOf(v)}
	t := w.outline.parameter(at, w.Type(v))
	all := w.whole[at.function]
	for len(all) <= at.param {
		all = append(all, unknownThing)
	}
	all[at.param] = t
	w.whole[at.function] = all
	return t
}

// nameOf is what a parameter is called in words.
func (w *walk) nameOf(v graph.Value) string {
	n := w.Node(v)
	for w.item.Kind(n) == syntax.PatTyped || w.item.Kind(n) == syntax.PatParen {
		if w.item.Kind(n) == syntax.PatTyped {
			n = w.item.PatTyped(n).Pattern
		} else {
			n = w.item.Inner(n)
		}
	}
	if kind := w.item.Kind(n); kind == syntax.PatVar || kind == syntax.PatName {
		return w.item.SourceText(n)
	}
	return "argument " + strconv.Itoa(w.Index(v)+1)
}

// field is a part of a constructor: smaller, and of a tuple all of its components.
func (w *walk) field(v graph.Value) *abstraction {
	t := w.operand(v, 0)
	if t.never {
		return t
	}
	return spread(w.Type(v), strictly(t.below), 0)
}

// spread is a value of a type that lies below places.
func spread(t types.Type, all []below, depth int) *abstraction {
	elems := componentsOf(t)
	if len(elems) == 0 || depth > 1 {
		return &abstraction{below: all}
	}
	parts := make([]*abstraction, len(elems))
	for i, e := range elems {
		parts[i] = spread(e, all, depth+1)
	}
	return tuple(parts)
}

func (w *walk) project(v graph.Value) *abstraction {
	t := w.operand(v, 0)
	if i := w.Index(v); i >= 0 && i < len(t.parts) {
		return t.parts[i]
	}
	if t.never {
		return t
	}
	return &abstraction{below: t.below}
}

func (w *walk) tuple(v graph.Value) *abstraction {
	parts := make([]*abstraction, len(w.Operands(v)))
	for i := range parts {
		parts[i] = w.operand(v, i)
	}
	return tuple(parts)
}

// branches is the value of an `if` or a match: what holds of all its results.
func (w *walk) branches(v graph.Value) *abstraction {
	t := &abstraction{never: true}
	for i := range w.Operands(v)[1:] {
		t = either(t, w.operand(v, i+1))
	}
	return t
}

func (w *walk) literal(v graph.Value) *abstraction {
	if k, ok := w.integer(w.Node(v)); ok {
		sum := linear.Number(k)
		return &abstraction{num: &sum}
	}
	return &abstraction{least: true}
}

// integer is the value of an integer literal.
func (w *walk) integer(n syntax.NodeID) (int64, bool) {
	text := ""
	switch w.item.Kind(n) {
	case syntax.Int:
		text = w.item.NumberText(n)
	case syntax.Segment:
		text = w.item.SourceText(n)[1:] // `/2` after a variable
	}
	for i := range text {
		if c := text[i]; (c < '0' || c > '9') && c != '-' {
			text = text[:i]
			break
		}
	}
	k, err := strconv.ParseInt(text, 10, 64)
	return k, err == nil && -maxConstant < k && k < maxConstant
}

// name is a constructor without fields, of size 0, or a function.
func (w *walk) name(v graph.Value) *abstraction {
	o := w.Info.Object(w.Node(v))
	return &abstraction{least: o != nil && o.Kind == typecheck.ConstructorObject && len(o.Cons.Fields) == 0}
}

// operation is arithmetic on integers.
func (w *walk) operation(v graph.Value) *abstraction {
	app, ok := w.Info.Application(w.Node(v))
	of := integerOf(w.Type(v))
	if !ok || of.bits == 0 || len(w.Operands(v)) == 0 {
		return &abstraction{}
	}
	a := w.operand(v, 0).num
	if app.Op.Canonical() == op.Negative && a != nil {
		return sumOf(linear.Number(0).Minus(*a))
	}
	b := w.operand(v, 1).num
	if a == nil || b == nil {
		return &abstraction{}
	}
	if combine := arithmetics[app.Op.Canonical()]; combine != nil {
		return combine(w, atomOf(v), *a, *b)
	}
	return &abstraction{}
}

func sumOf(a linear.Form) *abstraction { return &abstraction{num: &a} }

var arithmetics = map[string]func(w *walk, at atom, a, b linear.Form) *abstraction{
	op.Add:      func(_ *walk, _ atom, a, b linear.Form) *abstraction { return sumOf(a.Plus(1, b)) },
	op.Subtract: func(_ *walk, _ atom, a, b linear.Form) *abstraction { return sumOf(a.Minus(b)) },
	op.Multiply: func(_ *walk, _ atom, a, b linear.Form) *abstraction {
		if a.IsNumber() {
			a, b = b, a
		}
		if !b.IsNumber() || b.Const > maxFactor || b.Const < -maxFactor || a.Const > 1<<32 || a.Const < -1<<32 {
			return &abstraction{}
		}
		return sumOf(linear.Number(0).Plus(b.Const, a))
	},
	op.Divide: quotient, op.TruncDivide: quotient,
	op.Mod: remainder, op.TruncMod: remainder, op.FloorMod: remainder,
}

func quotient(w *walk, at atom, a, b linear.Form) *abstraction {
	w.called[at] = arithmetic{false, a, b}
	return &abstraction{}
}

func remainder(w *walk, at atom, a, b linear.Form) *abstraction {
	w.called[at] = arithmetic{true, a, b}
	return &abstraction{}
}

// result is what a definition gives: some give a part of what they are given.
func (w *walk) result(v graph.Value) *abstraction {
	callee := w.Operands(v)[0].Value
	if callee == graph.None || w.Kind(callee) != graph.Name {
		return &abstraction{}
	}
	o := w.Info.Object(w.Node(callee))
	if o == nil || o.Kind != typecheck.DefObject {
		return &abstraction{}
	}
	part := w.pass.Fact(Parts, o).(Part)
	switch part.is {
	case never:
		return &abstraction{never: true}
	case unknown:
		return &abstraction{}
	}
	arg := w.operand(v, part.param+1)
	for _, i := range part.steps() {
		if i >= len(arg.parts) {
			return &abstraction{}
		}
		arg = arg.parts[i]
	}
	if part.strict {
		return &abstraction{below: strictly(arg.below)}
	}
	return &abstraction{below: arg.below}
}
