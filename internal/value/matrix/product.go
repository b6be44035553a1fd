// Package matrix multiplies matrices of numbers that lie in slices. Sums are in
// the order of the inner dimension, one product after the other, however the
// work is cut. Products that take long ask between their parts whether to go on.
package matrix

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A Product adds a·b to c, where a has Rows×Inner elements, b Inner×Columns and
// c Rows×Columns, each row by row; Turned tells that b lies column by column.
// Every element of c sums its products in the order of Inner, one by one,
// however the work is cut.
type Product[T value.Number] struct {
	Rows, Inner, Columns int
	Turned               bool
}

// Tiles are cut from c so that gonum multiplies one without goroutines of its
// own, and b's part of it stays in the cache.
const (
	tileRows    = 64
	tileColumns = 128
	tileInner   = 256
	// Below so many rows, turning b around costs more than it saves.
	fewRows = 4
)

// Tiles is the number of parts into which the product falls.
func (p Product[T]) Tiles() int { return tiles(p.Rows, tileRows) * tiles(p.Columns, tileColumns) }

func tiles(n, size int) int { return (n + size - 1) / size }

// partWork is how many multiplications are done, about a millisecond's, between two
// questions whether to go on.
const partWork = 1 << 21

// inParts runs body over parts of the inner dimension k, each index of which takes
// `work` multiplications, and asks between them; what the answer fails with is given
// back.
func inParts(k, work int, goOn func() error, body func(from, to int)) error {
	step := max(tileInner, partWork/max(1, work)/tileInner*tileInner)
	for from := 0; from < k; from += step {
		if from > 0 {
			if err := goOn(); err != nil {
				return err
			}
		}
		body(from, min(k, from+step))
	}
	return nil
}

// Steps counts the multiplications of one tile.
func (p Product[T]) Steps() int {
	return min(p.Rows, tileRows) * min(p.Columns, tileColumns) * max(1, p.Inner)
}

// Tile computes part i; goOn is asked now and then, and fails where to stop.
func (p Product[T]) Tile(i int, a, b, c []T, goOn func() error) error {
	if p.Inner == 0 {
		return nil
	}
	across := tiles(p.Columns, tileColumns)
	row, column := i/across*tileRows, i%across*tileColumns
	height, width := min(tileRows, p.Rows-row), min(tileColumns, p.Columns-column)
	a, c = a[row*p.Inner:], c[row*p.Columns+column:]
	switch {
	case !p.Turned:
		return Multiply(height, width, p.Inner, a, p.Inner, b[column:], p.Columns, c, p.Columns, goOn)
	case height < fewRows:
		return Dots(height, width, p.Inner, a, b[column*p.Inner:], c, p.Columns, goOn)
	}
	return p.turn(height, width, a, b[column*p.Inner:], c, goOn)
}

// turn multiplies by parts of b that are brought into rows first.
func (p Product[T]) turn(height, width int, a, b, c []T, goOn func() error) error {
	part := make([]T, tileInner*width)
	return inParts(p.Inner, height*width, goOn, func(from, to int) {
		for ; from < to; from += tileInner {
			n := min(tileInner, to-from)
			Transpose(part, b[from:], width, n, p.Inner)
			multiply(height, width, n, a[from:], p.Inner, part, width, c, p.Columns)
		}
	})
}

// Transpose writes the rows×columns elements of src, whose rows stand `step`
// apart, column by column to dst.
func Transpose[T value.Number](dst, src []T, rows, columns, step int) {
	for i := range rows {
		for j, x := range src[i*step:][:columns] {
			dst[j*rows+i] = x
		}
	}
}

// Dots adds to c, whose rows stand ldc apart, the products of each row of a
// with each row of b, both of n elements; goOn is asked now and then.
func Dots[T value.Number](rows, columns, n int, a, b, c []T, ldc int, goOn func() error) error {
	return inParts(n, rows*columns, goOn, func(from, to int) {
		for i := range rows {
			row := a[i*n+from : i*n+to]
			j := 0
			for ; j+4 <= columns; j += 4 {
				dots4(c[i*ldc+j:][:4], row, b[j*n+from:], n)
			}
			for ; j < columns; j++ {
				c[i*ldc+j] = dot(c[i*ldc+j], row, b[j*n+from:])
			}
		}
	})
}

func dot[T value.Number](sum T, x, y []T) T {
	y = y[:len(x)]
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// dots4 sums four products at once: each sum waits for its last addition, so
// that four take hardly longer than one. The rows of y stand ldy apart.
func dots4[T value.Number](c, x, y []T, ldy int) {
	n := len(x)
	y0, y1, y2, y3 := y[:n], y[ldy:][:n], y[2*ldy:][:n], y[3*ldy:][:n]
	s0, s1, s2, s3 := c[0], c[1], c[2], c[3]
	for i, v := range x {
		s0 += v * y0[i]
		s1 += v * y1[i]
		s2 += v * y2[i]
		s3 += v * y3[i]
	}
	c[0], c[1], c[2], c[3] = s0, s1, s2, s3
}

var library gonum.Implementation

// Multiply adds to c (m×n) the product of a (m×k) and b (k×n), whose rows stand
// lda, ldb and ldc apart; goOn is asked now and then.
func Multiply[T value.Number](m, n, k int, a []T, lda int, b []T, ldb int, c []T, ldc int, goOn func() error) error {
	if m == 0 || n == 0 {
		return nil
	}
	return inParts(k, m*n, goOn, func(from, to int) {
		multiply(m, n, to-from, a[from:], lda, b[from*ldb:], ldb, c, ldc)
	})
}

// multiply is Multiply in one go.
//
// Gonum's products leave out factors of 0, also where the other one is infinite
// or NaN; they are asked only where that makes no difference.
func multiply[T value.Number](m, n, k int, a []T, lda int, b []T, ldb int, c []T, ldc int) {
	if m < manyRows || !allFinite(k, n, b, ldb) {
		multiplyRows(m, n, k, a, lda, b, ldb, c, ldc)
		return
	}
	switch a := any(a).(type) {
	case []float32:
		b, c := any(b).([]float32), any(c).([]float32)
		for l := 0; l < k; l += cachedRows {
			library.Sgemm(blas.NoTrans, blas.NoTrans, m, n, min(cachedRows, k-l), 1, a[l:], lda, b[l*ldb:], ldb, 1, c, ldc)
		}
	case []float64:
		b, c := any(b).([]float64), any(c).([]float64)
		for l := 0; l < k; l += cachedRows {
			library.Dgemm(blas.NoTrans, blas.NoTrans, m, n, min(cachedRows, k-l), 1, a[l:], lda, b[l*ldb:], ldb, 1, c, ldc)
		}
	default:
		multiplyRows(m, n, k, any(a).([]T), lda, b, ldb, c, ldc)
	}
}

// multiplyRows is Multiply row by row.
func multiplyRows[T value.Number](m, n, k int, a []T, lda int, b []T, ldb int, c []T, ldc int) {
	for i := range m {
		row := c[i*ldc:][:n]
		for l, x := range a[i*lda:][:k] {
			AddScaled(row, x, b[l*ldb:])
		}
	}
}

const (
	cachedRows = 64 // of b stay in the nearest cache while the rows of a pass
	manyRows   = 16 // are worth a look at b before
)

// AddScaled adds alpha·x to y. Gonum adds nothing for an alpha of 0.
func AddScaled[T value.Number](y []T, alpha T, x []T) {
	switch y := any(y).(type) {
	case []float32:
		if x := any(x).([]float32); alpha != 0 {
			library.Saxpy(len(y), any(alpha).(float32), x, 1, y, 1)
			return
		} else if finite32(x[:len(y)]) {
			return
		}
	case []float64:
		if x := any(x).([]float64); alpha != 0 {
			library.Daxpy(len(y), any(alpha).(float64), x, 1, y, 1)
			return
		} else if finite64(x[:len(y)]) {
			return
		}
	}
	addScaled(y, alpha, x)
}

func addScaled[T value.Number](y []T, alpha T, x []T) {
	x = x[:len(y)]
	for i, v := range x {
		y[i] += alpha * v
	}
}
