package binding

import (
	"fmt"

	"github.com/fraccheck/fraccheck/syntax"
)

// unused reports what a `let` binds and nothing reads.
func (c *checker) unused() {
	for _, b := range c.binders {
		o := b.object
		if c.item.Kind(b.owner) != syntax.Let || c.read[o] || silent(o.Name) {
			continue
		}
		span := c.item.Span(o.Node)
		c.pass.Report(syntax.Diagnostic{
			Code: syntax.UnusedBinding, Severity: syntax.UnusedBinding.DefaultSeverity(), Span: span,
			Message: fmt.Sprintf("nothing reads `%s`", o.Name),
			Fixes: []syntax.Fix{{
				Title: fmt.Sprintf("rename it to `%%_%s`, which says that it is meant", o.Name[1:]),
				Edits: []syntax.Edit{{Span: syntax.Span{Start: span.Start + 1, End: span.Start + 1}, NewText: "_"}},
			}},
		})
	}
}
