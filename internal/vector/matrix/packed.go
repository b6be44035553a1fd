package matrix

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/vector"
)

// A factor is a matrix whose rows, or (turned) columns, lie side by side, step apart, or at
// offsets where there are some.
type factor[T vector.Float] struct {
	elems   []T
	step    int
	turned  bool
	offsets []int
}

// line is where a row, or column, begins.
func (f factor[T]) line(i int) int {
	if f.offsets != nil {
		return f.offsets[i]
	}
	return i * f.step
}

// across is the factor with rows and columns exchanged.
func (f factor[T]) across() factor[T] {
	f.turned = !f.turned
	return f
}

// rows packs the elements of `depth` columns from l on, row by row, for the rows from i on.
func (f factor[T]) rows(dst []T, i, n, l, depth int) {
	if f.turned {
		for d := range depth {
			for r, x := range f.elems[f.line(l+d)+i:][:n] {
				dst[r*vector.Stride+d] = x
			}
		}
		return
	}
	for r := range n {
		copy(dst[r*vector.Stride:][:depth], f.elems[f.line(i+r)+l:])
	}
}

// panel packs n columns from j on of the rows from l on, next to each other, `width` wide; what
// is after the columns is 0.
func (f factor[T]) panel(dst []T, width, l, depth, j, n int) {
	switch {
	case f.turned:
		if n < width {
			clear(dst[:depth*width])
		}
		vector.Transpose(dst, width, f.elems[j*f.step+l:], f.step, n, depth)
	case n == width && f.offsets != nil:
		vector.CopyRowsAt(dst, f.elems[j:], f.offsets[l:l+depth], width)
	case n == width:
		vector.CopyRows(dst, f.elems[l*f.step+j:], depth, width, f.step)
	default:
		for d := range depth {
			row := dst[d*width:][:width]
			clear(row[copy(row, f.elems[f.line(l+d)+j:][:n]):])
		}
	}
}

// A workspace is what one product packs into.
type workspace[T vector.Float] struct {
	a    [tileRows * vector.Stride]T
	b    [vector.Depth * mostWidth]T
	tile [mostRows * mostWidth]T
}

// mostWidth and mostRows are the extents of tiles of internal/vector.
const (
	mostWidth = 32
	mostRows  = 8
)

var workspaces32, workspaces64 sync.Pool

func takeWorkspace[T vector.Float]() (w *workspace[T], pool *sync.Pool) {
	pool = &workspaces64
	if _, single := any(w).(*workspace[float32]); single {
		pool = &workspaces32
	}
	if w, ok := pool.Get().(*workspace[T]); ok {
		return w, pool
	}
	return new(workspace[T]), pool
}

// Below so many columns, and with more rows, a product is computed as the transposed one: tiles
// are wide.
const fewColumns = 8

// packed adds a·b to c (m×n). For each part of the inner dimension and tileRows rows, a's block
// is packed, which then lies in the second cache; for each panel of b, which is packed into the
// first one, all rows are multiplied (K. Goto and R. van de Geijn, Anatomy of High-Performance
// Matrix Multiplication, 2008).
func packed[T vector.Float](m, n, k int, a, b factor[T], c []T, ldc int, goOn func() error) error {
	w, pool := takeWorkspace[T]()
	defer pool.Put(w)
	out := output[T]{c, ldc, false}
	if n < fewColumns && m > n {
		m, n, a, b, out.across = n, m, b.across(), a.across(), true
	}
	work := 0
	for l := 0; l < k; l += vector.Depth {
		depth := min(vector.Depth, k-l)
		for i := 0; i < m; i += tileRows {
			rows := min(tileRows, m-i)
			a.rows(w.a[:], i, rows, l, depth)
			for j := 0; j < n; {
				if work >= partWork {
					if err := goOn(); err != nil {
						return err
					}
					work = 0
				}
				width := w.panel(b, l, depth, j, n)
				columns := min(width.columns, n-j)
				w.multiply(width, rows, depth, out, i, j, columns)
				work += rows * columns * depth
				j += columns
			}
		}
	}
	return nil
}

// A width is one of the widths of panels.
type width struct{ index, columns int }

// panel packs the panel of b from column j of n on, in the least width that holds what is left.
func (w *workspace[T]) panel(b factor[T], l, depth, j, n int) width {
	widths := vector.ProductsOf[T]().Widths
	x := width{0, widths[0]}
	for i, columns := range widths {
		if columns >= n-j {
			x = width{i, columns}
		}
	}
	b.panel(w.b[:], x.columns, l, depth, j, min(x.columns, n-j))
	return x
}

// multiply adds the packed block times the packed panel to the rows from i and the columns from
// j on. Where the panel is wider than what is left, a tile aside takes the sums.
func (w *workspace[T]) multiply(x width, rows, depth int, out output[T], i, j, columns int) {
	p := vector.ProductsOf[T]()
	for r, k := 0, 0; r < rows; {
		for p.Rows[k] > rows-r {
			k++
		}
		height := p.Rows[k]
		if columns == x.columns && !out.across {
			p.Add(k, x.index, depth, w.a[r*vector.Stride:], w.b[:], out.c[(i+r)*out.step+j:], out.step)
		} else {
			out.load(w.tile[:], x.columns, i+r, j, height, columns)
			p.Add(k, x.index, depth, w.a[r*vector.Stride:], w.b[:], w.tile[:], x.columns)
			out.store(w.tile[:], x.columns, i+r, j, height, columns)
		}
		r += height
	}
}

// An output is c; across tells that rows and columns are exchanged.
type output[T vector.Float] struct {
	c      []T
	step   int
	across bool
}

func (o output[T]) load(tile []T, width, row, column, rows, columns int) {
	for i := range rows {
		for j := range columns {
			tile[i*width+j] = o.c[o.place(row+i, column+j)]
		}
		clear(tile[i*width+columns:][:width-columns])
	}
}

func (o output[T]) store(tile []T, width, row, column, rows, columns int) {
	for i := range rows {
		for j := range columns {
			o.c[o.place(row+i, column+j)] = tile[i*width+j]
		}
	}
}

func (o output[T]) place(i, j int) int {
	if o.across {
		return j*o.step + i
	}
	return i*o.step + j
}
