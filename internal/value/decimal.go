package value

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"
)

// ParseFloat reads a decimal number without a suffix as a float dtype. It rounds once, to
// the nearest and ties to even: reading a float64 first and rounding that again would
// give the wrong neighbour where the float64 is half way between two numbers of the
// dtype and the text is not. A number that is too large is infinite.
func ParseFloat(d Dtype, text string) (Scalar, error) {
	size := 64
	if d == Float32 {
		size = 32
	}
	x, err := strconv.ParseFloat(text, size)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return Scalar{}, err
	}
	// What is half way between two numbers of a half dtype is a float32.
	if d.IsHalf() && x != 0 && float64(float32(x)) == x {
		below, above := FromFloat(d, math.Nextafter(x, math.Inf(-1))), FromFloat(d, math.Nextafter(x, math.Inf(1)))
		if below.Bits != above.Bits {
			switch compareDecimal(text, x) {
			case -1:
				return below, nil
			case 1:
				return above, nil
			}
		}
	}
	return FromFloat(d, x), nil
}

// compareDecimal compares a decimal number with a float64 of its sign that is not 0 and
// has at most exactDigits digits. It takes time linear in the text.
func compareDecimal(text string, x float64) int {
	digits, exponent := decimal(strings.TrimLeft(text, "+-"))
	of, at := decimal(strconv.FormatFloat(math.Abs(x), 'e', exactDigits, 64))
	order := cmp.Compare(exponent, at)
	if order == 0 {
		order = strings.Compare(digits, of)
	}
	if x < 0 {
		return -order
	}
	return order
}

// exactDigits is more than what lies half way between two numbers of a half dtype has: it
// is a multiple of 2^-134 below 2^128, with at most 12 bits.
const exactDigits = 200

// decimal gives the digits of a positive number from the first that is not 0 to the last
// that is not, and the exponent e such that the number is 0.DIGITS × 10^e.
func decimal(text string) (digits string, e int64) {
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		e, _ = strconv.ParseInt(text[at+1:], 10, 64)
		text = text[:at]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	e += int64(len(whole)) - int64(len(whole)+len(fraction)-len(digits))
	return strings.TrimRight(digits, "0"), e
}
