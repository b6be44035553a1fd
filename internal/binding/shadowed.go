package binding

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// shadowed reports variables that hide one of the same name. That a `let` takes
// the name of the one before it in its block, or of a parameter, is a habit, where
// one name follows a value through a function: it is left alone, as is a pattern
// that takes the name of what it is matched with.
func (c *checker) shadowed() {
	byName := map[string][]binder{}
	for _, b := range c.binders {
		if !silent(b.object.Name) {
			byName[b.object.Name] = append(byName[b.object.Name], b)
		}
	}
	for _, b := range c.binders {
		if same := byName[b.object.Name]; len(same) > 1 {
			c.nested(same)
			delete(byName, b.object.Name)
		}
	}
}

// nested goes through the binders of one name with a stack of those whose scope
// is open.
func (c *checker) nested(same []binder) {
	var open []binder
	for _, b := range same {
		start := c.item.Span(b.object.Node).Start
		for len(open) > 0 && c.scope(open[len(open)-1]).End <= start {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			last := open[len(open)-1]
			if c.follows(last, b) {
				open[len(open)-1] = b
				continue
			}
			if c.scope(last).Start <= start && !c.rebinds(last, b) && !c.passes(last, b) && !c.broken.within(c.scope(last)) {
				c.report(last, b)
			}
		}
		open = append(open, b)
	}
}

// scope is where a binder's name can be used: a let's after it in its block,
// that of others in their owner.
func (c *checker) scope(b binder) syntax.Span {
	span := c.item.Span(b.owner)
	if kind := c.item.Kind(b.owner); kind == syntax.Let || kind == syntax.Graph {
		return syntax.Span{Start: span.End, End: c.item.Span(c.index.Parent(b.owner)).End}
	}
	return span
}

// follows reports whether both are bound by one pattern, by one block, or the
// second at the top of the function whose parameter the first is.
func (c *checker) follows(first, second binder) bool {
	if first.owner == second.owner {
		return true
	}
	if c.item.Kind(second.owner) != syntax.Let && c.item.Kind(second.owner) != syntax.Graph {
		return false
	}
	block := c.index.Parent(second.owner)
	return block == c.index.Parent(first.owner) || c.index.Parent(block) == first.owner && c.item.Kind(first.owner) != syntax.Clause
}

// rebinds reports whether b is a pattern variable that takes the name of what is matched,
// or of one of those: `match (%x) { case Some(%x) { … } }`. Who unpacks a value
// has no more use for it.
func (c *checker) rebinds(hidden, b binder) bool {
	if c.item.Kind(b.owner) != syntax.Clause {
		return false
	}
	scrutinee := c.item.Unparen(c.item.Kids(c.index.Parent(b.owner))[0])
	parts := []syntax.NodeID{scrutinee}
	if c.item.Kind(scrutinee) == syntax.Tuple {
		parts = c.item.Kids(scrutinee)
	}
	for _, part := range parts {
		if c.index.Binder(c.item.Unparen(part)) == hidden.object.Node {
			return true
		}
	}
	return false
}

// passes reports whether b is a parameter of a function literal that is in one call with
// the hidden variable: `map(fn(%e) { … }, %e)`, `map(fn(%x, %k) { … }, %xs, k=%k)`.
func (c *checker) passes(hidden, b binder) bool {
	call := c.index.Parent(b.owner)
	if c.item.Kind(b.owner) != syntax.Fn || c.item.Kind(call) != syntax.Call {
		return false
	}
	for _, arg := range c.item.Call(call).Args {
		if c.item.Kind(arg) == syntax.NamedArg {
			arg = c.item.NamedArg(arg).Value
		}
		if c.index.Binder(c.item.Unparen(arg)) == hidden.object.Node {
			return true
		}
	}
	return false
}

func (c *checker) report(hidden, b binder) {
	c.pass.Report(syntax.Diagnostic{
		Code: codes.ShadowedBinding, Span: c.item.Span(b.object.Node),
		Message: fmt.Sprintf("`%s` hides another `%s`", b.object.Name, b.object.Name),
		Related: []syntax.Related{{
			Place: syntax.Place{Span: c.item.Span(hidden.object.Node)}, Message: "this one cannot be used meanwhile",
		}},
	})
}
