package vector

import "math"

// A Number is an element of arithmetic.
type Number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// blockBytes is what assembly for elements takes at a time.
const blockBytes = 64

// Functions of corresponding elements. dst may be one of the operands; all have its length.

func add[T Number](x, y T) T      { return x + y }
func subtract[T Number](x, y T) T { return x - y }
func multiply[T Number](x, y T) T { return x * y }
func divide[T Float](x, y T) T    { return x / y }
func greater[T Number](x, y T) T  { return max(x, y) }
func smaller[T Number](x, y T) T  { return min(x, y) }

// Add gives x + y.
func Add[T Number](dst, x, y []T) {
	n := binary(dst, x, y, add32, add64)
	loop2(dst[n:], x[n:], y[n:], add[T])
}

// Subtract gives x - y.
func Subtract[T Number](dst, x, y []T) {
	n := binary(dst, x, y, sub32, sub64)
	loop2(dst[n:], x[n:], y[n:], subtract[T])
}

// Multiply gives x·y.
func Multiply[T Number](dst, x, y []T) {
	n := binary(dst, x, y, mul32, mul64)
	loop2(dst[n:], x[n:], y[n:], multiply[T])
}

// Divide gives x / y.
func Divide[T Float](dst, x, y []T) {
	n := binary(dst, x, y, div32, div64)
	loop2(dst[n:], x[n:], y[n:], divide[T])
}

// Maximum gives the greater number, NaN where one is, and 0 of 0 and -0.
func Maximum[T Number](dst, x, y []T) {
	n := binary(dst, x, y, max32, max64)
	loop2(dst[n:], x[n:], y[n:], greater[T])
}

// Minimum gives the smaller number, NaN where one is, and -0 of 0 and -0.
func Minimum[T Number](dst, x, y []T) {
	n := binary(dst, x, y, min32, min64)
	loop2(dst[n:], x[n:], y[n:], smaller[T])
}

// binary applies assembly to whole blocks of floats, and gives how many elements they are.
func binary[T Number](dst, x, y []T, single func(n int, dst, x, y *float32), double func(n int, dst, x, y *float64)) int {
	x, y = x[:len(dst)], y[:len(dst)]
	if level == plain {
		return 0
	}
	switch dst := any(dst).(type) {
	case []float32:
		if n := len(dst) / (blockBytes / 4); n > 0 {
			single(n, &dst[0], &any(x).([]float32)[0], &any(y).([]float32)[0])
			return n * (blockBytes / 4)
		}
	case []float64:
		if n := len(dst) / (blockBytes / 8); n > 0 {
			double(n, &dst[0], &any(x).([]float64)[0], &any(y).([]float64)[0])
			return n * (blockBytes / 8)
		}
	}
	return 0
}

// loop2 is inlined with f where it is named at the call.
func loop2[T Number](dst, x, y []T, f func(x, y T) T) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = f(x[i], y[i])
	}
}

// Root gives √x.
func Root[T Float](dst, x []T) {
	n := unary(dst, x, sqrt32, sqrt64)
	for i, v := range x[n:len(dst)] {
		dst[n+i] = T(math.Sqrt(float64(v)))
	}
}

// Positive gives the maximum of 0 and x.
func Positive[T Number](dst, x []T) {
	n := unary(dst, x, relu32, nil)
	for i, v := range x[n:len(dst)] {
		dst[n+i] = max(v, 0)
	}
}

// Clip limits numbers to the range from low to high. NaN stays.
func Clip[T Number](dst, x []T, low, high T) {
	n := 0
	if low == low && high == high { // for bounds that are NaN the result is
		n = unary(dst, x, func(n int, dst, x *float32) { clip32(n, dst, x, float32(low), float32(high)) }, nil)
	}
	for i, v := range x[n:len(dst)] {
		dst[n+i] = min(max(v, low), high)
	}
}

// unary is binary for functions of one number; double is nil where there is none.
func unary[T Number](dst, x []T, single func(n int, dst, x *float32), double func(n int, dst, x *float64)) int {
	x = x[:len(dst)]
	if level == plain {
		return 0
	}
	switch dst := any(dst).(type) {
	case []float32:
		if n := len(dst) / (blockBytes / 4); n > 0 {
			single(n, &dst[0], &any(x).([]float32)[0])
			return n * (blockBytes / 4)
		}
	case []float64:
		if n := len(dst) / (blockBytes / 8); n > 0 && double != nil {
			double(n, &dst[0], &any(x).([]float64)[0])
			return n * (blockBytes / 8)
		}
	}
	return 0
}
