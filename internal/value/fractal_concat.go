package value

import (
	"fmt"
	"slices"
)

// Concat puts the elements of columns one after another. Columns without
// elements fit any other.
func Concat(ask Asker, parts ...Column) (Column, error) {
	return (&joiner{ask: ask}).join(parts)
}

// A joiner puts columns one after another; it keeps what it made of those of tuples, which
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
		kind.pick(kind.cut(dst, from, from+len(block)), a.Data, places[:len(block)], 1)
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
