package vector

import "math"

// fma is x·y + z rounded once to float32.
//
// The product of two float32 is exact in float64, the sum with z is not always, and rounding
// it again to float32 goes wrong where the first rounding ends half way between two float32,
// or where the result is subnormal and has fewer bits. There the sum is rounded to odd instead,
// which makes the second rounding the only one (S. Boldo and G. Melquiond, Emulation of a FMA
// and Correctly Rounded Sums: Proved Algorithms Using Rounding to Odd, 2008).
func fma(x, y, z float32) float32 {
	if s := float64(x)*float64(y) + float64(z); !isSpecial(s) {
		return float32(s)
	}
	return fmaOdd(x, y, z)
}

// isSpecial reports whether rounding a sum to float32 may differ from rounding it once.
func isSpecial(s float64) bool {
	b := math.Float64bits(s)
	return b&halfway == tie || b&exponent64 < normal32 && s != 0 // a sum of 0 is exact
}

const (
	halfway    = 1<<29 - 1 // the bits of a float64 that a float32 has no place for
	tie        = 1 << 28
	exponent64 = 0x7ff << 52
	normal32   = (1023 - 126) << 52 // the exponent of the least normal float32
)

// fmaOdd is fma by rounding to odd: the error of the sum is exact (D. Knuth, TAOCP 2, 4.2.2,
// theorem B), and an inexact sum gets an odd last bit towards it.
func fmaOdd(x, y, z float32) float32 {
	p, c := float64(x)*float64(y), float64(z)
	s := p + c
	t := s - p
	e := (p - (s - t)) + (c - t)
	if b := math.Float64bits(s); e != 0 && e == e && b&1 == 0 {
		if (e > 0) == (s > 0) {
			b++
		} else {
			b--
		}
		s = math.Float64frombits(b)
	}
	return float32(s)
}
