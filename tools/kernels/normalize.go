package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Normalizations take sums of float32 in float64: lane i of foldLanes adds the elements i,
// i + foldLanes, …, or the squares of their distances from a mean.
func normalizations(s isa) {
	s.wideFold("sumWide", "n int, lanes *float64, x *float32", func(v, lane reg.VecVirtual, _ reg.VecVirtual) {
		VADDPD(v, lane, lane)
	})
	s.wideFold("squaresWide", "n int, lanes *float64, x *float32, mean float64", func(v, lane reg.VecVirtual, mean reg.VecVirtual) {
		VSUBPD(mean, v, v)
		VMULPD(v, v, v)
		VADDPD(v, lane, lane)
	})
	s.scaleWide()
	s.affine()
}

func (s isa) wideFold(name, parameters string, f func(v, lane, mean reg.VecVirtual)) {
	s.begin(name, parameters)
	n, lanes, x := argument("n"), argument("lanes"), argument("x")
	var mean reg.VecVirtual
	if name == "squaresWide" {
		mean = s.broadcast("mean", float64s)
	}
	acc := s.registers(foldLanes * 8 / s.bytes)
	for i := range acc {
		VMOVUPS(at(lanes, s.bytes*i), acc[i])
	}
	repeat("row", n, func() {
		for i := range acc {
			v := s.register()
			VCVTPS2PD(at(x, s.bytes/2*i), v)
			f(v, acc[i], mean)
		}
		advance(x, foldLanes*4)
	})
	for i := range acc {
		VMOVUPS(acc[i], at(lanes, s.bytes*i))
	}
	end()
}

// broadcast repeats an argument through a register.
func (s isa) broadcast(name string, e element) reg.VecVirtual {
	parameter, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	r := s.register()
	if e == float64s {
		VBROADCASTSD(parameter.Addr, r)
	} else {
		VBROADCASTSS(parameter.Addr, r)
	}
	return r
}

// scaleWide gives (x - center)·scale in float64, rounded to float32.
func (s isa) scaleWide() {
	s.begin("scaleWide", "n int, dst, x *float32, center, scale float64")
	n, dst, x := argument("n"), argument("dst"), argument("x")
	center, scale := s.broadcast("center", float64s), s.broadcast("scale", float64s)
	repeat("block", n, func() {
		for i := 0; i < block; i += s.bytes / 2 {
			v := s.register()
			VCVTPS2PD(at(x, i), v)
			VSUBPD(center, v, v)
			VMULPD(scale, v, v)
			s.narrow(v, at(dst, i))
		}
		advance(x, block)
		advance(dst, block)
	})
	end()
}

// narrow stores float64 rounded to float32.
func (s isa) narrow(v reg.VecVirtual, to Mem) {
	if s == avx512 {
		half := YMM()
		VCVTPD2PS(v, half)
		VMOVUPS(half, to)
		return
	}
	half := XMM()
	VCVTPD2PSY(v, half)
	VMOVUPS(half, to)
}

// affine gives (x - center)·scale + shift, rounded after each operation.
func (s isa) affine() {
	s.begin("affine32", "n int, dst, x *float32, center, scale, shift float32")
	n, dst, x := argument("n"), argument("dst"), argument("x")
	center, scale, shift := s.broadcast("center", float32s), s.broadcast("scale", float32s), s.broadcast("shift", float32s)
	repeat("block", n, func() {
		for i := 0; i < block; i += s.bytes {
			v := s.register()
			VMOVUPS(at(x, i), v)
			VSUBPS(center, v, v)
			VMULPS(scale, v, v)
			VADDPS(shift, v, v)
			VMOVUPS(v, at(dst, i))
		}
		advance(x, block)
		advance(dst, block)
	})
	end()
}
