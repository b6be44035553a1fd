package value

import (
	"math"
	"sort"
	"sync"
)

// A smallFloat is a format of 8 bits or fewer: a sign, an exponent and a mantissa (OCP,
// 8-bit floating point, 2023; Noune et al., 8-bit numerical formats for deep neural networks,
// 2022, for those without a negative zero).
type smallFloat struct {
	bits, mantissa, bias int
	infinite             bool // the greatest exponent is of infinity and NaN
	unsigned             bool // the code of -0 is the only NaN
	nan                  bool // else: the greatest code is NaN
	decoded              func() *decodedFloat
}

// A decodedFloat has the number of each code, and those of the codes from 0 to the greatest
// finite one in order.
type decodedFloat struct {
	all      [256]float32
	positive []float32
}

// smallFloats are by dtype, from Float8E4M3FN on.
var smallFloats = func() []*smallFloat {
	formats := []*smallFloat{
		{bits: 8, mantissa: 3, bias: 7, nan: true},
		{bits: 8, mantissa: 3, bias: 8, unsigned: true},
		{bits: 8, mantissa: 2, bias: 15, infinite: true},
		{bits: 8, mantissa: 2, bias: 16, unsigned: true},
		{bits: 4, mantissa: 1, bias: 1},
	}
	for _, f := range formats {
		f.decoded = sync.OnceValue(f.decode)
	}
	return formats
}()

// values are the numbers of all codes; bits above the width do not count.
func (f *smallFloat) values() *[256]float32 { return &f.decoded().all }

func (f *smallFloat) decode() *decodedFloat {
	d := &decodedFloat{}
	sign := 1 << (f.bits - 1)
	for code := range d.all {
		x := f.magnitude(code & (sign - 1))
		if x-x == 0 && code < sign {
			d.positive = append(d.positive, x)
		}
		if code&sign != 0 {
			x = float32(math.Copysign(float64(x), -1))
			if f.unsigned && code&(sign-1) == 0 {
				x = float32(math.NaN())
			}
		}
		d.all[code] = x
	}
	return d
}

// magnitude is the number of a code without its sign.
func (f *smallFloat) magnitude(code int) float32 {
	exponent, fraction := code>>f.mantissa, code&(1<<f.mantissa-1)
	last := 1<<(f.bits-1) - 1
	switch {
	case f.infinite && exponent == last>>f.mantissa && fraction == 0:
		return float32(math.Inf(1))
	case f.infinite && exponent == last>>f.mantissa, f.nan && code == last:
		return float32(math.NaN())
	case exponent == 0: // below the least normal number, whose exponent is 1
		return float32(math.Ldexp(float64(fraction), 1-f.bias-f.mantissa))
	}
	return float32(math.Ldexp(float64(fraction+1<<f.mantissa), exponent-f.bias-f.mantissa))
}

// encode rounds to the nearest, ties to even. What is greater than the greatest number, also
// infinity, becomes that; NaN becomes NaN, or -0 where the format has none.
func (f *smallFloat) encode(x float64) uint8 {
	positive := f.decoded().positive
	sign := uint8(1) << (f.bits - 1)
	switch {
	case x != x && f.infinite: // the quiet one
		return sign - 2
	case x != x && f.nan:
		return sign - 1
	case x != x:
		return sign
	}
	size := math.Abs(x)
	code := sort.Search(len(positive), func(i int) bool { return float64(positive[i]) >= size })
	if code == len(positive) {
		code--
	} else if code > 0 {
		below, above := float64(positive[code-1]), float64(positive[code])
		if middle := below + (above-below)/2; size < middle || size == middle && code%2 == 1 {
			code--
		}
	}
	if math.Signbit(x) && !(f.unsigned && code == 0) {
		return uint8(code) | sign
	}
	return uint8(code)
}

// widenSmall gives the numbers of codes.
func widenSmall(d Dtype, dst []float32, src []uint8) {
	values := smallFloats[d-Float8E4M3FN].values()
	for i, code := range src {
		dst[i] = values[code]
	}
}

// convertToStored converts to a dtype that is only stored: integers wrap at its width, floats
// are truncated and saturate, as for other integers.
func convertToStored(d Dtype, dst any, s Dtype, src any) {
	numbers := make([]float64, Length(src))
	switch {
	case d.IsFloat():
		ConvertData(Float64, numbers, s, src)
		f := smallFloats[d-Float8E4M3FN]
		for i, x := range numbers {
			dst.([]uint8)[i] = f.encode(x)
		}
	case s.IsFloat():
		ConvertData(Float64, numbers, s, src)
		least, most := float64(int64(Wrapped(d, 1<<(d.Bits()-1)))), float64(int(1)<<(d.Bits()-1)-1)
		if !d.IsSigned() {
			least, most = 0, float64(int(1)<<d.Bits()-1)
		}
		k := kindOfSlice(dst)
		for i, x := range numbers {
			k.store(dst, i, uint64(Saturate[int64](min(max(x, least), most))))
		}
	default:
		to, from := kindOfSlice(dst), kindOfSlice(src)
		for i := range numbers {
			to.store(dst, i, Wrapped(d, from.load(src, i)))
		}
	}
}
