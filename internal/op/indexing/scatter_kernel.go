package indexing

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// combiners are the functions by which updates change elements; "" replaces
// them. A mean is that of the element as the updates before left it and the update, as
// TVM has it, so that it depends on their order:
//
//	update  x = u      add  x = x + u      mul  x = x·u
//	min     x = min(x, u)   max  x = max(x, u)   mean  x = (x + u) / 2
var combiners = map[string]string{"update": "", "add": "add", "mul": "multiply", "min": "minimum", "max": "maximum", "mean": "add"}

// A scatter changes elements of a copy in the order of the updates, so that
// places that are named twice have one outcome.
type scatter struct {
	result  *value.Array
	updates *value.Array
	combine *value.Map // nil to replace
	halve   *value.Map // for means: divides what was combined
}

// newScatter copies the data, of which elements will be changed, and brings the updates into
// row-major order.
func newScatter(m op.Machine, data, updates *value.Array, how string) (*scatter, error) {
	name, ok := combiners[how]
	if !ok {
		return nil, fmt.Errorf("%q is no way to combine elements", how)
	}
	if data.Dtype != updates.Dtype {
		return nil, fmt.Errorf("data of %s and updates of %s", data.Dtype, updates.Dtype)
	}
	f := value.BinaryMap(name, data.Dtype)
	var halve *value.Map
	if how == "mean" {
		halve = value.BinaryMap("divide", data.Dtype)
	}
	if name != "" && f == nil || how == "mean" && halve == nil {
		return nil, fmt.Errorf("elements of %s cannot be combined by %q", data.Dtype, how)
	}
	result, err := op.Copied(m, data)
	if err != nil {
		return nil, err
	}
	if updates, err = op.Compact(m, updates); err != nil {
		return nil, err
	}
	return &scatter{result: result, updates: updates, combine: f, halve: halve}, nil
}

// put changes n elements from place `at` on by those of the updates from
// `from` on.
func (s *scatter) put(at, from, n int) error {
	dst := value.Cut(s.result.Data, at, at+n)
	src := value.Cut(s.updates.Data, s.updates.Offset+from, s.updates.Offset+from+n)
	if s.combine == nil {
		value.CopyData(dst, src)
		return nil
	}
	if err := s.combine.Block(dst, []any{dst, src}); err != nil || s.halve == nil {
		return err
	}
	twos := value.FromScalar(value.FromInt(s.result.Dtype, 2)).Broadcast([]int{n})
	return s.halve.Block(dst, []any{dst, value.NewReader(twos).Read(0, n)})
}

// scatterElementsKernel computes, for each position (p, i, q) of indices and updates in
// row-major order, x[p, indices[p, i, q], q] ∘ updates[p, i, q].
func scatterElementsKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data, indices, updates := in.Arrays[0], in.Arrays[1], in.Arrays[2]
	axis, err := c.Axis("axis", data.Rank())
	if err != nil {
		return nil, err
	}
	if !slices.Equal(indices.Shape, updates.Shape) || indices.Rank() != data.Rank() || exceeds(indices.Shape, data.Shape, axis) {
		return nil, fmt.Errorf("`scatter_elements` into %s needs indices and updates of one shape that fits but for axis %d, not %s and %s",
			value.ShapeText(data.Shape), axis, value.ShapeText(indices.Shape), value.ShapeText(updates.Shape))
	}
	s, err := newScatter(m, data, updates, c.Attrs.Str("reduction"))
	if err != nil {
		return nil, err
	}
	numbers, err := op.WholeNumbers(m, indices)
	if err != nil {
		return nil, err
	}
	if err := m.Charge(int64(len(numbers))); err != nil {
		return nil, err
	}
	from, to := value.RowMajor(indices.Shape), value.RowMajor(data.Shape)
	err = op.InTurn(m, len(numbers), putWork, func(first, last int) error {
		for i := first; i < last; i++ {
			index, err := inside(numbers[i], data.Shape[axis])
			if err != nil {
				return err
			}
			if err := s.put(moved(i, from, to, indices.Shape, axis, index), i, 1); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.result, nil
}

// putWork is about the work of changing one element by itself.
const putWork = 64

// exceeds reports whether a shape is longer than another on an axis but one.
func exceeds(a, b []int, but int) bool {
	for k := range a {
		if k != but && a[k] > b[k] {
			return true
		}
	}
	return false
}

// moved is the place, by the strides of another array, of row-major position i
// with the index on one axis replaced.
func moved(i int, from, to, shape []int, axis, index int) int {
	at := 0
	for k := range shape {
		n := i / from[k] % shape[k]
		if k == axis {
			n = index
		}
		at += n * to[k]
	}
	return at
}

// scatterNDKernel computes, for each index tuple t, x[indices[:, t], …] ∘ updates[t, …]:
// slices are combined element by element.
func scatterNDKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data, indices, updates := in.Arrays[0], in.Arrays[1], in.Arrays[2]
	if indices.Rank() == 0 || indices.Shape[0] > data.Rank() {
		return nil, fmt.Errorf("`scatter_nd` gets indices of shape %s for a tensor of %s", value.ShapeText(indices.Shape), op.Dimensions(data.Rank()))
	}
	length := indices.Shape[0]
	want := append(append([]int{}, indices.Shape[1:]...), data.Shape[length:]...)
	if !slices.Equal(updates.Shape, want) {
		return nil, fmt.Errorf("`scatter_nd` needs updates of shape %s, not %s", value.ShapeText(want), value.ShapeText(updates.Shape))
	}
	s, err := newScatter(m, data, updates, c.Attrs.Str("mode"))
	if err != nil {
		return nil, err
	}
	numbers, err := op.WholeNumbers(m, indices)
	if err != nil {
		return nil, err
	}
	if err := m.Charge(int64(updates.Len())); err != nil {
		return nil, err
	}
	tuples, behind := value.Product(indices.Shape[1:]), value.Product(data.Shape[length:])
	return s.result, op.InTurn(m, tuples, max(putWork, behind), func(from, to int) error {
		for t := from; t < to; t++ {
			row := 0
			for k, n := range data.Shape[:length] {
				index, err := inside(numbers[k*tuples+t], n)
				if err != nil {
					return err
				}
				row = row*n + index
			}
			if err := s.putLong(m, row*behind, t*behind, behind); err != nil {
				return err
			}
		}
		return nil
	})
}

// putLong is put piece by piece.
func (s *scatter) putLong(m op.Machine, at, from, n int) error {
	return op.InTurn(m, n, putWork, func(first, last int) error {
		return s.put(at+first, from+first, last-first)
	})
}

// argwhereKernel gives the indices of the elements that are not 0, in row-major order. It
// counts them first, since the result is as long.
func argwhereKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	truth, err := op.Converted(m, a, value.Bool)
	if err != nil {
		return nil, err
	}
	elems, err := op.ElementsOf[bool](m, truth)
	if err != nil {
		return nil, err
	}
	n := 0
	if err := eachTrue(m, elems, func(int) { n++ }); err != nil {
		return nil, err
	}
	r, err := op.NewResult(m, value.Int32, []int{n, a.Rank()})
	if err != nil {
		return nil, err
	}
	rows := r.Data.([]int32)
	return r, eachTrue(m, elems, func(place int) {
		for k := a.Rank() - 1; k >= 0; k-- {
			rows[k] = int32(place % a.Shape[k])
			place /= a.Shape[k]
		}
		rows = rows[a.Rank():]
	})
}

// eachTrue visits the places of those that are true, in order.
func eachTrue(m op.Machine, truths []bool, visit func(place int)) error {
	return op.InTurn(m, len(truths), elementWork, func(from, to int) error {
		for i, t := range truths[from:to] {
			if t {
				visit(from + i)
			}
		}
		return nil
	})
}

// unravelIndexKernel writes a flat index i as digits of a mixed base: with the extents
// n₀, …, n_k it is ((i₀·n₁ + i₁)·n₂ + …) + i_k, and digits are found from the last one on.
func unravelIndexKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	indices := in.Arrays[0]
	extents, err := c.IntsOf(m, 1)
	if err != nil {
		return nil, err
	}
	if of, err := c.Array(1); err != nil || of.Rank() != 1 || indices.Rank() > 1 {
		return nil, fmt.Errorf("`unravel_index` needs vectors, and gets indices of %s for a shape of %s", op.Dimensions(indices.Rank()), op.Dimensions(of.Rank()))
	}
	numbers, err := op.WholeNumbers(m, indices)
	if err != nil {
		return nil, err
	}
	shape := append([]int{len(extents)}, indices.Shape...)
	r, err := op.NewResult(m, indices.Dtype, shape)
	if err != nil {
		return nil, err
	}
	for i, n := range numbers {
		err := op.InTurn(m, len(extents), elementWork, func(from, to int) error {
			for k := len(extents) - 1 - from; k > len(extents)-1-to; k-- {
				if extents[k] <= 0 || n < 0 {
					return noPlace(numbers[i], extents)
				}
				value.Store(r.Data, k*len(numbers)+i, value.FromInt(r.Dtype, n%int64(extents[k])))
				n /= int64(extents[k])
			}
			return nil
		})
		if err == nil && n != 0 {
			err = noPlace(numbers[i], extents)
		}
		if err != nil {
			return nil, err
		}
		if i%placeBlock == placeBlock-1 {
			if err := m.Charge(0); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// noPlace is the fault of a flat index that a shape does not have.
func noPlace(index int64, extents []int) error {
	return fmt.Errorf("index %d is out of range for shape %s", index, value.ShapeText(extents))
}

// invertPermutationKernel computes y[x[i]] = i, and refuses what is no permutation: an index
// that is outside, or occurs twice.
func invertPermutationKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	numbers, err := op.WholeNumbers(m, a)
	if err != nil {
		return nil, err
	}
	if a.Rank() != 1 {
		return nil, fmt.Errorf("`invert_permutation` needs a vector, not shape %s", value.ShapeText(a.Shape))
	}
	r, err := op.NewResult(m, a.Dtype, a.Shape)
	if err != nil {
		return nil, err
	}
	seen, err := op.Make[bool](m, len(numbers))
	if err != nil {
		return nil, err
	}
	return r, op.InTurn(m, len(numbers), elementWork, func(from, to int) error {
		for i := from; i < to; i++ {
			n := numbers[i]
			if n < 0 || n >= int64(len(numbers)) || seen[n] {
				return fmt.Errorf("the argument of `invert_permutation` is no permutation: %d at %d", n, i)
			}
			seen[n] = true
			value.Store(r.Data, int(n), value.FromInt(a.Dtype, int64(i)))
		}
		return nil
	})
}
