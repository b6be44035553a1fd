package typecheck

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/literal"
)

// literal types a number or a truth value. Literals never adapt: without a
// suffix they are int32 (int64 when it does not fit) or float32.
func (c *checker) literal(n syntax.NodeID) types.Type {
	switch c.Item.Kind(n) {
	case syntax.Bool:
		return types.Scalar(types.Bool)
	}
	if !c.convertedNumber(n) {
		return types.ErrorType
	}
	if t := c.commentedLiteral(n); t != nil {
		return t
	}
	switch c.Item.Kind(n) {
	case syntax.Int:
		return types.Scalar(c.integer(n))
	}
	return types.Scalar(c.float(n))
}

func (c *checker) integer(n syntax.NodeID) types.Dtype {
	text := c.Item.NumberText(n)
	if len(text) < 10 && !strings.ContainsAny(text, "iu") {
		return types.Int32
	}
	at := strings.IndexAny(text, "iu")
	if at < 0 {
		return c.unsuffixed(n, text)
	}
	class, name := types.IntClass, "int"+text[at+1:]
	if text[at] == 'u' {
		class, name = types.UintClass, "u"+name
	}
	d, ok := types.ParseDtype(name)
	if !ok {
		c.noDtype(n, name)
		return types.Int32
	}
	d.Class = class
	if !literal.Fits(text[:at], d) {
		c.Errorf(n, codes.TypeMismatch, "%s does not fit `%s`", text[:at], d)
	}
	return d
}

func (c *checker) unsuffixed(n syntax.NodeID, digits string) types.Dtype {
	switch {
	case literal.Fits(digits, types.Int32):
		return types.Int32
	case !literal.Fits(digits, types.Int64):
		c.Errorf(n, codes.TypeMismatch, "%s does not fit `int64`, the widest integer", digits)
	}
	return types.Int64
}

func (c *checker) float(n syntax.NodeID) types.Dtype {
	text := c.Item.NumberText(n)
	at := strings.LastIndexByte(text, 'f')
	if at < 0 {
		c.floatFits(n, text, types.Float32)
		return types.Float32
	}
	d, ok := types.ParseDtype("float" + text[at+1:])
	if !ok {
		c.noDtype(n, "float"+text[at+1:])
		return types.Float32
	}
	c.floatFits(n, text, d)
	return d
}

// numberFits reports the text of a number that its dtype does not have.
func (c *checker) numberFits(n syntax.NodeID, text string, d types.Dtype) {
	if d.IsFloat() {
		c.floatFits(n, text, d)
		return
	}
	if digits, _, _ := strings.Cut(strings.ReplaceAll(text, "u", "i"), "i"); literal.IsDigits(digits) && !literal.Fits(digits, d) {
		c.Errorf(n, codes.TypeMismatch, "%s does not fit `%s`", digits, d)
	}
}

// noDtype reports a literal whose suffix names no type.
func (c *checker) noDtype(n syntax.NodeID, name string) {
	c.Errorf(n, codes.KindMismatch, "`%s` is not a dtype, so `%s` has no type", name, c.Item.SourceText(n))
}

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
