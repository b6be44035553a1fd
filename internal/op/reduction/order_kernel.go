package reduction

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/indexing"
	"github.com/fraccheck/fraccheck/internal/value"
)

// rowwise runs body over the rows along an axis: row i as numbers that Go compares. Its sorter
// looks at the limits, since a row may be long.
func rowwise(m op.Machine, a *value.Array, axis int, body func(s *value.Sorter, i int, row any) error) error {
	rows, n := axisLast(a, axis), a.Shape[axis]
	if a.Len() == 0 {
		return nil
	}
	if n > math.MaxUint32 {
		return fmt.Errorf("%w: a row of %d elements", value.ErrTooLarge, n)
	}
	return op.Sweep(m, a.Len()/n, n*bits.Len(uint(n)), func(from, to int) error {
		if err := op.AskBytes(m, n, value.SorterBytes); err != nil {
			return err
		}
		sorter, reader := value.NewSorter(n, op.Looks(m)), newOrdered(m, rows)
		for i := from; i < to; i++ {
			row, err := reader.read(i*n, n)
			if err != nil {
				return err
			}
			if err := body(sorter, i, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// axisLast is a view with an axis after the others.
func axisLast(a *value.Array, axis int) *value.Array {
	chosen := make([]bool, a.Rank())
	chosen[axis] = true
	return reducedLast(a, chosen)
}

// axisBack moves the last axis of a result to where it belongs.
func axisBack(a *value.Array, axis int) *value.Array {
	order := make([]int, 0, a.Rank())
	for i := range a.Rank() - 1 {
		order = append(order, i)
	}
	return a.Transpose(slices.Insert(order, axis, a.Rank()-1))
}

// sortedPlaces gives for each row along an axis the k first places in order,
// the axis last. The order is stable in both directions: equal elements keep their order,
// which TVM leaves open.
func sortedPlaces(m op.Machine, a *value.Array, axis, k int, descending bool) (*value.Array, error) {
	shape := slices.Clone(axisLast(a, axis).Shape)
	shape[len(shape)-1] = k
	r, err := op.NewUnset(m, value.Int64, shape)
	if err != nil {
		return nil, err
	}
	places := r.Data.([]int64)
	return r, rowwise(m, a, axis, func(s *value.Sorter, i int, row any) error {
		return s.Places(row, places[i*k:(i+1)*k], descending)
	})
}

// atPlaces reads the elements at the places that sortedPlaces gives.
func atPlaces(m op.Machine, a *value.Array, axis int, places *value.Array) (*value.Array, error) {
	n, k := a.Shape[axis], places.Shape[places.Rank()-1]
	numbers := places.Data.([]int64)
	return indexing.Placed(m, axisLast(a, axis), places.Shape, func(position int) (int, error) {
		return position/k*n + int(numbers[position]), nil
	})
}

// sortKernel sorts along an axis. Half dtypes are sorted in float32, which holds them exactly.
func sortKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, axis := in.Arrays[0], in.Axis
	wide := a
	if a.Dtype.IsHalf() {
		var err error
		if wide, err = op.Converted(op.Uncounted(m), a, value.Float32); err != nil {
			return nil, err
		}
	}
	r, err := op.NewUnset(m, wide.Dtype, axisLast(a, axis).Shape)
	if err != nil {
		return nil, err
	}
	n := a.Shape[axis]
	err = rowwise(m, wide, axis, func(s *value.Sorter, i int, row any) error {
		return s.Values(value.Cut(r.Data, i*n, (i+1)*n), row, !c.Attrs.Bool("is_ascend"))
	})
	if err != nil {
		return nil, err
	}
	if r, err = op.Converted(op.Uncounted(m), r, a.Dtype); err != nil {
		return nil, err
	}
	return axisBack(r, axis), nil
}

// argsortKernel gives the places in the dtype of the attribute.
func argsortKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, axis := in.Arrays[0], in.Axis
	places, err := sortedPlaces(m, a, axis, a.Shape[axis], !c.Attrs.Bool("is_ascend"))
	if err != nil {
		return nil, err
	}
	d, err := c.AttrDtype("dtype", value.Int32)
	if err != nil {
		return nil, err
	}
	r, err := op.Converted(m, places, d)
	if err != nil {
		return nil, err
	}
	return axisBack(r, axis), nil
}

// topkKernel gives the k first elements in order, and their places. With k below 1 it
// takes the whole axis.
func topkKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, axis := in.Arrays[0], in.Axis
	k, err := c.Int("k")
	if err != nil {
		return nil, err
	}
	if k < 1 {
		k = a.Shape[axis]
	}
	if k > a.Shape[axis] {
		return nil, fmt.Errorf("`%s` cannot take %d elements of axis %d, which has %d", c.Op.Name, k, axis, a.Shape[axis])
	}
	places, err := sortedPlaces(m, a, axis, k, !c.Attrs.Bool("is_ascend"))
	if err != nil {
		return nil, err
	}
	values, err := atPlaces(m, a, axis, places)
	if err != nil {
		return nil, err
	}
	d, err := c.AttrDtype("dtype", value.Int32)
	if err != nil {
		return nil, err
	}
	indices, err := op.Converted(m, places, d)
	if err != nil {
		return nil, err
	}
	both := []value.Value{axisBack(values, axis), axisBack(indices, axis)}
	switch c.Attrs.Str("ret_type") {
	case "values":
		return both[0], nil
	case "indices":
		return both[1], nil
	}
	return &value.Tuple{Elems: both}, nil
}

// searchSortedKernel finds for each value the place among a sorted sequence: the number of
// elements less than it, or with right of those that are not greater.
func searchSortedKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	sequence, values := in.Arrays[0], in.Arrays[1]
	if sequence.Dtype != values.Dtype || sequence.Rank() == 0 || values.Rank() == 0 {
		return nil, fmt.Errorf("`searchsorted` cannot find %s of %s among %s", value.ShapeText(values.Shape), values.Dtype, sequence.Dtype)
	}
	d, err := c.AttrDtype("dtype", value.Int32)
	if err != nil {
		return nil, err
	}
	r, err := op.NewResult(m, value.Int64, values.Shape)
	if err != nil {
		return nil, err
	}
	if err := search(m, c, sequence, values, r.Data.([]int64)); err != nil {
		return nil, err
	}
	return op.Converted(m, r, d)
}

// search finds the values row by row, each in its own sequence or all in one.
func search(m op.Machine, c *op.KernelCall, sequence, values *value.Array, found []int64) error {
	n, width, right := sequence.Shape[sequence.Rank()-1], values.Shape[values.Rank()-1], c.Attrs.Bool("right")
	if width == 0 {
		return nil
	}
	rows, each := values.Len()/width, 0
	if sequence.Rank() > 1 {
		each = n
	}
	if each > 0 && sequence.Len() != rows*n {
		return fmt.Errorf("`searchsorted` has values of shape %s for sequences of shape %s", value.ShapeText(values.Shape), value.ShapeText(sequence.Shape))
	}
	return op.Sweep(m, rows, width*bits.Len(uint(n)), func(from, to int) error {
		sorted, sought := newOrdered(m, sequence), newOrdered(m, values)
		for i := from; i < to; i++ {
			row, err := sorted.read(i*each, n)
			if err != nil {
				return err
			}
			if err := searchRow(m, row, sought, i*width, right, found[i*width:][:width]); err != nil {
				return err
			}
		}
		return nil
	})
}

// searchRow finds the values from a position on in a sorted row.
func searchRow(m op.Machine, row any, sought *ordered, from int, right bool, found []int64) error {
	var at [shortRow]int
	return op.InTurn(m, len(found), 1<<16/shortRow, func(first, last int) error {
		values, err := sought.read(from+first, last-first)
		if err != nil {
			return err
		}
		value.Search(row, values, right, at[:last-first])
		for j, place := range at[:last-first] {
			found[first+j] = int64(place)
		}
		return nil
	})
}

// uniqueKernel gives the distinct elements in order, or in that of their first
// places; what the results have after them is 0.
func uniqueKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	if a.Rank() != 1 {
		return nil, fmt.Errorf("`unique` takes a vector, not shape %s", value.ShapeText(a.Shape))
	}
	places, err := sortedPlaces(m, a, 0, a.Len(), false)
	if err != nil {
		return nil, err
	}
	u, err := groups(m, a, places.Data.([]int64))
	if err != nil {
		return nil, err
	}
	if !c.Attrs.Bool("sorted") {
		if u, err = u.byFirst(m); err != nil {
			return nil, err
		}
	}
	return u.result(m, a, c.Attrs.Bool("return_counts"))
}

// A grouping is, for each distinct element, its first place and how often it
// occurs, and for each element its group.
type grouping struct {
	first, count, group []int
}

// newGrouping allocates a grouping of so many groups at most; group has an entry for
// each element.
func newGrouping(m op.Machine, groups int, group []int) (u grouping, err error) {
	u.group = group
	if u.first, err = op.Make[int](m, groups); err != nil {
		return u, err
	}
	u.count, err = op.Make[int](m, groups)
	return u, err
}

// groups makes a group of each run of equal elements in sorted places. Since the order is
// stable, the first place of a run is where the element is first.
func groups(m op.Machine, a *value.Array, places []int64) (u grouping, err error) {
	group, err := op.Make[int](m, a.Len())
	if err != nil {
		return u, err
	}
	if u, err = newGrouping(m, a.Len(), group); err != nil {
		return u, err
	}
	equal, n := value.BinaryMap("equal", a.Dtype), 0
	err = op.InTurn(m, len(places), 16, func(from, to int) error {
		for i := from; i < to; i++ {
			at := int(places[i])
			if i == 0 || !same(equal, a, int(places[i-1]), at) {
				u.first[n] = at
				n++
			}
			u.count[n-1]++
			u.group[at] = n - 1
		}
		return nil
	})
	u.first, u.count = u.first[:n], u.count[:n]
	return u, err
}

// same reports whether two elements are equal. NaN is not equal to itself, so that each is
// a group of its own.
func same(equal *value.Map, a *value.Array, i, j int) bool {
	is, _ := equal.Apply(a.ScalarAt(i), a.ScalarAt(j))
	return is.IsTrue()
}

// byFirst numbers the groups by their first places.
func (u grouping) byFirst(m op.Machine) (grouping, error) {
	n := len(u.group)
	at, err := op.Make[int](m, n) // the group that is first at a place, and 1
	if err != nil {
		return u, err
	}
	for g, first := range u.first {
		at[first] = g + 1
	}
	renamed, err := newGrouping(m, len(u.first), u.group)
	if err != nil {
		return u, err
	}
	number, err := op.Make[int](m, len(u.first))
	if err != nil {
		return u, err
	}
	next := 0
	return renamed, op.InTurn(m, 2*n, 4, func(from, to int) error {
		for i := from; i < min(to, n); i++ {
			if g := at[i] - 1; g >= 0 {
				renamed.first[next], renamed.count[next], number[g] = i, u.count[g], next
				next++
			}
		}
		for i := max(from, n) - n; i < to-n; i++ {
			renamed.group[i] = number[renamed.group[i]]
		}
		return nil
	})
}

// result gives the distinct elements, their first places, the group of each element and the
// number of groups, in vectors as long as the data, of which the types do not know how much
// is used.
func (u grouping) result(m op.Machine, a *value.Array, counts bool) (value.Value, error) {
	distinct, err := op.NewResult(m, a.Dtype, a.Shape)
	if err != nil {
		return nil, err
	}
	err = op.InTurn(m, len(u.first), 4, func(from, to int) error {
		for i, place := range u.first[from:to] {
			value.Store(distinct.Data, from+i, a.ScalarAt(place))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	lists, results := [][]int{u.first, u.group, {len(u.first)}, u.count}, []value.Value{distinct}
	if !counts {
		lists = lists[:3]
	}
	for i, list := range lists {
		length := a.Len()
		if i == 2 {
			length = 1
		}
		places, err := places32(m, list, length)
		if err != nil {
			return nil, err
		}
		results = append(results, places)
	}
	return &value.Tuple{Elems: results}, nil
}

// places32 are places as int32, followed by 0 up to a length.
func places32(m op.Machine, ns []int, length int) (*value.Array, error) {
	data, err := op.Make[int32](m, length)
	if err != nil {
		return nil, err
	}
	return value.Of(data, length), op.InTurn(m, len(ns), 1, func(from, to int) error {
		for i := from; i < to; i++ {
			data[i] = int32(ns[i])
		}
		return nil
	})
}
