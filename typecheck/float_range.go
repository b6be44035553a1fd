package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/literal"
)

// floatFits reports a number, as it is written, that would be infinite or 0 as a
// float of a dtype and is neither. TVM accepts it, so that it is a warning in
// a file that owes TVM its leniency.
func (c *checker) floatFits(n syntax.NodeID, text string, d types.Dtype) {
	becomes, note := literal.OutOfRange(text, d)
	if becomes == "" {
		return
	}
	e := syntax.Diagnostic{Code: codes.TypeMismatch, Span: c.Item.Span(n), Message: becomes}
	if note != "" {
		e.Notes = []string{note}
	}
	if c.m.lenient {
		e.Severity = codes.Warning
	}
	c.Report(e)
}
