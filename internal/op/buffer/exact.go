package buffer

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// ExactFloat is the dtype of floats in which products of integers that are added up in d give
// what they give in d, where one does; else it is d. With |x| ≤ a, |y| ≤ b and n terms no sum
// exceeds a·b·n in magnitude: float32 holds all integers below 2²⁴, and float64 those below 2⁵³.
// Vector loops multiply floats at many times the speed of integers. Sums that d does not hold,
// which wrap around, are left to d.
func ExactFloat(m op.Machine, d value.Dtype, terms int, factors ...*value.Array) (value.Dtype, error) {
	var most float64
	switch d {
	case value.Int32:
		most = 1 << 31
	case value.Int64:
		most = 1 << 53
	default:
		return d, nil
	}
	widest, measured := float64(max(terms, 1)), float64(max(terms, 1))
	for _, a := range factors {
		widest *= widestMagnitude(a.Dtype)
	}
	if widest < 1<<24 {
		return value.Float32, nil
	}
	for _, a := range factors {
		magnitude, err := magnitude(m, a, d)
		if err != nil {
			return d, err
		}
		measured *= magnitude
	}
	switch {
	case measured < 1<<24:
		return value.Float32, nil
	case measured < most:
		return value.Float64, nil
	}
	return d, nil
}

// widestMagnitude is the greatest magnitude of a dtype of few bits, and 2³² of others.
func widestMagnitude(d value.Dtype) float64 {
	switch d {
	case value.Int8:
		return 1 << 7
	case value.Uint8:
		return 1<<8 - 1
	case value.Bool:
		return 1
	}
	return 1 << 32
}

// magnitude is the greatest absolute value of an element, in d.
func magnitude(m op.Machine, a *value.Array, d value.Dtype) (float64, error) {
	if a.Strides[0] == 0 && a.Shape[0] > 1 { // all matrices of a batch are one
		a = a.Slice(0, 0, 1, 1)
	}
	if order := op.MemoryOrder(a); a.Len() > 0 {
		a = a.Transpose(order)
	}
	if d == value.Int32 {
		xs, err := Cast[int32](m, a, d)
		return extent(m, xs, err)
	}
	xs, err := Cast[int64](m, a, d)
	return extent(m, xs, err)
}

func extent[T value.Integer](m op.Machine, xs []T, err error) (float64, error) {
	var least, most T
	if err != nil {
		return 0, err
	}
	err = op.InTurn(m, len(xs), 1, func(from, to int) error {
		for _, x := range xs[from:to] {
			least, most = min(least, x), max(most, x)
		}
		return nil
	})
	return max(float64(most), -float64(least)), err
}
