package op

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/value"
)

// An Element is a value that each class it is named for has.
type Element uint8

const (
	NoElement Element = iota
	Zero              // false, 0
	One               // true, 1
	AllOnes           // true, the integer with all bits set
	Least             // false, the least integer, minus infinity
	Greatest          // true, the greatest integer, plus infinity
	Empty             // the FractalTensor without elements
)

// Scalar is the element of a dtype; false where the dtype has none.
func (e Element) Scalar(d value.Dtype) (s value.Scalar, ok bool) {
	switch e {
	case Zero:
		return value.FromInt(d, 0), true
	case One:
		return value.FromInt(d, 1), true
	case AllOnes:
		if d == value.Bool {
			return value.Truth(true), true
		}
		return value.FromInt(d, -1), d.IsInteger()
	case Least:
		return extreme(d, -1), true
	case Greatest:
		return extreme(d, 1), true
	}
	return value.Scalar{}, false
}

// extreme is the greatest value of a dtype, or the least for a negative sign.
func extreme(d value.Dtype, sign int) value.Scalar {
	switch {
	case d == value.Bool:
		return value.Truth(sign > 0)
	case d.IsFloat():
		return value.FromFloat(d, math.Inf(sign))
	case d.IsSigned() && sign < 0:
		return value.FromInt(d, math.MinInt64>>(64-d.Bits()))
	case d.IsSigned():
		return value.FromInt(d, math.MaxInt64>>(64-d.Bits()))
	case sign < 0:
		return value.FromUint(d, 0)
	}
	return value.FromUint(d, math.MaxUint64>>(64-d.Bits()))
}
