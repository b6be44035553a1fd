package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Elementary functions: the operations of internal/vector/elementary.go, lane by lane.
// coefficients.go derives their polynomials.
func elementary(s isa) {
	s.unary("expBlocks", float32s, s.exp)
	s.unary("logBlocks", float32s, s.log)
	s.pieces("tanh", tanhPiecewise())
	s.pieces("erf", erfPiecewise())
	s.sigmoid()
}

// unary is a function of each element of n blocks.
func (s isa) unary(name string, e element, f func(x reg.VecVirtual) reg.VecVirtual) {
	s.begin(name, fmt.Sprintf("n int, dst, x *%s", e.gotyp))
	n, dst, x := argument("n"), argument("dst"), argument("x")
	repeat("block", n, func() {
		for i := 0; i < block; i += s.bytes {
			v := s.register()
			VMOVUPS(at(x, i), v)
			VMOVUPS(f(v), at(dst, i))
		}
		advance(x, block)
		advance(dst, block)
	})
	end()
}

// horner evaluates a polynomial of float32, c[0] + x·(c[1] + x·(…)), down to c[lowest].
func (s isa) horner(c []float64, lowest int, x reg.VecVirtual) reg.VecVirtual {
	q := s.register()
	VMOVUPS(single(c[len(c)-1]), q)
	for i := len(c) - 2; i >= lowest; i-- {
		VFMADD213PS(single(c[i]), x, q)
	}
	return q
}

const (
	ln2High = 0x1.62e4p-01
	ln2Low  = 0x1.7f7d1cp-20
	magic   = 3 << 22
)

func (s isa) exp(x reg.VecVirtual) reg.VecVirtual {
	// Minimum and maximum give their first operand here where it is NaN.
	y, bound := s.register(), s.register()
	VMOVUPS(single(89), bound)
	VMINPS(x, bound, y)
	VMOVUPS(single(-104), bound)
	VMAXPS(y, bound, y)

	shifted, n := s.register(), s.register()
	VMOVUPS(single(magic), shifted)
	VFMADD231PS(single(math.Log2E), y, shifted)
	VSUBPS(single(magic), shifted, n)
	// y becomes x - n·ln2 exactly, but for the low part of ln2.
	VFMADD231PS(single(-ln2High), n, y)
	r, low := s.register(), s.register()
	VMOVAPS(y, r)
	VFMADD231PS(single(-ln2Low), n, r)
	VSUBPS(r, y, low)
	VFMADD231PS(single(-ln2Low), n, low)

	q := s.horner(expPolynomial().coefficients, 0, r)
	square := s.register()
	VMULPS(r, r, square)
	VFMADD231PS(low, r, low)
	VFMADD213PS(low, square, q) // the rest after 1 + r
	head, e := s.register(), s.register()
	VADDPS(single(1), r, head)
	VSUBPS(single(1), head, e)
	VSUBPS(e, r, e)
	VADDPS(q, e, e)
	VADDPS(e, head, e)
	s.scale(n, shifted, e)
	return e
}

// scale multiplies by 2^n, rounded once. AVX2 does it in two steps, of which the first is
// exact; the bits of n are the low ones of shifted.
func (s isa) scale(n, shifted, e reg.VecVirtual) {
	if s == avx512 {
		VSCALEFPS(n, e, e)
		return
	}
	half := s.register()
	VPSUBD(single(magic), shifted, shifted)
	VPSRAD(Imm(1), shifted, half)
	VPSUBD(half, shifted, shifted)
	for _, k := range []reg.VecVirtual{half, shifted} {
		VPADDD(constant32(127), k, k)
		VPSLLD(Imm(23), k, k)
		VMULPS(k, e, e)
	}
}

func (s isa) log(x reg.VecVirtual) reg.VecVirtual {
	const root = 0x3f3504f3 // the bits of √½
	scaled, large, n := s.register(), s.register(), s.register()
	VMULPS(single(1<<32), x, large)
	VMOVAPS(x, scaled)
	shift := s.register()
	VXORPS(shift, shift, shift)
	small := single(0x1p-126)
	s.choose(float32s, isLess, x, small, large, scaled)
	s.choose(float32s, isLess, x, small, single(32), shift)
	k, f := s.register(), s.register()
	VPSUBD(constant32(root), scaled, k)
	VPSRAD(Imm(23), k, k)
	VCVTDQ2PS(k, n)
	VSUBPS(shift, n, n)
	VPSLLD(Imm(23), k, k)
	VPSUBD(k, scaled, f)
	VSUBPS(single(1), f, f)

	q := s.horner(logPolynomial().coefficients, 0, f)
	VFMADD213PS(single(-0.5), f, q)
	whole, sum, rest := s.register(), s.register(), s.register()
	VMULPS(single(ln2High), n, whole)
	VADDPS(f, whole, sum)
	VSUBPS(whole, sum, rest)
	VSUBPS(rest, f, rest)
	VFMADD231PS(single(ln2Low), n, rest)
	VMULPS(f, f, f)
	VFMADD213PS(rest, f, q)
	y := s.register()
	VADDPS(q, sum, y)

	zero := s.register()
	VXORPS(zero, zero, zero)
	s.choose(float32s, isEqual, x, zero, single(math.Inf(-1)), y)
	s.choose(float32s, isLess, x, zero, single(math.NaN()), y)
	s.choose(float32s, isGreater, x, single(math.MaxFloat32), x, y)
	s.choose(float32s, isUnordered, x, x, x, y)
	return y
}

// pieces is an odd function by intervals of |x|. Entries of tables come by a permutation of
// two registers, or by a gather.
func (s isa) pieces(name string, p piecewise) {
	s.begin(name+"Blocks", "n int, dst, x *float32")
	n, dst, x := argument("n"), argument("dst"), argument("x")
	middle := s.table(name+"Middles", p.middles)
	var c []lookup
	for j := range p.c {
		c = append(c, s.table(fmt.Sprint(name, "C", j), p.c[j]))
	}
	repeat("block", n, func() {
		for i := 0; i < block; i += s.bytes {
			v := s.register()
			VMOVUPS(at(x, i), v)
			VMOVUPS(s.piece(p, middle, c, v), at(dst, i))
		}
		advance(x, block)
		advance(dst, block)
	})
	end()
}

func (s isa) piece(p piecewise, middle lookup, c []lookup, x reg.VecVirtual) reg.VecVirtual {
	const sign, firstPiece, pieceBits = 1 << 31, 0x3d800000, 21
	a, index := s.register(), s.register()
	VANDPS(constant32(sign-1), x, a)
	VANDPS(constant32(sign), x, x)
	limit := s.register()
	VMOVUPS(single(p.limit), limit)
	VMINPS(a, limit, a)
	VPSRLD(Imm(pieceBits), a, index)
	VPSUBD(constant32(firstPiece>>pieceBits), index, index)
	zero := s.register()
	VXORPS(zero, zero, zero)
	VPMAXSD(zero, index, index)
	if s != avx512 { // a permutation takes the index modulo 32, and NaN stays NaN
		VPMINSD(constant32(uint32(p.entries-1)), index, index)
	}

	d := s.register()
	VSUBPS(middle.of(s, index), a, d)
	q := c[len(c)-1].of(s, index)
	for k := len(c) - 2; k >= 1; k-- {
		VFMADD213PS(c[k].of(s, index), d, q)
	}
	head, rest := c[0].of(s, index), s.register()
	switch {
	case s == avx512 && p.slope == 1:
		first := K()
		VPTESTNMD(index, index, first)
		VMOVAPS(d, first, head)
	case p.slope == 1:
		first := s.register()
		VPCMPEQD(zero, index, first)
		VBLENDVPS(first, d, head, head)
	case s == avx512:
		first := K()
		VPTESTNMD(index, index, first)
		VMULPS(single(p.slope), d, first, head)
		VMOVAPS_Z(head, first, rest)
		VFMSUB231PS(single(p.slope), d, first, rest)
	default:
		first := s.register()
		VPCMPEQD(zero, index, first)
		VMULPS(single(p.slope), d, rest)
		VBLENDVPS(first, rest, head, head)
		VFMSUB231PS(single(p.slope), d, rest)
		VANDPS(first, rest, rest)
	}
	if p.slope == 1 {
		VFMADD213PS(head, d, q)
		VORPS(x, q, q)
		return q
	}
	VFMADD213PS(rest, d, q)
	VADDPS(q, head, head)
	VORPS(x, head, head)
	return head
}

// A lookup is a table of 32 float32.
type lookup struct {
	memory Mem
	front  reg.VecVirtual // its first half, for a permutation
	base   reg.Register   // its address, for a gather
}

func (s isa) table(name string, c []float64) lookup {
	l := lookup{memory: table(name, c)}
	if s == avx512 {
		l.front = ZMM()
		VMOVUPS(l.memory, l.front)
		return l
	}
	l.base = GP64()
	LEAQ(l.memory, l.base)
	return l
}

// of gives the entries with an index.
func (l lookup) of(s isa, index reg.VecVirtual) reg.VecVirtual {
	found := s.register()
	if s == avx512 {
		VMOVAPS(index, found)
		VPERMI2PS(l.memory.Offset(block), l.front, found)
		return found
	}
	all := YMM()
	VPCMPEQD(all, all, all)
	VXORPS(found, found, found) // a gather reads what it leaves out
	VGATHERDPS(all, Mem{Base: l.base, Index: index, Scale: 4}, found)
	return found
}

// sigmoid computes in float64: the numbers of half a register at a time.
func (s isa) sigmoid() {
	s.begin("sigmoidBlocks", "n int, dst, x *float32")
	n, dst, x := argument("n"), argument("dst"), argument("x")
	repeat("block", n, func() {
		for i := 0; i < block; i += s.bytes / 2 {
			s.sigmoidPart(at(x, i), at(dst, i))
		}
		advance(x, block)
		advance(dst, block)
	})
	end()
}

func (s isa) sigmoidPart(from, to Mem) {
	const magic = 3 << 51
	y, bound := s.register(), s.register()
	VCVTPS2PD(from, y)
	VMOVUPD(double(20), bound)
	VMINPD(y, bound, y)
	VMOVUPD(double(-105), bound)
	VMAXPD(y, bound, y)
	shifted, r := s.register(), s.register()
	VMULPD(double(-math.Log2E), y, shifted)
	VADDPD(double(magic), shifted, shifted)
	VSUBPD(double(magic), shifted, r)
	VMULPD(double(math.Ln2), r, r)
	VADDPD(r, y, r)
	zero := s.register()
	VXORPD(zero, zero, zero)
	VSUBPD(r, zero, r)
	c := exp64Polynomial().coefficients
	e := s.register()
	VMOVUPD(double(c[len(c)-1]), e)
	for i := len(c) - 2; i >= 0; i-- {
		VMULPD(r, e, e)
		VADDPD(double(c[i]), e, e)
	}
	VPADDQ(constant64(1023), shifted, shifted)
	VPSLLQ(Imm(52), shifted, shifted)
	VMULPD(shifted, e, e)
	VADDPD(double(1), e, e)
	quotient := s.register()
	VMOVUPD(double(1), quotient)
	VDIVPD(e, quotient, quotient)
	s.narrow(quotient, to)
}
