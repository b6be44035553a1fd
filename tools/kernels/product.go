package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Products of matrices (K. Goto and R. van de Geijn, Anatomy of High-Performance Matrix
// Multiplication, 2008). The innermost loop has a tile of c in registers, some rows by one or
// two registers of columns, and adds to it for each l of the inner dimension
//
//	c[i, j] += a[i, l] · b[l, j]
//
// where b's row l is loaded once and a[i, l] is repeated through a register. A tile needs two
// loads of b and one of a for each row and 2·rows multiplications, so that with 4 rows and more
// the loads keep pace. 8×2 registers of AVX-512 and 4×2 of AVX2 fit beside b and a, and cover
// the latency of an addition: 4 cycles of two a cycle. 12 or 14 rows bring 3 to 7 % more on
// products whose rows they divide, less on others.
//
// Rows of a lie productStride elements apart, so that their places are constants of the
// instructions; the 16 elements beyond the block's depth keep them from sharing sets of the
// first cache. Rows of b lie side by side.
//
// Terms of an element are added in the order of l. float32 uses fused multiply-adds, float64 a
// multiplication and an addition, as internal/vector defines it.
const productStride = 256 + 16

func products(s isa) {
	rows := []int{8, 4, 2, 1}
	if s.bytes == 32 {
		rows = rows[1:]
	}
	for _, e := range []element{float32s, float64s} {
		for _, r := range rows {
			for _, w := range []int{2, 1} {
				product(s, e, r, w)
			}
		}
	}
}

// product is the loop for a number of rows, and of registers that a row has.
func product(s isa, e element, rows, width int) {
	s.begin(fmt.Sprintf("product%sr%dw%d", e.name, rows, width), fmt.Sprintf("k int, a, b, c *%s, ldc int", e.gotyp))
	k, a, b, c, ldc := argument("k"), argument("a"), argument("b"), argument("c"), argument("ldc")
	SHLQ(Imm(uint64(shift(e.bytes))), ldc)
	sums := s.registers(rows * width)
	row := GP64()
	MOVQ(c, row)
	for i := range rows {
		for j := range width {
			VMOVUPS(at(row, s.bytes*j), sums[i*width+j])
		}
		ADDQ(ldc, row)
	}
	columns, x := s.registers(width), s.register()
	repeat("inner", k, func() {
		for j := range columns {
			VMOVUPS(at(b, s.bytes*j), columns[j])
		}
		for i := range rows {
			from := at(a, e.bytes*productStride*i)
			if e == float32s {
				VBROADCASTSS(from, x)
			} else {
				VBROADCASTSD(from, x)
			}
			for j := range columns {
				multiplyAdd(s, e, x, columns[j], sums[i*width+j])
			}
		}
		advance(b, s.bytes*width)
		advance(a, e.bytes)
	})
	for i := range rows {
		for j := range width {
			VMOVUPS(sums[i*width+j], at(c, s.bytes*j))
		}
		ADDQ(ldc, c)
	}
	end()
}

// multiplyAdd adds x·y to sum, as the type's definition rounds.
func multiplyAdd(s isa, e element, x, y, sum reg.VecVirtual) {
	if e == float32s {
		VFMADD231PS(x, y, sum)
		return
	}
	p := s.register()
	VMULPD(x, y, p)
	VADDPD(p, sum, sum)
}

// shift is the logarithm of a size in bytes.
func shift(bytes int) int {
	n := 0
	for 1<<n < bytes {
		n++
	}
	return n
}

// rows copy rows of two or one registers next to each other: a panel of b. The rows stand step
// bytes apart, or at offsets, which count elements.
func rows(s isa) {
	for _, width := range []int{2, 1} {
		s.begin(fmt.Sprintf("copyRows%d", width), "n int, dst, src *byte, step int")
		n, dst, src, step := argument("n"), argument("dst"), argument("src"), argument("step")
		repeat("row", n, func() {
			s.copyRow(dst, src, width)
			ADDQ(step, src)
		})
		end()
		for _, size := range []int{4, 8} {
			s.begin(fmt.Sprintf("copyRowsAt%dof%d", width, size), "n int, dst, src *byte, offsets *int")
			n, dst, src, offsets := argument("n"), argument("dst"), argument("src"), argument("offsets")
			repeat("row", n, func() {
				from := GP64()
				MOVQ(at(offsets, 0), from)
				LEAQ(Mem{Base: src, Index: from, Scale: uint8(size)}, from)
				s.copyRow(dst, from, width)
				advance(offsets, 8)
			})
			end()
		}
	}
}

func (s isa) copyRow(dst, src reg.Register, width int) {
	x := s.registers(width)
	for j := range x {
		VMOVUPS(at(src, s.bytes*j), x[j])
	}
	for j := range x {
		VMOVUPS(x[j], at(dst, s.bytes*j))
	}
	advance(dst, s.bytes*width)
}

// transposes write blocks of 8×8 numbers of 4 bytes, columns first: n blocks that lie side by
// side in src, whose rows stand srcStep bytes apart, one below the other in dst.
//
// Three rounds exchange halves: of pairs, of quadruples, of the whole. Registers of AVX-512
// would need a fourth one, and gain nothing where copies wait for memory.
func transposes(s isa) {
	s.begin("transpose8", "n int, dst *byte, dstStep int, src *byte, srcStep int")
	n, dst, dstStep, src, srcStep := argument("n"), argument("dst"), argument("dstStep"), argument("src"), argument("srcStep")
	from, to := oddMultiples(srcStep), oddMultiples(dstStep)
	repeat("block", n, func() {
		x := ymms(8)
		for i := range x {
			VMOVUPS(from.row(src, i), x[i])
		}
		pairs := ymms(8)
		for i := 0; i < 8; i += 2 {
			VUNPCKLPS(x[i+1], x[i], pairs[i])
			VUNPCKHPS(x[i+1], x[i], pairs[i+1])
		}
		fours := ymms(8)
		for i := 0; i < 8; i += 4 {
			VUNPCKLPD(pairs[i+2], pairs[i], fours[i])
			VUNPCKHPD(pairs[i+2], pairs[i], fours[i+1])
			VUNPCKLPD(pairs[i+3], pairs[i+1], fours[i+2])
			VUNPCKHPD(pairs[i+3], pairs[i+1], fours[i+3])
		}
		for i := range 4 {
			low, high := YMM(), YMM()
			VPERM2F128(Imm(0x20), fours[4+i], fours[i], low)
			VPERM2F128(Imm(0x31), fours[4+i], fours[i], high)
			VMOVUPS(low, to.row(dst, i))
			VMOVUPS(high, to.row(dst, 4+i))
		}
		advance(src, 32)
		LEAQ(Mem{Base: dst, Index: dstStep, Scale: 8}, dst)
	})
	end()
}

// ymms are n registers of 32 bytes.
func ymms(n int) []reg.VecVirtual { return avx2.registers(n) }
