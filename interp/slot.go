package interp

import (
	"math"
	"unsafe"

	"github.com/fraccheck/fraccheck/value"
)

// A slot is a value in a register, a field or a captured variable.
//
// Of a scalar, w holds the bits as value.Scalar has them and p points at the
// dtype's mark. Of everything else, w holds the kind in its low byte, and p
// points at what the kind says; the rest of w is
//
//	data     tag in bits 8–23, 1 + the tag of the first field in bits 24–31 or
//	         0, constructor in bits 32–63; p: the fields
//	tuple    number of elements in bits 32–63; p: the elements
//	closure  function in bits 32–63; p: the captured values
//	cell     p: one slot
//
// The zero slot is no value: a register that was not set.
type slot struct {
	w uint64
	p *slot
}

type kind uint8

const (
	noKind kind = iota
	dataKind
	tupleKind
	closureKind
	cellKind
	arrayKind    // p: *value.Array
	fractalKind  // p: *value.Fractal
	foreignKind  // p: *foreign
	extentsKind  // p: *extents
	builderKind  // p: *builder
	constantKind // p: nil; a fields pointer of values without fields
)

const slotSize = unsafe.Sizeof(slot{})

// marks are what the pointers of scalars point at, by dtype.
var marks [value.Float64 + 1]slot

// none is what the pointers of values without fields point at.
var none slot

func mark(d value.Dtype) *slot { return &marks[d] }

// scalarDtype tells whether s is a scalar, and of which dtype.
func (s slot) scalarDtype() (value.Dtype, bool) {
	at := uintptr(unsafe.Pointer(s.p)) - uintptr(unsafe.Pointer(&marks))
	return value.Dtype(at / slotSize), at < unsafe.Sizeof(marks)
}

func (s slot) kind() kind {
	if _, ok := s.scalarDtype(); ok {
		return noKind
	}
	return kind(s.w)
}

func (s slot) tag() int  { return int(s.w >> 8 & 0xffff) }
func (s slot) high() int { return int(s.w >> 32) }

// head is the word's part for data whose first field is s.
func (s slot) head() uint64 { return uint64(uint8(s.w>>8)+1) << 24 }

// headTag is the tag of data's first field. That of a headed constructor is in
// the word: the colour of a node is known before the node is read.
func (s slot) headTag() int {
	if tag := uint8(s.w >> 24); tag != 0 {
		return int(tag) - 1
	}
	return s.field(0).tag()
}
func (s slot) isSet() bool { return s.p != nil }

// field is field i of data, a tuple, a closure or a cell.
func (s slot) field(i int) slot {
	return *(*slot)(unsafe.Add(unsafe.Pointer(s.p), uintptr(i)*slotSize))
}

func (s slot) array() *value.Array     { return (*value.Array)(unsafe.Pointer(s.p)) }
func (s slot) fractal() *value.Fractal { return (*value.Fractal)(unsafe.Pointer(s.p)) }

func scalarSlot(s value.Scalar) slot { return slot{s.Bits, mark(s.Dtype)} }

func intSlot(n int) slot { return slot{uint64(int64(int32(n))), &marks[value.Int32]} }

func boolSlot(b bool) slot {
	if b {
		return slot{1, &marks[value.Bool]}
	}
	return slot{0, &marks[value.Bool]}
}

func boxed(k kind, p unsafe.Pointer) slot { return slot{uint64(k), (*slot)(p)} }

func arraySlot(a *value.Array) slot {
	if len(a.Shape) == 0 {
		return scalarSlot(a.Item())
	}
	return boxed(arrayKind, unsafe.Pointer(a))
}

func fractalSlot(f *value.Fractal) slot { return boxed(fractalKind, unsafe.Pointer(f)) }

var unitSlot = slot{uint64(tupleKind), &none}

func tupleWord(n int) uint64 { return uint64(tupleKind) | uint64(n)<<32 }

func f32(w uint64) float32    { return math.Float32frombits(uint32(w)) }
func f64(w uint64) float64    { return math.Float64frombits(w) }
func bits32(x float32) uint64 { return uint64(math.Float32bits(x)) }
func bits64(x float64) uint64 { return math.Float64bits(x) }
func wrap32(n int64) uint64   { return uint64(int64(int32(n))) }
