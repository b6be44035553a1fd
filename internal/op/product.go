package op

import (
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Product gives the sides of the product of matrices that a call is, as
// (…, m, k) and (…, k, n), without computing anything; where the two k differ,
// the call is no product. Before the dimensions
// that the operator sees, each operand may have `lead` dimensions that count
// calls: then one product stands for all of them. Both sides are nil where that
// cannot be.
type Product func(attrs Attrs, a, b *value.Array, leadA, leadB int) (left, right *value.Array)
