package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// An isa is a set of vector instructions.
type isa struct {
	name  string
	bytes int // of a register
}

var (
	avx2   = isa{"AVX2", 32}
	avx512 = isa{"AVX512", 64}
)

// block is the bytes of numbers that functions of elements take at a time, whatever the size
// of a register is.
const block = 64

// register is a fresh vector register.
func (s isa) register() reg.VecVirtual {
	if s == avx512 {
		return ZMM()
	}
	return YMM()
}

// registers are n of them.
func (s isa) registers(n int) []reg.VecVirtual {
	r := make([]reg.VecVirtual, n)
	for i := range r {
		r[i] = s.register()
	}
	return r
}

// begin starts a function, end returns from it.
func (s isa) begin(name, parameters string) {
	TEXT(name+s.name, NOSPLIT, "func("+parameters+")")
	Pragma("noescape")
	begun[s.name] = append(begun[s.name], signed{name, parameters})
}

func end() {
	VZEROUPPER()
	RET()
}

// argument loads an argument that is an address or a count.
func argument(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

// at is the memory some bytes after a register.
func at(base reg.Register, bytes int) Mem { return Mem{Base: base, Disp: bytes} }

// advance moves an address forward.
func advance(address reg.Register, bytes int) { ADDQ(U32(bytes), address) }

// repeat runs body n times; n is counted down.
func repeat(label string, n reg.Register, body func()) {
	TESTQ(n, n)
	JZ(LabelRef(label + "done"))
	Label(label)
	body()
	DECQ(n)
	JNZ(LabelRef(label))
	Label(label + "done")
}

// constants are those that are in the data, each repeated through a block.
var constants = map[string]Mem{}

// constant32 and constant64 are bits that all lanes have.
func constant32(bits uint32) Mem {
	return constant(fmt.Sprintf("bits32_%08x", bits), 4, U32(bits))
}

func constant64(bits uint64) Mem {
	return constant(fmt.Sprintf("bits64_%016x", bits), 8, U64(bits))
}

func constant(name string, size int, value Constant) Mem {
	if m, known := constants[name]; known {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	for i := 0; i < block; i += size {
		DATA(i, value)
	}
	constants[name] = m
	return m
}

// single and double are numbers that all lanes have.
func single(x float64) Mem { return constant32(math.Float32bits(float32(x))) }

func double(x float64) Mem { return constant64(math.Float64bits(x)) }

// table is numbers in the data.
func table(name string, c []float64) Mem {
	if m, known := constants[name]; known {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 32 {
		x := 0.0
		if i < len(c) {
			x = c[i]
		}
		DATA(4*i, U32(math.Float32bits(float32(x))))
	}
	constants[name] = m
	return m
}

// Predicates of comparisons, false where a number is NaN but for the last.
const (
	isEqual     = U8(0x00)
	isLess      = U8(0x11)
	isGreater   = U8(0x1e)
	isUnordered = U8(0x03)
)

// choose puts yes in the lanes of into where a comparison x ? y of numbers of type e holds.
func (s isa) choose(e element, predicate U8, x, y Op, yes Op, into reg.VecVirtual) {
	if s == avx512 {
		k := K()
		if e == float64s {
			VCMPPD(predicate, y, x, k)
			VMOVUPD(yes, k, into)
		} else {
			VCMPPS(predicate, y, x, k)
			VMOVUPS(yes, k, into)
		}
		return
	}
	m := YMM()
	if e == float64s {
		VCMPPD(predicate, y, x, m)
		VBLENDVPD(m, yes, into, into)
	} else {
		VCMPPS(predicate, y, x, m)
		VBLENDVPS(m, yes, into, into)
	}
}

// An element is a type of numbers.
type element struct {
	name  string // as functions are named
	gotyp string
	bytes int
}

var (
	float32s = element{"32", "float32", 4}
	float64s = element{"64", "float64", 8}
)
