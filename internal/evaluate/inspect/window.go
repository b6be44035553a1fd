package inspect

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/value"
)

// How much is shown of a tensor: by default, and at most.
const (
	usualRows, usualColumns = 32, 16
	mostRows, mostColumns   = 100, 100
)

// A section is which part of a tensor is shown.
type section struct {
	offset        []int // by dimension
	rows, columns int
	raster        []int
}

// windowed is a part as a tensor, nil where it is none: a dense tensor, or a FractalTensor of
// numbers, which has one dimension.
func windowed(v value.Value) *value.Array {
	switch v := v.(type) {
	case *value.Array:
		if v.Rank() > 0 {
			return v
		}
	case *value.Fractal:
		if leaves, ok := v.Elems.(*value.Leaves); ok && leaves.Array.Rank() == 1 && !value.IsUndecided(leaves) {
			return leaves.Dense()
		}
	}
	return nil
}

// sectionOf reads which part of a tensor a view asks for.
func sectionOf(a *value.Array, v View) (section, error) {
	at := section{offset: make([]int, a.Rank()), rows: usualRows, columns: usualColumns}
	if len(v.Offset) > 0 {
		if len(v.Offset) != a.Rank() {
			return at, wrong("the tensor has %d dimensions, and `offset` has %d numbers", a.Rank(), len(v.Offset))
		}
		copy(at.offset, v.Offset)
	}
	if len(v.Size) > 0 {
		if len(v.Size) != 2 {
			return at, wrong("`size` of a tensor is rows and columns, not %v", v.Size)
		}
		at.rows, at.columns = min(v.Size[0], mostRows), min(v.Size[1], mostColumns)
	}
	if at.rows < 0 || at.columns < 0 {
		return at, wrong("a window of %d by %d elements was asked for", at.rows, at.columns)
	}
	if len(v.Raster) > 0 {
		if len(v.Raster) != 2 || v.Raster[0] <= 0 || v.Raster[1] <= 0 {
			return at, wrong("`raster` is how many rows and columns of pixels are wanted, not %v", v.Raster)
		}
		at.raster = []int{min(v.Raster[0], mostPixels), min(v.Raster[1], mostPixels)}
	}
	for k, i := range at.offset {
		if i < 0 || i > 0 && i >= a.Shape[k] {
			return at, wrong("dimension %d of the tensor has %d elements, and number %d was asked for", k, a.Shape[k], i)
		}
	}
	return at, nil
}

// window puts a part of a tensor into a node.
func (b *builder) window(n *Node, p part, a *value.Array, at section) error {
	stats, err := b.statistics(a)
	if err != nil {
		return err
	}
	n.Stats, n.Shape, n.Dtype = statsOf(a, stats), a.Shape, a.Dtype.String()
	n.Window = windowOf(a, at, stats)
	if len(at.raster) > 0 {
		if n.Raster, err = rasterOf(b.ctx, a, at, stats); err != nil {
			return err
		}
	}
	if want := windowed(p.want); n.Differs && want != nil && b.subject.corresponds(b.ctx, p) {
		n.Window.Differs = differing(a, want, n.Window)
	}
	return nil
}

// windowOf is the part itself.
func windowOf(a *value.Array, at section, stats value.Statistics) *Window {
	w := &Window{Offset: at.offset, Rows: 1, Cells: [][]string{}, Heat: [][]*float64{}}
	last := a.Rank() - 1
	w.Columns = min(at.columns, a.Shape[last]-at.offset[last])
	if last > 0 {
		w.Rows = min(at.rows, a.Shape[last-1]-at.offset[last-1])
	}
	for _, extent := range a.Shape[:max(0, last-1)] {
		if extent == 0 {
			w.Rows = 0
		}
	}
	scale := scaleOf(stats)
	each(w, last, func(row, column int, index []int) {
		if column == 0 {
			w.Cells, w.Heat = append(w.Cells, []string{}), append(w.Heat, []*float64{})
		}
		s := a.ScalarAt(index...)
		w.Cells[row] = append(w.Cells[row], number(s))
		w.Heat[row] = append(w.Heat[row], scale(s))
	})
	return w
}

// each goes through the elements of a window, row by row.
func each(w *Window, last int, visit func(row, column int, index []int)) {
	index := make([]int, last+1)
	copy(index, w.Offset)
	for row := range w.Rows {
		if last > 0 {
			index[last-1] = w.Offset[last-1] + row
		}
		for column := range w.Columns {
			index[last] = w.Offset[last] + column
			visit(row, column, index)
		}
	}
}

// scaleOf gives where finite numbers lie between the least and the greatest one.
func scaleOf(stats value.Statistics) func(value.Scalar) *float64 {
	least, most := stats.Least.Float(), stats.Most.Float()
	return func(s value.Scalar) *float64 {
		place, finite := placeOf(s.Float(), least, most)
		if !finite || stats.Finite == 0 {
			return nil
		}
		place = math.Round(place*1000) / 1000
		return &place
	}
}

// differing marks the elements that are not as expected.
func differing(got, want *value.Array, w *Window) [][]bool {
	marks := make([][]bool, w.Rows)
	each(w, got.Rank()-1, func(row, _ int, index []int) {
		same := value.Agree(got.ScalarAt(index...), want.ScalarAt(index...), value.Tolerance{})
		marks[row] = append(marks[row], !same)
	})
	return marks
}

// mostStatistics is of how many tensors the statistics are kept.
const mostStatistics = 1 << 10

// statistics are those of a tensor, which a window that moves does not work out again.
func (b *builder) statistics(a *value.Array) (value.Statistics, error) {
	s, key := b.subject, fmt.Sprint(reflect.ValueOf(a.Data).Pointer(), a.Dtype, a.Offset, a.Shape, a.Strides)
	s.mu.Lock()
	found, known := s.stats[key]
	s.mu.Unlock()
	if known {
		return found, nil
	}
	found, err := value.Measure(b.ctx, a, 1)
	if err != nil {
		return found, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stats == nil || len(s.stats) >= mostStatistics {
		s.stats = map[string]value.Statistics{}
	}
	s.stats[key] = found
	return found, nil
}

func statsOf(a *value.Array, found value.Statistics) *Stats {
	s := &Stats{Count: a.Len(), NaN: found.NaN, Inf: found.Infinite}
	if found.Finite > 0 {
		least, most, mean := number(found.Least), number(found.Most), strconv.FormatFloat(found.Mean, 'g', 6, 64)
		s.Min, s.Max, s.Mean = &least, &most, &mean
	}
	return s
}

// Tensor is a part of the value as a dense tensor: a tensor, a FractalTensor of numbers, or a
// scalar. The error is a *ViewError, or that of the context.
func (s *Subject) Tensor(ctx context.Context, path []int) (*value.Array, error) {
	p, err := s.part(ctx, path)
	if err != nil {
		return nil, err
	}
	if a := windowed(p.value); a != nil {
		return a, nil
	}
	switch v := p.value.(type) {
	case *value.Array:
		return v, nil
	case value.Scalar:
		return value.FromScalar(v), nil
	}
	return nil, wrong("this part is a %s, and no tensor", s.kindOf(ctx, p.value))
}
