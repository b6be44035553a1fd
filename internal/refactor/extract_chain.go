package refactor

import (
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A chain of infix operators is one node, and applies them from the left: `a + b + c` is
// `(a + b) + c`. What begins with its first operand is a value of its own, whatever is
// rounded; what begins later is none, and to give it a name would compute something else.

// offerChainPart offers to name the selected operands of a chain.
func (t *Target) offerChainPart() {
	n, first, last := t.chainPart()
	if n == syntax.NoNode {
		return
	}
	t.offer(Extract, "extract.let", "extract into a `let`", func() ([]syntax.Edit, error) {
		if first > 0 {
			return nil, rewrite.Refusal("the operators of a chain are applied from the left: `" + t.item().Text[t.Span.Start:t.Span.End] + "` is no value in it")
		}
		return t.extractPrefix(n, last)
	})
}

// chainPart is the chain of which operands are selected, more than one and not all, and
// the numbers of the first and the last of them.
func (t *Target) chainPart() (n syntax.NodeID, first, last int) {
	if len(t.path) == 0 || t.item().Kind(t.path[len(t.path)-1]) != syntax.Binary {
		return syntax.NoNode, 0, 0
	}
	n, first, last = t.path[len(t.path)-1], -1, -1
	for i, operand := range t.operands(n) {
		if span := t.item().Span(operand); span.Start == t.Span.Start {
			first = i
		} else if span.End == t.Span.End {
			last = i
		}
	}
	if first < 0 || last <= first {
		return syntax.NoNode, 0, 0
	}
	return n, first, last
}

func (t *Target) operands(chain syntax.NodeID) []syntax.NodeID {
	b := t.item().Binary(chain)
	found := []syntax.NodeID{b.First}
	for i := range b.Links() {
		_, operand := b.Link(i)
		found = append(found, operand)
	}
	return found
}

// extractPrefix names the operands of a chain up to one of them before its
// statement. They may be evaluated there if the whole chain may.
func (t *Target) extractPrefix(n syntax.NodeID, last int) ([]syntax.Edit, error) {
	at, ok := t.tree.Site(n)
	if !ok {
		return nil, rewrite.Refusal("no statement can precede this expression")
	}
	if err := t.mayMove(n, at.Statement); err != nil {
		return nil, err
	}
	name := "%" + t.tree.Fresh("extracted")
	text := t.item().Text[t.Span.Start:t.Span.End]
	edits := append(t.tree.InFront(at, "let "+name+" = "+text+";"), syntax.Edit{Span: t.Span, NewText: name})
	b := t.item().Binary(n)
	start, ok := rewrite.OutlineOf(t.info(), b.First)
	value, fits := rewrite.ChainOutline(t.info(), n, start, 0, last)
	rest, also := rewrite.ChainOutline(t.info(), n, rewrite.VariableOutline(name), last, b.Links())
	if !ok || !fits || !also {
		return nil, rewrite.Refusal("the expression is nested too deeply")
	}
	return t.proved(edits, rewrite.Outline{
		Swap:  map[syntax.NodeID]string{n: rest},
		Front: map[syntax.NodeID]string{at.Statement: rewrite.LetOutline(name, value)},
	})
}
