package typecheck

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// A floatRange is what numbers a float dtype has: those from overflow on round to
// infinity, and those up to underflow to 0 (IEEE 754, round to nearest even).
type floatRange struct{ overflow, underflow float64 }

var floatRanges = map[types.Dtype]floatRange{
	types.Float16:  {65520, math.Ldexp(1, -25)},
	types.Bfloat16: {math.Ldexp(2-math.Ldexp(1, -8), 127), math.Ldexp(1, -134)},
	types.Float32:  {math.Ldexp(2-math.Ldexp(1, -24), 127), math.Ldexp(1, -150)},
	types.Float64:  {math.Inf(1), 0},
}

// floatFits reports a number, as it is written, that would be infinite or 0 as a
// float of a dtype and is neither. TVM lets it through, so that it is a warning in
// a file that owes TVM its leniency.
func (c *checker) floatFits(n syntax.NodeID, text string, d types.Dtype) {
	limits, known := floatRanges[d]
	if at := strings.IndexByte(text, 'f'); at >= 0 {
		text = text[:at] // "" of `inff`
	}
	x, err := strconv.ParseFloat(strings.TrimPrefix(text, "-"), 64)
	if !known || math.IsNaN(x) || err != nil && !math.IsInf(x, 1) {
		return
	}
	becomes := "be infinite"
	switch {
	case x >= limits.overflow:
	case x <= limits.underflow && strings.Trim(mantissa(text), "-0.") != "":
		becomes = "be 0"
	default:
		return
	}
	e := syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: c.item.Span(n),
		Message: fmt.Sprintf("%s does not fit `%s`: it would %s", text, d, becomes),
	}
	if x != 0 && !math.IsInf(x, 1) {
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
