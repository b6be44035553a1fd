package reduction

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// argKernel finds the index of the greatest or least element among those that
// are reduced, in row-major order: the first such, or with select_last_index the last.
func argKernel(least bool) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		a, axes, err := reduced(c)
		if err != nil {
			return nil, err
		}
		r, err := argReduceOver(m, a, axes, least, c.Attrs.Bool("select_last_index"))
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
		}
		return keepdims(c, r, a.Shape, axes), nil
	}
}

// argReduceOver shares rows among cores where there are several of moderate length. Few
// long rows are searched one after the other, each by all cores.
func argReduceOver(m op.Machine, a *value.Array, axes []bool, least, last bool) (*value.Array, error) {
	r, err := op.NewResult(m, value.Int32, keptShape(a.Shape, axes))
	if err != nil || r.Len() == 0 {
		return r, err
	}
	n := countReduced(a.Shape, axes)
	if n == 0 {
		return nil, fmt.Errorf("no elements to choose from")
	}
	find := value.Greatest
	if least {
		find = value.Least
	}
	rows, places := reducedLast(a, axes), r.Data.([]int32)
	if r.Len() < 2 || n > argChunk {
		for i := range places {
			place, err := argOfRow(m, rows, i*n, n, find, last)
			if err != nil {
				return nil, err
			}
			places[i] = int32(place)
		}
		return r, nil
	}
	return r, op.Sweep(m, r.Len(), n, func(from, to int) error {
		reader := newOrdered(m, rows)
		for i := from; i < to; i++ {
			row, err := reader.read(i*n, n)
			if err != nil {
				return err
			}
			places[i] = int32(find(row, last))
		}
		return nil
	})
}

// argChunk is the length of the pieces of one long search.
const argChunk = 1 << 18

// argOfRow searches chunks of the row that begins at a position on all cores, and then among
// what was found there. Chunks are in order, so that the first (or last) of equal elements
// is found, as in one search.
func argOfRow(m op.Machine, rows *value.Array, at, n int, find func(any, bool) int, last bool) (int, error) {
	chunks := (n + argChunk - 1) / argChunk
	places, err := op.Make[int](m, chunks)
	if err != nil {
		return 0, err
	}
	err = op.Sweep(m, chunks, min(n, argChunk), func(from, to int) error {
		reader := newOrdered(m, rows)
		for i := from; i < to; i++ {
			first := i * argChunk
			part, err := reader.read(at+first, min(argChunk, n-first))
			if err != nil {
				return err
			}
			places[i] = at + first + find(part, last)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	best, err := pick(m, rows, places)
	if err != nil {
		return 0, err
	}
	return places[find(best, last)] - at, nil
}

// reducedLast moves the reduced axes after the others.
func reducedLast(a *value.Array, axes []bool) *value.Array {
	var order, behind []int
	for i, reduced := range axes {
		if reduced {
			behind = append(behind, i)
		} else {
			order = append(order, i)
		}
	}
	return a.Transpose(append(order, behind...))
}

// An ordered reads an array as numbers that Go compares: half dtypes in float32.
type ordered struct {
	*value.Reader
	m     op.Machine
	array *value.Array
	rows  any // for the elements of the last read, where they are copied
}

func newOrdered(m op.Machine, a *value.Array) *ordered {
	return &ordered{value.NewReader(a), m, a, nil}
}

// read gives n elements, until it is called again. It asks for the memory of those
// that it copies, and looks at the limits meanwhile.
func (r *ordered) read(from, n int) (any, error) {
	d := r.array.Dtype
	if !d.IsHalf() && (r.array.IsContiguous() || n <= shortRow) {
		return r.Read(from, n), nil
	}
	dst, err := r.buffer(n)
	if err != nil {
		return nil, err
	}
	return dst, op.InTurn(r.m, n, 1, func(first, last int) error {
		part := value.Cut(dst, first, last)
		if d.IsHalf() {
			value.Widen(d, part.([]float32), r.Read(from+first, last-first).([]uint16))
			return nil
		}
		value.CopyRange(part, r.array, from+first, from+last)
		return nil
	})
}

// shortRow is how many elements are read at once into memory that is not asked for: so few
// belong to the machine's own costs.
const shortRow = 1 << 10

// buffer is memory for n elements: that of the read before where it is large enough.
func (r *ordered) buffer(n int) (any, error) {
	if r.rows == nil || value.Length(r.rows) < n {
		d := r.array.Dtype
		if d.IsHalf() {
			if err := op.Ask[uint16](r.m, n); err != nil { // for the reader
				return nil, err
			}
			d = value.Float32
		}
		a, err := op.NewResult(r.m, d, []int{n})
		if err != nil {
			return nil, err
		}
		r.rows = a.Data
	}
	return value.Cut(r.rows, 0, n), nil
}

// pick gives the elements at some places.
func pick(m op.Machine, a *value.Array, places []int) (any, error) {
	found, err := op.NewResult(m, a.Dtype, []int{len(places)})
	if err != nil {
		return nil, err
	}
	reader := value.NewReader(a)
	for i, place := range places {
		value.CopyData(value.Cut(found.Data, i, i+1), reader.Read(place, 1))
	}
	return newOrdered(m, found).read(0, len(places))
}
