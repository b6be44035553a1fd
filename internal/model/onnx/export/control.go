package export

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// isLogical reports whether an operator may leave its right operand alone.
func isLogical(name string) bool { return name == "logical_and" || name == "logical_or" }

// lazy writes `&&` or `||` whose right operand is computed only where the left one does not
// decide; nil where the operator has no such operand, or where it cannot fail.
func (f *frame) lazy(v graph.Value, name string) *Value {
	os := f.graph.Operands(v)
	if len(os) != 2 || os[1].Value == graph.None || os[1].Block == f.graph.Block(v) || f.graph.Blocks()[os[1].Block].Kind != graph.RightOperand || f.harmless(os[1].Block) {
		if len(os) == 2 && os[1].Block != os[0].Block {
			f.scopes[os[1].Block] = f.x.scope
		}
		return nil
	}
	x := f.x
	left := f.operand(os[0])
	right := func() *Value { return f.block(os[1].Block) }
	constant := func(n float64) func() *Value { return func() *Value { return number(types.Bool, n) } }
	if name == "logical_and" {
		return x.choose(left, right, constant(0))
	}
	return x.choose(left, constant(1), right)
}

// harmless reports whether the values of a block are computed without faults.
func (f *frame) harmless(b graph.Block) bool {
	for _, v := range f.graph.Written(b) {
		switch f.graph.Kind(v) {
		case graph.Literal, graph.Name, graph.Project, graph.Tuple:
			continue
		case graph.Operation:
			if a, ok := f.graph.Info.Application(f.graph.Node(v)); ok && a.Op.Traits.Fails&^op.OnDtype == 0 {
				continue
			}
		}
		return false
	}
	return true
}

// A tail says how a branch is evaluated whose result is that of the whole: by its block, or, in a
// function that calls itself, by what an iteration of its Loop needs.
type tail struct {
	eval func(graph.Operand) *Value
	// taken reports whether a branch can be taken.
	taken func(graph.Operand) bool
}

// whole evaluates branches by their blocks.
func (f *frame) whole() tail {
	return tail{func(o graph.Operand) *Value { return f.block(o.Block) }, func(graph.Operand) bool { return true }}
}

// either writes an If of two branches, or the only one that can be taken. Where the condition is
// known, that is the branch which it takes.
func (f *frame) either(cond *Value, then, otherwise graph.Operand, t tail) *Value {
	known := cond.array != nil
	if known && cond.array.Item().Bits == 0 {
		then, otherwise = otherwise, then
	}
	switch {
	case !t.taken(then):
		return t.eval(otherwise)
	case known || !t.taken(otherwise):
		return t.eval(then)
	}
	return f.x.choose(cond, func() *Value { return t.eval(then) }, func() *Value { return t.eval(otherwise) })
}

// choose writes an If of two branches, whose values have the same form: each leaf is an output. A tuple
// whose parts are the same in both branches still has outputs of its own.
func (x *exporter) choose(cond *Value, then, otherwise func() *Value) *Value {
	var graphs [2]*wire.Graph
	var leaves [2][]*Value
	var results [2]*Value
	for i, write := range []func() *Value{then, otherwise} {
		graphs[i] = x.body("branch", func() []*Value {
			results[i] = write()
			leaves[i] = x.leaves(results[i])
			return leaves[i]
		})
	}
	if len(leaves[0]) != len(leaves[1]) {
		x.refuse("the branches give values of different forms")
	}
	ts := make([]types.Type, len(leaves[0]))
	for i := range ts {
		ts[i] = x.common(leaves[0][i].Type, leaves[1][i].Type)
	}
	outs := x.ops("If", ts, cond, graphAttr("then_branch", graphs[0]), graphAttr("else_branch", graphs[1]))
	like := results[0]
	if like.parts == nil && len(outs) == 1 {
		return outs[0]
	}
	v, _ := rebuilt(like, outs)
	return v
}

// common is the type of a value that has one of two types: extents that differ are not known.
func (x *exporter) common(a, b types.Type) types.Type {
	switch a := types.Head(a).(type) {
	case *types.Tensor:
		t, ok := types.Head(b).(*types.Tensor)
		if !ok || t.Dtype != a.Dtype || len(t.Shape) != len(a.Shape) {
			break
		}
		shape := make([]types.Dim, len(a.Shape))
		for i, d := range a.Shape {
			if shape[i] = d; !d.Equal(t.Shape[i]) {
				shape[i] = types.Any
			}
		}
		return &types.Tensor{Dtype: a.Dtype, Shape: shape}
	case *types.Fractal:
		if t, ok := types.Head(b).(*types.Fractal); ok {
			return &types.Fractal{Elem: x.common(a.Elem, t.Elem)}
		}
	case *types.ADT:
		if elementOf(a) != nil && elementOf(b) != nil {
			return a
		}
	}
	x.refuse("a value that is `%s` in one place and `%s` in another has no type in ONNX", types.String(a), types.String(b))
	return nil
}

// body writes a graph inside a node, into a scope of its own. Outputs that the graph does not compute, such as
// a value of the graph around it, go through an Identity, since ONNX wants outputs that nodes give, and
// each once.
func (x *exporter) body(name string, write func() []*Value) *wire.Graph {
	outer := x.scope
	x.scope = &scope{outer: outer}
	depth := 0
	for s := outer; s != nil; s = s.outer {
		depth++
	}
	if depth > mostGraphs {
		x.refuse("graphs would be nested more than %d deep, which readers of models refuse", mostGraphs)
	}
	defer func() { x.scope = outer }()
	results := write()
	produced := x.scope.produced()
	g := &wire.Graph{Name: name}
	for _, v := range results {
		at := x.name(v)
		if !produced[at] {
			at = x.name(x.op("Identity", v.Type, v))
		}
		delete(produced, at)
		g.Outputs = append(g.Outputs, &wire.ValueInfo{Name: at, Type: x.protoType(v.Type)})
	}
	g.Nodes = x.scope.nodes
	return g
}

// repeats reports whether a function calls itself.
func (x *exporter) repeats(f *frame, fn *function) bool {
	if fn.global == nil {
		return f.graph.Blocks()[fn.block].Recursive
	}
	for v := range graph.Value(f.graph.Len()) {
		if f.graph.Kind(v) == graph.Name && f.graph.Info.Object(f.graph.Node(v)) == fn.global {
			return true
		}
	}
	return false
}

// isSelf reports whether a value is a call of the function that the frame is a call of.
func (f *frame) isSelf(v graph.Value) bool {
	if v == graph.None || f.graph.Kind(v) != graph.Call {
		return false
	}
	callee := f.graph.Operands(v)[0].Value
	switch f.graph.Kind(callee) {
	case graph.Self:
		o := f.graph.Info.Object(f.graph.Node(callee))
		return f.outer != nil && f.selfOf(f.graph.At(o.Node)).block == f.root
	case graph.Name:
		o := f.graph.Info.Object(f.graph.Node(callee))
		return o != nil && f.root == graph.Body && f.x.places[o] == f.at
	}
	return false
}

// loop writes a function that calls itself only as the last thing that it does, in branches of
// its `if`s and of its matches of optional values:
//
//	f(s) = if (c(s)) { f(g(s)) } else if (d(s)) { r(s) } else { f(h(s)) }
//
// It is a Loop over s: each iteration computes the conditions, and the next s where the branch that
// is taken calls f, until one is taken that does not. Then the conditions and r(s) are computed of
// the last s, without the branches that call f: none of these is taken.
func (x *exporter) loop(f *frame, ps []graph.Value, args []*Value) *Value {
	result := graph.Operand{Value: f.result(f.root), Block: f.root}
	again, ends := f.tailCalls(result.Value)
	if again == 0 || again != f.selfCalls() {
		x.refuse("a function that calls itself is exported if it does so as the last thing alone, in branches of the `if` that is its result")
	}
	if !ends {
		x.refuse("this function calls itself in every branch, so that it never ends")
	}
	states := tuple(x.states(f, ps, args)...)
	leaves := x.leaves(states)
	ts := make([]types.Type, len(leaves))
	for i, v := range leaves {
		ts[i] = v.Type
	}
	frame, at := x.frame, x.at
	outs := x.iterate(nil, leaves, ts, func(_ *Value, state []*Value) (*Value, []*Value) {
		inner := f.again(ps, states, state)
		x.frame = inner
		going, next := inner.next(result, x.same(states, state))
		return going, x.leaves(next)
	})
	last := f.again(ps, states, outs)
	x.frame = last
	value := last.ended(result)
	x.frame, x.at = frame, at
	return value
}

// tailCalls counts the calls of the function in itself that give the value as theirs, and reports
// whether there is a branch that has none.
func (f *frame) tailCalls(v graph.Value) (n int, ends bool) {
	if v == graph.None {
		return 0, true
	}
	if f.isSelf(v) {
		return 1, false
	}
	if k := f.graph.Kind(v); k != graph.If && k != graph.Match {
		return 0, true
	}
	for _, o := range f.graph.Operands(v)[1:] {
		calls, end := f.tailCalls(o.Value)
		n, ends = n+calls, ends || end
	}
	return n, ends
}

// next gives whether the function calls itself where an operand is its result, and the states of
// that call, or the same ones.
func (f *frame) next(o graph.Operand, same *Value) (going, states *Value) {
	x := f.x
	f.scopes[o.Block] = x.scope
	n, _ := f.tailCalls(o.Value)
	if n == 0 {
		return number(types.Bool, 0), same
	}
	if f.isSelf(o.Value) {
		var next []*Value
		for _, arg := range f.graph.Operands(o.Value)[1:] {
			next = append(next, f.operand(arg))
		}
		return number(types.Bool, 1), tuple(next...)
	}
	all := func(graph.Operand) bool { return true }
	if os := f.graph.Operands(o.Value); n == 1 && f.graph.Kind(o.Value) == graph.If && (f.isSelf(os[1].Value) || f.isSelf(os[2].Value)) {
		going = f.operand(os[0])
		if !f.isSelf(os[1].Value) {
			going = x.op("Not", going.Type, going)
		}
		return going, f.choice(o.Value, tail{func(o graph.Operand) *Value { _, states := f.next(o, same); return states }, all})
	}
	both := f.choice(o.Value, tail{func(o graph.Operand) *Value { return tuple(f.next(o, same)) }, all})
	return both.parts[0], both.parts[1]
}

// ended evaluates the result where the function does not call itself. What the result needs is
// evaluated when it is read.
func (f *frame) ended(o graph.Operand) *Value {
	f.scopes[o.Block] = f.x.scope
	if n, _ := f.tailCalls(o.Value); n == 0 {
		return f.operand(o)
	}
	return f.choice(o.Value, tail{f.ended, func(o graph.Operand) bool {
		_, ends := f.tailCalls(o.Value)
		return ends
	}})
}

// choice writes an `if` or a match.
func (f *frame) choice(v graph.Value, t tail) *Value {
	if f.graph.Kind(v) == graph.If {
		os := f.graph.Operands(v)
		return f.either(f.operand(os[0]), os[1], os[2], t)
	}
	return f.match(v, t)
}

// same is a tuple of leaves.
func (x *exporter) same(like *Value, leaves []*Value) *Value {
	v, _ := rebuilt(like, leaves)
	return v
}

// selfCalls is the number of calls of the function in itself, and of other uses of its name.
func (f *frame) selfCalls() int {
	n := 0
	for v := range graph.Value(f.graph.Len()) {
		switch f.graph.Kind(v) {
		case graph.Self:
			o := f.graph.Info.Object(f.graph.Node(v))
			if f.outer != nil && f.selfOf(f.graph.At(o.Node)).block == f.root {
				n++
			}
		case graph.Name:
			if o := f.graph.Info.Object(f.graph.Node(v)); o != nil && f.root == graph.Body && f.x.places[o] == f.at {
				n++
			}
		}
	}
	return n
}

// states are the arguments with the types that the function gives its parameters, since later
// arguments may have other extents than the first ones: the states of a Loop have one type each.
func (x *exporter) states(f *frame, ps []graph.Value, args []*Value) []*Value {
	states := make([]*Value, len(args))
	for i, arg := range args {
		states[i] = arg
		if arg.fn != nil {
			x.refuse("a function as an argument of a function that calls itself is not exported")
		}
		if ps[i] == graph.None {
			continue
		}
		if t := f.typeOf(ps[i]); known(t) && arg.parts == nil {
			v := *arg
			x.name(&v)
			v.Type = t
			states[i] = &v
		}
	}
	return states
}

// again is another call of the function of a frame.
func (f *frame) again(ps []graph.Value, like *Value, leaves []*Value) *frame {
	inner := *f
	inner.values, inner.scopes = map[graph.Value]*Value{}, map[graph.Block]*scope{}
	args, _ := rebuilt(like, leaves)
	for i, p := range ps {
		if p != graph.None {
			inner.values[p] = args.parts[i]
		}
	}
	return &inner
}

// iterate writes a Loop: so often as trips says, nil for no bound, or until step gives a
// condition that does not hold. step has the number of the iteration and the states, and gives
// the condition, nil for none, and the next states.
func (x *exporter) iterate(trips *Value, states []*Value, ts []types.Type, step func(i *Value, state []*Value) (*Value, []*Value)) []*Value {
	i := &Value{Type: types.Scalar(types.Int64), name: x.temporary(types.Scalar(types.Int64))}
	going := &Value{Type: types.Scalar(types.Bool), name: x.temporary(types.Scalar(types.Bool))}
	in := []*wire.ValueInfo{
		{Name: i.name, Type: x.protoType(i.Type)}, {Name: going.name, Type: x.protoType(going.Type)},
	}
	x.rename(i.name, "iteration")
	x.rename(going.name, "condition")
	inner := make([]*Value, len(states))
	for k, t := range ts {
		inner[k] = &Value{Type: t, name: x.temporary(t)}
		in = append(in, &wire.ValueInfo{Name: inner[k].name, Type: x.protoType(t)})
	}
	g := x.body("loop", func() []*Value {
		cond, next := step(i, inner)
		if cond == nil {
			cond = going
		}
		for k, v := range next {
			widened := *v
			widened.Type = ts[k]
			x.name(&widened)
			next[k] = &widened
		}
		return append([]*Value{cond}, next...)
	})
	g.Inputs = in
	return x.ops("Loop", ts, trips, number(types.Bool, 1), states, graphAttr("body", g))
}

// match writes a match: the clause of a constructor that is known, or an If on whether an
// optional value has an element.
func (f *frame) match(v graph.Value, t tail) *Value {
	g, x, item := f.graph, f.x, f.graph.Info.Item
	os := g.Operands(v)
	scrutinee := f.operand(os[0])
	clauses := item.Match(g.Node(v)).Clauses
	if scrutinee.cons == nil && elementOf(scrutinee.Type) == nil {
		return f.onlyClause(v, scrutinee, clauses, t)
	}
	find := func(name string) (graph.Operand, bool) {
		for i, c := range clauses {
			p := item.Clause(c).Pattern
			for item.Kind(p) == syntax.PatParen {
				p = item.Inner(p)
			}
			switch item.Kind(p) {
			case syntax.PatCons:
				if slices.ContainsFunc(item.PatCons(p).Args, f.refutable) {
					x.refuse("a match of nested constructors is not exported")
				}
				if item.SourceText(item.PatCons(p).Name) != name {
					continue
				}
			case syntax.PatName:
				if o := g.Info.Object(p); o != nil && o.Cons != nil && o.Cons.Name != name {
					continue
				}
			case syntax.PatLit, syntax.PatTuple:
				continue
			}
			return os[i+1], true
		}
		return graph.Operand{}, false
	}
	if scrutinee.cons != nil {
		o, ok := find(scrutinee.cons.Name)
		if !ok {
			x.refuse("no clause matches `%s`", scrutinee.cons.Name)
		}
		return t.eval(o)
	}
	some, isSome := find("Some")
	none, isNone := find("None")
	switch {
	case isSome && !isNone:
		return t.eval(some)
	case isNone && !isSome:
		return t.eval(none)
	case !isSome:
		x.refuse("no clause of this match is for an optional value")
	}
	has := x.op("OptionalHasElement", types.Scalar(types.Bool), scrutinee)
	return f.either(has, some, none, t)
}

// refutable reports whether a pattern may not match: it has a constructor or a literal. A PatName is a
// variable, or a constructor without fields.
func (f *frame) refutable(p syntax.NodeID) bool {
	info, found := f.graph.Info, false
	info.Item.Walk(p, func(n syntax.NodeID) bool {
		switch info.Item.Kind(n) {
		case syntax.PatCons, syntax.PatLit:
			found = true
		case syntax.PatName:
			o := info.Object(n)
			found = found || o != nil && o.Cons != nil
		}
		return true
	})
	return found
}

// onlyClause is a match whose first clause matches everything.
func (f *frame) onlyClause(v graph.Value, scrutinee *Value, clauses []syntax.NodeID, t tail) *Value {
	item := f.graph.Info.Item
	if len(clauses) > 0 {
		p := item.Clause(clauses[0]).Pattern
		for item.Kind(p) == syntax.PatParen {
			p = item.Inner(p)
		}
		if k := item.Kind(p); !f.refutable(p) && (k == syntax.PatVar || k == syntax.PatName || k == syntax.PatTuple) {
			return t.eval(f.graph.Operands(v)[1])
		}
	}
	f.x.refuse("a match on a value of type `%s` that is computed when the model runs is not exported", types.String(scrutinee.Type))
	return nil
}
