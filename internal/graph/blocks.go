package graph

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// statements is a body or braces: what stands before the last expression are
// statements, and the last one gives the value.
func (b *builder) statements(n syntax.NodeID, block Block) {
	kids := b.item.Kids(n)
	if len(kids) == 0 {
		b.add(Literal, n, block) // `{}` is `()`
		return
	}
	for _, kid := range kids[:len(kids)-1] {
		if kid != syntax.NoNode && !bindings[b.item.Kind(kid)] {
			b.unused = append(b.unused, blockUse{operand{ref(kid), kid, block}, Statement})
		}
	}
	if last := kids[len(kids)-1]; !bindings[b.item.Kind(last)] {
		b.refs[n] = ref(last)
	}
	b.visitAll(kids, block)
}

var bindings = [1 << 8]bool{syntax.Let: true, syntax.Graph: true, syntax.FreeVar: true, syntax.Assign: true}

func (b *builder) let(n syntax.NodeID, block Block) {
	let := b.item.Let(n)
	b.lets = append(b.lets, ref(let.Value))
	if let.Pattern == syntax.NoNode {
		b.visit(let.Value, block)
		return
	}
	b.refs[let.Pattern] = ref(let.Value) // a function may name itself
	b.bindLater(let.Pattern, ref(let.Value), block)
	b.visit(let.Value, block)
}

func (b *builder) graph(n syntax.NodeID, block Block) {
	g := b.item.Graph(n)
	b.refs[g.Name] = ref(g.Value)
	b.visit(g.Value, block)
}

func (b *builder) freeVar(n syntax.NodeID, block Block) { b.add(Free, b.item.FreeVar(n).Name, block) }

// function is a function literal, of one operand: its block's result.
func (b *builder) function(n syntax.NodeID, block Block, kind BlockKind) {
	fn := b.item.Fn(n)
	inner := b.open(kind, fn.Body, block)
	if b.lambdas == nil {
		b.lambdas = map[syntax.NodeID]Block{}
	}
	b.lambdas[n] = inner
	b.makeLater(Function, n, block, operand{ref(fn.Body), fn.Body, inner})
	b.visit(fn.Body, inner)
	b.parameters(fn.Params, inner)
}

// parameters makes the parameters of a list and takes their patterns apart.
func (b *builder) parameters(list syntax.NodeID, block Block) {
	if list == syntax.NoNode {
		return
	}
	position := int32(0)
	binds := len(b.tasks)
	for _, p := range b.item.Kids(list) {
		if b.item.Kind(p) != syntax.Param {
			continue
		}
		node := p
		if pattern := b.item.Param(p).Pattern; pattern != syntax.NoNode {
			node = pattern
		}
		v := b.add(Parameter, node, block)
		b.buffers.values[v].index = position
		position++
		b.bindLater(node, to(v), block)
	}
	slices.Reverse(b.tasks[binds:])
}

// branch is an `if`. The condition is looked at first, then each branch in a
// block of its own.
func (b *builder) branch(n syntax.NodeID, block Block) {
	parts := b.item.If(n)
	then, otherwise := b.open(Branch, parts.Then, block), b.open(Branch, parts.Else, block)
	b.makeLater(If, n, block,
		operand{ref(parts.Cond), parts.Cond, block}, operand{ref(parts.Then), parts.Then, then}, operand{ref(parts.Else), parts.Else, otherwise})
	b.visit(parts.Else, otherwise)
	b.visit(parts.Then, then)
	b.visit(parts.Cond, block)
}

// match looks at the scrutinee, then at each clause in a block of its own.
func (b *builder) match(n syntax.NodeID, block Block) {
	parts := b.item.Match(n)
	b.makeLater(Match, n, block, operand{ref(parts.Scrutinee), parts.Scrutinee, block})
	first := len(b.pending)
	for _, c := range parts.Clauses {
		if b.item.Kind(c) == syntax.Clause {
			body := b.item.Clause(c).Body
			b.pending = append(b.pending, operand{ref(body), body, b.open(Clause, body, block)})
		}
	}
	results := b.pending[first:]
	b.tasks[len(b.tasks)-1].number += int32(len(results))
	for i, k := len(parts.Clauses)-1, len(results)-1; i >= 0; i-- {
		c := parts.Clauses[i]
		if b.item.Kind(c) != syntax.Clause {
			continue
		}
		b.visit(results[k].node, results[k].block)
		if pattern := b.item.Clause(c).Pattern; pattern != syntax.NoNode {
			b.bindLater(pattern, ref(parts.Scrutinee), results[k].block)
		}
		k--
	}
	b.visit(parts.Scrutinee, block)
}
