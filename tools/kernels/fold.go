package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Folds combine elements i, i + foldLanes, i + 2·foldLanes, … into lane i: n rows of foldLanes
// elements. What is in the lanes before is the first of them.
const foldLanes = 16

func folds(s isa) {
	for _, e := range []element{float32s, float64s} {
		add, multiply := VADDPS, VMULPS
		if e == float64s {
			add, multiply = VADDPD, VMULPD
		}
		s.fold("Add", e, false, func(x, lane reg.VecVirtual) { add(x, lane, lane) })
		s.fold("Mul", e, false, func(x, lane reg.VecVirtual) { multiply(x, lane, lane) })
		s.fold("Max", e, true, func(x, lane reg.VecVirtual) { s.foldExtremum(e, true, x, lane) })
		s.fold("Min", e, true, func(x, lane reg.VecVirtual) { s.foldExtremum(e, false, x, lane) })
	}
}

// foldExtremum leaves the operands of extremum alone until the result is there.
func (s isa) foldExtremum(e element, most bool, x, lane reg.VecVirtual) {
	found := s.register()
	s.extremum(e, most, lane, x, found)
	VMOVAPS(found, lane)
}

// fold combines row after row. A function that gives the same in any order combines four rows
// pairwise first, so that a lane waits for its last value once for all four.
func (s isa) fold(name string, e element, anyOrder bool, f func(x, lane reg.VecVirtual)) {
	s.begin("fold"+name+e.name, fmt.Sprintf("n int, lanes, x *%s", e.gotyp))
	n, lanes, x := argument("n"), argument("lanes"), argument("x")
	acc := s.registers(foldLanes * e.bytes / s.bytes)
	for i := range acc {
		VMOVUPS(at(lanes, s.bytes*i), acc[i])
	}
	if anyOrder {
		fours := GP64()
		MOVQ(n, fours)
		SHRQ(Imm(2), fours)
		ANDQ(Imm(3), n)
		repeat("four", fours, func() {
			for i := range acc {
				v := s.registers(4)
				for row := range v {
					VMOVUPS(at(x, s.bytes*i+row*foldLanes*e.bytes), v[row])
				}
				f(v[1], v[0])
				f(v[3], v[2])
				f(v[2], v[0])
				f(v[0], acc[i])
			}
			advance(x, 4*foldLanes*e.bytes)
		})
	}
	repeat("row", n, func() {
		for i := range acc {
			v := s.register()
			VMOVUPS(at(x, s.bytes*i), v)
			f(v, acc[i])
		}
		advance(x, foldLanes*e.bytes)
	})
	for i := range acc {
		VMOVUPS(acc[i], at(lanes, s.bytes*i))
	}
	end()
}

// stencils add to each element of dst the products of some weights with elements of src at
// fixed distances from it, offsets, one after the other: a convolution of a plane.
// The sums of some registers go side by side, which covers the latency of an addition.
func stencils(s isa) {
	for _, e := range []element{float32s, float64s} {
		for _, blocks := range []int{4, 1} {
			s.stencil(e, blocks)
		}
	}
}

func (s isa) stencil(e element, blocks int) {
	s.begin(fmt.Sprintf("stencil%sx%d", e.name, blocks), fmt.Sprintf("n int, dst, src *%s, taps int, weights *%s, offsets *int", e.gotyp, e.gotyp))
	n, dst, src := argument("n"), argument("dst"), argument("src")
	sums := s.registers(blocks * block / s.bytes)
	weight := s.register()
	repeat("part", n, func() {
		taps, weights, offsets := argument("taps"), argument("weights"), argument("offsets")
		for i := range sums {
			VMOVUPS(at(dst, s.bytes*i), sums[i])
		}
		repeat("tap", taps, func() {
			from := GP64()
			MOVQ(at(offsets, 0), from)
			LEAQ(Mem{Base: src, Index: from, Scale: uint8(e.bytes)}, from)
			if e == float32s {
				VBROADCASTSS(at(weights, 0), weight)
			} else {
				VBROADCASTSD(at(weights, 0), weight)
			}
			for i := range sums {
				if e == float32s {
					VFMADD231PS(at(from, s.bytes*i), weight, sums[i])
				} else {
					product := s.register()
					VMULPD(at(from, s.bytes*i), weight, product)
					VADDPD(product, sums[i], sums[i])
				}
			}
			advance(offsets, 8)
			advance(weights, e.bytes)
		})
		for i := range sums {
			VMOVUPS(sums[i], at(dst, s.bytes*i))
		}
		advance(dst, s.bytes*len(sums))
		advance(src, s.bytes*len(sums))
	})
	end()
}
