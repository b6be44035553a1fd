package interp

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A chain is a tree of elementwise operators on tensors. It is compiled as a
// function of its leaves, which is traced when it is called and runs in one pass
// over the elements. Where that cannot be, the function runs operator by
// operator.
type chain struct{ fn int }

// chained emits an expression as a chain, if it is one of two operators or
// more.
func (b *builder) chained(n syntax.NodeID, dst int) bool {
	t, ok := b.typeOf(n).(*types.Tensor)
	if !ok || len(t.Shape) == 0 || b.chaining {
		return false
	}
	w := b.gather(n)
	if w.ops < 2 {
		return false
	}
	fn := &function{place: b.fn.place, item: b.item, outer: b.fn}
	b.program.newFunction(fn)
	b.fn.calls = append(b.fn.calls, fn.index)
	g := b.program.newBuilder(fn, b.info, nil)
	g.chaining, g.leaves, g.late = true, map[syntax.NodeID]int{}, w.inlined
	leaves := g.operandsOf(w)
	fn.params, fn.arity = len(leaves), len(leaves)
	g.tail(n)
	g.finish()

	mark := b.next
	base := b.base(dst, false)
	b.row(leaves)
	b.at(n)
	b.emitX(opOperator, base, b.site(&site{chain: &chain{fn.index}, args: len(leaves), out: t, extents: -1}))
	b.move(dst, base)
	b.next = mark
	return true
}

// operandsOf gives the leaves of a web registers of the chain's code, a variable
// one for all its places, and gives those leaves that are passed.
func (g *builder) operandsOf(w web) (passed []syntax.NodeID) {
	registers := map[*typecheck.Object]int{}
	for _, leaf := range w.leaves {
		o, plain := g.plain(leaf)
		if r, known := registers[o]; plain && known {
			g.leaves[leaf] = r
			continue
		}
		g.leaves[leaf] = g.temp()
		if plain {
			registers[o] = g.leaves[leaf]
		}
		passed = append(passed, leaf)
	}
	return passed
}

// elementwise gives the operands of an elementwise operator; nil for what is
// none.
func (b *builder) elementwise(n syntax.NodeID) (operands []syntax.NodeID, count int) {
	kids := b.item.Kids(n)
	switch b.item.Kind(n) {
	case syntax.Unary:
		if kids[len(kids)-1] != syntax.NoNode && !b.division(kids[len(kids)-1]) {
			return kids[len(kids)-1:], len(kids) - 1
		}
	case syntax.Binary:
		for i := 0; i < len(kids); i += 2 {
			if kids[i] == syntax.NoNode || b.division(kids[i]) {
				return nil, 0
			}
			operands = append(operands, kids[i])
		}
		return operands, len(kids) / 2
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

// fewChained is below what number of elements a chain runs operator by operator.
const fewChained = 512

func (m *machine) runChain(s *site, args []slot) (slot, error) {
	size := 0
	for _, arg := range args {
		if arg.kind() == arrayKind {
			size = max(size, arg.array().Len())
		}
	}
	if size >= fewChained && !m.options.Sequential {
		result, ok, err := m.fuse(s, args)
		if ok || err != nil {
			return result, err
		}
	}
	return m.invoke(closureOf(s.chain.fn), args...)
}

// fuse runs a chain in one pass.
func (m *machine) fuse(s *site, args []slot) (slot, bool, error) {
	t := &tracer{m: m, domains: []int{1}, budget: traceBudget}
	n := 0
	if !traced(func() {
		given := make([]symbol, len(args))
		for i, arg := range args {
			given[i] = t.known(arg)
		}
		n = t.operand(t.call(symbol{kind: knownSymbol, slot: closureOf(s.chain.fn)}, given))
	}) {
		return slot{}, false, nil
	}
	a, err := m.compute(t, n, 1)
	if isZeroDivisor(err) {
		return slot{}, false, nil
	}
	if err != nil {
		return slot{}, false, err
	}
	m.took(chainFused)
	return arraySlot(a.Index(0)), true, nil
}
