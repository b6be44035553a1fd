package literal

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"math/big"
	"strconv"
	"strings"
)

func IntValue(text string) op.Value {
	digits := TrimSuffix(text)
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return op.Value{Kind: op.ExprValue}
	}
	return op.Int(n)
}

func FloatValue(text string) op.Value {
	if i := strings.LastIndexByte(text, 'f'); i > 0 {
		text = text[:i] // that of `inff64` too
	}
	x, _ := strconv.ParseFloat(text, 64) // infinite where it is too large
	return op.Float(x)
}

// Unquote is the text of a string, which RAF writes with `str` in front.
func Unquote(text string) string {
	text = strings.TrimPrefix(text, "str")
	if s, err := strconv.Unquote(text); err == nil {
		return s
	}
	return strings.Trim(text, `"`)
}

// Type is the type of a number's text.
func Type(text string) types.Type {
	switch {
	case strings.HasSuffix(text, "f16"):
		return types.Scalar(types.Float16)
	case strings.HasSuffix(text, "f64"):
		return types.Scalar(types.Float64)
	case strings.ContainsAny(text, ".eEf"):
		return types.Scalar(types.Float32)
	}
	if i := strings.IndexAny(text, "iu"); i > 0 {
		d, _ := types.ParseDtype(map[byte]string{'i': "int", 'u': "uint"}[text[i]] + text[i+1:])
		return types.Scalar(d)
	}
	if !Fits(text, types.Int32) {
		return types.Scalar(types.Int64)
	}
	return types.Scalar(types.Int32)
}

// TrimSuffix cuts the type off an integer literal: `3i64`.
func TrimSuffix(text string) string {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= 'a' && c <= 'z' {
			return text[:i]
		}
	}
	return text
}

func IsDigits(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// Index reads a projection's index; -1 where it is too large to be one.
func Index(digits string) int {
	n := 0
	for i := 0; i < len(digits); i++ {
		n = n*10 + int(digits[i]-'0')
		if n > 1<<20 {
			return -1
		}
	}
	return n
}

// maxDigits is more than any integer type has: reading a number of more digits takes
// more than linear time.
const maxDigits = 40

// Fits reports whether a decimal number is in the range of an integer type; where a
// mistake left none, every number is.
func Fits(digits string, d types.Dtype) bool {
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
