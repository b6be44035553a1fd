package value

import "github.com/fraccheck/fraccheck/internal/vector"

// CastMap converts to a dtype from another.
func CastMap(to, from Dtype) *Map {
	return &Map{
		Name: "cast", In: []Dtype{from}, Out: to,
		Unary: func(x uint64) uint64 { return Scalar{from, x}.Convert(to).Bits },
		block: func(dst any, src []any) { castBlock(to, dst, from, src[0]) },
	}
}

func castBlock(to Dtype, dst any, from Dtype, src any) {
	if to == from {
		CopyData(dst, src)
		return
	}
	ConvertData(to, dst, from, src)
}

// WhereMap takes its second operand where the first is not 0, else the third.
func WhereMap(condition, d Dtype) *Map {
	k := dtypes[d].kind
	return &Map{
		Name: "where", In: []Dtype{condition, d, d}, Out: d,
		block: func(dst any, src []any) {
			truth, ok := src[0].([]bool)
			if !ok {
				truth = make([]bool, Length(src[0]))
				ConvertData(Bool, truth, condition, src[0])
			}
			k.choose(dst, truth, src[1], src[2])
		},
	}
}

func (sliceOf[T]) choose(dst any, truth []bool, yes, no any) {
	to, x, y := dst.([]T), yes.([]T), no.([]T)
	for i, t := range truth {
		if t {
			to[i] = x[i]
		} else {
			to[i] = y[i]
		}
	}
}

// ClipMap limits numbers to a range, whose bounds are rounded into the dtype.
// NaN stays.
func ClipMap(d Dtype, least, most float64) *Map {
	low, high := FromFloat(d, least).Bits, FromFloat(d, most).Bits
	switch d {
	case Int8:
		return clip(integerCodec[int8](d), low, high)
	case Int16:
		return clip(integerCodec[int16](d), low, high)
	case Int32:
		return clip(integerCodec[int32](d), low, high)
	case Int64:
		return clip(integerCodec[int64](d), low, high)
	case Uint8:
		return clip(integerCodec[uint8](d), low, high)
	case Uint16:
		return clip(integerCodec[uint16](d), low, high)
	case Uint32:
		return clip(integerCodec[uint32](d), low, high)
	case Uint64:
		return clip(integerCodec[uint64](d), low, high)
	case Float16, Bfloat16:
		return halfUnary(d, clipping(ofHalf(d, low), ofHalf(d, high)))
	case Float32:
		return clip(f32Codec, low, high)
	case Float64:
		return clip(f64Codec, low, high)
	}
	return nil
}

func clip[T Number](c codec[T], low, high uint64) *Map {
	return unaryMap(c, c, clipping(c.decode(low), c.decode(high)))
}

func clipping[T Number](low, high T) unaryOf[T, T] {
	return unaryOf[T, T]{
		name:  "clip",
		one:   func(x T) T { return limit(x, low, high) },
		block: func(dst, x []T) { vector.Clip(dst, x, low, high) },
	}
}

func limit[T Number](x, low, high T) T { return min(max(x, low), high) }

// LeakyMap scales numbers that are not positive; the factor is cut off for
// integers.
func LeakyMap(d Dtype, alpha float64) *Map {
	switch d {
	case Bool:
		return nil
	case Float16, Bfloat16:
		return halfUnary(d, leaking(float32(alpha)))
	case Float32:
		return unaryMap(f32Codec, f32Codec, leaking(float32(alpha)))
	case Float64:
		return unaryMap(f64Codec, f64Codec, leaking(alpha))
	case Uint8, Uint16, Uint32, Uint64:
		return UnaryMap("copy", d) // none is negative
	}
	factor := Saturate[int64](alpha)
	return NewIntegerUnary("leaky_relu", d, func(x int64) int64 {
		if x > 0 {
			return x
		}
		return x * factor
	})
}

func leaking[T Float](alpha T) unaryOf[T, T] {
	return unaryOf[T, T]{
		name: "leaky_relu",
		one:  func(x T) T { return leak(x, alpha) },
		block: func(dst, x []T) {
			x = x[:len(dst)]
			for i := range dst {
				dst[i] = leak(x[i], alpha)
			}
		},
	}
}

func leak[T Float](x, alpha T) T {
	if x > 0 {
		return x
	}
	return x * alpha
}

// NewUnary makes a Map of a function on float32 or float64 numbers; other
// dtypes of floats compute in float32. It is nil for integers.
func NewUnary(name string, d Dtype, f func(float64) float64) *Map {
	narrow := unaryOf[float32, float32]{name: name, one: func(x float32) float32 { return float32(f(float64(x))) }}
	switch d {
	case Float64:
		return unaryMap(f64Codec, f64Codec, unaryOf[float64, float64]{name: name, one: f})
	case Float32:
		return unaryMap(f32Codec, f32Codec, narrow)
	case Float16, Bfloat16:
		return halfUnary(d, narrow)
	}
	return nil
}

// NewIntegerUnary makes a Map of a function on integers, whose results wrap at
// the dtype's width. It is nil for other dtypes.
func NewIntegerUnary(name string, d Dtype, f func(int64) int64) *Map {
	if !d.IsInteger() {
		return nil
	}
	one := func(x uint64) uint64 { return Wrapped(d, uint64(f(int64(x)))) }
	k := dtypes[d].kind
	return &Map{
		Name: name, In: []Dtype{d}, Out: d, Unary: one,
		block: func(dst any, src []any) {
			for i := range k.length(dst) {
				k.store(dst, i, one(k.load(src[0], i)))
			}
		},
	}
}
