package binding

import (
	"fmt"

	"github.com/fraccheck/fraccheck/syntax"
)

// shadowed reports variables that hide one of the same name. That a `let` takes
// the name of the one before it in its block, or of a parameter, is a habit, where
// one name follows a value through a function: it is left alone.
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
			if c.scope(last).Start <= start {
				c.report(last, b)
			}
		}
		open = append(open, b)
	}
}

// scope is where a binder's name can be used: a let's behind it in its block,
// that of others in their owner.
func (c *checker) scope(b binder) syntax.Span {
	span := c.item.Span(b.owner)
	if kind := c.item.Kind(b.owner); kind == syntax.Let || kind == syntax.Graph {
		return syntax.Span{Start: span.End, End: c.item.Span(c.parents[b.owner]).End}
	}
	return span
}

// follows tells whether both are bound by one pattern, by one block, or the
// second at the top of the function whose parameter the first is.
func (c *checker) follows(first, second binder) bool {
	if first.owner == second.owner {
		return true
	}
	if c.item.Kind(second.owner) != syntax.Let && c.item.Kind(second.owner) != syntax.Graph {
		return false
	}
	block := c.parents[second.owner]
	return block == c.parents[first.owner] || c.parents[block] == first.owner && c.item.Kind(first.owner) != syntax.Clause
}

func (c *checker) report(hidden, b binder) {
	c.pass.Report(syntax.Diagnostic{
		Code: syntax.ShadowedBinding, Severity: syntax.ShadowedBinding.DefaultSeverity(), Span: c.item.Span(b.object.Node),
		Message: fmt.Sprintf("`%s` hides another `%s`", b.object.Name, b.object.Name),
		Related: []syntax.Related{{
			Place: syntax.Place{Span: c.item.Span(hidden.object.Node)}, Message: "this one cannot be used meanwhile",
		}},
	})
}
