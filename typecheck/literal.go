package typecheck

import (
	"math/big"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// literal types a number or a truth value. Literals never adapt: without a
// suffix they are int32 (int64 when it does not fit) or float32.
func (c *checker) literal(n syntax.NodeID) types.Type {
	switch c.item.Kind(n) {
	case syntax.Bool:
		return types.Scalar(types.Bool)
	}
	if !c.convertedNumber(n) {
		return types.ErrorType
	}
	if t := c.commentedLiteral(n); t != nil {
		return t
	}
	switch c.item.Kind(n) {
	case syntax.Int:
		return types.Scalar(c.integer(n))
	}
	return types.Scalar(c.float(n))
}

func (c *checker) integer(n syntax.NodeID) types.Dtype {
	text := c.item.NumberText(n)
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
	if !fits(text[:at], d) {
		c.errorf(n, codes.TypeMismatch, "%s does not fit `%s`", text[:at], d)
	}
	return d
}

func (c *checker) unsuffixed(n syntax.NodeID, digits string) types.Dtype {
	switch {
	case fits(digits, types.Int32):
		return types.Int32
	case !fits(digits, types.Int64):
		c.errorf(n, codes.TypeMismatch, "%s does not fit `int64`, the widest integer", digits)
	}
	return types.Int64
}

// maxDigits is more than any integer type has: reading a number of more digits takes
// more than linear time.
const maxDigits = 40

// fits reports whether a decimal number is in the range of an integer type; where a
// mistake left none, every number is.
func fits(digits string, d types.Dtype) bool {
	if d.Bits == 0 {
		return true
	}
	if len(strings.TrimLeft(digits, "-0")) > maxDigits {
		return false
	}
	value, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return false
	}
	bits := uint(d.Bits)
	if d.Class == types.UintClass {
		return value.Sign() >= 0 && value.BitLen() <= int(bits)
	}
	limit := new(big.Int).Lsh(big.NewInt(1), bits-1)
	return value.Cmp(limit) < 0 && value.Cmp(new(big.Int).Neg(limit)) >= 0
}

func (c *checker) float(n syntax.NodeID) types.Dtype {
	text := c.item.NumberText(n)
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
	if digits, _, _ := strings.Cut(strings.ReplaceAll(text, "u", "i"), "i"); isDigits(digits) && !fits(digits, d) {
		c.errorf(n, codes.TypeMismatch, "%s does not fit `%s`", digits, d)
	}
}

// noDtype reports a literal whose suffix names no type.
func (c *checker) noDtype(n syntax.NodeID, name string) {
	c.errorf(n, codes.KindMismatch, "`%s` is not a dtype, so `%s` has no type", name, c.item.SourceText(n))
}
