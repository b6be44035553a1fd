package code

import (
	"errors"
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Slot is a value in a register, a field or a captured variable.
//
// Of a scalar, W holds the bits as value.Scalar has them and P points at the
// dtype's mark. Of everything else, W holds the kind in its low byte, and P
// points at what the kind says; the rest of W is
//
//	data     tag in bits 8–23, 1 + the tag of the first field in bits 24–31 or
//	         0, constructor in bits 32–55, number of fields, at most 255, in
//	         bits 56–63; P: the fields
//	tuple    number of elements in bits 32–55 and, at most 255, in bits 56–63;
//	         P: the elements
//	closure  function in bits 32–63; P: the captured values
//	cell     P: one slot
//
// P is a pointer in every case, so that the collector finds what a value holds.
// The zero slot is no value: a register that was not set.
//
// What a slot points at is read only after the slot was asked for its kind, by the
// machine's loop or by Field, Array and Fractal, which panic with ErrConfused: a type
// that the checker got wrong must end in a fault, not in memory that is read as
// something else. Tag, High and At do not look.
type Slot struct {
	W uint64
	P *Slot
}

// A Kind is what P of a slot points at.
type Kind uint8

const (
	NoKind Kind = iota // a scalar
	DataKind
	TupleKind
	ClosureKind
	CellKind
	ArrayKind   // *value.Array, of one dimension or more
	FractalKind // *value.Fractal
	ForeignKind // a function value that no program made; the type is the machine's
	ExtentsKind // the shape variables of an activation; the type is the machine's
	PlanKind    // how a value is turned into another type; the type is the machine's
	ListKind    // the elements of a literal that is being built; the type is the machine's
)

// SlotSize is in bytes.
const SlotSize = unsafe.Sizeof(Slot{})

// Marks are what the pointers of scalars point at, by dtype.
var Marks [value.Dtypes]Slot

// NoFields is what the pointers of values without fields point at.
var NoFields Slot

// Mark is what the pointers of scalars of a dtype point at.
func Mark(d value.Dtype) *Slot { return &Marks[d] }

// ScalarDtype reports whether s is a scalar, and of which dtype.
func (s Slot) ScalarDtype() (value.Dtype, bool) {
	at := uintptr(unsafe.Pointer(s.P)) - uintptr(unsafe.Pointer(&Marks))
	return value.Dtype(at / SlotSize), at < unsafe.Sizeof(Marks)
}

// Kind is NoKind for a scalar.
func (s Slot) Kind() Kind {
	if _, ok := s.ScalarDtype(); ok {
		return NoKind
	}
	return Kind(s.W)
}

// Tag is the tag of data's constructor.
func (s Slot) Tag() int { return int(s.W >> 8 & 0xffff) }

// High is the upper half of the word: the index of a function or constructor, or
// the number of a tuple's elements.
func (s Slot) High() int { return int(s.W >> 32 & 0xffffff) }

// HasField reports whether s is data or a tuple with more than i fields.
func (s Slot) HasField(i uint8) bool {
	at := uintptr(unsafe.Pointer(s.P)) - uintptr(unsafe.Pointer(&Marks))
	return uint8(s.W)-uint8(DataKind) <= uint8(TupleKind-DataKind) && uint8(s.W>>56) > i && at >= unsafe.Sizeof(Marks)
}

// IsData reports whether s is data, so that it has a tag.
func (s Slot) IsData() bool {
	at := uintptr(unsafe.Pointer(s.P)) - uintptr(unsafe.Pointer(&Marks))
	return Kind(s.W) == DataKind && at >= unsafe.Sizeof(Marks)
}

// IsClosure reports whether s is a function of the program.
func (s Slot) IsClosure() bool {
	at := uintptr(unsafe.Pointer(s.P)) - uintptr(unsafe.Pointer(&Marks))
	return Kind(s.W) == ClosureKind && at >= unsafe.Sizeof(Marks)
}

// ErrConfused is what reading a value panics with that is not of the kind that its type
// says.
var ErrConfused = errors.New("a value is not of its type")

// FirstTagBits is the word's part for data whose first field is s.
func (s Slot) FirstTagBits() uint64 { return uint64(uint8(s.W>>8)+1) << 24 }

// FirstTag is the tag of data's first field. The word holds
// that of a constructor with FirstTag, so that a match on it (the colour of a
// red-black tree's node) need not read the fields.
func (s Slot) FirstTag() int {
	if tag := uint8(s.W >> 24); tag != 0 {
		return int(tag) - 1
	}
	return s.Field(0).Tag()
}

// IsSet is false for the zero slot.
func (s Slot) IsSet() bool { return s.P != nil }

// Field is field i of data or a tuple.
func (s Slot) Field(i int) Slot {
	if !s.HasField(uint8(min(i, 254))) || i > 254 && i >= s.High() {
		panic(ErrConfused)
	}
	return s.At(i)
}

// At is slot i of those that P points at: what a closure captured, the content of a cell.
func (s Slot) At(i int) Slot {
	return *(*Slot)(unsafe.Add(unsafe.Pointer(s.P), uintptr(i)*SlotSize))
}

// Array is the tensor of a slot of ArrayKind.
func (s Slot) Array() *value.Array {
	if s.Kind() != ArrayKind {
		panic(ErrConfused)
	}
	return (*value.Array)(unsafe.Pointer(s.P))
}

// Fractal is the FractalTensor of a slot of FractalKind.
func (s Slot) Fractal() *value.Fractal {
	if s.Kind() != FractalKind {
		panic(ErrConfused)
	}
	return (*value.Fractal)(unsafe.Pointer(s.P))
}

// ScalarSlot is a number or a truth value.
func ScalarSlot(s value.Scalar) Slot { return Slot{s.Bits, Mark(s.Dtype)} }

// IntSlot is an int32.
func IntSlot(n int) Slot { return Slot{uint64(int64(int32(n))), &Marks[value.Int32]} }

// BoolSlot is a truth value.
func BoolSlot(b bool) Slot {
	if b {
		return Slot{1, &Marks[value.Bool]}
	}
	return Slot{0, &Marks[value.Bool]}
}

// PointerSlot is a value of a kind whose word holds nothing else.
func PointerSlot(k Kind, p unsafe.Pointer) Slot { return Slot{uint64(k), (*Slot)(p)} }

// ArraySlot is a tensor; one without dimensions becomes a scalar.
func ArraySlot(a *value.Array) Slot {
	if len(a.Shape) == 0 {
		return ScalarSlot(a.Item())
	}
	return PointerSlot(ArrayKind, unsafe.Pointer(a))
}

// FractalSlot is a FractalTensor.
func FractalSlot(f *value.Fractal) Slot { return PointerSlot(FractalKind, unsafe.Pointer(f)) }

// Unit is the empty tuple.
var Unit = Slot{uint64(TupleKind), &NoFields}

// TupleWord is the word of a tuple of n elements.
func TupleWord(n int) uint64 { return uint64(TupleKind) | uint64(n)<<32 | fieldBits(n) }

func fieldBits(n int) uint64 { return uint64(min(n, 255)) << 56 }

// DataWord is the word of data of so many fields that the constructor of an index made.
func DataWord(tag, constructor, fields int) uint64 {
	return uint64(DataKind) | uint64(tag)<<8 | uint64(constructor)<<32 | fieldBits(fields)
}

// FunctionSlot is the value of a function that captures nothing.
func FunctionSlot(fn int) Slot { return Slot{uint64(ClosureKind) | uint64(fn)<<32, &NoFields} }

// DtypeOf is the dtype that values of a type have; false for those that nothing
// computes with (vectors, int4, custom ones).
func DtypeOf(d types.Dtype) (value.Dtype, bool) {
	if d.Lanes > 1 {
		return 0, false
	}
	return value.ParseDtype(d.String())
}
