package value

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// A MatrixProduct multiplies pairs of matrices: Count matrices of Rows×Inner elements
// with as many of Inner×Columns, all row-major and side by side, a matrix that
// Shares tells of standing for all. It falls into independent Tiles.
type MatrixProduct struct {
	Count, Rows, Inner, Columns int
	Shares                      [2]bool // one left or one right factor for all
}

// Tiles are small enough for gonum to use no goroutines of its own, and for the
// part of the right factor that a tile reads again and again to stay in a cache.
const (
	tileRows    = 64
	tileColumns = 128
	tileInner   = 128
)

func (p MatrixProduct) across() int { return (p.Columns + tileColumns - 1) / tileColumns }
func (p MatrixProduct) down() int   { return (p.Rows + tileRows - 1) / tileRows }

// Tiles is the number of independent parts, and Work the multiplications of
// each.
func (p MatrixProduct) Tiles() int { return p.Count * p.across() * p.down() }
func (p MatrixProduct) Work() int {
	return min(p.Rows, tileRows) * min(p.Columns, tileColumns) * max(1, p.Inner)
}

// Tile computes part i of c, which holds zeros there. The factors and c are
// slices of one Go type with arithmetic.
func (p MatrixProduct) Tile(i int, a, b, c any) { kindOfData(c).multiply(p, i, a, b, c) }

// corner is where a tile begins.
func (p MatrixProduct) corner(i int) (matrix, row, column int) {
	across, down := p.across(), p.down()
	return i / across / down, i / across % down * tileRows, i % across * tileColumns
}

// offset is where a factor of a matrix begins.
func (p MatrixProduct) offset(matrix, factor, size int) int {
	if p.Shares[factor] {
		return 0
	}
	return matrix * size
}

func (of[T]) multiply(p MatrixProduct, i int, left, right, into any) {
	matrix, row, column := p.corner(i)
	height, width := min(tileRows, p.Rows-row), min(tileColumns, p.Columns-column)
	a := left.([]T)[p.offset(matrix, 0, p.Rows*p.Inner)+row*p.Inner:]
	b := right.([]T)[p.offset(matrix, 1, p.Inner*p.Columns)+column:]
	c := into.([]T)[(matrix*p.Rows+row)*p.Columns+column:]
	for from := 0; from < p.Inner; from += tileInner {
		n := min(tileInner, p.Inner-from)
		multiplyTile(height, width, n, a[from:], p.Inner, b[from*p.Columns:], p.Columns, c, p.Columns)
	}
}

var library gonum.Implementation

// multiplyTile adds to c (m×n) the product of a (m×k) and b (k×n), whose rows
// stand lda, ldb and ldc apart.
func multiplyTile[T Element](m, n, k int, a []T, lda int, b []T, ldb int, c []T, ldc int) {
	switch a := any(a).(type) {
	case []float32:
		library.Sgemm(blas.NoTrans, blas.NoTrans, m, n, k, 1, a, lda, any(b).([]float32), ldb, 1, any(c).([]float32), ldc)
	case []float64:
		library.Dgemm(blas.NoTrans, blas.NoTrans, m, n, k, 1, a, lda, any(b).([]float64), ldb, 1, any(c).([]float64), ldc)
	case []int8:
		integerTile(m, n, k, a, lda, any(b).([]int8), ldb, any(c).([]int8), ldc)
	case []int16:
		integerTile(m, n, k, a, lda, any(b).([]int16), ldb, any(c).([]int16), ldc)
	case []int32:
		integerTile(m, n, k, a, lda, any(b).([]int32), ldb, any(c).([]int32), ldc)
	case []int64:
		integerTile(m, n, k, a, lda, any(b).([]int64), ldb, any(c).([]int64), ldc)
	case []uint8:
		integerTile(m, n, k, a, lda, any(b).([]uint8), ldb, any(c).([]uint8), ldc)
	case []uint16:
		integerTile(m, n, k, a, lda, any(b).([]uint16), ldb, any(c).([]uint16), ldc)
	case []uint32:
		integerTile(m, n, k, a, lda, any(b).([]uint32), ldb, any(c).([]uint32), ldc)
	case []uint64:
		integerTile(m, n, k, a, lda, any(b).([]uint64), ldb, any(c).([]uint64), ldc)
	}
}

func integerTile[T Integer](m, n, k int, a []T, lda int, b []T, ldb int, c []T, ldc int) {
	for i := range m {
		row := c[i*ldc:][:n]
		for l, x := range a[i*lda:][:k] {
			column := b[l*ldb:][:n]
			for j := range row {
				row[j] += x * column[j]
			}
		}
	}
}
