package convolve

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector/matrix"
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
	taps := v.space.Taps()
	return matrix.Multiply(min(filterTile, v.filters-filter), to-from, n*taps,
		v.weights(group, filter)[first*taps:], v.in*taps, rows, step,
		v.result(batch, group, filter)[from:], v.space.Results(), pause)
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
