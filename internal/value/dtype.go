package value

import (
	"strings"
	"unsafe"
)

// A Dtype is the type of an array's elements.
type Dtype uint8

const (
	Bool Dtype = iota
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float16
	Bfloat16
	Float32
	Float64

	// The dtypes from here on are only stored: elements are moved and converted, and there is
	// no arithmetic on them.
	Int4
	Uint4
	Int2
	Uint2
	Float8E4M3FN
	Float8E4M3FNUZ
	Float8E5M2
	Float8E5M2FNUZ
	Float4E2M1FN

	// Dtypes counts the dtypes above.
	Dtypes = iota
)

// A class is what kind of number a dtype holds.
type class uint8

const (
	truth class = iota
	signed
	unsigned
	floating
)

var dtypes = [...]struct {
	name   string
	suffix string // of a literal
	size   int    // in bytes
	class  class
	kind   sliceKind
	bits   int // 0 for all of the bytes
}{
	Bool:     {"bool", "", 1, truth, ofBool, 0},
	Int8:     {"int8", "i8", 1, signed, ofInt8, 0},
	Int16:    {"int16", "i16", 2, signed, ofInt16, 0},
	Int32:    {"int32", "", 4, signed, ofInt32, 0},
	Int64:    {"int64", "i64", 8, signed, ofInt64, 0},
	Uint8:    {"uint8", "u8", 1, unsigned, ofUint8, 0},
	Uint16:   {"uint16", "u16", 2, unsigned, ofUint16, 0},
	Uint32:   {"uint32", "u32", 4, unsigned, ofUint32, 0},
	Uint64:   {"uint64", "u64", 8, unsigned, ofUint64, 0},
	Float16:  {"float16", "f16", 2, floating, ofUint16, 0},
	Bfloat16: {"bfloat16", "", 2, floating, ofUint16, 0},
	Float32:  {"float32", "", 4, floating, ofFloat32, 0},
	Float64:  {"float64", "f64", 8, floating, ofFloat64, 0},

	Int4:           {"int4", "i4", 1, signed, ofInt8, 4},
	Uint4:          {"uint4", "u4", 1, unsigned, ofUint8, 4},
	Int2:           {"int2", "i2", 1, signed, ofInt8, 2},
	Uint2:          {"uint2", "u2", 1, unsigned, ofUint8, 2},
	Float8E4M3FN:   {"float8_e4m3fn", "", 1, floating, ofUint8, 8},
	Float8E4M3FNUZ: {"float8_e4m3fnuz", "", 1, floating, ofUint8, 8},
	Float8E5M2:     {"float8_e5m2", "", 1, floating, ofUint8, 8},
	Float8E5M2FNUZ: {"float8_e5m2fnuz", "", 1, floating, ofUint8, 8},
	Float4E2M1FN:   {"float4_e2m1fn", "", 1, floating, ofUint8, 4},
}

// MakeData makes a slice of the dtype's Go type, filled with zeros.
func MakeData(d Dtype, n int) any { return dtypes[d].kind.make(n) }

// MakeUnset is MakeData for slices all of whose elements are written before they are read: large
// ones are not cleared, which takes as long as an addition does.
func MakeUnset(d Dtype, n int) any {
	if n*d.Size() < leastUnset {
		return MakeData(d, n)
	}
	return dtypes[d].kind.unset(n)
}

// leastUnset is the size in bytes from which it pays.
const leastUnset = 1 << 15

// unset makes n elements in memory that is not cleared, which Go gives to a strings.Builder alone.
// Its first byte is written, since the address of an empty string is not specified.
func unset[T Element](n int) []T {
	var b strings.Builder
	b.Grow(n * int(unsafe.Sizeof(*new(T))))
	b.WriteByte(0)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.StringData(b.String()))), n)
}

func (d Dtype) String() string { return dtypes[d].name }

// Size is the number of bytes of an element.
func (d Dtype) Size() int { return dtypes[d].size }

// Bits is the width of an element.
func (d Dtype) Bits() int {
	if n := dtypes[d].bits; n != 0 {
		return n
	}
	return 8 * dtypes[d].size
}

// IsStored holds for the dtypes without arithmetic, which take a byte an element: that of the
// integer, or the bits of the float.
func (d Dtype) IsStored() bool { return d > Float64 }

// IsInteger holds for int8 … uint64, and the integers that are only stored.
func (d Dtype) IsInteger() bool { c := dtypes[d].class; return c == signed || c == unsigned }

// IsSigned holds for int8 … int64, int4 and int2.
func (d Dtype) IsSigned() bool { return dtypes[d].class == signed }

// IsFloat holds for the floating-point dtypes.
func (d Dtype) IsFloat() bool { return dtypes[d].class == floating }

// IsHalf holds for the dtypes that compute in float32: float16 and bfloat16.
func (d Dtype) IsHalf() bool { return d == Float16 || d == Bfloat16 }

// ParseDtype reads a dtype's name.
func ParseDtype(name string) (Dtype, bool) {
	for d, entry := range dtypes {
		if entry.name == name {
			return Dtype(d), true
		}
	}
	return 0, false
}

// An Element is a Go type that Data can be a slice of. uint16 holds float16 and
// bfloat16 too, uint8 the floats of 8 bits and fewer.
type Element interface {
	bool | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// An Integer is the Go type of an integer dtype.
type Integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// A Float is a Go floating-point type.
type Float interface{ float32 | float64 }

// A Number is a Go type with arithmetic.
type Number interface{ Integer | Float }

// DtypeOf is the dtype whose elements T holds; uint16 is Uint16.
func DtypeOf[T Element]() Dtype {
	return kindOfSlice([]T(nil)).dtype()
}

// Load reads element i of data, a slice of the dtype's Go type.
func Load(d Dtype, data any, i int) Scalar { return Scalar{d, kindOfSlice(data).load(data, i)} }

// Store writes element i of data, a slice of the scalar's Go type.
func Store(data any, i int, s Scalar) { kindOfSlice(data).store(data, i, s.Bits) }

// Cut is data[from:to].
func Cut(data any, from, to int) any { return kindOfSlice(data).cut(data, from, to) }

// Length is len(data).
func Length(data any) int { return kindOfSlice(data).length(data) }

// CopyData is copy(dst, src).
func CopyData(dst, src any) { kindOfSlice(dst).copy(dst, src) }

// Fill writes one value everywhere.
func Fill(data any, s Scalar) {
	k := kindOfSlice(data)
	n := k.length(data)
	if n == 0 {
		return
	}
	k.store(data, 0, s.Bits)
	for done := 1; done < n; done *= 2 {
		k.copy(k.cut(data, done, n), k.cut(data, 0, min(done, n-done)))
	}
}

// Reinterpret copies bits between slices of elements of one width.
func Reinterpret(dst, src any) {
	to, from := kindOfSlice(dst), kindOfSlice(src)
	for i := range to.length(dst) {
		to.store(dst, i, from.load(src, i))
	}
}
