package compile

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// forkGraphs emits forks of the graph bindings that evaluating a body needs
// whatever happens. It forces them in the order in which they would be anyway.
func (b *builder) forkGraphs(body syntax.NodeID) {
	if b.env == nil || b.rebinds || b.compiler.stepped || len(b.env.graphs) > 20*maxForkBindings {
		return
	}
	list := b.strictGraphs(body)
	done := 0
	for from := 0; from < len(list); from++ {
		if groups, end := groupsFrom(list, from); groups != nil {
			b.forkForces(list, groups, done, from, end)
			done, from = end, end-1
		}
	}
}

// forkForces emits a fork that forces what each group gives to others, after
// one that forces what they need.
func (b *builder) forkForces(list []binding, groups []bindingGroup, done, from, end int) {
	mark := b.next
	first := b.next
	for range groups {
		b.temp()
	}
	b.task(first, func(l *builder) {
		for _, bound := range list[done:from] {
			if b.readBehind(bound.defines[0], list[from:end]) {
				l.forceFor(b, bound.defines[0])
			}
		}
		l.results(nil)
	})
	missing := b.fork(first, 1)
	for i, s := range groups {
		b.task(first+i, func(l *builder) {
			for _, k := range s.bindings {
				if o := list[k].defines[0]; len(b.usesOf(o)) > 1 || b.readLast(o, list, s) {
					l.forceFor(b, o)
				}
			}
			l.results(nil)
		})
	}
	b.patchHere(b.fork(first, len(groups)))
	b.patchHere(missing)
	b.next = mark
}

// readLast reports whether no binding of the group reads a variable.
func (b *builder) readLast(o *typecheck.Object, list []binding, s bindingGroup) bool {
	for _, k := range s.bindings {
		if list[k].reads[o] {
			return false
		}
	}
	return true
}

func (b *builder) readBehind(o *typecheck.Object, list []binding) bool {
	return slices.ContainsFunc(list, func(bound binding) bool { return bound.reads[o] })
}

// forceFor evaluates a graph binding of the function that a task belongs to.
func (b *builder) forceFor(owner *builder, o *typecheck.Object) {
	owner.env.forked[o] = true
	r := b.temp()
	b.load(o, r)
	b.next = r
}

// strictGraphs lists the graph bindings that a body surely evaluates, in order.
func (b *builder) strictGraphs(body syntax.NodeID) []binding {
	var list []binding
	seen, total := map[*typecheck.Object]bool{}, map[*typecheck.Object]bool{}
	var visit func(n syntax.NodeID)
	visit = func(n syntax.NodeID) {
		if n == syntax.NoNode {
			return
		}
		kids := b.item.Kids(n)
		switch b.item.Kind(n) {
		case syntax.Paren, syntax.Call, syntax.Tuple, syntax.Project, syntax.NamedArg, syntax.Index, syntax.Unary:
		case syntax.Binary:
			if b.logical(b.item.Binary(n)) {
				kids = kids[:1]
			}
		case syntax.Block:
			for _, kid := range kids {
				if kid != syntax.NoNode && b.item.Kind(kid) == syntax.Let {
					return // what a `let` binds must be bound before
				}
			}
			kids = kids[max(len(kids)-1, 0):]
		case syntax.Local:
			o := b.local(n)
			if o == nil || !b.env.isGraph(o) || seen[o] {
				return
			}
			seen[o] = true
			value := b.env.values[o]
			visit(value)
			if value != syntax.NoNode {
				bound := binding{node: value, defines: []*typecheck.Object{o}, reads: b.readIn(value), operations: b.estimate(value), surelyEnds: b.surelyEnds(value)}
				for read := range bound.reads {
					bound.surelyEnds = bound.surelyEnds && (!b.anyGraph(read) || total[read])
				}
				total[o] = bound.surelyEnds
				list = append(list, bound)
			}
			return
		default:
			return
		}
		for _, kid := range kids {
			visit(kid)
		}
	}
	visit(body)
	return list
}
