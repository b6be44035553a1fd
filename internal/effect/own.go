package effect

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Own is what a node does besides what its operands do: calling what is called,
// combining what is combined. Of an `if` and a match it is choosing, not what the
// branches do.
func (i *Info) Own(n syntax.NodeID) Summary {
	if i.walk == nil || int(n) >= len(i.nodes) {
		return Unknown
	}
	w := i.walk
	switch w.item.Kind(n) {
	case syntax.Operator:
		return w.ownLink(n)
	case syntax.Segment:
		return w.quotientOf(n)
	}
	var s Summary
	if own := ownForms[w.item.Kind(n)]; own != nil {
		s = own(w, n)
	}
	if len(w.info.Conversions(n)) > 0 || w.item.Kind(n) == syntax.Call && w.info.Converts() {
		s.Fails |= OnShape
	}
	return s
}

// ownLink is what one link of a chain does, or one of a row of prefixes.
func (w *walk) ownLink(operator syntax.NodeID) Summary {
	a, ok := w.info.Application(operator)
	if !ok {
		return Unknown
	}
	in := make([]types.Type, len(a.Args))
	for i, n := range a.Args {
		in[i] = w.operandType(n)
	}
	kind := syntax.TokenKind(w.item.Node(operator).Data)
	if len(in) == 1 {
		return w.symbol(operator, typecheck.Prefix(kind), 0, in...)
	}
	divisor, _ := w.integer(a.Args[1])
	return w.symbol(operator, typecheck.Infix(kind), divisor, in...)
}

// operandType is the type of what an operator takes: of a variable alone, its own where
// a division in its tail is late.
func (w *walk) operandType(n syntax.NodeID) types.Type {
	if w.info.LateDivision(n) != syntax.NoNode {
		return w.object(n).Type
	}
	return w.info.AppliedType(n)
}

// quotientOf is the division that a segment of a variable's tail writes.
func (w *walk) quotientOf(segment syntax.NodeID) Summary {
	if w.item.SourceText(segment)[0] != '/' {
		return Summary{}
	}
	return Summary{Fails: w.quotient(w.info.Index().Parent(segment))}
}

// ownForms are those of forms that say nothing of their children.
var ownForms = [1 << 8]func(w *walk, n syntax.NodeID) Summary{
	syntax.BadNode: anything, syntax.FreeVar: anything, syntax.Assign: anything,
	syntax.Index: (*walk).index,
	syntax.Match: (*walk).match,
	syntax.Let:   (*walk).let,
	syntax.List:  (*walk).list,
	syntax.Call:  (*walk).call,
}
