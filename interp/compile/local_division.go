package compile

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// localUse loads a variable and applies its tail segments.
func (b *builder) localUse(n syntax.NodeID, dst int) {
	segments := b.item.Kids(n)
	o := b.local(n)
	if o == nil {
		b.fault(n, "the variable `"+b.item.SourceText(n)+"` is not defined")
		return
	}
	used := b.info.Split[n]
	b.load(o, dst)
	rest := segments[used:]
	for i, s := range rest {
		text := b.item.SourceText(s)
		if text[0] == '/' {
			b.divideSegments(n, rest[i:], dst)
			return
		}
		b.field(dst, dst, parseIndex(text[1:]))
	}
}

func parseIndex(digits string) int {
	n := 0
	for _, c := range digits {
		n = min(n*10+int(c-'0'), 1<<20)
	}
	return n
}

// divideSegments emits the division in `%x/2`, which looks like one name.
func (b *builder) divideSegments(n syntax.NodeID, rest []syntax.NodeID, dst int) {
	mark := b.next
	left := b.temp()
	b.move(left, dst)
	right := b.temp()
	b.segmentOperand(rest, right)
	b.arithmetic(op.Divide, n, b.typeOf(n), b.typeOf(n), dst, left, right)
	b.next = mark
}

// segmentOperand loads what follows the `/`.
func (b *builder) segmentOperand(rest []syntax.NodeID, dst int) {
	if o := b.info.Objects[rest[0]]; o != nil {
		b.load(o, dst)
		return
	}
	text := b.item.Text[b.item.Span(rest[0]).Start+1 : b.item.Span(rest[len(rest)-1]).End]
	s, ok := parseNumber(text)
	if !ok {
		b.fault(b.node, "`"+text+"` is no number")
		return
	}
	b.constant(dst, s)
}

// division reports whether a local is a division in truth, and what it divides.
func (b *builder) division(n syntax.NodeID) bool {
	if b.item.Kind(n) != syntax.Local {
		return false
	}
	for _, s := range b.item.Kids(n)[b.info.Split[n]:] {
		if b.item.Text[b.item.Span(s).Start] == '/' {
			return true
		}
	}
	return false
}

// dividend loads what a local that is a division divides, and gives the
// segments of the divisor.
func (b *builder) dividend(n syntax.NodeID, dst int) []syntax.NodeID {
	b.load(b.local(n), dst)
	rest := b.item.Kids(n)[b.info.Split[n]:]
	for i, s := range rest {
		text := b.item.SourceText(s)
		if text[0] == '/' {
			return rest[i:]
		}
		b.field(dst, dst, parseIndex(text[1:]))
	}
	return nil
}
