package rulefile

import (
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// literal reads a number, truth value or string; dtype is that of a number's suffix,
// "" where it has none.
func literal(text string, negative bool) (v op.Value, dtype string, ok bool) {
	switch {
	case text == "True" || text == "true":
		return op.Boolean(true), "", !negative
	case text == "False" || text == "false":
		return op.Boolean(false), "", !negative
	case text[0] == '"':
		return op.Text(unquote(text)), "", !negative
	}
	digits, dtype, ok := suffix(text)
	if !ok {
		return v, "", false
	}
	v, ok = number(digits, negative)
	return v, dtype, ok
}

// number reads digits without a suffix.
func number(digits string, negative bool) (op.Value, bool) {
	if negative {
		digits = "-" + digits
	}
	if !strings.ContainsAny(digits, ".eEn") {
		n, err := strconv.ParseInt(digits, 10, 64)
		return op.Int(n), err == nil
	}
	x, err := strconv.ParseFloat(digits, 64)
	return op.Float(x), err == nil && (!math.IsInf(x, 0) || strings.HasSuffix(digits, "inf"))
}

// suffix takes the dtype off the end of a number: `2i64`, `1f16`. A float without a
// width is one of 32 bits; digits before it are made a float.
func suffix(text string) (digits, dtype string, ok bool) {
	at := strings.LastIndexAny(text, "fiu")
	if strings.HasPrefix(text, "inf") {
		at = len("inf")
	}
	if at <= 0 || at >= len(text) {
		return text, "", text[0] >= '0' && text[0] <= '9'
	}
	digits, width := text[:at], text[at+1:]
	name := map[byte]string{'f': "float", 'i': "int", 'u': "uint"}[text[at]]
	if width == "" {
		width = "32"
	}
	if text[at] == 'f' && !strings.ContainsAny(digits, ".eEn") {
		digits += ".0"
	}
	digits = strings.TrimSuffix(digits, ".") + strings.Repeat(".0", strings.Count(digits[len(digits)-1:], "."))
	_, ok = types.ParseDtype(name + width)
	return digits, name + width, ok
}

// isDtype reports whether name is the names of element types.
func isDtype(name string) bool {
	_, ok := types.ParseDtype(name)
	return ok
}
