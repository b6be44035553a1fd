package vector

import "math"

// Elementary functions of float32. Each is the sequence of operations that the assembly does
// on all lanes of a register; coefficients.go has the numbers, tools/kernels their derivation.
// TestElementaryErrors holds the errors stated here against float64.

// magic added to a number below 2^22 leaves its nearest integer, ties to even, in the low bits.
const magic = 3 << 22

// ln2 is the sum of two floats; the first has 16 bits, so that its multiples by exponents are
// exact.
const (
	ln2High = 0x1.62e4p-01
	ln2Low  = 0x1.7f7d1cp-20
)

// exp is e^x = 2^n·e^r, r = x - n·ln2. The leading terms 1 + r are added with their rounding
// error, so that the result is off by at most 0.53 units in the last place, and by 0.75 where it
// is subnormal.
func exp(x float32) float32 {
	const least, most = -104, 89 // beyond these it is 0, and infinite
	if x > most {
		x = most
	}
	if x < least {
		x = least
	}
	shifted := fma(x, math.Log2E, magic)
	n := shifted - magic
	long := fma(n, -ln2High, x) // exact
	r := fma(n, -ln2Low, long)
	low := fma(n, -ln2Low, long-r)
	q := expCoefficients[4]
	for i := 3; i >= 0; i-- {
		q = fma(q, r, expCoefficients[i])
	}
	rest := fma(r*r, q, fma(low, r, low))
	head := 1 + r
	e := head + (r - (head - 1) + rest)
	if x != x {
		return x
	}
	return float32(float64(e) * math.Float64frombits(uint64(1023+int(n))<<52))
}

// log is log(x) = k·ln2 + log(1 + f) for x = 2^k·(1 + f), √½ ≤ 1 + f < √2. The leading terms
// k·ln2 + f are added with their rounding error: 0.8 units in the last place at most.
func log(x float32) float32 {
	const root, least, up = 0x3f3504f3, 0x1p-126, 32 // the bits of √½
	scaled, shift := x, float32(0)
	if x < least {
		scaled, shift = x*(1<<up), up
	}
	b := int32(math.Float32bits(scaled))
	k := (b - root) >> 23
	f := math.Float32frombits(uint32(b-k<<23)) - 1
	n := float32(k) - shift
	q := logCoefficients[7]
	for i := 6; i >= 0; i-- {
		q = fma(q, f, logCoefficients[i])
	}
	q = fma(q, f, -0.5)
	whole := n * ln2High // exact
	sum := whole + f
	rest := fma(n, ln2Low, f-(sum-whole))
	y := sum + fma(f*f, q, rest)
	switch {
	case x == 0:
		return float32(math.Inf(-1))
	case x < 0:
		return float32(math.NaN())
	case x > math.MaxFloat32 || x != x:
		return x
	}
	return y
}

// pieces are an odd function that approaches 1, by intervals of |x|: four for each octave from
// 2^-4 on, and entry 0 for what is below 2^-4·1.25. limit is a number from which on the
// function is 1.
type pieces struct {
	limit, slope float32
	last         int32
	middle       [32]float32
	c            [7][32]float32
}

// firstPiece is the bits of 2^-4, pieceBits those of a mantissa that are inside of a piece.
const (
	firstPiece = 0x3d800000
	pieceBits  = 21
)

// at evaluates c0 + d·(c1 + d·(…)) for d = |x| - middle. Entry 0 has the leading term slope·d
// in place of c0; where the slope is not 1, its rounding error is added.
func (p *pieces) at(x float32) float32 {
	sign := math.Float32bits(x) & (1 << 31)
	a := math.Float32frombits(math.Float32bits(x) &^ (1 << 31))
	if a > p.limit {
		a = p.limit
	}
	i := min(max(int32(math.Float32bits(a)>>pieceBits)-firstPiece>>pieceBits, 0), p.last)
	d := a - p.middle[i]
	q := p.c[6][i]
	for k := 5; k >= 1; k-- {
		q = fma(q, d, p.c[k][i])
	}
	head, rest := p.c[0][i], float32(0)
	if i == 0 {
		head = p.slope * d
		rest = fma(p.slope, d, -head)
	}
	y := fma(q, d, head)
	if p.slope != 1 {
		y = head + fma(q, d, rest)
	}
	return math.Float32frombits(math.Float32bits(y) | sign)
}

// tanh is the hyperbolic tangent, off by at most 0.75 units in the last place.
func tanh(x float32) float32 { return tanhPieces.at(x) }

// erf is the error function, off by at most 0.6 units in the last place, and by 1 where it is
// subnormal.
func erf(x float32) float32 { return erfPieces.at(x) }

// sigmoid is 1 / (1 + e^-x), computed in float64 and rounded once.
func sigmoid(x float32) float32 {
	const low, high = -105, 20 // beyond these it is 0 and 1
	y := float64(x)
	if y > high {
		y = high
	}
	if y < low {
		y = low
	}
	const magic = 3 << 51
	shifted := float64(y*-math.Log2E) + magic
	n := shifted - magic
	r := 0 - (y + float64(n*math.Ln2))
	e := exp64Coefficients[7]
	for i := 6; i >= 0; i-- {
		e = float64(e*r) + exp64Coefficients[i]
	}
	e *= math.Float64frombits((math.Float64bits(shifted) + 1023) << 52)
	if x != x {
		return x
	}
	return float32(1 / (1 + e))
}

// Exp, Log, Tanh, Erf and Sigmoid give the functions of each element of x. dst may be x.
func Exp(dst, x []float32)     { each(dst, x, expBlocks, exp) }
func Log(dst, x []float32)     { each(dst, x, logBlocks, log) }
func Tanh(dst, x []float32)    { each(dst, x, tanhBlocks, tanh) }
func Erf(dst, x []float32)     { each(dst, x, erfBlocks, erf) }
func Sigmoid(dst, x []float32) { each(dst, x, sigmoidBlocks, sigmoid) }

// Exp1, Log1, Tanh1, Erf1 and Sigmoid1 are the functions of one number.
func Exp1(x float32) float32     { return exp(x) }
func Log1(x float32) float32     { return log(x) }
func Tanh1(x float32) float32    { return tanh(x) }
func Erf1(x float32) float32     { return erf(x) }
func Sigmoid1(x float32) float32 { return sigmoid(x) }

// each applies a function: whole blocks at once, and what is left in a block of its own where
// that is less work than one by one.
func each(dst, x []float32, blocks func(n int, dst, x *float32), one func(float32) float32) {
	const lanes, few = blockBytes / 4, 3
	n := unary(dst, x, blocks, nil)
	dst, x = dst[n:], x[n:len(dst)]
	if level != plain && len(dst) > few {
		var rest [lanes]float32
		copy(rest[:], x)
		blocks(1, &rest[0], &rest[0])
		copy(dst, rest[:])
		return
	}
	for i, v := range x {
		dst[i] = one(v)
	}
}
