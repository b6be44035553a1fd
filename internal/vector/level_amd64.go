//go:build amd64 && !purego

package vector

import "golang.org/x/sys/cpu"

// level is found once. Tests of this package try the others.
var level = detect()

func detect() int {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasFMA:
		return plain
	case x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL:
		return avx512
	}
	return avx2
}

func init() { setProducts() }

// setProducts takes the loops of a level.
func setProducts() {
	switch level {
	case avx512:
		products32 = Products[float32]{
			Rows: []int{8, 4, 2, 1}, Widths: []int{32, 16},
			tiles: [][]tile[float32]{
				{product32r8w2AVX512, product32r8w1AVX512}, {product32r4w2AVX512, product32r4w1AVX512},
				{product32r2w2AVX512, product32r2w1AVX512}, {product32r1w2AVX512, product32r1w1AVX512},
			},
		}
		products64 = Products[float64]{
			Rows: []int{8, 4, 2, 1}, Widths: []int{16, 8},
			tiles: [][]tile[float64]{
				{product64r8w2AVX512, product64r8w1AVX512}, {product64r4w2AVX512, product64r4w1AVX512},
				{product64r2w2AVX512, product64r2w1AVX512}, {product64r1w2AVX512, product64r1w1AVX512},
			},
		}
	case avx2:
		products32 = Products[float32]{
			Rows: []int{4, 2, 1}, Widths: []int{16, 8},
			tiles: [][]tile[float32]{
				{product32r4w2AVX2, product32r4w1AVX2}, {product32r2w2AVX2, product32r2w1AVX2}, {product32r1w2AVX2, product32r1w1AVX2},
			},
		}
		products64 = Products[float64]{
			Rows: []int{4, 2, 1}, Widths: []int{8, 4},
			tiles: [][]tile[float64]{
				{product64r4w2AVX2, product64r4w1AVX2}, {product64r2w2AVX2, product64r2w1AVX2}, {product64r1w2AVX2, product64r1w1AVX2},
			},
		}
	default:
		usePlainProducts()
	}
}
