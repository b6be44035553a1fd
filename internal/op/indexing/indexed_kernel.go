package indexing

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Placed makes a result whose element at a row-major position is the element of
// src at the place that `at` finds for the position. Places are found for a block of
// positions, and then read by a loop of the dtype. at must not keep state: it runs on
// several cores.
func Placed(m op.Machine, src *value.Array, shape []int, at func(position int) (int, error)) (*value.Array, error) {
	src, err := op.Compact(m, src)
	if err != nil {
		return nil, err
	}
	r, err := op.NewUnset(m, src.Dtype, shape)
	if err != nil {
		return nil, err
	}
	data := src.Flat()
	return r, op.Sweep(m, r.Len(), 2, func(from, to int) error {
		var places [placeBlock]int
		for from < to {
			n := min(placeBlock, to-from)
			for i := range n {
				place, err := at(from + i)
				if err != nil {
					return err
				}
				places[i] = place
			}
			value.Gather(value.Cut(r.Data, from, from+n), data, places[:n], 1)
			from += n
		}
		return nil
	})
}

// Picked is Placed as a value: a scalar where the result has no dimensions.
func Picked(m op.Machine, src *value.Array, shape []int, at func(position int) (int, error)) (value.Value, error) {
	r, err := Placed(m, src, shape, at)
	if err != nil {
		return nil, err
	}
	return value.Simplest(r), nil
}

// placeBlock is how many places are found at once; they stay in the cache.
const placeBlock = 1024

// An outside is what an index does that is outside of an axis of a length: the index that
// is read, and whether there is one.
type outside func(index, length int) (int, bool)

var outsides = map[string]outside{
	"clip": func(i, n int) (int, bool) { return min(max(i, 0), n-1), n > 0 },
	"wrap": func(i, n int) (int, bool) {
		if n == 0 {
			return 0, false
		}
		return ((i % n) + n) % n, true
	},
}

// refuse takes indices inside an axis only, negative ones counted from the end.
func refuse(i, n int) (int, bool) {
	if i < 0 {
		i += n
	}
	return i, i >= 0 && i < n
}

// inside is the index that refuse gives, or the fault of one that is outside.
func inside(index int64, length int) (int, error) {
	i, ok := refuse(int(index), length)
	if !ok {
		return 0, outOfRange(int(index), length)
	}
	return i, nil
}

func outOfRange(index, length int) error {
	return fmt.Errorf("index %d is out of range for length %d", index, length)
}

// takeKernel computes, with data as (batch, before, axis, after) and indices as (batch,
// count),
//
//	y[b, p, k, q] = data[b, p, indices[b, k], q]
//
// Without the attribute axis the data are flattened.
func takeKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data, indices, shape := in.Arrays[0], in.Arrays[1], in.Shape
	axis, batch := 0, 0
	var err error
	if !c.Attrs.Has("axis") {
		data, err = op.Reshaped(m, data, []int{data.Len()})
	} else if axis, err = c.Axis("axis", data.Rank()); err == nil {
		batch, err = c.Int("batch_dims")
	}
	if err != nil {
		return nil, err
	}
	mode, ok := outsides[c.Attrs.Str("mode")]
	if !ok {
		mode = refuse
	}
	return takeAlong(m, data, indices, axis, batch, shape, mode)
}

// takeAlong finds all indices first, once each, and then reads slices as a whole where they
// are long. Indices of a result without elements are not looked at.
func takeAlong(m op.Machine, data, indices *value.Array, axis, batch int, shape []int, mode outside) (value.Value, error) {
	if !slices.Equal(data.Shape[:batch], indices.Shape[:batch]) {
		return nil, fmt.Errorf("the leading %d extents of data %s and of indices %s differ", batch, value.ShapeText(data.Shape), value.ShapeText(indices.Shape))
	}
	numbers, err := op.WholeNumbers(m, indices)
	if err != nil {
		return nil, err
	}
	before := value.Product(data.Shape[batch:axis])
	behind := value.Product(data.Shape[axis+1:])
	length, count := data.Shape[axis], value.Product(indices.Shape[batch:])
	at, err := op.Make[int](m, len(numbers))
	if err != nil {
		return nil, err
	}
	err = op.InTurn(m, len(numbers), 2, func(from, to int) error {
		for i := from; i < to; i++ {
			place, ok := mode(int(numbers[i]), length)
			if !ok && before*behind > 0 {
				return outOfRange(int(numbers[i]), length)
			}
			at[i] = place
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if behind >= rowLen {
		return takeRows(m, data, at, shape, before, length, count, behind)
	}
	return Picked(m, data, shape, func(position int) (int, error) {
		rest, inner := position/behind, position%behind
		outer, k := rest/count, rest%count
		return (outer*length+at[outer/before*count+k])*behind + inner, nil
	})
}

// rowLen is the length from which slices are copied as a whole: a copy of 8 elements takes
// about as long as to find them one by one.
const rowLen = 8

// takeRows is takeAlong for slices of `behind` elements that lie side by side.
func takeRows(m op.Machine, data *value.Array, at, shape []int, before, length, count, behind int) (value.Value, error) {
	data, err := op.Compact(m, data)
	if err != nil {
		return nil, err
	}
	r, err := op.NewUnset(m, data.Dtype, shape)
	if err != nil {
		return nil, err
	}
	src := data.Flat()
	return r, op.Sweep(m, r.Len()/behind, behind, func(from, to int) error {
		var rows [placeBlock]int
		for from < to {
			n := min(placeBlock, to-from)
			for i := range n {
				outer, k := (from+i)/count, (from+i)%count
				rows[i] = outer*length + at[(outer/before)*count+k]
			}
			value.Gather(value.Cut(r.Data, from*behind, (from+n)*behind), src, rows[:n], behind)
			from += n
		}
		return nil
	})
}

// gatherKernel computes y[p, i, q] = data[p, indices[p, i, q], q], where the middle
// dimension is the axis: for each entry of indices the element at this index along it.
func gatherKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data, indices, axis := in.Arrays[0], in.Arrays[1], in.Axis
	if _, err := c.ResultShape(); err != nil {
		return nil, err
	}
	numbers, err := op.WholeNumbers(m, indices)
	if err != nil {
		return nil, err
	}
	behind, length, count := value.Product(data.Shape[axis+1:]), data.Shape[axis], indices.Shape[axis]
	return Picked(m, data, indices.Shape, func(position int) (int, error) {
		row, err := inside(numbers[position], length)
		return (position/behind/count*length+row)*behind + position%behind, err
	})
}

// gatherNDKernel reads index tuples, which lie along the first axis of indices: with tuples
// of length m and b shared leading dimensions,
//
//	y[t, q] = data[t₀…t_{b-1}, indices[0, t], …, indices[m-1, t], q]
func gatherNDKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data, indices := in.Arrays[0], in.Arrays[1]
	batch, err := c.Int("batch_dims")
	if err != nil {
		return nil, err
	}
	shape, err := c.ResultShape()
	if err != nil {
		return nil, err
	}
	numbers, err := op.WholeNumbers(m, indices)
	if err != nil {
		return nil, err
	}
	length := indices.Shape[0]
	if batch < 0 || batch+length > data.Rank() {
		return nil, fmt.Errorf("`gather_nd` gets index tuples of length %d after %d shared axes of a tensor of %s", length, batch, op.Dimensions(data.Rank()))
	}
	tuples, shared := value.Product(indices.Shape[1:]), value.Product(data.Shape[:batch])
	axes, behind := data.Shape[batch:batch+length], value.Product(data.Shape[batch+length:])
	return Picked(m, data, shape, func(position int) (int, error) {
		tuple := position / behind
		row := tuple / (tuples / shared)
		for k, n := range axes {
			index, err := inside(numbers[k*tuples+tuple], n)
			if err != nil {
				return 0, err
			}
			row = row*n + index
		}
		return row*behind + position%behind, nil
	})
}

// advIndexKernel is gather_nd with the indices of each axis in a tensor of its
// own; these are broadcast to one shape.
func advIndexKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	arrays, shape := in.Elements, in.Shape
	data, indices := arrays[0], arrays[1:]
	common := shape[:len(shape)-(data.Rank()-len(indices))]
	numbers := make([][]int64, len(indices))
	for k, a := range indices {
		var err error
		if numbers[k], err = op.WholeNumbers(m, a.Broadcast(common)); err != nil {
			return nil, err
		}
	}
	behind := value.Product(data.Shape[len(indices):])
	return Picked(m, data, shape, func(position int) (int, error) {
		tuple, row := position/behind, 0
		for k := range numbers {
			index, err := inside(numbers[k][tuple], data.Shape[k])
			if err != nil {
				return 0, err
			}
			row = row*data.Shape[k] + index
		}
		return row*behind + position%behind, nil
	})
}
