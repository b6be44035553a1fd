package reduction

import (
	"fmt"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/value"
)

// argKernel finds the index of the greatest or least element among those that
// are reduced, in row-major order.
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
	if r.Len() < 2 {
		place, err := argOfAll(m, rows, n, find, last)
		places[0] = int32(place)
		return r, err
	}
	return r, op.Sweep(m, r.Len(), n, func(from, to int) error {
		reader, err := orderedRows(m, rows, n)
		if err != nil {
			return err
		}
		for i := from; i < to; i++ {
			places[i] = int32(find(reader.read(i*n, n), last))
		}
		return nil
	})
}

// argChunk is the length of the pieces of one long search.
const argChunk = 1 << 15

// argOfAll searches pieces on all cores, and then among what was found there.
func argOfAll(m op.Machine, row *value.Array, n int, find func(any, bool) int, last bool) (int, error) {
	chunks := (n + argChunk - 1) / argChunk
	places, err := op.Places(m, chunks)
	if err != nil {
		return 0, err
	}
	err = op.Sweep(m, chunks, min(n, argChunk), func(from, to int) error {
		reader, err := orderedRows(m, row, min(n, argChunk))
		if err != nil {
			return err
		}
		for i := from; i < to; i++ {
			first := i * argChunk
			places[i] = first + find(reader.read(first, min(argChunk, n-first)), last)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	best := newOrdered(row).pick(places)
	return places[find(best, last)], nil
}

// reducedLast moves the reduced axes behind the others.
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

// A ordered reads an array as numbers that Go compares: half dtypes in
// float32.
type ordered struct {
	*value.Reader
	dtype value.Dtype
}

func newOrdered(a *value.Array) ordered { return ordered{value.NewReader(a), a.Dtype} }

// orderedRows reads rows of n elements, for which it asks for memory.
func orderedRows(m op.Machine, a *value.Array, n int) (ordered, error) {
	size := a.Dtype.Size()
	if a.Dtype.IsHalf() {
		size += value.Float32.Size()
	}
	return newOrdered(a), m.Allocate(int64(n) * int64(size))
}

func (r ordered) read(from, n int) any {
	return compared(r.dtype, r.Read(from, n))
}

func compared(d value.Dtype, data any) any {
	if !d.IsHalf() {
		return data
	}
	wide := make([]float32, value.Length(data))
	value.Widen(d, wide, data.([]uint16))
	return wide
}

func (r ordered) pick(places []int) any {
	found := value.MakeData(r.dtype, len(places))
	for i, place := range places {
		value.CopyData(value.Cut(found, i, i+1), r.Read(place, 1))
	}
	return compared(r.dtype, found)
}
