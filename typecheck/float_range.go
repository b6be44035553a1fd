package typecheck

import (
	"fmt"
	"math"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// floatFits reports a number, as it is written, that would be infinite or 0 as a
// float of a dtype and is neither. TVM lets it through, so that it is a warning in
// a file that owes TVM its leniency.
func (c *checker) floatFits(n syntax.NodeID, text string, d types.Dtype) {
	if at := strings.IndexByte(text, 'f'); at >= 0 {
		text = text[:at] // "" of `inff`
	}
	dtype, known := value.ParseDtype(d.String())
	if !known || !dtype.IsFloat() {
		return
	}
	x, err := value.ParseFloat(dtype, text)
	if err != nil {
		return
	}
	becomes := "be infinite"
	switch {
	case math.IsInf(x.Float(), 0):
	case x.Float() == 0 && strings.Trim(mantissa(text), "-0.") != "":
		becomes = "be 0"
	default:
		return
	}
	e := syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: c.item.Span(n),
		Message: fmt.Sprintf("%s does not fit `%s`: it would %s", text, d, becomes),
	}
	if wide, err := value.ParseFloat(value.Float64, text); err == nil && wide.Float() != 0 && !math.IsInf(wide.Float(), 0) {
		e.Notes = []string{fmt.Sprintf("As a `float64` it is written `%sf64`.", text)}
	}
	if c.m.lenient {
		e.Severity = codes.Warning
	}
	c.report(e)
}

// mantissa is a number without its exponent.
func mantissa(text string) string {
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		return text[:at]
	}
	return text
}
