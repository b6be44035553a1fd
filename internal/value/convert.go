package value

import "math"

// Convert gives the elements in another dtype, row-major: integers wrap at
// their width, floats become integers by truncation that saturates and takes
// NaN to 0, what is not 0 is true. The array itself where the dtype is its own.
func (a *Array) Convert(d Dtype) *Array {
	if a.Dtype == d {
		return a
	}
	c := NewArray(d, a.Shape)
	n := c.Len()
	for r, from := NewReader(a), 0; from < n; from += blockLen {
		to := min(from+blockLen, n)
		ConvertData(d, Cut(c.Data, from, to), a.Dtype, r.Read(from, to-from))
	}
	return c
}

// Convert gives the scalar in another dtype, as Array.Convert does.
func (s Scalar) Convert(d Dtype) Scalar {
	if s.Dtype == d {
		return s
	}
	switch {
	case d == Bool:
		return Truth(s.IsTrue())
	case s.Dtype.IsFloat():
		return FromFloat(d, s.Float())
	case s.Dtype == Uint64:
		return FromUint(d, s.Bits)
	}
	return FromInt(d, int64(s.Bits))
}

// ConvertData converts elements of dtype s into those of dtype d, slices of the
// dtypes' Go types and of one length.
func ConvertData(d Dtype, dst any, s Dtype, src any) {
	if s.IsStored() && s.IsFloat() {
		wide := make([]float32, Length(src))
		widenSmall(s, wide, src.([]uint8))
		ConvertData(d, dst, Float32, wide)
		return
	}
	if d.IsStored() {
		convertToStored(d, dst, s, src)
		return
	}
	if s.IsHalf() {
		convertFromHalf(d, dst, s, src.([]uint16))
		return
	}
	if d.IsHalf() {
		convertToHalf(d, dst.([]uint16), src)
		return
	}
	switch dst := dst.(type) {
	case []bool:
		convertToBool(dst, src)
	case []int8:
		convertTo(dst, src)
	case []int16:
		convertTo(dst, src)
	case []int32:
		convertTo(dst, src)
	case []int64:
		convertTo(dst, src)
	case []uint8:
		convertTo(dst, src)
	case []uint16:
		convertTo(dst, src)
	case []uint32:
		convertTo(dst, src)
	case []uint64:
		convertTo(dst, src)
	case []float32:
		convertToFloat(dst, src)
	case []float64:
		convertToFloat(dst, src)
	}
}

// convertFromHalf goes through float32, which holds every half number.
func convertFromHalf(d Dtype, dst any, s Dtype, src []uint16) {
	wide, ok := dst.([]float32)
	if !ok {
		wide = make([]float32, len(src))
	}
	Widen(s, wide, src)
	if !ok {
		ConvertData(d, dst, Float32, wide)
	}
}

// convertToHalf rounds once: what float64 or float32 does not hold is rounded to odd
// (S. Boldo and G. Melquiond, Emulation of FMA and correctly rounded sums, 2008).
func convertToHalf(d Dtype, dst []uint16, src any) {
	wide, ok := src.([]float32)
	if !ok {
		numbers := make([]float64, len(dst))
		switch src := src.(type) {
		case []int64:
			for i, n := range src {
				numbers[i] = oddFloat64(n)
			}
		case []uint64:
			for i, n := range src {
				numbers[i] = oddUnsigned(n)
			}
		default:
			convertToFloat(numbers, src)
		}
		wide = make([]float32, len(dst))
		for i, x := range numbers {
			wide[i] = oddFloat32(x)
		}
	}
	Narrow(d, dst, wide)
}

// convertTo converts to an integer dtype: integers wrap, floats saturate.
func convertTo[D Integer](dst []D, src any) {
	switch src := src.(type) {
	case []float32:
		truncate(dst, src)
	case []float64:
		truncate(dst, src)
	default:
		convertWhole(dst, src)
	}
}

// convertToFloat rounds to nearest, ties to even.
func convertToFloat[D Float](dst []D, src any) {
	switch src := src.(type) {
	case []float32:
		convertPlain(dst, src)
	case []float64:
		convertPlain(dst, src)
	default:
		convertWhole(dst, src)
	}
}

// convertWhole converts from truth values and integers.
func convertWhole[D Number](dst []D, src any) {
	switch src := src.(type) {
	case []bool:
		for i, x := range src {
			dst[i] = D(truthBits(x))
		}
	case []int8:
		convertPlain(dst, src)
	case []int16:
		convertPlain(dst, src)
	case []int32:
		convertPlain(dst, src)
	case []int64:
		convertPlain(dst, src)
	case []uint8:
		convertPlain(dst, src)
	case []uint16:
		convertPlain(dst, src)
	case []uint32:
		convertPlain(dst, src)
	case []uint64:
		convertPlain(dst, src)
	}
}

// convertToBool is x ≠ 0; NaN is true.
func convertToBool(dst []bool, src any) {
	switch src := src.(type) {
	case []bool:
		copy(dst, src)
	case []int8:
		notZero(dst, src)
	case []int16:
		notZero(dst, src)
	case []int32:
		notZero(dst, src)
	case []int64:
		notZero(dst, src)
	case []uint8:
		notZero(dst, src)
	case []uint16:
		notZero(dst, src)
	case []uint32:
		notZero(dst, src)
	case []uint64:
		notZero(dst, src)
	case []float32:
		notZero(dst, src)
	case []float64:
		notZero(dst, src)
	}
}

func notZero[S Number](dst []bool, src []S) {
	for i, x := range src {
		dst[i] = x != 0
	}
}

// convertPlain is Go's own conversion, which is defined where no float becomes an
// integer.
func convertPlain[D, S Number](dst []D, src []S) {
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] = D(x)
	}
}

// truncate rounds towards zero, saturates, and takes NaN to 0. Go leaves open what it makes of
// floats that no integer holds, so bounds are compared first.
func truncate[D Integer, S Float](dst []D, src []S) {
	least, most := Bounds[D]()
	low, high := float64(least), float64(most)
	for i, x := range src {
		switch x := float64(x); {
		case x > low && x < high:
			dst[i] = D(x)
		case x >= high:
			dst[i] = most
		case x <= low:
			dst[i] = least
		default:
			dst[i] = 0
		}
	}
}

// Saturate converts a float to an integer as casts do.
func Saturate[D Integer](x float64) D {
	var d [1]D
	truncate(d[:], []float64{x})
	return d[0]
}

// Bounds are the least and the greatest number of an integer type.
func Bounds[T Integer]() (least, most T) {
	ones := ^T(0)
	if ones > 0 {
		return 0, ones
	}
	width := 8 * DtypeOf[T]().Size()
	least = T(1) << (width - 1)
	return least, ^least
}

// FromInt makes a scalar of an integer, wrapped at the dtype's width.
func FromInt(d Dtype, n int64) Scalar {
	switch d {
	case Bool:
		return Truth(n != 0)
	case Float16:
		return Scalar{d, uint64(float16Bits(oddFloat32(oddFloat64(n))))}
	case Bfloat16:
		return Scalar{d, uint64(bfloat16Bits(oddFloat32(oddFloat64(n))))}
	case Float32:
		return Scalar{d, float32Bits(float32(n))}
	case Float64:
		return Scalar{d, math.Float64bits(float64(n))}
	}
	if d.IsFloat() {
		return FromFloat(d, float64(n))
	}
	return Scalar{d, Wrapped(d, uint64(n))}
}

// FromUint is FromInt for numbers that int64 does not hold.
func FromUint(d Dtype, n uint64) Scalar {
	if int64(n) >= 0 || !d.IsFloat() {
		return FromInt(d, int64(n))
	}
	switch d {
	case Float32:
		return Scalar{d, float32Bits(float32(n))}
	case Float64:
		return Scalar{d, math.Float64bits(float64(n))}
	}
	return FromFloat(d, oddUnsigned(n))
}

// FromFloat makes a scalar of a float, rounded, or truncated and saturated.
func FromFloat(d Dtype, x float64) Scalar {
	switch d {
	case Bool:
		return Truth(x != 0)
	case Float16:
		return Scalar{d, uint64(float16Bits(oddFloat32(x)))}
	case Bfloat16:
		return Scalar{d, uint64(bfloat16Bits(oddFloat32(x)))}
	case Float32:
		return Scalar{d, float32Bits(float32(x))}
	case Float64:
		return Scalar{d, math.Float64bits(x)}
	}
	data := MakeData(d, 1)
	ConvertData(d, data, Float64, []float64{x})
	return Load(d, data, 0)
}

// Wrapped cuts bits to an integer dtype's width and extends them to 64.
func Wrapped(d Dtype, bits uint64) uint64 {
	spare := 64 - d.Bits()
	if d.IsSigned() {
		return uint64(int64(bits<<spare) >> spare)
	}
	return bits << spare >> spare
}
