package literal

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Scalar is the number that a text stands for as a value of a dtype; false where the text is no
// number that fits 64 bits.
func Scalar(text string, d value.Dtype) (value.Scalar, bool) {
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimPrefix(text, "-")
	if d.IsFloat() {
		return float(text, d, negative)
	}
	if at := strings.IndexAny(text, "iu"); at >= 0 {
		text = text[:at]
	}
	x, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return value.Scalar{}, false
	}
	if negative {
		x = -x
	}
	return value.FromUint(d, x), true
}

func float(text string, d value.Dtype, negative bool) (value.Scalar, bool) {
	switch {
	case strings.HasPrefix(text, "inf"):
		text = "inf"
	case strings.HasPrefix(text, "nan"):
		text = "nan"
	default:
		if at := strings.LastIndexByte(text, 'f'); at >= 0 {
			text = text[:at]
		}
	}
	if negative && text != "nan" {
		text = "-" + text
	}
	x, err := value.ParseFloat(d, text)
	return x, err == nil
}
