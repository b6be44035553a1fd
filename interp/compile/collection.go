package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
)

func (b *builder) project(n syntax.NodeID, index, dst int) {
	mark := b.next
	r := b.operand(n)
	b.field(dst, r, index)
	b.next = mark
}

// maxFields bounds what a word can say of fields.
const maxFields = 200

func (b *builder) field(dst, src, index int) {
	if index > 255 || index < 0 {
		b.broken = true
		return
	}
	b.emit(code.OpField, dst, src, index)
}

func (b *builder) index(n syntax.NodeID, dst int) {
	mark := b.next
	index := b.item.Index(n)
	xs, i := b.operand(index.Sequence), b.operand(index.At)
	b.emit(code.OpIndex, dst, xs, i)
	b.next = mark
}

func (b *builder) tuple(n syntax.NodeID, dst int) {
	kids := b.item.Kids(n)
	if len(kids) == 0 {
		b.constant(dst, code.Unit)
		return
	}
	if len(kids) > maxFields {
		b.broken = true
		return
	}
	mark := b.next
	regs := b.operands(kids)
	b.emit(code.OpTuple, dst, 0, len(kids))
	b.registers(regs)
	b.next = mark
}

// operands gives registers that hold the values of expressions.
func (b *builder) operands(kids []syntax.NodeID) []int {
	regs := make([]int, len(kids))
	for i, kid := range kids {
		if kid == syntax.NoNode {
			b.fault(b.node, "an argument is missing")
			continue
		}
		regs[i] = b.operand(kid)
	}
	return regs
}

// registers emits a list of registers, four a word, one word at least.
func (b *builder) registers(regs []int) {
	for i := 0; i == 0 || i < len(regs); i += 4 {
		w := uint32(0)
		for k, r := range regs[i:min(i+4, len(regs))] {
			w |= uint32(r) << (8 * k)
		}
		b.put(w)
	}
}

// consecutive puts expressions into registers side by side and gives the first.
func (b *builder) consecutive(kids []syntax.NodeID) int {
	first := b.next
	for _, kid := range kids {
		r := b.temp()
		if kid == syntax.NoNode {
			b.fault(b.node, "an argument is missing")
			continue
		}
		b.expr(kid, r)
	}
	return first
}

// manyElements is when the elements of a literal are collected one by one.
const manyElements = 32

func (b *builder) list(n syntax.NodeID, dst int) {
	kids := b.item.Kids(n)
	mark := b.next
	defer func() { b.next = mark }()
	s := b.site(&code.Site{Out: b.typeOf(n)})
	if len(kids) <= manyElements {
		first := b.consecutive(kids)
		b.emit(code.OpList, dst, first, 0)
		b.put(uint32(len(kids)))
		b.put(uint32(s))
		return
	}
	list := b.temp()
	b.emit(code.OpListBegin, list, 0, 0)
	for _, kid := range kids {
		r := b.temp()
		b.expr(kid, r)
		b.emit(code.OpListAdd, list, r, 0)
		b.next = r
	}
	b.emit(code.OpListEnd, dst, list, 0)
	b.put(uint32(s))
}

func (b *builder) site(s *code.Site) int {
	b.fn.Sites = append(b.fn.Sites, s)
	return len(b.fn.Sites) - 1
}
