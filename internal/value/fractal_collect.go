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

// Flat gives the elements of all rows, one row after another, and the offset
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

// flat gives the n elements of all rows, one row after another.
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

// ColumnsOf gives a column of tuples as one column for each component. Picks of tuples become
// tuples of picks at all levels, so that columns that are in several places still do.
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
