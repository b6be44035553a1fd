package sharing

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A written is how a value is in the text.
type written struct {
	span syntax.Span
	// node is the expression, with parentheses that a name in its place would not
	// need; of the front part of a chain, the last operator of that.
	node syntax.NodeID
}

// written finds the text of a value. An operator's node is its symbol alone: its
// operands go with it.
func (c *checker) written(v graph.Value) written {
	n := c.Node(v)
	if c.item.Kind(n) == syntax.Operator {
		whole := c.Info.Index().Parent(n)
		if c.Info.Applied(whole) != n {
			return written{c.Info.Extent(n), n}
		}
		n = whole
	}
	n = c.tree.WithParens(n)
	return written{c.item.Span(n), n}
}

// parts are the expressions that a text is made of: itself, or the links of the front
// part of a chain.
func (c *checker) parts(w written) []syntax.NodeID {
	if c.item.Kind(w.node) != syntax.Operator {
		return []syntax.NodeID{w.node}
	}
	var found []syntax.NodeID
	for _, kid := range c.item.Kids(c.Info.Index().Parent(w.node)) {
		if at := c.item.Span(kid); w.span.Start <= at.Start && at.End <= w.span.End {
			found = append(found, kid)
		}
	}
	return found
}

// text is a value's expression for the right side of a binding, in parentheses where
// its lines could be read as several statements.
func (c *checker) text(w written) string {
	if c.item.Kind(w.node) != syntax.Operator {
		inner := c.tree.Unparen(w.node)
		return c.tree.Enclosed(inner, c.item.SourceText(inner))
	}
	text := c.item.Text[w.span.Start:w.span.End]
	if strings.Contains(text, "\n") {
		return "(" + text + ")"
	}
	return text
}

// quiet reports whether w is an expression that gives a value wherever it is evaluated, and does
// nothing else. Variables that it reads may have to be worked out for that.
func (c *checker) quiet(w written) bool {
	for _, n := range c.parts(w) {
		does := c.effects().Of(n)
		if c.item.Kind(n) == syntax.Operator {
			does = c.effects().Own(n)
		}
		if !does.Pure() || !does.Total() {
			return false
		}
	}
	return true
}

// knownAt reports whether all variables of a text that are not its own are bound
// outside of a statement.
func (c *checker) knownAt(w written, statement syntax.NodeID) bool {
	known := true
	for _, n := range c.parts(w) {
		c.item.Walk(n, func(n syntax.NodeID) bool {
			o := c.tree.ObjectAt(n)
			if o != nil && o.Kind == typecheck.LocalObject && o.Item == c.item && c.tree.Within(o.Node, statement) {
				at := c.item.Span(o.Node)
				known = known && w.span.Start <= at.Start && at.End <= w.span.End
			}
			return known
		})
	}
	return known
}
