package wire

import "math"

// A smallFloat is a float of 8 or 4 bits: a sign, an exponent and a fraction. ONNX's
// docs/docsgen/source/technical/float8.md and float4.md name the papers that define them.
type smallFloat struct {
	exponent, fraction int // bits
	bias               int
	signed             bool
	special            specials
}

// specials are what some codes of a smallFloat represent instead of a number.
type specials uint8

const (
	numbersOnly  specials = iota
	lastIsNaN             // all ones but the sign: NaN (FN), or of E8M0, which has no sign
	minusZeroNaN          // only the code of minus zero is NaN (FNUZ)
	asIEEE                // the greatest exponent is infinity, and NaN with a fraction
)

var smallFloats = map[DataType]smallFloat{
	Float8E4M3FN:   {4, 3, 7, true, lastIsNaN},
	Float8E4M3FNUZ: {4, 3, 8, true, minusZeroNaN},
	Float8E5M2:     {5, 2, 15, true, asIEEE},
	Float8E5M2FNUZ: {5, 2, 16, true, minusZeroNaN},
	Float8E8M0:     {8, 0, 127, false, lastIsNaN},
	Float4E2M1:     {2, 1, 1, true, numbersOnly},
}

func (t *Tensor) isSmallFloat() bool { _, ok := smallFloats[t.Type]; return ok }

// table is the number of each code.
func (f smallFloat) table() (numbers [256]float32) {
	for code := range numbers {
		numbers[code] = f.number(code)
	}
	return numbers
}

// number is the number that a code represents. float32 holds each of them.
func (f smallFloat) number(code int) float32 {
	magnitude := f.exponent + f.fraction
	sign := code >> magnitude & 1
	code &= 1<<magnitude - 1
	most := 1<<f.exponent - 1
	e, m := code>>f.fraction, code&(1<<f.fraction-1)
	nan := float32(math.NaN())
	x := 0.0
	switch {
	case f.special == lastIsNaN && code == 1<<magnitude-1,
		f.special == minusZeroNaN && sign == 1 && code == 0,
		f.special == asIEEE && e == most && m != 0:
		return nan
	case f.special == asIEEE && e == most:
		x = math.Inf(1)
	case e == 0 && f.signed: // below the least power of two the steps are equal
		x = math.Ldexp(float64(m), 1-f.bias-f.fraction)
	default:
		x = math.Ldexp(float64(m+1<<f.fraction), e-f.bias-f.fraction)
	}
	if f.signed && sign == 1 {
		x = -x
		if x == 0 {
			return float32(math.Copysign(0, -1))
		}
	}
	return float32(x)
}
