package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/types"
)

// SameDtype refuses tensor arguments i and k of different dtypes.
func (c *Call) SameDtype(i, k int) (Answer, bool) {
	a, b := c.Arg(i).(*types.Tensor), c.Arg(k).(*types.Tensor)
	if a.Dtype == b.Dtype {
		return Answer{}, true
	}
	message := fmt.Sprintf("`%s` needs operands of one dtype, and gets %s and %s", c.Op.Name, dtypeText(a.Dtype), dtypeText(b.Dtype))
	at := -1
	switch {
	case len(a.Shape) > 0 && len(b.Shape) == 0:
		at = k
	case len(b.Shape) > 0 && len(a.Shape) == 0:
		at = i
	}
	return FailArg(at, "dtype-mismatch", message, DtypeFix(a, b)), false
}

// dtypeText names a dtype, also the one that an operator without its `dtype`
// attribute leaves.
func dtypeText(d types.Dtype) string {
	if d == types.NoDtype {
		return "no dtype"
	}
	return d.String()
}

// DtypeFix proposes to convert the narrower of two operands; literals are the
// checker's to fix.
func DtypeFix(a, b *types.Tensor) string {
	to := a.Dtype
	if roomier(b.Dtype, a.Dtype) {
		to = b.Dtype
	}
	return fmt.Sprintf("`cast(…, dtype=%q)` converts a value", to)
}

// roomier reports whether a dtype holds what another one does: floats do before
// integers, and of one class the one with more bits.
func roomier(a, b types.Dtype) bool {
	if float := a.Class == types.FloatClass; float != (b.Class == types.FloatClass) {
		return float
	}
	return a.Bits > b.Bits
}
