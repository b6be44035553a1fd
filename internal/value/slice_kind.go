package value

import (
	"math"
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/vector"
)

// A sliceKind does with slices what needs their element type, where only the
// program that runs knows it.
type sliceKind interface {
	dtype() Dtype
	make(n int) any
	unset(n int) any
	length(data any) int
	cut(data any, from, to int) any
	copy(dst, src any)
	load(data any, i int) uint64
	store(data any, i int, bits uint64)
	move(dst, src any, to, from *walk, n int)
	choose(dst any, truth []bool, yes, no any)
	fold(r *Fold, parts any, from, to int)
	pick(dst, src any, at []int, width int)
	greatest(data any, sign int, last bool) int
	places(s *Sorter, data any, at []int64, flip uint64) error
	sorted(s *Sorter, dst, src any, flip uint64) error
	search(sorted, values any, right bool, at []int)
	scan(m *Map, rows any, n, width, from, to int) bool
	scanRow(m *Map, dst, src any, from, to int)
}

// sliceOf is the kind of slices of T.
type sliceOf[T Element] struct{ codec[T] }

// kindOfSlice finds the kind of a slice.
func kindOfSlice(data any) sliceKind {
	switch data.(type) {
	case []bool:
		return ofBool
	case []int8:
		return ofInt8
	case []int16:
		return ofInt16
	case []int32:
		return ofInt32
	case []int64:
		return ofInt64
	case []uint8:
		return ofUint8
	case []uint16:
		return ofUint16
	case []uint32:
		return ofUint32
	case []uint64:
		return ofUint64
	case []float32:
		return ofFloat32
	}
	return ofFloat64
}

var (
	ofBool    sliceKind = sliceOf[bool]{boolCodec}
	ofInt8    sliceKind = sliceOf[int8]{integerCodec[int8](Int8)}
	ofInt16   sliceKind = sliceOf[int16]{integerCodec[int16](Int16)}
	ofInt32   sliceKind = sliceOf[int32]{integerCodec[int32](Int32)}
	ofInt64   sliceKind = sliceOf[int64]{integerCodec[int64](Int64)}
	ofUint8   sliceKind = sliceOf[uint8]{integerCodec[uint8](Uint8)}
	ofUint16  sliceKind = sliceOf[uint16]{integerCodec[uint16](Uint16)}
	ofUint32  sliceKind = sliceOf[uint32]{integerCodec[uint32](Uint32)}
	ofUint64  sliceKind = sliceOf[uint64]{integerCodec[uint64](Uint64)}
	ofFloat32 sliceKind = sliceOf[float32]{f32Codec}
	ofFloat64 sliceKind = sliceOf[float64]{f64Codec}
)

// A codec converts between a number and a Scalar's bits.
type codec[T any] struct {
	of     Dtype
	encode func(T) uint64
	decode func(uint64) T
	less   func(x, y T) bool // NaN is greater than all numbers
	key    func(x T) uint64  // in the order of less; where T has fewer than 64 bits, the lower 32
}

var (
	boolCodec = codec[bool]{Bool, truthBits, func(b uint64) bool { return b != 0 }, func(x, y bool) bool { return !x && y }, truthBits}
	f32Codec  = codec[float32]{Float32, float32Bits, func(b uint64) float32 { return math.Float32frombits(uint32(b)) }, before[float32], func(x float32) uint64 { return uint64(vector.SortKey(x)) }}
	f64Codec  = codec[float64]{Float64, math.Float64bits, math.Float64frombits, before[float64], vector.SortKey64}
)

// integerCodec is how integers are kept in 64 bits: extended with their sign. Their keys have it
// inverted, which orders them as unsigned ones.
func integerCodec[T Integer](d Dtype) codec[T] {
	c := codec[T]{d, func(x T) uint64 { return uint64(x) }, func(b uint64) T { return T(b) }, less[T], func(x T) uint64 { return uint64(x) }}
	if negative := T(0) - 1; negative < 0 {
		c.key = func(x T) uint64 { return uint64(x) ^ (1<<31 | 1<<63) }
		if unsafe.Sizeof(negative) == 8 {
			c.key = func(x T) uint64 { return uint64(x) ^ 1<<63 }
		}
	}
	return c
}

// before is the order of sorting: NaN is after all numbers.
func before[T Float](x, y T) bool { return x < y || y != y && x == x }

func truthBits(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func float32Bits(x float32) uint64 { return uint64(math.Float32bits(x)) }

func (k sliceOf[T]) dtype() Dtype                       { return k.of }
func (sliceOf[T]) make(n int) any                       { return make([]T, n) }
func (sliceOf[T]) unset(n int) any                      { return unset[T](n) }
func (sliceOf[T]) length(data any) int                  { return len(data.([]T)) }
func (sliceOf[T]) cut(data any, from, to int) any       { return data.([]T)[from:to] }
func (sliceOf[T]) copy(dst, src any)                    { copy(dst.([]T), src.([]T)) }
func (k sliceOf[T]) load(data any, i int) uint64        { return k.encode(data.([]T)[i]) }
func (k sliceOf[T]) store(data any, i int, bits uint64) { data.([]T)[i] = k.decode(bits) }

// move copies n elements from the places of one walk to those of another, a run of elements at a
// time that are evenly spaced on both sides, or many rows at once that are transposed.
func (sliceOf[T]) move(into, of any, to, from *walk, n int) {
	dst, src := into.([]T), of.([]T)
	for n > 0 {
		if rows, step := transposed(to, from, n); rows > 0 {
			across := from.left()
			vector.Transpose(dst[to.at:], step, src[from.at:], from.step, across, rows)
			for range rows {
				to.advance(across)
				from.advance(across)
			}
			n -= rows * across
			continue
		}
		run := min(to.left(), from.left(), n)
		moveRun(dst, src, to.at, to.step, from.at, from.step, run)
		to.advance(run)
		from.advance(run)
		n -= run
	}
}

// moveRun copies n elements between places that are evenly spaced.
func moveRun[T Element](dst, src []T, to, toStep, from, fromStep, n int) {
	switch {
	case toStep == 1 && fromStep == 1:
		copy(dst[to:to+n], src[from:])
	case toStep == 1 && fromStep == 0:
		x := src[from]
		for i := range dst[to : to+n] {
			dst[to+i] = x
		}
	default:
		for range n {
			dst[to] = src[from]
			to, from = to+toStep, from+fromStep
		}
	}
}
