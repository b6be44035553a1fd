package compile

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// fused emits a tree of two or more elementwise operators on tensors as one
// instruction: a call of a function of the tree's leaves, which the machine traces and
// runs in one pass over the elements, or operator by operator where it cannot. It is
// false for other expressions.
func (b *builder) fused(n syntax.NodeID, dst int) bool {
	t, ok := b.typeOf(n).(*types.Tensor)
	if !ok || len(t.Shape) == 0 || b.fusing || b.compiler.stepped {
		return false
	}
	w := b.fusionTree(n)
	if w.ops < 2 {
		return false
	}
	fn := &code.Function{Place: b.fn.Place, Item: b.item, Outer: b.fn, Part: true}
	b.compiler.code.Add(fn)
	b.fn.Calls = append(b.fn.Calls, fn.Index)
	g := b.compiler.newBuilder(fn, b.info, nil)
	g.fusing, g.evaluated, g.deferred = true, map[syntax.NodeID]int{}, w.inlined
	leaves := g.leafRegisters(w)
	fn.Params, fn.Arity = len(leaves), len(leaves)
	g.tail(n)
	g.finish()

	mark := b.next
	base := b.resultRegister(dst, false)
	b.consecutive(leaves)
	b.setNode(n)
	b.emitX(code.OpOperator, base, b.site(&code.Site{Fused: fn, Args: len(leaves), Out: t, Extents: -1}))
	b.move(dst, base)
	b.next = mark
	return true
}

// leafRegisters gives the leaves of a tree registers of the function, a variable
// one for all its places, and gives those leaves that are passed.
func (g *builder) leafRegisters(w fusionTree) (passed []syntax.NodeID) {
	registers := map[*typecheck.Object]int{}
	for _, leaf := range w.leaves {
		o, plain := g.variableOf(leaf)
		if r, known := registers[o]; plain && known {
			g.evaluated[leaf] = r
			continue
		}
		g.evaluated[leaf] = g.temp()
		if plain {
			registers[o] = g.evaluated[leaf]
		}
		passed = append(passed, leaf)
	}
	return passed
}

// elementwise gives the operands of an elementwise operator; nil for what is
// none.
func (b *builder) elementwise(n syntax.NodeID) (operands []syntax.NodeID, count int) {
	switch b.item.Kind(n) {
	case syntax.Unary:
		if u := b.item.Unary(n); u.Operand != syntax.NoNode && !b.division(u.Operand) {
			return []syntax.NodeID{u.Operand}, len(u.Operators)
		}
	case syntax.Binary:
		chain := b.item.Binary(n)
		operands = operandsOf(chain)
		if slices.Contains(operands, syntax.NoNode) || slices.ContainsFunc(operands, b.division) {
			return nil, 0
		}
		return operands, chain.Links()
	case syntax.Call:
		c := b.info.OperatorCall(n)
		if c == nil || c.Op.Map == nil || len(c.Extra) > 0 || len(c.Args) > 3 {
			return nil, 0
		}
		for _, v := range c.Attrs.Values {
			if mentions(v, op.ExprValue) || mentions(v, op.DimValue) {
				return nil, 0
			}
		}
		for _, arg := range c.Args {
			if arg == syntax.NoNode {
				return nil, 0
			}
			operands = append(operands, arg)
		}
		return operands, 1
	}
	return nil, 0
}
