package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// dots add to each of 8·groups sums the product of x with a row of b, 8·n terms in order. Lanes
// are rows, as in products: blocks of 8×8 elements are transposed in registers, and never
// stored. Rows 4 to 7 of a block are loaded into the upper halves, which leaves two rounds of
// exchanges; groups go side by side, so that sums do not wait for each other.
func dots(s isa) {
	for _, groups := range []int{4, 1} {
		s.begin(fmt.Sprintf("dots%d", 8*groups), "n int, sums, x, b *float32, step int")
		n, sums, x, b, step := argument("n"), argument("sums"), argument("x"), argument("b"), argument("step")
		SHLQ(Imm(2), step)
		acc := avx2.registers(groups)
		steps := oddMultiples(step)
		lines := make([]reg.GPVirtual, groups) // the first rows
		for i := range lines {
			lines[i] = GP64()
			MOVQ(b, lines[i])
			LEAQ(Mem{Base: b, Index: step, Scale: 8}, b)
		}
		for g := range acc {
			VMOVUPS(at(sums, 32*g), acc[g])
		}
		repeat("block", n, func() {
			for half := 0; half < 32; half += 16 {
				for g := range acc {
					dotsOfHalf(x, lines[g], steps, half, acc[g])
				}
			}
			advance(x, 32)
			for _, l := range lines {
				advance(l, 32)
			}
		})
		for g := range acc {
			VMOVUPS(acc[g], at(sums, 32*g))
		}
		end()
	}
}

// dotsOfHalf adds four terms to eight sums: those of elements that begin `half` bytes after.
func dotsOfHalf(x, rows reg.GPVirtual, steps multiples, half int, sum reg.VecVirtual) {
	lines := avx2.registers(4)
	for i := range lines {
		low, high := steps.row(rows, i), steps.row(rows, 4+i)
		low.Disp, high.Disp = half, half
		line := XMM()
		VMOVUPS(low, line)
		VINSERTF128(Imm(1), high, line.AsY(), lines[i])
	}
	pairs := avx2.registers(4)
	for i := 0; i < 4; i += 2 {
		VUNPCKLPS(lines[i+1], lines[i], pairs[i])
		VUNPCKHPS(lines[i+1], lines[i], pairs[i+1])
	}
	for j := range 4 {
		column, term := YMM(), YMM()
		if j%2 == 0 {
			VUNPCKLPD(pairs[j/2+2], pairs[j/2], column)
		} else {
			VUNPCKHPD(pairs[j/2+2], pairs[j/2], column)
		}
		VBROADCASTSS(at(x, half+4*j), term)
		VFMADD231PS(term, column, sum)
	}
}

// multiples are 1, 3, 5 and 7 steps. With an address's scales they reach eight rows.
type multiples [4]reg.GPVirtual

func oddMultiples(step reg.GPVirtual) (m multiples) {
	m[0] = step
	for i := 1; i < len(m); i++ {
		m[i] = GP64()
		LEAQ(Mem{Base: m[i-1], Index: step, Scale: 2}, m[i])
	}
	return m
}

// row is the memory of row i after a register.
func (m multiples) row(base reg.Register, i int) Mem {
	switch i {
	case 0:
		return Mem{Base: base}
	case 2, 4:
		return Mem{Base: base, Index: m[0], Scale: uint8(i)}
	case 6:
		return Mem{Base: base, Index: m[1], Scale: 2}
	}
	return Mem{Base: base, Index: m[i/2], Scale: 1}
}
