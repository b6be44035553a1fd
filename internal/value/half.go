package value

import "math"

// float16Bits rounds to float16, to the nearest and ties to even.
func float16Bits(x float32) uint16 {
	b := math.Float32bits(x)
	sign := uint16(b >> 16 & 0x8000)
	b &= 0x7fffffff
	switch {
	case b > 0x7f800000:
		return sign | 0x7e00 | uint16(b>>13&0x1ff)
	case b >= 0x477ff000: // half way between the greatest number and 2^16
		return sign | 0x7c00
	case b < 0x38800000: // below 2^-14: the steps are those of 0.5
		return sign | uint16(math.Float32bits(math.Float32frombits(b)+0.5)-0x3f000000)
	}
	b += 0xfff + b>>13&1
	return sign | uint16((b-0x38000000)>>13)
}

// float16Value is the number that float16 bits stand for.
func float16Value(h uint16) float32 {
	b := uint32(h&0x7fff) << 13
	if h&0x7c00 == 0x7c00 {
		return math.Float32frombits(uint32(h&0x8000)<<16 | b | 0x7f800000)
	}
	magnitude := math.Float32frombits(b) * 0x1p112
	return math.Float32frombits(uint32(h&0x8000)<<16 | math.Float32bits(magnitude))
}

// bfloat16Bits rounds to bfloat16, to the nearest and ties to even.
func bfloat16Bits(x float32) uint16 {
	b := math.Float32bits(x)
	if b&0x7fffffff > 0x7f800000 {
		return uint16(b>>16) | 0x40
	}
	return uint16((b + 0x7fff + b>>16&1) >> 16)
}

// Bfloat16Value is the number that bfloat16 bits stand for.
func Bfloat16Value(h uint16) float32 { return math.Float32frombits(uint32(h) << 16) }

// Narrow rounds numbers to the bits of a half dtype.
func Narrow(d Dtype, dst []uint16, src []float32) {
	dst = dst[:len(src)]
	if d == Bfloat16 {
		for i, x := range src {
			dst[i] = bfloat16Bits(x)
		}
		return
	}
	for i, x := range src {
		dst[i] = float16Bits(x)
	}
}

// Widen gives the numbers that the bits of a half dtype stand for.
func Widen(d Dtype, dst []float32, src []uint16) {
	dst = dst[:len(src)]
	if d == Bfloat16 {
		for i, h := range src {
			dst[i] = Bfloat16Value(h)
		}
		return
	}
	for i, h := range src {
		dst[i] = float16Value(h)
	}
}

// oddFloat32 rounds to float32 so that rounding the result again, to a half
// dtype, gives what rounding x at once would: an inexact result is odd.
func oddFloat32(x float64) float32 {
	f := float32(x)
	b := math.Float32bits(f)
	if wide := float64(f); wide == x || x != x || b&1 == 1 {
		return f
	} else if wide > x == (x > 0) {
		return math.Float32frombits(b - 1)
	}
	return math.Float32frombits(b + 1)
}

// oddFloat64 is an integer as a float64 that rounds to a half dtype as the integer does:
// where float64 does not hold it, the last of its bits that are kept is 1.
func oddFloat64(n int64) float64 {
	if n < 0 {
		return -oddUnsigned(-uint64(n))
	}
	return oddUnsigned(uint64(n))
}

// oddUnsigned is oddFloat64 of a number without a sign.
func oddUnsigned(n uint64) float64 {
	const spare = 1<<11 - 1 // what does not fit into the 53 bits of a float64
	if n>>53 != 0 && n&spare != 0 {
		n = n&^spare | (spare + 1)
	}
	return float64(n)
}
