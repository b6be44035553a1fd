package value

import "math"

// Truth is a scalar of dtype bool.
func Truth(b bool) Scalar { return Scalar{Bool, truthBits(b)} }

// I32 is a scalar of dtype int32.
func I32(n int32) Scalar { return Scalar{Int32, uint64(n)} }

// I64 is a scalar of dtype int64.
func I64(n int64) Scalar { return Scalar{Int64, uint64(n)} }

// F32 is a scalar of dtype float32.
func F32(x float32) Scalar { return Scalar{Float32, float32Bits(x)} }

// F64 is a scalar of dtype float64.
func F64(x float64) Scalar { return Scalar{Float64, math.Float64bits(x)} }

// IsTrue reports whether the scalar is not zero; NaN is not.
func (s Scalar) IsTrue() bool {
	if s.Dtype.IsFloat() {
		return s.Float() != 0
	}
	return s.Bits != 0
}

// Int is the scalar as an int64: floats saturate, uint64 wraps.
func (s Scalar) Int() int64 {
	if s.Dtype.IsFloat() {
		return Saturate[int64](s.Float())
	}
	return int64(s.Bits)
}

// Float is the scalar as a float64, which holds every dtype but the 64-bit
// integers exactly.
func (s Scalar) Float() float64 {
	switch s.Dtype {
	case Float64:
		return math.Float64frombits(s.Bits)
	case Float32:
		return float64(math.Float32frombits(uint32(s.Bits)))
	case Float16:
		return float64(float16Value(uint16(s.Bits)))
	case Bfloat16:
		return float64(Bfloat16Value(uint16(s.Bits)))
	case Uint64:
		return float64(s.Bits)
	}
	if s.Dtype.IsFloat() {
		return float64(smallFloats[s.Dtype-Float8E4M3FN].values()[uint8(s.Bits)])
	}
	return float64(int64(s.Bits))
}

// Dense is a Scalar or *Array as an array; nil for other values.
func Dense(v Value) *Array {
	switch v := v.(type) {
	case *Array:
		return v
	case Scalar:
		return FromScalar(v)
	}
	return nil
}

// Simplest is an array as a value: a Scalar where it has no dimensions.
func Simplest(a *Array) Value {
	if len(a.Shape) == 0 {
		return a.Item()
	}
	return a
}
