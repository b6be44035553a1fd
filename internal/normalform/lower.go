package normalform

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A lowering follows the evaluation of an item and makes its program. It keeps a
// stack of its own, so that a chain of graph bindings costs memory alone.
type lowering struct {
	*program
	tasks   []task
	vars    []opID    // by the node of a variable's binder: what it stands for
	done    []opID    // by value: the latest op of it
	frameOf []frameID // by block: the open frame of it, noFrame if none is
	rebound map[*typecheck.Object]bool
	// followed are the blocks that evaluation has come to.
	followed map[syntax.NodeID]bool
	keep     keeping
	calls    *effect.Info // what calls do, once the graph bindings have been evaluated that functions read
	// lazy are graph bindings that are evaluated where they are first read, each with
	// the latest other one that has been evaluated wherever that is.
	lazy    map[syntax.NodeID]syntax.NodeID
	graphs  graphs
	ordered int // how many ordered ops there are
	effects int // how many ops with effects
	refusal *Refusal
	scratch []ref // for operands
}

// A task is something that is to be done: what is done for every expression needs no
// function of its own.
type task struct {
	do func(*lowering, task)
	n  syntax.NodeID
	f  frameID
	v  graph.Value
}

// A keeping says which `let`s are kept because of their types.
type keeping uint8

const (
	keepNeeded    keeping = iota // those whose annotation visibly says more than the value does
	keepAnnotated                // all that are annotated or polymorphic
	keepSingle                   // those, and what no `let` bound keeps one type with an annotation `_`
)

// lower makes the program of an item for a form. The reason why there is none is a
// Refusal.
func lower(m *steps.Meter, info *typecheck.Info, does *effect.Info, form Form, style Style, keep keeping) (*program, error) {
	lazy := map[syntax.NodeID]syntax.NodeID{}
	calls := does.Evaluated()
	for {
		l := newLowering(info, does, form, style)
		l.meter = m
		l.keep, l.lazy, l.calls, l.single = keep, lazy, calls, keep == keepSingle
		l.start()
		l.run()
		if l.refusal != nil {
			return nil, l.refusal
		}
		if calls != does && l.anyLate() {
			calls = does
			continue
		}
		if l.graphs.spread(lazy) {
			continue
		}
		if form != GNF || !l.graphs.split(l, lazy) {
			l.skipped = l.skips()
			return l.program, nil
		}
	}
}

func newLowering(info *typecheck.Info, does *effect.Info, form Form, style Style) *lowering {
	g := graph.Of(info)
	l := &lowering{
		program: &program{form: form, style: style, item: info.Item, info: info, graph: g, does: does, binders: map[boundAt]opID{}, statements: make([]statement, 1)},
		vars:    make([]opID, info.Item.Len()), done: make([]opID, g.Len()), frameOf: make([]frameID, len(g.Blocks())),
	}
	l.ops, l.refs = make([]op, 0, g.Len()), make([]ref, 0, 2*g.Len())
	for n := range l.vars {
		l.vars[n] = none
	}
	for v := range l.done {
		l.done[v] = none
	}
	for b := range l.frameOf {
		l.frameOf[b] = noFrame
	}
	l.rebound = l.findRebound()
	l.followed = map[syntax.NodeID]bool{}
	l.graphs.avail = make([]int32, info.Item.Len())
	return l
}

// findRebound finds the variables to which operators give new values.
func (l *lowering) findRebound() map[*typecheck.Object]bool {
	found := map[*typecheck.Object]bool{}
	for v := range graph.Value(l.graph.Len()) {
		if l.graph.Kind(v) == graph.Read {
			found[l.variable(l.graph.Node(v))] = true
		}
	}
	return found
}

// skips reports whether some graph bindings were not evaluated.
func (l *lowering) skips() bool {
	for n := syntax.NodeID(1); int(n) < l.item.Len(); n++ {
		if l.item.Kind(n) == syntax.Graph && l.vars[l.item.Graph(n).Name] == none {
			return true
		}
	}
	return false
}

func (l *lowering) run() {
	for len(l.tasks) > 0 && l.refusal == nil {
		l.meter.Spend(4)
		last := len(l.tasks) - 1
		task := l.tasks[last]
		l.tasks = l.tasks[:last]
		task.do(l, task)
	}
}

// then has something done next; what was given before is done later.
func (l *lowering) then(do func()) { l.push(task{do: func(*lowering, task) { do() }}) }

func (l *lowering) push(t task) { l.tasks = append(l.tasks, t) }

func (l *lowering) refuse(n syntax.NodeID, message string) {
	if l.refusal == nil {
		l.refusal = &Refusal{l.item.Span(n), message}
	}
}

// start opens the whole.
func (l *lowering) start() {
	body := l.item.Body()
	l.frames = append(l.frames, frame{block: graph.Body, parent: noFrame, opener: none, node: body})
	l.frameOf[graph.Body] = whole
	if l.item.Kind(l.item.Root) == syntax.ItemDef {
		l.bindParams(l.item.Def(l.item.Root).Params, whole)
	}
	for _, free := range freeVariables(l.item) {
		l.bindPattern(l.item.FreeVar(free).Name, whole, none)
	}
	l.then(func() { l.frames[whole].result = ref{l.resolve(body), body, noFrame} })
	l.visit(body, whole)
}

// visit has an expression evaluated next, in a frame.
func (l *lowering) visit(n syntax.NodeID, f frameID) {
	l.push(task{do: (*lowering).evaluateNode, n: n, f: f})
}

func (l *lowering) evaluateNode(t task) { l.evaluate(t.n, t.f) }

// evaluate looks at an expression: first at its operands, in their order, then it
// makes its op.
func (l *lowering) evaluate(n syntax.NodeID, f frameID) {
	switch l.item.Kind(n) {
	case syntax.Paren:
		l.visit(l.item.Inner(n), f)
	case syntax.Block:
		l.block(n, f)
	case syntax.Local:
		l.local(n, f)
	case syntax.Segment:
		l.segment(n, f)
	case syntax.Binary, syntax.Unary:
		l.visit(l.info.Applied(n), f)
	case syntax.Name:
		if l.variable(n) != nil {
			l.mention(n, n, f)
			return
		}
		l.value(n, f)
	case syntax.BadNode, syntax.FreeVar, syntax.Assign:
		l.refuse(n, "this expression has no normal form")
	default:
		l.value(n, f)
	}
}

// value makes the op of what is at a node, when its operands are there.
func (l *lowering) value(n syntax.NodeID, f frameID) {
	v := l.graph.At(n)
	if v == graph.None {
		l.refuse(n, "this expression has no normal form")
		return
	}
	l.opened(v, n, f)
}

// opened evaluates the operands of a value, then the frames that it opens.
func (l *lowering) opened(v graph.Value, n syntax.NodeID, f frameID) {
	var inner *[]frameID
	if l.opens(v) {
		inner = &[]frameID{}
		ordered, effects := l.ordered, l.effects
		l.then(func() {
			if l.graph.Kind(v) == graph.Function {
				l.ordered, l.effects = ordered, effects // making it does nothing
			}
			l.finish(v, n, f, *inner)
		})
	} else {
		l.push(task{do: (*lowering).finishValue, n: n, f: f, v: v})
	}
	operands := l.graph.Operands(v)
	for i := len(operands) - 1; i >= 0; i-- {
		o := operands[i]
		if o.Node == syntax.NoNode {
			continue
		}
		if o.Block != l.graph.Block(v) && !l.transparent(o.Block) {
			l.then(func() { *inner = append(*inner, l.open(o.Block, f)) })
			continue
		}
		if i == 0 && l.form != GNF && (l.graph.Kind(v) == graph.If || l.graph.Kind(v) == graph.Match) {
			l.then(func() { l.anticipate(v, f) })
		}
		if l.holds(v, i) {
			l.push(task{do: (*lowering).hold, n: o.Node, f: f})
		}
		l.visit(o.Node, f)
	}
}

func (l *lowering) finishValue(t task) { l.finish(t.v, t.n, t.f, nil) }

// opens reports whether v is a value that has frames.
func (l *lowering) opens(v graph.Value) bool {
	return slices.ContainsFunc(l.graph.Operands(v), func(o graph.Operand) bool {
		return o.Node != syntax.NoNode && o.Block != l.graph.Block(v) && !l.transparent(o.Block)
	})
}

// transparent reports whether b is the right operand of `&&` that ANF computes with the left one.
func (l *lowering) transparent(b graph.Block) bool {
	info := l.graph.Blocks()[b]
	if l.form != ANF || info.Kind != graph.RightOperand {
		return false
	}
	return movable(l.does.Of(info.Node))
}

// becomesChoice reports whether v is an `&&` or `||` that ANF writes as an `if`.
func (l *lowering) becomesChoice(v graph.Value) bool {
	if l.form != ANF || l.graph.Kind(v) != graph.Operation {
		return false
	}
	for _, o := range l.graph.Operands(v) {
		if o.Node != syntax.NoNode && o.Block != l.graph.Block(v) {
			return !l.transparent(o.Block)
		}
	}
	return false
}

// open begins a frame and has its body evaluated.
func (l *lowering) open(b graph.Block, parent frameID) frameID {
	info := l.graph.Blocks()[b]
	f := frameID(len(l.frames))
	l.frames = append(l.frames, frame{block: b, parent: parent, opener: none, node: info.Node, depth: l.frames[parent].depth + 1})
	outer := l.frameOf[b]
	l.frameOf[b] = f
	l.bindFrame(info, f)
	mark := l.graphs.mark()
	l.then(func() {
		l.frames[f].result = ref{l.resolve(info.Node), info.Node, noFrame}
		l.graphs.leave(mark)
		l.frameOf[b] = outer
	})
	l.visit(info.Node, f)
	return f
}

// bindFrame binds the parameters of a function and the variables of a clause.
func (l *lowering) bindFrame(info graph.BlockInfo, f frameID) {
	parent := l.info.Index().Parent(info.Node)
	switch info.Kind {
	case graph.Lambda, graph.Parallel:
		l.bindParams(l.item.Fn(parent).Params, f)
	case graph.Clause:
		l.bindPattern(l.item.Clause(parent).Pattern, f, none)
	}
}

func (l *lowering) bindParams(list syntax.NodeID, f frameID) {
	for _, p := range l.item.Kids(list) {
		if l.item.Kind(p) == syntax.Param {
			l.bindPattern(l.item.Param(p).Pattern, f, none)
		}
	}
}

// freeVariables are the `free_var`s that a top-level expression begins with: what its
// surroundings give it, as a definition's parameters.
func freeVariables(item *syntax.Item) []syntax.NodeID {
	if item.Kind(item.Root) != syntax.ItemExpr {
		return nil
	}
	kids := item.Kids(item.Body())
	for i, kid := range kids {
		if item.Kind(kid) != syntax.FreeVar {
			return kids[:i]
		}
	}
	return kids
}

// bindPattern makes a binder of each variable of a pattern.
func (l *lowering) bindPattern(pattern syntax.NodeID, f frameID, owner opID) {
	l.item.Walk(pattern, func(n syntax.NodeID) bool {
		if o := l.variable(n); o != nil && o.Node == n {
			b := l.add(op{kind: binder, value: graph.None, node: n, frame: f, origin: f, owner: owner, name: sigiled(o.Name), mode: byNobody})
			l.vars[n] = b
			l.binders[boundAt{f, n}] = b
		}
		return true
	})
}

// findNeeds finds the frame that an op cannot leave.
func (l *lowering) findNeeds(o *op) {
	for _, r := range l.refs[o.from:o.to] {
		if r.op == none {
			continue
		}
		needs := l.ops[r.op].needs
		if r.inner != noFrame {
			l.reads(r.inner, needs)
			needs = l.frames[r.inner].needs
		}
		o.needs = l.deeper(o.needs, needs)
		l.reads(o.frame, needs)
	}
	o.origin = l.deeper(o.origin, o.needs)
	if o.ordered || o.kind == binder {
		o.needs = o.frame
	}
	l.reads(o.frame, o.needs)
}

// reads notes that something in a frame, and so in those around it, needs what an
// outer one evaluates. One that has noted the same has informed those around it.
func (l *lowering) reads(f, needs frameID) {
	depth := l.frames[needs].depth
	for ; l.frames[f].depth > depth && l.frames[f].needs != needs; f = l.frames[f].parent {
		l.frames[f].needs = l.deeper(l.frames[f].needs, needs)
	}
}

// deeper is the inner one of two frames of which one is around the other.
func (l *lowering) deeper(a, b frameID) frameID {
	if l.frames[b].depth > l.frames[a].depth {
		return b
	}
	return a
}

// sigiled is a variable's name as uses of it are written.
func sigiled(name string) string {
	if name != "" && name[0] != '%' {
		return "%" + name
	}
	return name
}

// variable is the variable of the item that a node names or binds; nil for none.
func (l *lowering) variable(n syntax.NodeID) *typecheck.Object {
	if o := l.info.Object(n); o != nil && o.Kind == typecheck.LocalObject {
		return o
	}
	return nil
}

// add makes an op of the latest refs.
func (l *lowering) add(o op, operands ...ref) opID {
	id := opID(len(l.ops))
	o.from = int32(len(l.refs))
	l.refs = append(l.refs, operands...)
	o.to = int32(len(l.refs))
	l.findNeeds(&o)
	l.ops = append(l.ops, o)
	if o.ordered {
		l.ordered++
	}
	if o.effect {
		l.effects++
	}
	if o.kind != binder && o.kind != atom {
		l.frames[o.frame].ops = append(l.frames[o.frame].ops, id)
	}
	return id
}
