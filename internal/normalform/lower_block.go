package normalform

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// block evaluates the statements of a body or of braces, then the result. A graph
// binding waits until it is read.
func (l *lowering) block(n syntax.NodeID, f frameID) {
	kids := l.item.Kids(n)
	l.again(n, kids)
	for i := len(kids) - 1; i >= 0; i-- {
		kid := kids[i]
		switch l.item.Kind(kid) {
		case syntax.Graph:
		case syntax.FreeVar:
			if l.vars[l.item.FreeVar(kid).Name] == none {
				l.refuse(kid, "a `free_var` after a value has no normal form")
			}
		case syntax.Let:
			l.push(task{do: (*lowering).letNode, n: kid, f: f})
		default:
			if i+1 < len(kids) {
				l.then(func() { l.force(kid) })
			}
			l.visit(kid, f)
		}
	}
	if len(kids) > 0 && kids[len(kids)-1] == syntax.NoNode {
		l.refuse(n, "a block without a result has no normal form")
	}
}

// again forgets what graph bindings of a block were where it was followed before: a
// binding that may fail is followed once in each branch, and so are the functions
// in it, whose parameters are others each time.
func (l *lowering) again(block syntax.NodeID, kids []syntax.NodeID) {
	if l.followed[block] {
		for _, kid := range kids {
			if l.item.Kind(kid) == syntax.Graph && l.graphs.tracked[l.item.Graph(kid).Name] == nil {
				l.vars[l.item.Graph(kid).Name] = none
			}
		}
	}
	l.followed[block] = true
}

// force marks what a statement evaluates.
func (l *lowering) force(n syntax.NodeID) {
	o := l.resolve(n)
	if o == none {
		return
	}
	l.ops[o].forced = true
	l.stateOp(o, n)
}

// let evaluates the value, then binds its pattern.
func (l *lowering) let(n syntax.NodeID, f frameID) {
	let := l.item.Let(n)
	if l.keeps(let) {
		l.keepLet(n, let, f)
		return
	}
	l.push(task{do: (*lowering).bindLet, n: n, f: f})
	l.visit(let.Value, f)
}

func (l *lowering) letNode(t task) { l.let(t.n, t.f) }

// bindLet binds the pattern of a `let` whose value has been evaluated.
func (l *lowering) bindLet(t task) {
	let := l.item.Let(t.n)
	l.bind(let.Pattern, l.resolve(let.Value), t.n, t.f)
}

// keepLet makes an op of a `let` that stays as it is. A function may call itself, so
// its variable is there before the value.
func (l *lowering) keepLet(n syntax.NodeID, let syntax.LetNode, f frameID) {
	var first, last opID
	bind := func() {
		first = opID(len(l.ops))
		l.bindPattern(let.Pattern, f, none)
		last = opID(len(l.ops))
	}
	recursive := l.recursive(let.Value)
	if recursive {
		bind()
	} else {
		l.unbind(let.Pattern)
	}
	l.then(func() {
		if !recursive {
			bind()
		}
		own := l.does.Own(n)
		value := l.resolve(let.Value)
		l.holdValue(value, let.Value, f)
		id := l.add(op{
			kind: kept, value: graph.None, node: n, let: n, frame: f, origin: f, owner: none,
			ordered: true, effect: !own.Pure(), acts: !own.Total() || !own.Pure(), forced: !own.Total() || !own.Pure(),
		}, ref{value, let.Value, noFrame})
		l.stateOp(id, n)
		for b := first; b < last; b++ {
			l.ops[b].owner = id
		}
	})
	l.visit(let.Value, f)
}

// holdValue has the value that is written in a kept `let` stay in the function where
// the `let` is evaluated: the variable's type is found from it.
func (l *lowering) holdValue(value opID, n syntax.NodeID, f frameID) {
	if value != none && l.ops[value].node == l.item.Unparen(n) {
		l.ops[value].origin = l.deeper(l.ops[value].origin, f)
	}
}

// unbind forgets what the variables of a pattern were where it was followed before.
func (l *lowering) unbind(pattern syntax.NodeID) {
	l.item.Walk(pattern, func(n syntax.NodeID) bool {
		if o := l.variable(n); o != nil && o.Node == n {
			l.vars[n] = none
		}
		return true
	})
}

// bind gives a simple pattern's variables what they stand for: projections, where it
// is a tuple.
func (l *lowering) bind(pattern syntax.NodeID, value opID, let syntax.NodeID, f frameID) {
	if value == none {
		return
	}
	switch l.item.Kind(pattern) {
	case syntax.PatParen:
		l.bind(l.item.Inner(pattern), value, let, f)
	case syntax.PatTyped:
		l.bind(l.item.PatTyped(pattern).Pattern, value, let, f)
	case syntax.PatTuple:
		l.nameOp(value, let, "")
		l.project(pattern, value, let, f)
	case syntax.PatWild:
		l.nameOp(value, let, "_")
	default:
		if o := l.variable(pattern); o != nil {
			l.vars[o.Node] = value
			l.ops[value].general = l.ops[value].general || l.polymorphic(pattern)
			l.nameOp(value, let, sigiled(o.Name))
		}
	}
}

// project makes the projections that a tuple pattern stands for.
func (l *lowering) project(pattern syntax.NodeID, value opID, let syntax.NodeID, f frameID) {
	for _, p := range l.item.Kids(pattern) {
		v := l.graph.At(p)
		if v == graph.None || l.graph.Kind(v) != graph.Project || l.graph.Node(v) != p {
			continue
		}
		part := l.add(op{value: v, node: p, frame: f, origin: f, owner: none}, ref{value, p, noFrame})
		l.done[v] = part
		l.bind(p, part, let, f)
	}
}

// nameOp remembers the statement and the name that bind an op first.
func (l *lowering) nameOp(o opID, let syntax.NodeID, name string) {
	l.stateOp(o, let)
	if op := &l.ops[o]; op.let == syntax.NoNode && op.kind != binder {
		op.let, op.name = let, name
	}
}

// stateOp remembers a statement whose value an op is.
func (l *lowering) stateOp(o opID, statement syntax.NodeID) {
	if l.ops[o].kind == binder || l.ops[o].kind == touch {
		l.aliases = append(l.aliases, statement)
		return
	}
	l.addStatement(o, statement)
}

// keeps reports whether every form keeps a `let`.
func (l *lowering) keeps(let syntax.LetNode) bool {
	if l.rebinds(let.Pattern) || !l.simple(let.Pattern) || l.recursive(let.Value) {
		return true
	}
	if l.polymorphic(let.Pattern) && l.keep >= keepAnnotated {
		return true
	}
	annotated := let.Type != syntax.NoNode || l.item.Kind(let.Pattern) == syntax.PatTyped
	return annotated && (l.keep >= keepAnnotated || l.saysMore(let))
}

// simple reports whether a pattern consists of variables, `_` and tuples.
func (l *lowering) simple(pattern syntax.NodeID) bool {
	ok := true
	l.item.Walk(pattern, func(n syntax.NodeID) bool {
		switch l.item.Kind(n) {
		case syntax.PatCons, syntax.PatLit:
			ok = false
		case syntax.PatName:
			ok = ok && l.variable(n) != nil
		}
		return ok
	})
	return ok
}

// rebinds reports whether pattern is a pattern with a variable to which an operator gives new
// values.
func (l *lowering) rebinds(pattern syntax.NodeID) bool {
	found := false
	l.item.Walk(pattern, func(n syntax.NodeID) bool {
		found = found || l.rebound[l.variable(n)] && l.variable(n) != nil
		return !found
	})
	return found
}

// recursive reports whether value is a function literal that calls itself.
func (l *lowering) recursive(value syntax.NodeID) bool {
	v := l.graph.At(value)
	if v == graph.None || l.graph.Kind(v) != graph.Function || l.item.Unparen(value) != l.graph.Node(v) {
		return false
	}
	return l.graph.Blocks()[l.graph.Operands(v)[0].Block].Recursive
}

// polymorphic reports whether pattern is a variable whose uses choose its types anew: only `let`
// gives it that.
func (l *lowering) polymorphic(pattern syntax.NodeID) bool {
	o := l.variable(pattern)
	if o == nil || len(l.info.Index().Uses(o.Node)) < 2 {
		return false
	}
	f, ok := o.Type.(*types.Func)
	return len(o.Params) > 0 || ok && len(f.Params) > 0
}

// saysMore reports whether let is an annotation that decides what the value leaves open, or that is
// looked at when the program runs.
func (l *lowering) saysMore(let syntax.LetNode) bool {
	declared, given := l.info.Type(let.Pattern), l.info.Type(let.Value)
	if declared == nil || given == nil || types.Key(declared) != types.Key(given) {
		return true
	}
	own := l.does.Own(l.info.Index().Parent(let.Value))
	return !own.Total() || len(l.info.Conversions(let.Value)) > 0 || l.openList(let.Value)
}

// openList reports whether n is an expression with an empty list, whose type something else has to
// say.
func (l *lowering) openList(n syntax.NodeID) bool {
	found := false
	l.item.Walk(n, func(n syntax.NodeID) bool {
		found = found || l.item.Kind(n) == syntax.List && len(l.item.Kids(n)) == 0
		return !found
	})
	return found
}
