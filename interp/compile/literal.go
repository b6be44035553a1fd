package compile

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck/literal"
)

// literal loads a number or a truth value.
func (b *builder) literal(n syntax.NodeID, dst int) {
	s, ok := b.literalValue(n)
	if !ok {
		b.fault(n, "`"+b.item.SourceText(n)+"` has a dtype that values cannot have")
		return
	}
	b.constant(dst, s)
}

// literalValue reads a literal at the type that was inferred for it.
func (b *builder) literalValue(n syntax.NodeID) (code.Slot, bool) {
	text := b.item.NumberText(n)
	if b.item.Kind(n) == syntax.Bool {
		return code.BoolSlot(strings.EqualFold(text, "true")), true
	}
	t, ok := isScalar(b.typeOf(n))
	if !ok {
		return parseNumber(text)
	}
	d, ok := code.DtypeOf(t)
	if !ok {
		return code.Slot{}, false
	}
	return readNumber(text, d)
}

// parseNumber reads a number at the dtype that its text says.
func parseNumber(text string) (code.Slot, bool) {
	d := value.Int32
	switch at := strings.IndexAny(text, "iu"); {
	case strings.HasSuffix(text, "f16"):
		d = value.Float16
	case strings.HasSuffix(text, "f64"):
		d = value.Float64
	case strings.ContainsAny(text, ".eEf"):
		d = value.Float32
	case at > 0:
		name := map[byte]string{'i': "int", 'u': "uint"}[text[at]] + text[at+1:]
		parsed, ok := value.ParseDtype(name)
		if !ok {
			return code.Slot{}, false
		}
		d = parsed
	default:
		if x, err := strconv.ParseInt(text, 10, 64); err != nil || x != int64(int32(x)) {
			d = value.Int64
		}
	}
	return readNumber(text, d)
}

// readNumber reads a number's text as a dtype.
func readNumber(text string, d value.Dtype) (code.Slot, bool) {
	x, ok := literal.Scalar(text, d)
	return code.ScalarSlot(x), ok
}
