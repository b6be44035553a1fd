package op

import (
	"math"
	"math/bits"
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Laws are the algebraic laws of an operator of two operands x∘y. Idempotent is
// also said of one operand.
type Laws struct {
	Associative Law // (x∘y)∘z = x∘(y∘z)
	Commutative Law // x∘y = y∘x
	Idempotent  Law // x∘x = x; of one operand f(f(x)) = f(x)

	Identity  Neutral // e∘x = x and x∘e = x
	Absorbing Neutral // a∘x = a and x∘a = a

	// Mirror names the operator ∘′ with y∘′x = x∘y to the bit, where that is
	// another one; "" for none.
	Mirror string
}

// A Law says of which elements a law holds, and how. What is in neither set is
// not claimed. A law that shapes could break (by broadcasting) is none.
type Law struct {
	// Exact: both sides have the same bits, where any NaN is as good as any
	// other.
	Exact Classes
	// Rounded: the sides are the same real number, were it not for rounding,
	// overflow, and the sign of zero.
	Rounded Classes
}

// Exactly is a law that holds to the bit.
func Exactly(c Classes) Law { return Law{Exact: c} }

// Of returns how a law holds of a type: exactly, or only but for rounding.
func (l Law) Of(t types.Type) (exact, rounded bool) {
	c := ClassOf(t)
	return l.Exact&c != 0, l.Rounded&c != 0
}

// A Neutral is an element with a law of its own, on one side or on both.
type Neutral struct {
	Element Element
	Side    Side
	Law
}

// A Side is where an element must represent its law to hold.
type Side uint8

const (
	BothSides Side = iota
	OnRight        // x∘e
)

// Classes is a set of classes of elements.
type Classes uint8

const (
	Bools    Classes = 1 << iota
	Integers         // of any width, with and without sign; they wrap around
	Floats           // of any width
	Fractals         // FractalTensors

	NoClasses Classes = 0
	Whole             = Bools | Integers
	AnyDtype          = Bools | Integers | Floats
)

var classNames = [...]string{"bool", "integers", "floats", "FractalTensors"}

func (c Classes) String() string {
	var names []string
	for rest := uint(c); rest != 0; rest &= rest - 1 {
		names = append(names, classNames[bits.TrailingZeros(rest)])
	}
	return strings.Join(names, ", ")
}

// ClassOf is the class of a tensor's elements or of a FractalTensor; none for
// other types, and for those that are not known.
func ClassOf(t types.Type) Classes {
	switch t := types.Head(t).(type) {
	case *types.Fractal:
		return Fractals
	case *types.Tensor:
		switch {
		case t.Dtype == types.Bool, t.Dtype == types.Uint1: // one bit is kept as a truth value
			return Bools
		case t.Dtype.IsInteger():
			return Integers
		case t.Dtype.IsFloat():
			return Floats
		}
	}
	return NoClasses
}

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
