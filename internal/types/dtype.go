package types

import (
	"strconv"
	"strings"
	"unique"
)

// A Class is the arithmetic family of a dtype.
type Class uint8

const (
	NoClass Class = iota // the empty dtype, where text leaves `dtype` out
	IntClass
	UintClass
	FloatClass
	BfloatClass
	BoolClass
	CustomClass // `custom[name]32`: carried, never computed with

	// Floats of 8 bits and fewer, named after the bits of their exponent and mantissa: `fn`
	// has no infinities, `uz` no negative zero.
	E4M3FNClass
	E4M3FNUZClass
	E5M2Class
	E5M2FNUZClass
	E2M1FNClass
)

// A Dtype is the type of a tensor's elements: class, width in bits and vector
// lanes (1 for scalars).
type Dtype struct {
	Class  Class
	Bits   uint16
	Lanes  uint16
	Custom unique.Handle[string] // the name of a CustomClass
}

var (
	NoDtype  = Dtype{}
	Bool     = Dtype{Class: BoolClass, Bits: 1, Lanes: 1}
	Int8     = Dtype{Class: IntClass, Bits: 8, Lanes: 1}
	Int16    = Dtype{Class: IntClass, Bits: 16, Lanes: 1}
	Int32    = Dtype{Class: IntClass, Bits: 32, Lanes: 1}
	Int64    = Dtype{Class: IntClass, Bits: 64, Lanes: 1}
	Uint1    = Dtype{Class: UintClass, Bits: 1, Lanes: 1}
	Uint8    = Dtype{Class: UintClass, Bits: 8, Lanes: 1}
	Uint32   = Dtype{Class: UintClass, Bits: 32, Lanes: 1}
	Uint64   = Dtype{Class: UintClass, Bits: 64, Lanes: 1}
	Float16  = Dtype{Class: FloatClass, Bits: 16, Lanes: 1}
	Float32  = Dtype{Class: FloatClass, Bits: 32, Lanes: 1}
	Float64  = Dtype{Class: FloatClass, Bits: 64, Lanes: 1}
	Bfloat16 = Dtype{Class: BfloatClass, Bits: 16, Lanes: 1}
)

// classes lists the spellings, longest first where one begins another.
var classes = []struct {
	name  string
	class Class
	bits  uint16 // where none is written; 0: a width is required
}{
	{"bfloat", BfloatClass, 16},
	{"float", FloatClass, 32},
	{"uint", UintClass, 32},
	{"int", IntClass, 32},
	{"bool", BoolClass, 1},
}

// smallFloats are the names of floats of 8 bits and fewer, as those who read ONNX have them.
var smallFloats = map[string]Dtype{
	"float8_e4m3fn": {Class: E4M3FNClass, Bits: 8, Lanes: 1}, "float8_e4m3fnuz": {Class: E4M3FNUZClass, Bits: 8, Lanes: 1},
	"float8_e5m2": {Class: E5M2Class, Bits: 8, Lanes: 1}, "float8_e5m2fnuz": {Class: E5M2FNUZClass, Bits: 8, Lanes: 1},
	"float4_e2m1fn": {Class: E2M1FNClass, Bits: 4, Lanes: 1},
}

// ParseDtype reads a dtype's name: `float32`, `int`, `uint1`, `float32x4`,
// `custom[posit]16`, `float8_e5m2`.
func ParseDtype(name string) (Dtype, bool) {
	if d, ok := smallFloats[name]; ok {
		return d, true
	}
	if rest, ok := strings.CutPrefix(name, customPrefix); ok {
		custom, width, ok := strings.Cut(rest, "]")
		d, fits := parseWidth(CustomClass, 0, width)
		d.Custom = unique.Make(custom)
		return d, ok && fits && custom != "" && d.Bits > 0
	}
	for _, c := range classes {
		rest, ok := strings.CutPrefix(name, c.name)
		if !ok {
			continue
		}
		return parseWidth(c.class, c.bits, rest)
	}
	return Dtype{}, false
}

// customPrefix begins the names of dtypes that only a user's code generator knows.
const customPrefix = "custom["

func parseWidth(class Class, bits uint16, rest string) (Dtype, bool) {
	width, lanes, vector := strings.Cut(rest, "x")
	d := Dtype{Class: class, Bits: bits, Lanes: 1}
	if width != "" {
		n, ok := parseSmall(width)
		if !ok || class == BoolClass && n != 1 {
			return Dtype{}, false
		}
		d.Bits = n
	}
	if vector {
		n, ok := parseSmall(lanes)
		if !ok {
			return Dtype{}, false
		}
		d.Lanes = n
	}
	if d.Class == UintClass && d.Bits == 1 {
		d.Class = BoolClass // TVM's other name for it
	}
	return d, validWidth(d)
}

func parseSmall(digits string) (uint16, bool) {
	if digits == "" || digits[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	return uint16(n), err == nil
}

func validWidth(d Dtype) bool {
	switch d.Class {
	case FloatClass:
		return d.Bits == 16 || d.Bits == 32 || d.Bits == 64 || d.Bits == 8
	case BfloatClass:
		return d.Bits == 16
	}
	return d.Bits <= 64
}

// String is the canonical name, `int32` for `int`.
func (d Dtype) String() string {
	if d.Class == NoClass {
		return ""
	}
	s := "bool"
	if d.Class == CustomClass {
		s = customPrefix + d.Custom.Value() + "]" + strconv.Itoa(int(d.Bits))
	}
	for _, c := range classes {
		if c.class == d.Class && d.Class != BoolClass {
			s = c.name + strconv.Itoa(int(d.Bits))
		}
	}
	if d.Class >= E4M3FNClass {
		for name, small := range smallFloats {
			if small == d {
				s = name
			}
		}
	}
	if d.Lanes > 1 {
		s += "x" + strconv.Itoa(int(d.Lanes))
	}
	return s
}

// IsInteger reports whether d is a signed or unsigned integer; bool is none.
func (d Dtype) IsInteger() bool { return d.Class == IntClass || d.Class == UintClass }

// IsStored reports whether d has values and no arithmetic: it is a float of 8 bits or fewer, or
// an integer of 2 or 4.
func (d Dtype) IsStored() bool {
	return d.Class >= E4M3FNClass || d.IsInteger() && (d.Bits == 2 || d.Bits == 4) && d.Lanes == 1
}

// IsFloat reports whether d is an IEEE 754 float of any width, bfloat16, or a float of 8 bits
// or fewer.
func (d Dtype) IsFloat() bool {
	return d.Class == FloatClass || d.Class == BfloatClass || d.Class >= E4M3FNClass
}
