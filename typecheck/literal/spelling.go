package literal

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Numbers written at another dtype, for fixes. The value is read exactly, as a fraction,
// written with the suffix of the other dtype, and read again: a spelling whose value or
// dtype differs is never given.

// A numberText is the value that the text of a literal says, before it is rounded to a dtype.
type numberText struct {
	text    string // without its suffix, with its sign
	dtype   types.Dtype
	special string   // "inf", "nan"; "" of all others
	value   *big.Rat // nil of special ones
}

// longestNumber and largestExponent bound what is read exactly: the fraction of `1e999999999`
// has as many digits.
const (
	longestNumber   = 400
	largestExponent = 400
)

// readNumber reads the text of a literal (syntax.Item.NumberText); false where it is none,
// or none that is read exactly.
func readNumber(text string) (n numberText, ok bool) {
	body := strings.TrimPrefix(text, "-")
	for _, special := range []string{"inf", "nan"} {
		if suffix, found := strings.CutPrefix(body, special); found {
			n.text, n.special = strings.TrimSuffix(text, suffix), special
			n.dtype, ok = types.ParseDtype("float" + strings.TrimPrefix(suffix, "f"))
			return n, ok && strings.HasPrefix(suffix, "f")
		}
	}
	n.text, n.dtype, ok = cutDtype(text)
	if !ok || len(text) > longestNumber || strings.Trim(body, "0123456789.eE+-iuf") != "" {
		return n, false
	}
	if at := strings.IndexAny(n.text, "eE"); at >= 0 {
		exponent, err := strconv.Atoi(n.text[at+1:])
		if err != nil || max(exponent, -exponent) > largestExponent {
			return n, false
		}
	}
	n.value, ok = new(big.Rat).SetString(n.text)
	return n, ok
}

// cutDtype takes the suffix off a number and says the dtype that it has: without a suffix
// int32, int64 where it does not fit, or float32.
func cutDtype(text string) (digits string, d types.Dtype, ok bool) {
	at := strings.IndexAny(text, "iuf")
	if at < 0 {
		switch {
		case strings.ContainsAny(text, ".eE"):
			return text, types.Float32, true
		case Fits(text, types.Int32):
			return text, types.Int32, true
		}
		return text, types.Int64, Fits(text, types.Int64)
	}
	class := map[byte]string{'i': "int", 'u': "uint", 'f': "float"}[text[at]]
	d, ok = types.ParseDtype(class + text[at+1:])
	return text[:at], d, ok && (d.IsFloat() || Fits(text[:at], d))
}

// Suffix is what makes a number one of a dtype; false where no literal is.
func Suffix(d types.Dtype) (string, bool) {
	letter, plain := map[types.Class]string{types.IntClass: "i", types.UintClass: "u", types.FloatClass: "f"}[d.Class], ""
	switch {
	case letter == "" || d.Lanes > 1 || d.Bits < 8 || d.Bits > 64 || d.Bits&(d.Bits-1) != 0 || d.IsFloat() && d.Bits == 8:
		return "", false
	case d.Class == types.FloatClass:
		plain = "f"
	case d.Class == types.UintClass:
		return letter + strconv.Itoa(int(d.Bits)), true
	}
	if d.Bits == 32 {
		return plain, true
	}
	return letter + strconv.Itoa(int(d.Bits)), true
}

// Respell writes the number of a literal's text at another dtype: `1e-5f64` for
// `1e-5`. It is false where that dtype does not have the number: where it is too large, a
// fraction for an integer, an integer that would be rounded, or so small that a float
// keeps fewer digits of it than of others.
func Respell(text string, d types.Dtype) (string, bool) {
	n, ok := readNumber(text)
	suffix, known := Suffix(d)
	if !ok || !known || d.IsInteger() && n.special != "" {
		return "", false
	}
	spelled := n.text + suffix
	switch {
	case n.special != "":
	case d.IsFloat():
		if n.dtype.IsInteger() && n.value.Sign() == 0 {
			spelled = "0" + suffix // `-0` is 0, and `-0f` is not
		}
		if !n.hasPlaceIn(d) {
			return "", false
		}
	default:
		if !n.value.IsInt() || n.dtype.IsFloat() && !n.isIntegerOf(n.dtype) {
			return "", false
		}
		spelled = n.value.Num().String() + suffix
	}
	again, ok := readNumber(spelled)
	same := ok && again.dtype == d && again.special == n.special
	return spelled, same && (n.value == nil || n.value.Cmp(again.value) == 0)
}

// isIntegerOf reports whether a float dtype has a whole number as it is; -0 is not 0.
func (n numberText) isIntegerOf(d types.Dtype) bool {
	return n.isExactIn(d) && !(n.value.Sign() == 0 && strings.HasPrefix(n.text, "-"))
}

// floatPrecision is the number of bits of the significand, and the exponent of the least
// number that has all of them (IEEE 754).
var floatPrecision = map[types.Dtype]struct{ bits, least int }{
	types.Float16: {11, -14}, types.Float32: {24, -126}, types.Float64: {53, -1022},
}

// hasPlaceIn reports whether a float dtype has a number: a fraction may be rounded as
// every literal is, a whole number that is written out may not.
func (n numberText) hasPlaceIn(d types.Dtype) bool {
	if n.isExactIn(d) {
		return true
	}
	if n.value.IsInt() && !strings.ContainsAny(n.text, "eE") {
		return false
	}
	p := floatPrecision[d]
	size, _ := new(big.Float).SetPrec(64).SetRat(new(big.Rat).Abs(n.value)).Float64()
	overflow := math.Ldexp(2-math.Ldexp(1, -p.bits), 1-p.least) // from here on numbers round to infinity
	return size < overflow && size <= math.MaxFloat64 && size >= math.Ldexp(1, p.least)
}

// isExactIn reports whether a float dtype has a number as it is.
func (n numberText) isExactIn(d types.Dtype) bool {
	p, ok := floatPrecision[d]
	if !ok {
		return false
	}
	if n.value.Sign() == 0 {
		return true
	}
	// num = odd * 2^zeros, denominator a power of 2: num has to have at most p.bits bits from
	// the least place that the dtype has on.
	num, denominator := new(big.Int).Abs(n.value.Num()), n.value.Denom()
	shift := denominator.BitLen() - 1
	if new(big.Int).Lsh(big.NewInt(1), uint(shift)).Cmp(denominator) != 0 {
		return false
	}
	zeros := int(num.TrailingZeroBits())
	top := num.BitLen() - shift - 1 // the exponent of the first bit
	low := zeros - shift            // and that of the last
	return top-low < p.bits && low > p.least-p.bits && top <= 1-p.least
}

// As writes a literal of a call or an operator at another dtype.
func As(item *syntax.Item, n syntax.NodeID, d types.Dtype) (string, bool) {
	kind := item.Kind(n)
	if kind != syntax.Int && kind != syntax.Float || strings.ContainsAny(item.SourceText(n), "/#") {
		return "", false // a comment after the sign stays
	}
	return Respell(item.NumberText(n), d)
}
