package vector

import "unsafe"

// bytesOf is the address of a slice's elements.
func bytesOf[T any](x []T) *byte { return (*byte)(unsafe.Pointer(unsafe.SliceData(x))) }

// registerBytes is the size of a register of the level.
func registerBytes() int {
	if level == avx512 {
		return 64
	}
	return 32
}

// CopyRows copies n rows of src, `width` elements that stand step apart, next to each other
// into dst.
func CopyRows[T Number](dst, src []T, n, width, step int) {
	if n == 0 || width == 0 {
		return
	}
	_, _ = dst[n*width-1], src[(n-1)*step+width-1]
	size := int(unsafe.Sizeof(src[0]))
	if level != plain && step >= 0 {
		if bytes := width * size; bytes == 2*registerBytes() {
			copyRows2(n, bytesOf(dst), bytesOf(src), step*size)
			return
		} else if bytes == registerBytes() {
			copyRows1(n, bytesOf(dst), bytesOf(src), step*size)
			return
		}
	}
	for i := range n {
		copy(dst[i*width:][:width], src[i*step:])
	}
}

// CopyRowsAt copies rows of `width` elements of src, which begin at offsets, next to each other
// into dst.
func CopyRowsAt[T Number](dst, src []T, offsets []int, width int) {
	n := len(offsets)
	if n == 0 || width == 0 {
		return
	}
	_ = dst[n*width-1]
	for _, o := range offsets {
		_ = src[o : o+width]
	}
	if size := int(unsafe.Sizeof(src[0])); level != plain && width*size%registerBytes() == 0 {
		switch [2]int{size, width * size / registerBytes()} {
		case [2]int{4, 2}:
			copyRowsAt2of4(n, bytesOf(dst), bytesOf(src), &offsets[0])
			return
		case [2]int{4, 1}:
			copyRowsAt1of4(n, bytesOf(dst), bytesOf(src), &offsets[0])
			return
		case [2]int{8, 2}:
			copyRowsAt2of8(n, bytesOf(dst), bytesOf(src), &offsets[0])
			return
		case [2]int{8, 1}:
			copyRowsAt1of8(n, bytesOf(dst), bytesOf(src), &offsets[0])
			return
		}
	}
	for i, o := range offsets {
		copy(dst[i*width:][:width], src[o:])
	}
}

// Transpose writes element j of row i of src to place i of row j of dst, for `rows` rows of
// `columns` elements. Rows stand srcStep and dstStep elements apart.
func Transpose[T any](dst []T, dstStep int, src []T, srcStep, rows, columns int) {
	if rows == 0 || columns == 0 {
		return
	}
	_, _ = dst[(columns-1)*dstStep+rows-1], src[(rows-1)*srcStep+columns-1]
	i, whole := 0, columns&^7
	if level != plain && unsafe.Sizeof(src[0]) == 4 && min(srcStep, dstStep) >= 8 && whole > 0 {
		for ; i+8 <= rows; i += 8 {
			transpose8(whole/8, bytesOf(dst[i:]), 4*dstStep, bytesOf(src[i*srcStep:]), 4*srcStep)
			transposePlain(dst, dstStep, src, srcStep, i, i+8, whole, columns)
		}
	}
	transposePlain(dst, dstStep, src, srcStep, i, rows, 0, columns)
}

// transposeTile is how many elements of a row are transposed before the next row: their
// lines of dst stay in the cache until the rows beside them fill them.
const transposeTile = 32

func transposePlain[T any](dst []T, dstStep int, src []T, srcStep, row, rows, column, columns int) {
	for ; column < columns; column += transposeTile {
		end := min(column+transposeTile, columns)
		for i := row; i < rows; i++ {
			for j := column; j < end; j++ {
				dst[j*dstStep+i] = src[i*srcStep+j]
			}
		}
	}
}
