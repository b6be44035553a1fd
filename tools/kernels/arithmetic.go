package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Functions of corresponding elements that are an instruction or a few.
//
// Maximum and minimum are those of Go: NaN where an operand is, and of zeros 0 and -0. The
// instructions give their second operand in both cases, so that both orders are tried: what
// they give differs only there, and the conjunction (for the minimum the disjunction) of zeros
// is the right one.
func arithmetic(s isa) {
	type operation struct {
		name           string
		single, double func(...Op)
	}
	for _, o := range []operation{
		{"add", VADDPS, VADDPD}, {"sub", VSUBPS, VSUBPD}, {"mul", VMULPS, VMULPD}, {"div", VDIVPS, VDIVPD},
	} {
		s.binary(o.name, float32s, func(x, y, z reg.VecVirtual) { o.single(y, x, z) })
		s.binary(o.name, float64s, func(x, y, z reg.VecVirtual) { o.double(y, x, z) })
	}
	for _, e := range []element{float32s, float64s} {
		s.binary("max", e, func(x, y, z reg.VecVirtual) { s.extremum(e, true, x, y, z) })
		s.binary("min", e, func(x, y, z reg.VecVirtual) { s.extremum(e, false, x, y, z) })
	}
	s.unary("sqrt32", float32s, func(x reg.VecVirtual) reg.VecVirtual { VSQRTPS(x, x); return x })
	s.unary("sqrt64", float64s, func(x reg.VecVirtual) reg.VecVirtual { VSQRTPD(x, x); return x })
	s.unary("relu32", float32s, func(x reg.VecVirtual) reg.VecVirtual {
		// The maximum of 0 and x is x where it is NaN or -0, which becomes 0.
		zero := s.register()
		VXORPS(zero, zero, zero)
		VMAXPS(x, zero, x)
		VADDPS(zero, x, x)
		return x
	})
	s.clip()
}

// binary is a function of corresponding elements of n blocks.
func (s isa) binary(name string, e element, f func(x, y, z reg.VecVirtual)) {
	s.begin(name+e.name, fmt.Sprintf("n int, dst, x, y *%s", e.gotyp))
	n, dst, x, y := argument("n"), argument("dst"), argument("x"), argument("y")
	repeat("block", n, func() {
		for i := 0; i < block; i += s.bytes {
			v := s.registers(3)
			VMOVUPS(at(x, i), v[0])
			VMOVUPS(at(y, i), v[1])
			f(v[0], v[1], v[2])
			VMOVUPS(v[2], at(dst, i))
		}
		advance(x, block)
		advance(y, block)
		advance(dst, block)
	})
	end()
}

// extremum is the maximum or the minimum of two registers.
func (s isa) extremum(e element, most bool, x, y, z reg.VecVirtual) {
	other := s.register()
	nan := constant64(math.Float64bits(math.NaN()))
	if e == float32s {
		nan = single(math.NaN())
	}
	switch {
	case e == float32s && most:
		VMAXPS(y, x, z)
		VMAXPS(x, y, other)
		VANDPS(other, z, z)
	case e == float32s:
		VMINPS(y, x, z)
		VMINPS(x, y, other)
		VORPS(other, z, z)
	case most:
		VMAXPD(y, x, z)
		VMAXPD(x, y, other)
		VANDPD(other, z, z)
	default:
		VMINPD(y, x, z)
		VMINPD(x, y, other)
		VORPD(other, z, z)
	}
	s.choose(e, isUnordered, x, y, nan, z)
}

// clip limits numbers to a range: the maximum with low and the minimum with high. NaN stays,
// and of zeros the maximum is 0, the minimum -0.
func (s isa) clip() {
	s.begin("clip32", "n int, dst, x *float32, low, high float32")
	n, dst, x := argument("n"), argument("dst"), argument("x")
	bounds := []reg.VecVirtual{s.broadcast("low", float32s), s.broadcast("high", float32s)}
	repeat("block", n, func() {
		for i := 0; i < block; i += s.bytes {
			v, same := s.register(), s.register()
			VMOVUPS(at(x, i), v)
			VANDPS(bounds[0], v, same)
			limited := s.register()
			VMAXPS(v, bounds[0], limited)
			s.choose(float32s, isEqual, v, bounds[0], same, limited)
			VORPS(bounds[1], limited, same)
			result := s.register()
			VMINPS(limited, bounds[1], result)
			s.choose(float32s, isEqual, limited, bounds[1], same, result)
			VMOVUPS(result, at(dst, i))
		}
		advance(x, block)
		advance(dst, block)
	})
	end()
}
