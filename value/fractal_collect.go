package value

import (
	"fmt"
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
// be. nil is one that has no limit.
type Asker func(bytes int) error

func (a Asker) ask(n, bytes int) error {
	if a == nil {
		return nil
	}
	return a(n * bytes)
}

// Collect puts values side by side in a column.
func Collect(ask Asker, elems []Value) (Column, error) {
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
		return collectTuples(ask, elems, len(first.Elems))
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

func collectArrays(ask Asker, elems []Value, first *Array) (Column, error) {
	if err := ask.ask(len(elems), first.Len()*first.Dtype.Size()); err != nil {
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

func collectRows(ask Asker, elems []Value) (Column, error) {
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

func collectTuples(ask Asker, elems []Value, width int) (Column, error) {
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
		c, err := Collect(ask, part)
		if err != nil {
			return nil, err
		}
		out.Of[k] = c
	}
	return out, nil
}

// Concat puts the elements of columns one behind another. Columns without
// elements fit any other.
func Concat(ask Asker, parts ...Column) (Column, error) {
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
		return concat(ask, full)
	case len(parts) > 0:
		return parts[0], nil
	}
	return NewLeaves(Zeros(Int32, 0)), nil
}

func concat(ask Asker, parts []Column) (Column, error) {
	first := slices.IndexFunc(parts, func(c Column) bool { return !IsUndecided(c) })
	switch base(parts[max(first, 0)]).(type) {
	case *Leaves:
		return concatLeaves(ask, parts)
	case *Rows:
		return concatRows(ask, parts)
	}
	return concatTuples(ask, parts, first)
}

// base is the column that picks read.
func base(c Column) Column {
	if p, ok := c.(*Picked); ok {
		return p.Of
	}
	return c
}

func concatLeaves(ask Asker, parts []Column) (Column, error) {
	n := 0
	for _, p := range parts {
		n += p.Len()
	}
	first := base(parts[0]).(*Leaves).Array
	shape := append([]int{n}, first.Shape[1:]...)
	size, at := Product(shape[1:]), 0
	if err := ask.ask(n, size*first.Dtype.Size()); err != nil {
		return nil, err
	}
	out := Zeros(first.Dtype, shape...)
	for i, p := range parts {
		l, ok := base(p).(*Leaves)
		if !ok || l.Array.Dtype != first.Dtype || !slices.Equal(l.Array.Shape[1:], shape[1:]) {
			return nil, differentElements(parts[0].At(0), p.At(0), i)
		}
		copyLeaves(Cut(out.Data, at, at+p.Len()*size), p, size)
		at += p.Len() * size
	}
	return NewLeaves(out), nil
}

// copyLeaves writes all the leaves of a column, which have size elements each.
func copyLeaves(dst any, c Column, size int) {
	if l, ok := c.(*Leaves); ok {
		CopyRange(dst, l.Dense(), 0, l.Count*size)
		return
	}
	p := c.(*Picked)
	of := p.Of.(*Leaves)
	for i, k := range p.Index {
		CopyRange(Cut(dst, i*size, (i+1)*size), of.Array, (of.From+k*of.Step)*size, (of.From+k*of.Step+1)*size)
	}
}

func concatRows(ask Asker, parts []Column) (Column, error) {
	offsets, inner := []int{0}, make([]Column, len(parts))
	for i, p := range parts {
		r, ok := RowsOf(p)
		if !ok {
			return nil, differentElements(parts[0].At(0), p.At(0), i)
		}
		at := offsets[len(offsets)-1]
		if err := ask.ask(r.FlatBytes(), 1); err != nil {
			return nil, err
		}
		flat, ends := r.Flat()
		for _, end := range ends[1:] {
			offsets = append(offsets, at+end)
		}
		inner[i] = flat
	}
	of, err := Concat(ask, inner...)
	if err != nil {
		return nil, err
	}
	return NewRows(offsets, of), nil
}

// RowsOf gives a column of FractalTensors as rows.
func RowsOf(c Column) (*Rows, bool) {
	p, picked := c.(*Picked)
	if !picked {
		r, ok := c.(*Rows)
		return r, ok
	}
	r, ok := p.Of.(*Rows)
	if !ok {
		return nil, false
	}
	start, end := make([]int, len(p.Index)), make([]int, len(p.Index))
	for i, k := range p.Index {
		start[i], end[i] = r.Start[k], r.End[k]
	}
	return &Rows{start, end, r.Step, r.Of}, true
}

// FlatBytes is the memory that Flat takes at most, in bytes.
func (r *Rows) FlatBytes() int {
	n := len(r.Start) + 1
	for i := range r.Start {
		n += r.Count(i)
	}
	return 8 * n
}

// Flat gives the elements of all rows, one row behind another, and the offset
// table of the rows in it.
func (r *Rows) Flat() (Column, []int) {
	offsets := make([]int, len(r.Start)+1)
	for i := range r.Start {
		offsets[i+1] = offsets[i] + r.Count(i)
	}
	n := offsets[len(r.Start)]
	switch {
	case n == 0:
		return r.Of.Slice(0, 0, 1), offsets
	case r.IsPacked():
		return r.Of.Slice(r.Start[0], n, 1), offsets
	}
	index := make([]int, 0, n)
	for i, k := range r.Start {
		for ; k < r.End[i]; k += r.Step {
			index = append(index, k)
		}
	}
	return Pick(r.Of, index), offsets
}

func concatTuples(ask Asker, parts []Column, decided int) (Column, error) {
	first, ok := ColumnsOf(parts[decided])
	if !ok {
		return nil, fmt.Errorf("elements of different kinds stand in one FractalTensor")
	}
	out := &Columns{Of: make([]Column, len(first.Of))}
	tuples := make([]*Columns, len(parts))
	for i, p := range parts {
		if tuples[i], ok = columnsLike(p, len(first.Of)); !ok {
			return nil, differentElements(parts[0].At(0), p.At(0), i)
		}
		out.Count += p.Len()
	}
	column := make([]Column, len(parts))
	for k := range out.Of {
		for i, t := range tuples {
			column[i] = t.Of[k]
		}
		c, err := Concat(ask, column...)
		if err != nil {
			return nil, err
		}
		out.Of[k] = c
	}
	return out, nil
}

// ColumnsOf gives a column of tuples as one column for each component.
func ColumnsOf(c Column) (*Columns, bool) {
	p, picked := c.(*Picked)
	if !picked {
		t, ok := c.(*Columns)
		return t, ok
	}
	t, ok := p.Of.(*Columns)
	if !ok {
		return nil, false
	}
	out := &Columns{make([]Column, len(t.Of)), len(p.Index)}
	for k, of := range t.Of {
		out.Of[k] = Pick(of, p.Index)
	}
	return out, true
}

// LeavesOf gives a column of tensors as one array with one dimension more: a
// view, or a copy of picked ones.
func LeavesOf(c Column) (*Array, bool) {
	l, ok := base(c).(*Leaves)
	if !ok {
		return nil, false
	}
	if same, ok := c.(*Leaves); ok {
		return same.Dense(), true
	}
	shape := append([]int{c.Len()}, l.Array.Shape[1:]...)
	out := Zeros(l.Array.Dtype, shape...)
	copyLeaves(out.Data, c, Product(shape[1:]))
	return out, true
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
		return fmt.Sprintf("a %s tensor of shape %v", v.Dtype, v.Shape)
	case *Fractal:
		return fmt.Sprintf("a FractalTensor of depth %d", v.Depth())
	case *Tuple:
		return fmt.Sprintf("a tuple of %d", len(v.Elems))
	}
	return "another value"
}
