package inspect

import (
	"context"
	"math"

	"github.com/fraccheck/fraccheck/internal/value"
)

const (
	mostPixels  = 256     // rows and columns of a raster
	mostSampled = 4       // rows and columns of the elements of a block that its pixel is made of
	mostCounted = 1 << 20 // elements of a histogram
	sections    = 32      // of a histogram
)

// count counts elements by their size: all of them, or of a large tensor some at equal distances
// in the order of rows.
func (r *Raster) count(ctx context.Context, a *value.Array, stats value.Statistics) error {
	least, most := stats.Least.Float(), stats.Most.Float()
	if stats.Finite == 0 || !(most > least) {
		return nil
	}
	step := (a.Len() + mostCounted - 1) / mostCounted
	r.Histogram = make([]int, sections)
	for k := 0; k < a.Len(); k += step {
		if k/step%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r.Counted++
		x := value.Load(a.Dtype, a.Data, elementAt(a, k)).Float()
		if place, finite := placeOf(x, least, most); finite {
			r.Histogram[min(int(place*sections), sections-1)]++
		}
	}
	return nil
}

// elementAt is where element k, in the order of rows, is in the data of a tensor.
func elementAt(a *value.Array, k int) int {
	at := a.Offset
	for axis := a.Rank() - 1; axis >= 0; axis-- {
		at += k % a.Shape[axis] * a.Strides[axis]
		k /= a.Shape[axis]
	}
	return at
}

// placeOf is where a finite number lies between two others, from 0 to 1.
func placeOf(x, least, most float64) (place float64, finite bool) {
	if x-x != 0 {
		return 0, false
	}
	if most > least {
		place = x/2 - least/2 // the whole range may be infinite
		place /= most/2 - least/2
	}
	return min(max(place, 0), 1), true
}

// colorsOf is how many colours an image has, 0 of a tensor that is none.
func colorsOf(a *value.Array) int {
	if n := a.Rank(); n >= 3 && a.Dtype == value.Uint8 && (a.Shape[n-1] == 3 || a.Shape[n-1] == 4) {
		return a.Shape[n-1]
	}
	return 0
}

// rasterOf draws the last dimensions of a tensor.
func rasterOf(ctx context.Context, a *value.Array, at section, stats value.Statistics) (*Raster, error) {
	r := &Raster{Offset: append([]int{}, at.offset...), Colors: colorsOf(a), Rows: 1, Pixels: []byte{}}
	column := a.Rank() - 1
	if r.Colors > 0 {
		r.Offset[column], column = 0, column-1
	}
	r.Columns, r.Offset[column] = a.Shape[column], 0
	d := drawer{array: a, column: column, colors: r.Colors, least: stats.Least.Float(), most: stats.Most.Float()}
	if column > 0 {
		r.Rows, r.Offset[column-1] = a.Shape[column-1], 0
		d.rowStride = a.Strides[column-1]
	}
	d.start = a.Offset
	for axis, i := range r.Offset {
		d.start += i * a.Strides[axis]
	}
	if a.Len() == 0 {
		return r, nil
	}
	r.Height, r.Width = min(at.raster[0], r.Rows), min(at.raster[1], r.Columns)
	for y := range r.Height {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		rows := blockOf(y, r.Height, r.Rows)
		for x := range r.Width {
			r.Pixels = d.pixel(r.Pixels, rows, blockOf(x, r.Width, r.Columns))
		}
	}
	return r, r.count(ctx, a, stats)
}

// blockOf is the first and the last element of those in a row that pixel i of n stands for, and the
// distance of those that are looked at.
func blockOf(i, n, elements int) [3]int {
	from, to := i*elements/n, (i+1)*elements/n
	return [3]int{from, to, (to - from + mostSampled - 1) / mostSampled}
}

// A drawer makes pixels of the elements of one slice of a tensor.
type drawer struct {
	array             *value.Array
	column, rowStride int // the dimension of columns; the stride of rows, 0 where there is one
	start             int
	colors            int
	least, most       float64
}

// pixel appends the pixel of a block.
func (d *drawer) pixel(pixels []byte, rows, columns [3]int) []byte {
	if d.colors == 0 {
		return append(pixels, d.level(rows, columns, 0))
	}
	for color := range d.colors {
		sum, count := 0.0, 0
		d.each(rows, columns, color*d.array.Strides[d.column+1], func(x float64) { sum, count = sum+x, count+1 })
		pixels = append(pixels, byte(math.Round(sum/float64(count))))
	}
	return pixels
}

// level is the mean of the finite elements of a block. What is not finite is not to be overlooked:
// one in a block is enough.
func (d *drawer) level(rows, columns [3]int, shift int) byte {
	sum, count, special := 0.0, 0, byte(0)
	d.each(rows, columns, shift, func(x float64) {
		place, finite := placeOf(x, d.least, d.most)
		switch {
		case finite:
			sum, count = sum+place, count+1
		case math.IsNaN(x):
			special = LevelNaN
		case x > 0:
			special = max(special, LevelPositive)
		default:
			special = max(special, LevelNegative)
		}
	})
	if special > 0 {
		return special
	}
	return byte(math.Round(sum / float64(count) * LevelMost))
}

func (d *drawer) each(rows, columns [3]int, shift int, visit func(x float64)) {
	a, stride := d.array, d.array.Strides[d.column]
	for row := rows[0]; row < rows[1]; row += rows[2] {
		for column := columns[0]; column < columns[1]; column += columns[2] {
			visit(value.Load(a.Dtype, a.Data, d.start+shift+row*d.rowStride+column*stride).Float())
		}
	}
}
