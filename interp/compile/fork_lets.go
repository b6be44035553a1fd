package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// forkLets emits a run of `let`s of a block, which begins at kids[0], as a fork,
// and gives how many it takes.
func (b *builder) forkLets(kids []syntax.NodeID) int {
	if b.env != nil && b.graph || b.rebinds || b.fusing || b.compiler.stepped || len(kids) < 3 || b.item.Kind(kids[0]) != syntax.Let {
		return 0
	}
	if value := b.item.Let(kids[0]).Value; value == syntax.NoNode || b.estimate(value) < minForkCost {
		return 0
	}
	var list []binding
	for _, kid := range kids[:min(len(kids)-1, maxForkBindings)] {
		bound, ok := b.letBinding(kid)
		if !ok || !bound.surelyEnds {
			break
		}
		list = append(list, bound)
	}
	if len(list) < 2 {
		return 0
	}
	groups, end := groupsFrom(list, 0)
	if groups == nil {
		return 0
	}
	outs := b.liveOut(list[:end], groups)
	if outs == nil {
		return 0
	}
	b.forkGroups(list, groups, outs, kids[:end])
	return end
}

// letBinding looks at a `let` of a value that is no function.
func (b *builder) letBinding(let syntax.NodeID) (binding, bool) {
	if b.item.Kind(let) != syntax.Let {
		return binding{}, false
	}
	value := b.item.Let(let).Value
	if value == syntax.NoNode || b.item.Kind(b.item.Unparen(value)) == syntax.Fn {
		return binding{}, false
	}
	bound := binding{node: let, operations: b.estimate(value), reads: b.readIn(value), surelyEnds: b.surelyEnds(value)}
	for o := range bound.reads {
		bound.surelyEnds = bound.surelyEnds && !b.anyGraph(o)
	}
	b.item.Walk(b.item.Let(let).Pattern, func(n syntax.NodeID) bool {
		if o := b.info.Objects[n]; o != nil && o.Kind == typecheck.LocalObject {
			bound.defines = append(bound.defines, o)
		}
		return true
	})
	return bound, true
}

// liveOut gives the variables of each group that are read after it; nil where
// there are too many.
func (b *builder) liveOut(list []binding, groups []bindingGroup) [][]*typecheck.Object {
	inside := map[*typecheck.Object]int{}
	for _, bound := range list {
		b.item.Walk(bound.node, func(n syntax.NodeID) bool {
			if o := b.info.Objects[n]; o != nil {
				inside[o]++
			}
			return true
		})
	}
	outs, n := make([][]*typecheck.Object, len(groups)), 0
	for i, s := range groups {
		for _, k := range s.bindings {
			for _, o := range list[k].defines {
				if len(b.usesOf(o)) >= inside[o] { // the binder is one of those inside
					outs[i] = append(outs[i], o)
					n++
				}
			}
		}
	}
	if n > code.MaxParams/2 {
		return nil
	}
	return outs
}

// forkGroups emits the fork and the plain code; both leave the variables that
// are read later in the same registers.
func (b *builder) forkGroups(list []binding, groups []bindingGroup, outs [][]*typecheck.Object, lets []syntax.NodeID) {
	registers := map[*typecheck.Object]int{}
	for _, out := range outs {
		for _, o := range out {
			registers[o] = b.temp()
		}
	}
	mark := b.next
	first := b.next
	for range groups {
		b.temp()
	}
	for i, s := range groups {
		b.task(first+i, func(l *builder) {
			for _, k := range s.bindings {
				l.let(list[k].node)
			}
			l.results(outs[i])
		})
	}
	joins := b.fork(first, len(groups))
	for i, out := range outs {
		for k, o := range out {
			b.field(registers[o], first+i, k)
		}
	}
	end := b.jump()
	b.patchHere(joins)
	b.next = mark
	for _, let := range lets {
		b.let(let)
	}
	for _, out := range outs {
		for _, o := range out {
			b.load(o, registers[o])
			delete(b.deferred, o)
		}
	}
	b.patchHere(end)
	b.next = mark
	for _, out := range outs {
		for _, o := range out {
			b.bindBehindFork(o, registers[o])
		}
	}
}

// bindBehindFork binds a variable after a fork.
func (b *builder) bindBehindFork(o *typecheck.Object, reg int) {
	if b.env != nil && b.env.holdsLets {
		i := b.env.field(o)
		b.setEnv(i, reg)
		b.vars[o] = variable{inEnvironment, i}
		return
	}
	b.bind(o, reg)
}
