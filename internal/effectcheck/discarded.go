package effectcheck

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// discarded looks at the statements of a block: `e;` is for what e does.
func (c *checker) discarded(block syntax.NodeID) {
	kids := c.item.Kids(block)
	for i, n := range kids {
		if i+1 == len(kids) || n == syntax.NoNode || bindings[c.item.Kind(n)] {
			continue
		}
		if s := c.does(n); idle(s) && !c.bound(n) {
			c.report(codes.DiscardedValue, n, "this value is discarded, and computing it does nothing else", nil, c.delete(n, kids[i+1], s)...)
		}
	}
}

// bindings are statements that give no value.
var bindings = [1 << 8]bool{
	syntax.Let: true, syntax.Graph: true, syntax.FreeVar: true, syntax.BadNode: true, syntax.Assign: true,
}

// idle reports whether s gives a value and does nothing else. Whether operands fit is nothing that
// one asks by a statement; a match, an index or a division that may fail can be there for that.
func idle(s effect.Summary) bool {
	return s.Pure() && s.Does&effect.Diverges == 0 && s.Fails&^(effect.OnShape|effect.OnOther) == 0
}

// bound reports whether n is a graph binding's name: the statement says when it is evaluated.
func (c *checker) bound(n syntax.NodeID) bool {
	n = c.item.Unparen(n)
	binder := c.pass.Info.Index().Binder(n)
	return binder != syntax.NoNode && c.item.Kind(c.pass.Info.Index().Parent(binder)) == syntax.Graph
}

// delete is the fix that leaves a statement out which cannot fail.
func (c *checker) delete(n, next syntax.NodeID, s effect.Summary) []syntax.Fix {
	if !s.Total() || next == syntax.NoNode {
		return nil
	}
	span := syntax.Span{Start: c.item.Span(n).Start, End: c.item.Span(next).Start}
	for _, r := range c.item.Text[c.item.Span(n).End:span.End] {
		if r != ';' && r != ' ' && r != '\n' && r != '\t' && r != '\r' {
			return nil // a comment is between
		}
	}
	return []syntax.Fix{syntax.Replace("delete it", span, "")}
}
