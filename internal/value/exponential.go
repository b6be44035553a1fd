package value

import "math"

// The exponentials of float32 are computed in float64 by polynomials that are
// good for float32 only: within one unit in the last place, and several times
// faster than those that are good for float64.

const (
	log2E = 1 / math.Ln2
	// rounding added to a number below 2^51 leaves its nearest integer in the
	// low bits.
	rounding = 3 << 51
)

// expMinus1 is e^r - 1 for |r| ≤ ln2/2, the Taylor polynomial of degree 9.
func expMinus1(r float64) float64 {
	r2 := r * r
	low := 1 + r*(1.0/2) + r2*(1.0/6+r*(1.0/24))
	high := 1.0/120 + r*(1.0/720) + r2*(1.0/5040+r*(1.0/40320+r*(1.0/362880)))
	return r * (low + r2*r2*high)
}

// A power of two is cut into 2^k · 2^(j/cuts) · e^r, so that r is small enough
// for a short polynomial (P.-T. Tang, Table-driven Implementation of the
// Exponential Function, 1989).
const (
	cutBits = 5
	cuts    = 1 << cutBits
)

// cutPowers are the bits of 2^(j/cuts).
var cutPowers = func() (bits [cuts]uint64) {
	for j := range bits {
		bits[j] = math.Float64bits(math.Exp2(float64(j) / cuts))
	}
	return bits
}()

// exponential is e^x for |x| < 700, good for 33 bits.
func exponential(x float64) float64 {
	shifted := x*(cuts*log2E) + rounding
	r := x - (shifted-rounding)*(math.Ln2/cuts)
	k := math.Float64bits(shifted)
	scale := math.Float64frombits(cutPowers[k%cuts] + k>>cutBits<<52)
	return scale + scale*(r+r*r*(1.0/2+r*(1.0/6+r*(1.0/24))))
}

// extreme32 is where float32's exponentials are 0, infinite or 1 from.
const extreme32 = 200

// atExtreme is a function's value there; NaN stays.
func atExtreme(x, low, high float32) float32 {
	switch {
	case x > 0:
		return high
	case x < 0:
		return low
	}
	return x
}

// exp32 is exp in float64, rounded once.
func exp32(x float32) float32 {
	if !(x > -extreme32 && x < extreme32) {
		return atExtreme(x, 0, float32(math.Inf(1)))
	}
	return float32(exponential(float64(x)))
}

// sigmoid32 is 1 / (1 + exp(-x)), in float64, rounded once.
func sigmoid32(x float32) float32 {
	if !(x > -extreme32 && x < extreme32) {
		return atExtreme(x, 0, 1)
	}
	return float32(1 / (1 + exponential(-float64(x))))
}

// tanh32 is e/(e + 2) for e = e^2x - 1, which keeps its digits near 0.
func tanh32(x float32) float32 {
	if !(x > -extreme32 && x < extreme32) {
		return atExtreme(x, -1, 1)
	}
	y := 2 * float64(x)
	if y < math.Ln2/2 && y > -math.Ln2/2 {
		e := expMinus1(y)
		return float32(e / (e + 2))
	}
	return float32(1 - 2/(exponential(y)+1))
}

// widen gives a float32 as a float64 by its bits, where it is finite and not
// below the least normal number; those give something as small. The instruction
// for it waits for what its register held before, so that elements of a loop
// would wait for each other.
func widen(x float32) float64 {
	b := uint64(math.Float32bits(x))
	return math.Float64frombits(b>>31<<63 | (b&math.MaxInt32)<<29 + 896<<52)
}

// exps32, sigmoids32 and tanhs32 are the functions on slices: the short exponential where its
// argument is moderate, and the functions of one number elsewhere. Both give the same.
func exps32(dst, x []float32) {
	x = x[:len(dst)]
	for i, v := range x {
		if v > -extreme32 && v < extreme32 {
			dst[i] = float32(exponential(widen(v)))
		} else {
			dst[i] = exp32(v)
		}
	}
}

func sigmoids32(dst, x []float32) {
	x = x[:len(dst)]
	for i, v := range x {
		if v > -extreme32 && v < extreme32 {
			dst[i] = float32(1 / (1 + exponential(-widen(v))))
		} else {
			dst[i] = sigmoid32(v)
		}
	}
}

func tanhs32(dst, x []float32) {
	x = x[:len(dst)]
	for i, v := range x {
		if y := 2 * widen(v); y > math.Ln2/2 && y < 2*extreme32 || y < -math.Ln2/2 && y > -2*extreme32 {
			dst[i] = float32(1 - 2/(exponential(y)+1))
		} else {
			dst[i] = tanh32(v)
		}
	}
}

// exponentials32 take the place of float64's functions.
func exponentials32() []unaryOf[float32, float32] {
	return []unaryOf[float32, float32]{
		{name: "exp", one: exp32, block: exps32}, {name: "fast_exp", one: exp32, block: exps32},
		{name: "tanh", one: tanh32, block: tanhs32}, {name: "fast_tanh", one: tanh32, block: tanhs32},
		{name: "sigmoid", one: sigmoid32, block: sigmoids32},
	}
}
