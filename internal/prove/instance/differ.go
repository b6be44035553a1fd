package instance

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/value"
)

// apart is how far two floats must be apart, relative to the greatest number on the way to
// them, to differ by more than rounding: far more than a few hundred operations do.
var apart = map[value.Dtype]float64{value.Float16: 0.1, value.Bfloat16: 0.3, value.Float32: 1e-3, value.Float64: 1e-7}

// A Difference is what two results differ in.
type Difference uint8

const (
	Same       Difference = iota
	SignOfZero            // zeros of different signs
	Bitwise               // no more than rounding does
	Different
)

// Compare compares two results of one type. Scale is the greatest magnitude of the floats
// that they were made from.
func Compare(a, b value.Value, scale float64) Difference {
	if x, ok := a.(*value.Tuple); ok {
		y, ok := b.(*value.Tuple)
		if !ok || len(x.Elems) != len(y.Elems) {
			return Same // types that do not agree decide nothing
		}
		found := Same
		for i := range x.Elems {
			found = max(found, Compare(x.Elems[i], y.Elems[i], scale))
		}
		return found
	}
	x, y := value.Dense(a), value.Dense(b)
	if x == nil || y == nil || x.Dtype != y.Dtype || len(x.Shape) != len(y.Shape) {
		return Same
	}
	for i := range x.Shape {
		if x.Shape[i] != y.Shape[i] {
			return Same
		}
	}
	found := Same
	f, g := x.Flat(), y.Flat()
	for i := range x.Len() {
		found = max(found, compareElements(value.Load(x.Dtype, f, i), value.Load(y.Dtype, g, i), scale))
	}
	return found
}

func compareElements(a, b value.Scalar, scale float64) Difference {
	if a == b {
		return Same
	}
	if !a.Dtype.IsFloat() {
		return Different
	}
	x, y := a.Float(), b.Float()
	switch {
	case math.IsNaN(x) || math.IsNaN(y) || math.IsInf(x, 0) || math.IsInf(y, 0):
		return Same
	case x == y:
		return SignOfZero
	case math.Abs(x-y) > apart[a.Dtype]*max(1, scale):
		return Different
	}
	return Bitwise
}
