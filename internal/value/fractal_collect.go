package value

import (
	"fmt"
	"math"
	"slices"
)

// NewFractal collects elements, all of one kind and, at the leaves, of one
// shape and dtype. No elements give an empty FractalTensor of int32.
func NewFractal(elems []Value) (*Fractal, error) {
	c, err := Collect(nil, elems)
	if err != nil {
		return nil, err
	}
	return &Fractal{c}, nil
}

// An Asker is asked before memory is taken, in bytes; its error says why that may not
// be. It is asked for none between pieces of work that take long. nil is one that has
// no limit.
type Asker func(bytes int) error

// ask asks for n entries of some bytes; without an Asker it asks nobody.
func (a Asker) ask(n, bytes int) error {
	if a == nil {
		return nil
	}
	return a(times(n, bytes))
}

// wordSize is that of an index, in bytes.
const wordSize = 8

// times is a product of two sizes, the greatest number where it is greater.
func times(n, m int) int {
	if m != 0 && n > math.MaxInt/m {
		return math.MaxInt
	}
	return n * m
}

// Collect puts values side by side in a column. Columns of tuples share parts as the values do.
func Collect(ask Asker, elems []Value) (Column, error) {
	return (&collector{ask: ask}).collect(elems)
}

// A collector collects values; it keeps what it made of tuples, which may share their parts.
type collector struct {
	ask    Asker
	tuples Memo[Value, Column]
}

// collect makes a column of values of one form.
func (c *collector) collect(elems []Value) (Column, error) {
	ask := c.ask
	if len(elems) == 0 {
		return NewLeaves(Zeros(Int32, 0)), nil
	}
	switch first := firstDecided(elems).(type) {
	case Scalar:
		return collectScalars(ask, elems, first.Dtype)
	case *Array:
		return collectArrays(ask, elems, first)
	case *Fractal:
		return collectRows(ask, elems)
	case *Tuple:
		return c.tuples.Of(elems, func() (Column, error) { return c.collectTuples(elems, len(first.Elems)) })
	}
	return nil, fmt.Errorf("a FractalTensor cannot hold a value of this kind (%T)", elems[0])
}

// collectScalars and its neighbours collect elements of one kind; they fail where one
// differs from the first.
func collectScalars(ask Asker, elems []Value, d Dtype) (Column, error) {
	if err := ask.ask(len(elems), d.Size()); err != nil {
		return nil, err
	}
	a := Zeros(d, len(elems))
	for i, e := range elems {
		s, ok := e.(Scalar)
		if !ok || s.Dtype != d {
			return nil, differentElements(elems[0], e, i)
		}
		Store(a.Data, i, s)
	}
	return NewLeaves(a), nil
}

// collectArrays copies arrays of one shape side by side.
func collectArrays(ask Asker, elems []Value, first *Array) (Column, error) {
	if err := ask.ask(len(elems), times(first.Len(), first.Dtype.Size())); err != nil {
		return nil, err
	}
	out := Zeros(first.Dtype, append([]int{len(elems)}, first.Shape...)...)
	size := first.Len()
	for i, e := range elems {
		a, ok := e.(*Array)
		if !ok || a.Dtype != first.Dtype || !slices.Equal(a.Shape, first.Shape) {
			return nil, differentElements(first, e, i)
		}
		CopyRange(Cut(out.Data, i*size, (i+1)*size), a, 0, size)
	}
	return NewLeaves(out), nil
}

// collectRows joins the elements of FractalTensors, and keeps their offsets.
func collectRows(ask Asker, elems []Value) (Column, error) {
	if err := ask.ask(len(elems)+1, 3*wordSize); err != nil {
		return nil, err
	}
	offsets, parts := make([]int, len(elems)+1), make([]Column, len(elems))
	for i, e := range elems {
		f, ok := e.(*Fractal)
		if !ok {
			return nil, differentElements(elems[0], e, i)
		}
		parts[i] = f.Elems
		offsets[i+1] = offsets[i] + f.Len()
	}
	of, err := Concat(ask, parts...)
	if err != nil {
		return nil, err
	}
	return NewRows(offsets, of), nil
}

// collectTuples makes a column for each component.
func (c *collector) collectTuples(elems []Value, width int) (Column, error) {
	if err := c.ask.ask(len(elems), 2*wordSize); err != nil {
		return nil, err
	}
	out := &Columns{make([]Column, width), len(elems)}
	part := make([]Value, len(elems))
	for k := range width {
		for i, e := range elems {
			t, ok := e.(*Tuple)
			switch {
			case isUndecided(e):
				part[i] = e
			case !ok || len(t.Elems) != width:
				return nil, differentElements(elems[0], e, i)
			default:
				part[i] = t.Elems[k]
			}
		}
		of, err := c.collect(part)
		if err != nil {
			return nil, err
		}
		out.Of[k] = of
	}
	return out, nil
}

// Concat puts the elements of columns one behind another. Columns without
// elements fit any other.
func Concat(ask Asker, parts ...Column) (Column, error) {
	return (&joiner{ask: ask}).join(parts)
}

// A joiner puts columns one behind another; it keeps what it made of those of tuples, which
// may stand in several places.
type joiner struct {
	ask    Asker
	tuples Memo[Column, Column]
}

func (j *joiner) join(parts []Column) (Column, error) {
	var full []Column
	for _, p := range parts {
		if p.Len() > 0 {
			full = append(full, p)
		}
	}
	switch {
	case len(full) == 1:
		return full[0], nil
	case len(full) > 1:
		return j.concat(full)
	case len(parts) > 0:
		return parts[0], nil
	}
	return NewLeaves(Zeros(Int32, 0)), nil
}

func (j *joiner) concat(parts []Column) (Column, error) {
	ask := j.ask
	first := slices.IndexFunc(parts, func(c Column) bool { return !IsUndecided(c) })
	switch base(parts[max(first, 0)]).(type) {
	case *Leaves:
		return concatLeaves(ask, parts)
	case *Rows:
		return concatRows(ask, parts)
	}
	return j.tuples.Of(parts, func() (Column, error) { return j.concatTuples(parts, first) })
}

// base is the column that picks read.
func base(c Column) Column {
	if p, ok := c.(*Picked); ok {
		return p.Of
	}
	return c
}

// concatLeaves copies leaves side by side.
func concatLeaves(ask Asker, parts []Column) (Column, error) {
	n := 0
	for _, p := range parts {
		n += p.Len()
	}
	first := base(parts[0]).(*Leaves).Array
	shape := append([]int{n}, first.Shape[1:]...)
	size, at := Product(shape[1:]), 0
	if err := ask.ask(n, times(size, first.Dtype.Size())); err != nil {
		return nil, err
	}
	out := Zeros(first.Dtype, shape...)
	for i, p := range parts {
		l, ok := base(p).(*Leaves)
		if !ok || l.Array.Dtype != first.Dtype || !slices.Equal(l.Array.Shape[1:], shape[1:]) {
			return nil, differentElements(parts[0].At(0), p.At(0), i)
		}
		if err := copyLeaves(ask, Cut(out.Data, at, at+p.Len()*size), p, size); err != nil {
			return nil, err
		}
		at += p.Len() * size
	}
	return NewLeaves(out), nil
}

// copiedAtOnce is how many elements are copied between two looks at limits.
const copiedAtOnce = 1 << 20

// copyLeaves writes all the leaves of a column, which have size elements each.
func copyLeaves(ask Asker, dst any, c Column, size int) error {
	if l, ok := c.(*Leaves); ok {
		return copyDense(ask, dst, l.Dense(), l.Count*size)
	}
	p := c.(*Picked)
	of, copied := p.Of.(*Leaves), 0
	if size == 1 {
		return copyPicked(ask, dst, p.Index, of)
	}
	from := NewReader(of.Array)
	for i := 0; i < len(p.Index) && size > 0; {
		n := p.run(i, max(copiedAtOnce/size, 1), of.Step)
		if copied += n * size; copied >= copiedAtOnce {
			copied = 0
			if err := ask.ask(0, 0); err != nil {
				return err
			}
		}
		CopyData(Cut(dst, i*size, (i+n)*size), from.Read((of.From+p.Index[i]*of.Step)*size, n*size))
		i += n
	}
	return nil
}

// copyPicked writes the leaves at indices, which have one element each.
func copyPicked(ask Asker, dst any, index []int, of *Leaves) error {
	a := of.Array
	places, kind := make([]int, min(len(index), blockLen)), kindOfSlice(dst)
	for from := 0; from < len(index); from += blockLen {
		if from%copiedAtOnce == 0 {
			if err := ask.ask(0, 0); err != nil {
				return err
			}
		}
		block := index[from:min(from+blockLen, len(index))]
		for i, k := range block {
			places[i] = a.Offset + (of.From+k*of.Step)*a.Strides[0]
		}
		kind.pick(kind.cut(dst, from, from+len(block)), a.Data, places[:len(block)])
	}
	return nil
}

// run is how many picks from i on, at most most, follow each other in the array, whose
// elements stand a step apart.
func (p *Picked) run(i, most, step int) int {
	n := 1
	for step == 1 && n < most && i+n < len(p.Index) && p.Index[i+n] == p.Index[i]+n {
		n++
	}
	return n
}

// copyDense writes the first n elements of an array.
func copyDense(ask Asker, dst any, a *Array, n int) error {
	for from := 0; from < n; from += copiedAtOnce {
		if err := ask.ask(0, 0); err != nil {
			return err
		}
		to := min(from+copiedAtOnce, n)
		CopyRange(Cut(dst, from, to), a, from, to)
	}
	return nil
}

// concatRows joins the columns of the rows, and moves their bounds.
func concatRows(ask Asker, parts []Column) (Column, error) {
	rows, n, err := allRows(ask, parts)
	if err != nil {
		return nil, err
	}
	if err := ask.ask(n+1, wordSize); err != nil {
		return nil, err
	}
	offsets, inner, at := make([]int, n+1), make([]Column, len(parts)), 0
	for i, r := range rows {
		own := offsets[at : at+r.Len()+1]
		r.addCounts(own)
		if inner[i], err = r.flat(ask, own[r.Len()]-own[0]); err != nil {
			return nil, err
		}
		at += r.Len()
	}
	of, err := Concat(ask, inner...)
	if err != nil {
		return nil, err
	}
	return NewRows(offsets, of), nil
}

// allRows gives columns of FractalTensors as rows, and how many rows these are.
func allRows(ask Asker, parts []Column) (rows []*Rows, n int, err error) {
	rows = make([]*Rows, len(parts))
	for i, p := range parts {
		r, ok, err := RowsOf(ask, p)
		if err != nil {
			return nil, 0, err
		}
		if !ok {
			return nil, 0, differentElements(parts[0].At(0), p.At(0), i)
		}
		rows[i] = r
		n += r.Len()
	}
	return rows, n, nil
}

// RowsOf gives a column of FractalTensors as rows.
func RowsOf(ask Asker, c Column) (*Rows, bool, error) {
	p, picked := c.(*Picked)
	if !picked {
		r, ok := c.(*Rows)
		return r, ok, nil
	}
	r, ok := p.Of.(*Rows)
	if !ok {
		return nil, false, nil
	}
	if err := ask.ask(len(p.Index), 2*wordSize); err != nil {
		return nil, false, err
	}
	start, end := make([]int, len(p.Index)), make([]int, len(p.Index))
	for i, k := range p.Index {
		start[i], end[i] = r.Start[k], r.End[k]
	}
	return &Rows{start, end, r.Step, r.Of}, true, nil
}

// Flat gives the elements of all rows, one row behind another, and the offset
// table of the rows in it.
func (r *Rows) Flat(ask Asker) (Column, []int, error) {
	if err := ask.ask(r.Len()+1, wordSize); err != nil {
		return nil, nil, err
	}
	offsets := make([]int, r.Len()+1)
	r.addCounts(offsets)
	flat, err := r.flat(ask, offsets[r.Len()])
	return flat, offsets, err
}

// addCounts writes where each row ends if the first one begins at the first offset.
func (r *Rows) addCounts(offsets []int) {
	at := offsets[0]
	for i, start := range r.Start {
		if r.Step == 1 { // which spares a division
			at += r.End[i] - start
		} else {
			at += r.Count(i)
		}
		offsets[i+1] = at
	}
}

// flat gives the n elements of all rows, one row behind another.
func (r *Rows) flat(ask Asker, n int) (Column, error) {
	switch {
	case n == 0:
		return r.Of.Slice(0, 0, 1), nil
	case r.isPacked():
		return r.Of.Slice(r.Start[0], n, 1), nil
	}
	if err := ask.ask(n, wordSize); err != nil {
		return nil, err
	}
	index := make([]int, 0, n)
	for i, k := range r.Start {
		for ; k < r.End[i]; k += r.Step {
			index = append(index, k)
		}
	}
	return Pick(ask, r.Of, index)
}

// concatTuples joins tuples component by component; those that are undecided have as many as
// the part that is decided.
func (j *joiner) concatTuples(parts []Column, decided int) (Column, error) {
	ask := j.ask
	first, ok, err := ColumnsOf(ask, parts[decided])
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("one FractalTensor has elements of different kinds")
	}
	out := &Columns{Of: make([]Column, len(first.Of))}
	tuples := make([]*Columns, len(parts))
	for i, p := range parts {
		tuples[i], ok, err = columnsLike(ask, p, len(first.Of))
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, differentElements(parts[0].At(0), p.At(0), i)
		}
		out.Count += p.Len()
	}
	column := make([]Column, len(parts))
	for k := range out.Of {
		for i, t := range tuples {
			column[i] = t.Of[k]
		}
		c, err := j.join(column)
		if err != nil {
			return nil, err
		}
		out.Of[k] = c
	}
	return out, nil
}

// ColumnsOf gives a column of tuples as one column for each component. Picks of tuples become
// tuples of picks at all levels, so that columns that stand in several places still do.
func ColumnsOf(ask Asker, c Column) (_ *Columns, ok bool, err error) {
	p, picked := c.(*Picked)
	if !picked {
		t, ok := c.(*Columns)
		return t, ok, nil
	}
	t, ok := p.Of.(*Columns)
	if !ok {
		return nil, false, nil
	}
	out, err := t.each(len(p.Index), map[Column]Column{}, func(of Column) (Column, error) { return Pick(ask, of, p.Index) })
	return out, err == nil, err
}

// LeavesOf gives a column of tensors as one array with one dimension more: a
// view, or a copy of picked ones.
func LeavesOf(ask Asker, c Column) (*Array, bool, error) {
	l, ok := base(c).(*Leaves)
	if !ok {
		return nil, false, nil
	}
	if same, ok := c.(*Leaves); ok {
		return same.Dense(), true, nil
	}
	shape := append([]int{c.Len()}, l.Array.Shape[1:]...)
	each := Product(shape[1:])
	if err := ask.ask(c.Len(), times(each, l.Array.Dtype.Size())); err != nil {
		return nil, false, err
	}
	out := Zeros(l.Array.Dtype, shape...)
	if err := copyLeaves(ask, out.Data, c, each); err != nil {
		return nil, false, err
	}
	return out, true, nil
}

// differentElements is the error of element i, which differs from the first one.
func differentElements(first, other Value, i int) error {
	return fmt.Errorf("the elements of a FractalTensor are of one kind and shape: element 0 is %s, and element %d is %s",
		elementForm(first), i, elementForm(other))
}

// elementForm spells what the elements of one FractalTensor must have in common.
func elementForm(v Value) string {
	switch v := v.(type) {
	case Scalar:
		return "the scalar " + v.Dtype.String()
	case *Array:
		return fmt.Sprintf("a %s tensor of shape %s", v.Dtype, ShapeText(v.Shape))
	case *Fractal:
		return fmt.Sprintf("a FractalTensor of depth %d", v.Depth())
	case *Tuple:
		return fmt.Sprintf("a tuple of %d", len(v.Elems))
	}
	return "another value"
}
