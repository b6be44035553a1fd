package convolve

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/value/matrix"
)

// A convolution by columns is one product of matrices for each group: the weights, a row
// of C·taps for each filter, times a matrix with a column for each position of the result,
// which holds what the taps meet there (Chellapilla et al., High performance
// convolutional neural networks for document processing, 2006). The matrix is made in
// parts of columnElems elements, which stay in the cache: parts of columnTile positions,
// and of so many channels as fit. The products of later channels are added to those of
// earlier ones, so that an element adds up its terms in the order of channels and taps.
const (
	columnTile  = 192     // positions of a part
	columnElems = 1 << 16 // elements of a part
	filterTile  = 128     // filters that share a part
	filterPanel = 64      // filters multiplied at once: gonum stays on this goroutine
	// Below so many positions, rows are too short for the blas.
	fewPixels = 8
)

// byColumns shares out the parts of the result: filterTile filters at columnTile
// positions.
func (v *convolver[T]) byColumns(m op.Machine) error {
	tiles := (v.space.Results() + columnTile - 1) / columnTile
	panels := (v.filters + filterTile - 1) / filterTile
	steps := min(v.filters, filterTile) * min(v.space.Results(), columnTile) * v.in * v.space.Taps()
	return buffer.Long(m, v.batch*v.groups*tiles*panels, steps, func(i int, pause func() error) error {
		i, panel := i/panels, i%panels
		i, tile := i/tiles, i%tiles
		return v.columnPart(m, i/v.groups, i%v.groups, panel*filterTile, tile*columnTile, pause)
	})
}

// columnPart computes the results of some filters from position `from` on.
func (v *convolver[T]) columnPart(m op.Machine, batch, group, filter, from int, pause func() error) error {
	to := min(from+columnTile, v.space.Results())
	image := v.image(batch, group)
	if isPointwise(v.space) {
		return v.multiply(batch, group, filter, from, to, 0, v.in, image[from:], v.space.Size(), pause)
	}
	width, taps := to-from, v.space.Taps()
	channels := min(v.in, max(1, columnElems/(width*taps)))
	part, err := op.Make[T](m, channels*taps*width)
	if err != nil {
		return err
	}
	for first := 0; first < v.in; first += channels {
		if err := pause(); err != nil {
			return err
		}
		n := min(channels, v.in-first)
		if err := columns(v.space, part, image[first*v.space.Size():], n, from, to, pause); err != nil {
			return err
		}
		if err := v.multiply(batch, group, filter, from, to, first, n, part, width, pause); err != nil {
			return err
		}
	}
	return nil
}

// multiply adds the products of weights with the rows of n channels.
func (v *convolver[T]) multiply(batch, group, filter, from, to, first, n int, rows []T, step int, pause func() error) error {
	taps, results := v.space.Taps(), v.space.Results()
	for end := min(filter+filterTile, v.filters); filter < end; filter += filterPanel {
		err := matrix.Multiply(min(filterPanel, end-filter), to-from, n*taps,
			v.weights(group, filter)[first*taps:], v.in*taps, rows, step,
			v.result(batch, group, filter)[from:], results, pause)
		if err != nil {
			return err
		}
	}
	return nil
}

// isPointwise reports whether each position meets just the element at its own place: the
// data then are the matrix of columns.
func isPointwise(s sliding.Space) bool {
	for _, g := range s {
		if g.Kernel != 1 || g.Stride != 1 || g.Before != 0 || g.Out != g.In {
			return false
		}
	}
	return true
}

// columns writes a row for each of n channels and each tap: what the positions
// from `from` up to `to` meet there.
func columns[T value.Number](s sliding.Space, dst, image []T, n, from, to int, pause func() error) error {
	width, next := to-from, columnElems
	for c := range n {
		plane := image[c*s.Size():][:s.Size()]
		for d := range s[0].Kernel {
			for h := range s[1].Kernel {
				for w := range s[2].Kernel {
					tapRow(s, dst[:width], plane, [3]int{d, h, w}, from)
					dst = dst[width:]
					if next -= width; next < 0 {
						if err := pause(); err != nil {
							return err
						}
						next = columnElems
					}
				}
			}
		}
	}
	return nil
}

// tapRow writes what positions from `from` on meet at one tap, line by line.
func tapRow[T value.Number](s sliding.Space, dst, plane []T, tap [3]int, from int) {
	for len(dst) > 0 {
		x := from % s[2].Out
		row := from / s[2].Out
		n := min(s[2].Out-x, len(dst))
		d, h := s[0].At(row/s[1].Out, tap[0]), s[1].At(row%s[1].Out, tap[1])
		if s[0].Holds(d) && s[1].Holds(h) {
			line := plane[(d*s[1].In+h)*s[2].In:][:s[2].In]
			copyLine(dst[:n], line, s[2].At(x, tap[2]), s[2].Stride)
		} else {
			clear(dst[:n])
		}
		dst, from = dst[n:], from+n
	}
}

// copyLine copies line[from], line[from+step], … to dst; what is outside is 0.
func copyLine[T value.Number](dst, line []T, from, step int) {
	if step == 1 {
		low := min(max(0, -from), len(dst))
		high := max(low, min(len(dst), len(line)-from))
		clear(dst[:low])
		if low < high {
			copy(dst[low:high], line[from+low:])
		}
		clear(dst[high:])
		return
	}
	for i := range dst {
		dst[i] = 0
		if at := from + i*step; uint(at) < uint(len(line)) {
			dst[i] = line[at]
		}
	}
}

// narrow is the algorithm for few positions, where rows of columns would be too short:
// the transposed matrix has a row for each position, and each result is the dot product
// of such a row with a row of the weights.
func (v *convolver[T]) narrow(m op.Machine) error {
	panels := (v.filters + filterPanel - 1) / filterPanel
	depth, results := v.in*v.space.Taps(), v.space.Results()
	return buffer.Long(m, v.batch*v.groups*panels, filterPanel*depth*results, func(i int, pause func() error) error {
		batch, group, filter := i/panels/v.groups, i/panels%v.groups, i%panels*filterPanel
		n := min(filterPanel, v.filters-filter)
		scratch, err := op.Make[T](m, 2*depth*results+n*results)
		if err != nil {
			return err
		}
		part, rows, sums := scratch[:depth*results], scratch[depth*results:][:depth*results], scratch[2*depth*results:]
		if err := columns(v.space, part, v.image(batch, group), v.in, 0, results, pause); err != nil {
			return err
		}
		matrix.Transpose(rows, part, depth, results, results)
		if err := matrix.Dots(results, n, depth, rows, v.weights(group, filter), sums, n, pause); err != nil {
			return err
		}
		matrix.Transpose(v.result(batch, group, filter), sums, results, n, n)
		return nil
	})
}
