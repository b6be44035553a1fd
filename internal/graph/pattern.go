package graph

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

func (b *builder) bindLater(pattern syntax.NodeID, from ref, block Block) {
	b.tasks = append(b.tasks, task{do: (*builder).bind, node: pattern, from: from, block: block})
}

// bind matches a pattern against what it refers to: a variable is that value, and
// the parts of tuples and constructors are values of their own.
func (b *builder) bind(t task) {
	if b.refs[t.node] >= 0 {
		b.refs[t.node] = t.from
	}
	switch b.item.Kind(t.node) {
	case syntax.PatParen:
		b.bindLater(b.item.Inner(t.node), t.from, t.block)
	case syntax.PatTyped:
		b.bindLater(b.item.PatTyped(t.node).Pattern, t.from, t.block)
	case syntax.PatTuple:
		b.parts(Project, b.item.Kids(t.node), t)
	case syntax.PatCons:
		b.parts(Field, b.item.PatCons(t.node).Args, t)
	}
}

// parts makes a value of each sub-pattern that may bind something.
func (b *builder) parts(kind Kind, patterns []syntax.NodeID, t task) {
	later := len(b.tasks)
	for i, p := range patterns {
		if p == syntax.NoNode || !b.binds(p) {
			continue
		}
		v := b.add(kind, p, t.block, operand{t.from, p, t.block})
		b.buffers.values[v].index = int32(i)
		b.bindLater(p, to(v), t.block)
	}
	slices.Reverse(b.tasks[later:])
}

// binds reports whether a pattern binds variables, or its parts may.
func (b *builder) binds(p syntax.NodeID) bool {
	for {
		switch b.item.Kind(p) {
		case syntax.PatParen:
			p = b.item.Inner(p)
		case syntax.PatTyped:
			p = b.item.PatTyped(p).Pattern
		case syntax.PatName:
			return b.variable(p) != nil
		case syntax.PatVar, syntax.PatTuple:
			return true
		case syntax.PatCons:
			return len(b.item.PatCons(p).Args) > 0
		default:
			return false
		}
	}
}
