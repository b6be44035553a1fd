package value

import "github.com/fraccheck/fraccheck/internal/vector"

// A Fold combines elements along some dimensions of an array by an associative
// function of two numbers. How the elements of one result are bracketed
// depends on their number alone: chunks of foldChunk in order, their results
// combined with their neighbours pairwise; within a chunk of more than
// foldLanes elements every foldLanes-th is combined from the left, and then
// the halves of what is left of them. So results are the same on any number of cores,
// and rounding errors of sums grow with the logarithm of their number (N. Higham, The
// Accuracy of Floating Point Summation, 1993).
type Fold struct {
	Length  int // elements combined into one result
	Results int
	Chunks  int

	array  *Array
	f      *Map
	kept   dims
	folded dims
	column dims // the innermost kept dimension, where results are computed side by side
	tiles  int  // of column, for each index of the other kept dimensions
}

// A chunk of foldChunk elements is the work of one task, of which foldLanes sums are kept at
// once, so that no addition waits for the one before it. Results whose elements lie across
// each other's are computed foldTile at a time.
const (
	foldChunk = 4096
	foldLanes = vector.Lanes
	foldTile  = 256
)

// dims are some dimensions of an array.
type dims struct{ shape, strides []int }

func (d dims) count() int { return Product(d.shape) }

// NewFold prepares to combine the elements of a along the dimensions that
// folded marks, one entry a dimension. Results are in the order of the other dimensions.
func NewFold(f *Map, a *Array, folded []bool) *Fold {
	r := &Fold{array: a, f: f}
	for k, fold := range folded {
		d := &r.kept
		if fold {
			d = &r.folded
		}
		d.shape, d.strides = append(d.shape, a.Shape[k]), append(d.strides, a.Strides[k])
	}
	r.Length, r.Results = r.folded.count(), r.kept.count()
	r.Chunks = max(1, (r.Length+foldChunk-1)/foldChunk)
	r.kept.shape, r.kept.strides = merged(r.kept.shape, r.kept.strides)
	r.folded.shape, r.folded.strides = merged(r.folded.shape, r.folded.strides)
	r.split()
	return r
}

// split lets results be computed side by side where their elements lie so.
func (r *Fold) split() {
	last := len(r.kept.shape) - 1
	if last < 0 || r.kept.strides[last] != 1 {
		return
	}
	r.column = dims{r.kept.shape[last:], r.kept.strides[last:]}
	r.kept = dims{r.kept.shape[:last], r.kept.strides[:last]}
	r.tiles = (r.column.shape[0] + foldTile - 1) / foldTile
}

// Tasks is the number of independent pieces of work, and Work that of elements
// in each.
func (r *Fold) Tasks() int { return r.Chunks * r.kept.count() * max(r.tiles, 1) }

// Work is about the number of elements that a task combines.
func (r *Fold) Work() int {
	width := 1
	if r.tiles > 0 {
		width = min(foldTile, r.column.shape[0])
	}
	return width * max(1, min(r.Length, foldChunk))
}

// Parts allocates the results of all chunks. Length must not be 0.
func (r *Fold) Parts() any { return MakeData(r.array.Dtype, r.Chunks*r.Results) }

// Run does the tasks from to to.
func (r *Fold) Run(parts any, from, to int) { kindOfSlice(parts).fold(r, parts, from, to) }

// Finish combines the chunks, and gives the results: the front of parts.
func (r *Fold) Finish(parts any) any {
	n := r.Results
	row := func(i int) any { return Cut(parts, i*n, (i+1)*n) }
	for chunks := r.Chunks; chunks > 1; chunks = (chunks + 1) / 2 {
		for i := range chunks / 2 {
			r.f.block(row(i), []any{row(2 * i), row(2*i + 1)})
		}
		if chunks%2 == 1 {
			CopyData(row(chunks/2), row(chunks-1))
		}
	}
	return row(0)
}

func (sliceOf[T]) fold(r *Fold, parts any, from, to int) {
	f := folder[T]{Fold: r, rows: r.f.rows.(func(dst, x, y []T)), parts: parts.([]T)}
	f.one = r.f.one.(func(x, y T) T)
	f.loop, _ = r.f.fold.(func(lanes, x []T))
	if r.tiles == 0 {
		f.rowTasks(from, to)
		return
	}
	f.columnTasks(from, to)
}

// A folder does tasks of a Fold.
type folder[T Element] struct {
	*Fold
	rows  func(dst, x, y []T)
	one   func(x, y T) T
	loop  func(lanes, x []T) // nil for a function without one
	parts []T
	lanes []T
}

// rowTasks combine elements that are read side by side. Task t is chunk
// t mod Chunks of result t / Chunks.
func (f *folder[T]) rowTasks(from, to int) {
	f.lanes = make([]T, foldLanes)
	reader := NewReader(&Array{
		Dtype:   f.array.Dtype,
		Shape:   append(append([]int{}, f.kept.shape...), f.folded.shape...),
		Strides: append(append([]int{}, f.kept.strides...), f.folded.strides...),
		Offset:  f.array.Offset, Data: f.array.Data,
	})
	if f.Chunks == 1 {
		f.shortRows(reader, from, to)
		return
	}
	for t := from; t < to; t++ {
		result, chunk := t/f.Chunks, t%f.Chunks
		at := chunk * foldChunk
		n := min(foldChunk, f.Length-at)
		row := reader.Read(result*f.Length+at, n).([]T)
		f.parts[chunk*f.Results+result] = f.row(row)
	}
}

// shortRows reads many results' elements at a time.
func (f *folder[T]) shortRows(reader *Reader, from, to int) {
	batch := max(1, foldChunk/f.Length)
	for from < to {
		n := min(batch, to-from)
		rows := reader.Read(from*f.Length, n*f.Length).([]T)
		for i := range n {
			f.parts[from+i] = f.row(rows[i*f.Length : (i+1)*f.Length])
		}
		from += n
	}
}

func (f *folder[T]) row(x []T) T {
	acc := f.lanes
	if len(x) <= foldLanes {
		sum := x[0]
		for _, v := range x[1:] {
			sum = f.one(sum, v)
		}
		return sum
	}
	copy(acc, x)
	if f.loop != nil {
		f.loop(acc, x[foldLanes:])
		f.halve(acc, 1)
		return acc[0]
	}
	i := foldLanes
	for ; i+foldLanes <= len(x); i += foldLanes {
		f.rows(acc, acc, x[i:i+foldLanes])
	}
	rest := x[i:]
	f.rows(acc[:len(rest)], acc[:len(rest)], rest)
	f.halve(acc, 1)
	return acc[0]
}

// halve combines the lanes, each of which is width wide.
func (f *folder[T]) halve(acc []T, width int) {
	for n := foldLanes / 2; n > 0; n /= 2 {
		f.rows(acc[:n*width], acc[:n*width], acc[n*width:2*n*width])
	}
}

// columnTasks combine rows of elements of neighbouring results. Task t is
// chunk t mod Chunks of a tile of results.
func (f *folder[T]) columnTasks(from, to int) {
	width := f.column.shape[0]
	f.lanes = make([]T, foldLanes*min(foldTile, width))
	for t := from; t < to; t++ {
		chunk, tile, outer := t%f.Chunks, t/f.Chunks%f.tiles, t/f.Chunks/f.tiles
		first := tile * foldTile
		base := newWalk(f.kept.shape, f.kept.strides, f.array.Offset, outer).at + first
		n := min(foldTile, width-first)
		f.tile(base, n, chunk)
		copy(f.parts[chunk*f.Results+outer*width+first:], f.lanes[:n])
	}
}

// tile combines the rows of a chunk into the front of lanes.
func (f *folder[T]) tile(base, width, chunk int) {
	src := f.array.Data.([]T)
	first := chunk * foldChunk
	rows := min(foldChunk, f.Length-first)
	lanes := 1
	if rows > foldLanes {
		lanes = foldLanes
	}
	w := newWalk(f.folded.shape, f.folded.strides, base, first)
	for r := range rows {
		lane := f.lanes[r%lanes*width:][:width]
		if row := src[w.at : w.at+width]; r < lanes {
			copy(lane, row)
		} else {
			f.rows(lane, lane, row)
		}
		w.advance(1)
	}
	if lanes > 1 {
		f.halve(f.lanes[:lanes*width], width)
	}
}

// scanWidth is the number of elements from which rows are combined as a whole.
const scanWidth = 16

// Scan replaces row i of data, n rows of width elements, by f of row i - 1 and
// row i, for i from 1 on, in the columns from to to. f has one dtype.
func (m *Map) Scan(data any, n, width, from, to int) {
	k := kindOfSlice(data)
	if k.scan(m, data, n, width, from, to) {
		return
	}
	row := func(i int) any { return k.cut(data, i*width+from, i*width+to) }
	for i := 1; i < n; i++ {
		next := row(i)
		m.block(next, []any{row(i - 1), next})
	}
}

// scan goes down column by column where there are few. It does nothing for half dtypes, which have
// no function on their bits.
func (sliceOf[T]) scan(m *Map, of any, n, width, from, to int) bool {
	f, ok := m.one.(func(x, y T) T)
	if !ok {
		return false
	}
	data := of.([]T)
	if to-from >= scanWidth {
		rows := m.rows.(func(dst, x, y []T))
		for last := data[from:to]; n > 1; n-- {
			from, to = from+width, to+width
			rows(data[from:to], last, data[from:to])
			last = data[from:to]
		}
		return true
	}
	for column := from; column < to; column++ {
		last := data[column]
		for i := width + column; i < n*width; i += width {
			last = f(last, data[i])
			data[i] = last
		}
	}
	return true
}

// ScanRow fills dst from element `from` up to `to` with the running results of f over src: element
// i is f of element i - 1 and of element i of src. Not for half dtypes.
func (m *Map) ScanRow(dst, src any, from, to int) { kindOfSlice(dst).scanRow(m, dst, src, from, to) }

func (sliceOf[T]) scanRow(m *Map, dst, src any, from, to int) {
	f, r, xs := m.one.(func(x, y T) T), dst.([]T), src.([]T)
	if from == to {
		return
	}
	if from == 0 {
		r[0], from = xs[0], 1
	}
	last := r[from-1]
	for i := from; i < to; i++ {
		last = f(last, xs[i])
		r[i] = last
	}
}
