package qnn

import "math"

// A rescaler multiplies integers by the quotient of two scales and rounds.
type rescaler func(x int64) int64

// How rounding treats what lies in the middle.
const (
	upward  = "UPWARD"    // up; what `None` means too
	nearest = "TONEAREST" // away from zero
)

// rescale makes the rescaler from one scale to another. As in TVM it computes
// with a multiplier of 31 bits, in integers, unless a floating dtype is asked
// for. Equal scales need none, so that nothing is rounded.
func rescale(from, to float64, rounding, dtype string) rescaler {
	if from == to {
		return func(x int64) int64 { return x }
	}
	if dtype == "float32" || dtype == "float64" {
		return floating(from/to, rounding)
	}
	return fixedPoint(from/to, rounding)
}

// floating rounds x·factor in float64: up where it is in the middle, or away from zero.
func floating(factor float64, rounding string) rescaler {
	if rounding == nearest {
		return func(x int64) int64 { return int64(math.Round(float64(x) * factor)) }
	}
	return func(x int64) int64 { return int64(math.Floor(float64(x)*factor + 0.5)) }
}

// fixedPoint takes the factor as multiplier · 2^-shift, with a multiplier of 31 bits
// (B. Jacob et al., Quantization and Training of Neural Networks for Efficient
// Integer-Arithmetic-Only Inference, 2018):
//
//	(x·2^left·multiplier + 2^(shift-1)) >> shift
//
// The shift rounds down, so that half is rounded up; TONEAREST takes 1 off the half of a
// negative x, which is then rounded away from zero. A factor below 2^-31 gives 0.
func fixedPoint(factor float64, rounding string) rescaler {
	fraction, exponent := math.Frexp(factor)
	multiplier := int64(math.Round(fraction * (1 << 31)))
	if multiplier == 1<<31 {
		multiplier, exponent = multiplier/2, exponent+1
	}
	left, shift := max(exponent, 0), 31-min(exponent, 0)
	if shift > 62 {
		return func(int64) int64 { return 0 }
	}
	half := int64(1) << (shift - 1)
	return func(x int64) int64 {
		nudge := half
		if rounding == nearest && x < 0 {
			nudge--
		}
		return ((x<<left)*multiplier + nudge) >> shift
	}
}

// rescalers are one for each scale of a code.
func (k code) rescalers(to float32, rounding, dtype string) []rescaler {
	rs := make([]rescaler, len(k.scales))
	for i, scale := range k.scales {
		rs[i] = rescale(float64(scale), float64(to), rounding, dtype)
	}
	return rs
}
