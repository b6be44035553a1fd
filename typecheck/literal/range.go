package literal

import (
	"fmt"
	"math"
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// OutOfRange says that a number, as it is written, is infinite or 0 as a float of a dtype and
// is neither by its text; "" where it is not so. The note says how it can be written.
func OutOfRange(text string, d types.Dtype) (message, note string) {
	if at := strings.IndexByte(text, 'f'); at >= 0 {
		text = text[:at] // "" of `inff`
	}
	dtype, known := value.ParseDtype(d.String())
	if !known || !dtype.IsFloat() {
		return "", ""
	}
	x, err := value.ParseFloat(dtype, text)
	if err != nil {
		return "", ""
	}
	mantissa := text
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		mantissa = text[:at]
	}
	becomes := "be infinite"
	switch {
	case math.IsInf(x.Float(), 0):
	case x.Float() == 0 && strings.Trim(mantissa, "-0.") != "":
		becomes = "be 0"
	default:
		return "", ""
	}
	if wide, err := value.ParseFloat(value.Float64, text); err == nil && wide.Float() != 0 && !math.IsInf(wide.Float(), 0) {
		note = fmt.Sprintf("As a `float64` it is written `%sf64`.", text)
	}
	return fmt.Sprintf("%s does not fit `%s`: it would %s", text, d, becomes), note
}
