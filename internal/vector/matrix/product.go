// Package matrix multiplies matrices of numbers that lie in slices. Sums are in the order of
// the inner dimension, one product after the other, however the work is cut; internal/vector
// defines how floats are rounded. Products that take long ask between their parts whether to
// go on.
package matrix

import (
	"github.com/fraccheck/fraccheck/internal/vector"
)

// A Product adds a·b to c, where a has Rows×Inner elements, b Inner×Columns and
// c Rows×Columns, each row by row; Turned tells that b lies column by column.
// Every element of c sums its products in the order of Inner, one by one,
// however the work is cut.
type Product[T vector.Number] struct {
	Rows, Inner, Columns int
	Turned               bool
}

// Tiles are cut from c so that cores find work, and b's part of one stays in the cache.
const (
	tileRows    = 128
	tileColumns = 256
)

// Tiles is the number of parts into which the product falls.
func (p Product[T]) Tiles() int { return tiles(p.Rows, tileRows) * tiles(p.Columns, tileColumns) }

func tiles(n, size int) int { return (n + size - 1) / size }

// partWork is how many multiplications are done, at most a few milliseconds', between two
// questions whether to go on.
const partWork = 1 << 21

// inParts runs body over parts of the inner dimension k, each index of which takes
// `work` multiplications, and asks between them; what the answer fails with is given
// back.
func inParts(k, work int, goOn func() error, body func(from, to int)) error {
	step := max(vector.Depth, partWork/max(1, work)/vector.Depth*vector.Depth)
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
	if p.Turned {
		return Dots(height, width, p.Inner, a, b[column*p.Inner:], c, p.Columns, goOn)
	}
	return Multiply(height, width, p.Inner, a, p.Inner, b[column:], p.Columns, c, p.Columns, goOn)
}

// Multiply adds to c (m×n) the product of a (m×k) and b (k×n), whose rows stand
// lda, ldb and ldc apart; goOn is asked now and then.
func Multiply[T vector.Number](m, n, k int, a []T, lda int, b []T, ldb int, c []T, ldc int, goOn func() error) error {
	switch a := any(a).(type) {
	case []float32:
		return packed(m, n, k, factor[float32]{elems: a, step: lda}, factor[float32]{elems: any(b).([]float32), step: ldb}, any(c).([]float32), ldc, goOn)
	case []float64:
		return packed(m, n, k, factor[float64]{elems: a, step: lda}, factor[float64]{elems: any(b).([]float64), step: ldb}, any(c).([]float64), ldc, goOn)
	}
	return inParts(k, m*n, goOn, func(from, to int) {
		for i := range m {
			row := c[i*ldc:][:n]
			for l, x := range a[i*lda+from : i*lda+to] {
				for j, y := range b[(from+l)*ldb:][:n] {
					row[j] += x * y
				}
			}
		}
	})
}

// Dots adds to c, whose rows stand ldc apart, the products of each row of a
// with each row of b, both of n elements; goOn is asked now and then.
func Dots[T vector.Number](rows, columns, n int, a, b, c []T, ldc int, goOn func() error) error {
	switch a := any(a).(type) {
	case []float32:
		b, c := any(b).([]float32), any(c).([]float32)
		if rows == 1 { // what is left there are few columns
			done := vector.DotsOf(columns)
			err := inParts(n, columns, goOn, func(from, to int) { vector.Dots(c[:done], a[from:to], b[from:], n) })
			if err != nil || done == columns {
				return err
			}
			b, c, columns = b[done*n:], c[done:], columns-done
		}
		return packed(rows, columns, n, factor[float32]{elems: a, step: n}, factor[float32]{elems: b, step: n, turned: true}, c, ldc, goOn)
	case []float64:
		return packed(rows, columns, n, factor[float64]{elems: a, step: n}, factor[float64]{elems: any(b).([]float64), step: n, turned: true}, any(c).([]float64), ldc, goOn)
	}
	return inParts(n, rows*columns, goOn, func(from, to int) {
		for i := range rows {
			row := a[i*n+from : i*n+to]
			for j := range columns {
				c[i*ldc+j] = dot(c[i*ldc+j], row, b[j*n+from:])
			}
		}
	})
}

// MultiplyAt is Multiply where row l of b begins at element offsets[l] of it.
func MultiplyAt[T vector.Number](m, n int, a []T, lda int, b []T, offsets []int, c []T, ldc int, goOn func() error) error {
	switch a := any(a).(type) {
	case []float32:
		return packed(m, n, len(offsets), factor[float32]{elems: a, step: lda}, factor[float32]{elems: any(b).([]float32), offsets: offsets}, any(c).([]float32), ldc, goOn)
	case []float64:
		return packed(m, n, len(offsets), factor[float64]{elems: a, step: lda}, factor[float64]{elems: any(b).([]float64), offsets: offsets}, any(c).([]float64), ldc, goOn)
	}
	return inParts(len(offsets), m*n, goOn, func(from, to int) {
		for i := range m {
			vector.Stencil(c[i*ldc:][:n], b, a[i*lda+from:i*lda+to], offsets[from:to])
		}
	})
}

func dot[T vector.Number](sum T, x, y []T) T {
	y = y[:len(x)]
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}
