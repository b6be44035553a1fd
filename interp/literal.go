package interp

import (
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// dtypeOf is the dtype that values of a type have; false for those that nothing
// computes with (vectors, int4, custom ones).
func dtypeOf(d types.Dtype) (value.Dtype, bool) {
	if d.Lanes > 1 {
		return 0, false
	}
	return value.ParseDtype(d.String())
}

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
func (b *builder) literalValue(n syntax.NodeID) (slot, bool) {
	text := b.item.SourceText(n)
	if b.item.Kind(n) == syntax.Bool {
		return boolSlot(strings.EqualFold(text, "true")), true
	}
	t, ok := isScalar(b.typeOf(n))
	if !ok {
		return parseNumber(text)
	}
	d, ok := dtypeOf(t)
	if !ok {
		return slot{}, false
	}
	return readNumber(text, d)
}

// parseNumber reads a number at the dtype that its text says.
func parseNumber(text string) (slot, bool) {
	d := value.Int32
	switch at := strings.IndexAny(text, "iu"); {
	case strings.HasSuffix(text, "f16"):
		d = value.Float16
	case strings.HasSuffix(text, "f64"):
		d = value.Float64
	case strings.ContainsAny(text, ".ef"):
		d = value.Float32
	case at > 0:
		name := map[byte]string{'i': "int", 'u': "uint"}[text[at]] + text[at+1:]
		parsed, ok := value.ParseDtype(name)
		if !ok {
			return slot{}, false
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
func readNumber(text string, d value.Dtype) (slot, bool) {
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimLeft(strings.TrimPrefix(text, "-"), " \t\r\n")
	if d.IsFloat() {
		return readFloat(text, d, negative)
	}
	if at := strings.IndexAny(text, "iu"); at >= 0 {
		text = text[:at]
	}
	x, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return slot{}, false
	}
	if negative {
		x = -x
	}
	return scalarSlot(value.FromUint(d, x)), true
}

func readFloat(text string, d value.Dtype, negative bool) (slot, bool) {
	var x float64
	switch {
	case strings.HasPrefix(text, "inf"):
		x = math.Inf(1)
	case strings.HasPrefix(text, "nan"):
		x = math.NaN()
	default:
		if at := strings.LastIndexByte(text, 'f'); at >= 0 {
			text = text[:at]
		}
		size := 64
		if d == value.Float32 {
			size = 32 // one rounding
		}
		parsed, err := strconv.ParseFloat(text, size)
		if err != nil && !math.IsInf(parsed, 0) {
			return slot{}, false
		}
		x = parsed
	}
	if negative {
		x = -x
	}
	return scalarSlot(value.FromFloat(d, x)), true
}
