package indexing

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// coordinates reads sparse indices: a row of d numbers for each of n elements.
// A scalar or vector represents indices of one dimension.
func coordinates(m op.Machine, a *value.Array, d int) (rows []int64, n int, err error) {
	rows, err = op.WholeNumbers(m, a)
	if err != nil {
		return nil, 0, err
	}
	n = len(rows)
	if a.Rank() == 2 {
		n = a.Shape[0]
	}
	if len(rows) != n*d {
		return nil, 0, fmt.Errorf("sparse indices of shape %s do not fit %s", value.ShapeText(a.Shape), op.Dimensions(d))
	}
	return rows, n, nil
}

// flatIndex is the row-major place of an index in a shape.
func flatIndex(index []int64, shape []int) (int, error) {
	at := 0
	for k, i := range index {
		if i < 0 || i >= int64(shape[k]) {
			return 0, outOfRange(int(i), shape[k])
		}
		at = at*shape[k] + int(i)
	}
	return at, nil
}

// sparseToDenseKernel writes values at indices into a tensor of one value. Of values for
// one place the last stays.
func sparseToDenseKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	shape, err := c.Ints("output_shape")
	if err != nil {
		return nil, err
	}
	values := in.Arrays[1]
	fill, err := c.Scalar(2)
	if err != nil {
		return nil, err
	}
	rows, n, err := coordinates(m, in.Arrays[0], len(shape))
	if err != nil {
		return nil, err
	}
	if values.Rank() > 1 || values.Rank() == 1 && values.Len() != n {
		return nil, fmt.Errorf("%d sparse values for %d indices", values.Len(), n)
	}
	r, err := op.Filled(m, fill.Convert(values.Dtype), shape)
	if err != nil {
		return nil, err
	}
	elems := values.Broadcast([]int{n})
	err = op.InTurn(m, n, elementWork, func(from, to int) error {
		for i := from; i < to; i++ {
			at, err := flatIndex(rows[i*len(shape):(i+1)*len(shape)], shape)
			if err != nil {
				return err
			}
			value.Store(r.Data, at, elems.ScalarAt(i))
		}
		return nil
	})
	return value.Simplest(r), err
}

// elementWork is about the work of finding the place of an element and writing it.
const elementWork = 8

// sparseReshapeKernel finds the place of each index in the old shape, and the
// index of that place in the new one, in which one extent -1 is inferred.
func sparseReshapeKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	indices := in.Arrays[0]
	old, err := c.IntsOf(m, 1)
	if err != nil {
		return nil, err
	}
	shape, err := c.IntsOf(m, 2)
	if err != nil {
		return nil, err
	}
	total, err := value.CheckedLen(old)
	if err != nil {
		return nil, err
	}
	if shape, err = inferExtent(shape, total); err != nil {
		return nil, err
	}
	rows, n, err := coordinates(m, indices, len(old))
	if err != nil {
		return nil, err
	}
	r, err := op.NewResult(m, indices.Dtype, []int{n, len(shape)})
	if err != nil {
		return nil, err
	}
	err = op.InTurn(m, n, elementWork*max(len(old), len(shape)), func(from, to int) error {
		for i := from; i < to; i++ {
			at, err := flatIndex(rows[i*len(old):(i+1)*len(old)], old)
			if err != nil {
				return err
			}
			for k := len(shape) - 1; k >= 0; k-- {
				value.Store(r.Data, i*len(shape)+k, value.FromInt(r.Dtype, int64(at%shape[k])))
				at /= shape[k]
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	extents, err := extentsLike(m, c.Args[2], shape)
	if err != nil {
		return nil, err
	}
	return &value.Tuple{Elems: []value.Value{r, extents}}, nil
}

// extentsLike is a vector of the dtype of another value.
func extentsLike(m op.Machine, like value.Value, ns []int) (*value.Array, error) {
	v, err := op.NewResult(m, value.Dense(like).Dtype, []int{len(ns)})
	if err != nil {
		return nil, err
	}
	for i, n := range ns {
		value.Store(v.Data, i, value.FromInt(v.Dtype, int64(n)))
	}
	return v, nil
}

// inferExtent puts what follows in the place of -1 in a shape.
func inferExtent(shape []int, total int) ([]int, error) {
	at, product := -1, 1
	for k, n := range shape {
		switch {
		case n >= 0:
			product *= n
		case at >= 0:
			return nil, fmt.Errorf("only one extent of %s can be inferred", value.ShapeText(shape))
		default:
			at = k
		}
	}
	inferred := 0
	if at >= 0 && product > 0 {
		inferred = total / product
		product *= inferred
	}
	if product != total || at >= 0 && product == 0 {
		return nil, fmt.Errorf("%d elements do not have the shape %s", total, value.ShapeText(shape))
	}
	if at >= 0 {
		shape[at] = inferred
	}
	return shape, nil
}

// sparseFillEmptyRowsKernel gives the elements ordered by rows, with the
// default in column 0 of each row that has none, and which rows these are: for n elements
// and r rows it takes O(n + r) by a counting sort.
func sparseFillEmptyRowsKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	shape, err := c.IntsOf(m, 2)
	if err != nil {
		return nil, err
	}
	fill, err := c.Scalar(3)
	if err != nil {
		return nil, err
	}
	d := len(shape)
	rows, n, err := coordinates(m, in.Arrays[0], d)
	if err != nil {
		return nil, err
	}
	values, err := op.WholeNumbers(m, in.Arrays[1])
	if err != nil {
		return nil, err
	}
	if d == 0 || shape[0] < 0 || len(values) != n || in.Arrays[0].Rank() != 2 || in.Arrays[0].Shape[1] != d {
		return nil, fmt.Errorf("%d sparse values for %d indices of %s", len(values), n, op.Dimensions(d))
	}
	order, begins, err := groupByRow(m, rows, d, shape[0])
	if err != nil {
		return nil, err
	}
	s, err := newSparseRows(m, begins, n, d)
	if err != nil {
		return nil, err
	}
	err = op.InTurn(m, shape[0], elementWork, func(from, to int) error {
		for row := from; row < to; row++ {
			elems := order[begins[row]:begins[row+1]]
			for _, i := range elems {
				s.add(rows[i*d:(i+1)*d], values[i])
			}
			if len(elems) == 0 {
				s.fill(row, fill.Int())
			}
		}
		return nil
	})
	return s.result(), err
}

// groupByRow orders elements by the row with which their index begins (a counting sort,
// which keeps the order inside a row); those of row i are order[begins[i]:begins[i+1]].
func groupByRow(m op.Machine, indices []int64, d, rows int) (order, begins []int, err error) {
	n := len(indices) / d
	if order, err = op.Make[int](m, n); err != nil {
		return nil, nil, err
	}
	if begins, err = op.Make[int](m, rows+2); err != nil {
		return nil, nil, err
	}
	for i := range n {
		row, err := flatIndex(indices[i*d:i*d+1], []int{rows})
		if err != nil {
			return nil, nil, err
		}
		begins[row+2]++
	}
	for row := range rows {
		begins[row+2] += begins[row+1]
	}
	for i := range n {
		row := indices[i*d]
		order[begins[row+1]] = i
		begins[row+1]++
	}
	return order, begins[:rows+1], nil
}

// sparseRows collects the elements of a sparse tensor of d dimensions.
type sparseRows struct {
	d                      int
	indices, values, empty []int64
}

// newSparseRows allocates n elements, and one for each row without any.
func newSparseRows(m op.Machine, begins []int, n, d int) (s *sparseRows, err error) {
	for row, end := range begins[1:] {
		if begins[row] == end {
			n++
		}
	}
	s = &sparseRows{d: d}
	for list, length := range map[*[]int64]int{&s.indices: n * d, &s.values: n, &s.empty: len(begins) - 1} {
		if *list, err = op.Make[int64](m, length); err != nil {
			return nil, err
		}
	}
	s.indices, s.values = s.indices[:0], s.values[:0]
	return s, nil
}

// add appends an element.
func (s *sparseRows) add(index []int64, v int64) {
	s.indices = append(s.indices, index...)
	s.values = append(s.values, v)
}

// fill puts an element into column 0 of a row that has none.
func (s *sparseRows) fill(row int, v int64) {
	s.empty[row] = 1
	at := len(s.indices)
	s.indices, s.values = s.indices[:at+s.d], append(s.values, v)
	s.indices[at] = int64(row)
}

// result is the tuple of indices, values, and a 1 for each row that had no element.
func (s *sparseRows) result() value.Value {
	n := len(s.values)
	return &value.Tuple{Elems: []value.Value{value.Of(s.indices, n, s.d), value.Of(s.values, n), value.Of(s.empty, len(s.empty))}}
}

// matrixSetDiagKernel writes each diagonal into a view of a copy: element i of diagonal k is
// at (i, i + k) for k ≥ 0 and at (i - k, i) below. Where there are several, diagonal is
// (…, how many, longest), the highest first, and shorter ones are at the left or the right
// of their row.
func matrixSetDiagKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	low, err := c.Int("k1")
	if err != nil {
		return nil, err
	}
	high, err := c.Int("k2")
	if err != nil {
		return nil, err
	}
	input, diagonals := in.Arrays[0], in.Arrays[1]
	if input.Rank() < 2 || low > high || input.Dtype != diagonals.Dtype {
		return nil, fmt.Errorf("`matrix_set_diag` cannot set diagonals %d to %d of %s", low, high, value.ShapeText(input.Shape))
	}
	lead := input.Rank() - 2
	if low == high {
		diagonals = diagonals.Insert(max(diagonals.Rank()-1, 0), 1)
	}
	if diagonals.Rank() != lead+2 || diagonals.Shape[lead] != high-low+1 {
		return nil, fmt.Errorf("`matrix_set_diag` wants %d diagonals here, and gets %s", high-low+1, value.ShapeText(in.Arrays[1].Shape))
	}
	r, err := op.Copied(m, input)
	if err != nil {
		return nil, err
	}
	for k := low; k <= high; k++ {
		row := diagonals.Slice(lead, high-k, 1, 1).Drop(lead)
		if err := setDiagonal(m, diagonalOf(r, k), row, low != high && c.Attrs.Bool(alignments[k >= 0])); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// setDiagonal writes the first or, right, the last elements of a row.
func setDiagonal(m op.Machine, place, row *value.Array, right bool) error {
	last := place.Rank() - 1
	spare, from := row.Shape[last]-place.Shape[last], 0
	if right {
		from = spare
	}
	if spare >= 0 {
		if part := row.Slice(last, from, place.Shape[last], 1).Broadcast(place.Shape); part != nil {
			return op.Assign(m, place, part)
		}
	}
	return fmt.Errorf("diagonals of shape %s do not fit %s", value.ShapeText(row.Shape), value.ShapeText(place.Shape))
}

// alignments are the attributes that say whether shorter diagonals are aligned to the right,
// by whether the diagonal is the main one or above.
var alignments = map[bool]string{true: "super_diag_right_align", false: "sub_diag_right_align"}

// diagonalOf is a view of diagonal k of the last two dimensions, which is empty
// where it lies outside.
func diagonalOf(a *value.Array, k int) *value.Array {
	lead := a.Rank() - 2
	rows, columns := a.Shape[lead], a.Shape[lead+1]
	n := max(0, min(rows+min(k, 0), columns-max(k, 0)))
	if n > 0 {
		a = a.Slice(lead, max(-k, 0), n, 1).Slice(lead+1, max(k, 0), n, 1)
	} else {
		a = a.Slice(lead, 0, 0, 1).Slice(lead+1, 0, 0, 1)
	}
	return op.Diagonal(a, lead, lead+1)
}

// triluKernel computes where(column ≤ row + k, x, 0), or ≥ with upper: the triangle up to
// diagonal k, or from it on.
func triluKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	k, err := c.Scalar(1)
	if err != nil {
		return nil, err
	}
	if a.Rank() < 2 {
		return nil, fmt.Errorf("`trilu` needs matrices, not shape %s", value.ShapeText(a.Shape))
	}
	if a.Len() == 0 {
		return a, nil
	}
	rows, err := op.Iota(m, a.Shape[a.Rank()-2])
	if err != nil {
		return nil, err
	}
	columns, err := op.Iota(m, a.Shape[a.Rank()-1])
	if err != nil {
		return nil, err
	}
	add := value.BinaryMap("add", value.Int64)
	if rows, err = op.MapOver(m, add, rows.Insert(1, 1), value.FromScalar(value.I64(k.Int()))); err != nil {
		return nil, err
	}
	keep := "less_equal"
	if c.Attrs.Bool("upper") {
		keep = "greater_equal"
	}
	mask, err := op.MapOver(m, value.BinaryMap(keep, value.Int64), columns, rows)
	if err != nil {
		return nil, err
	}
	return op.MapOver(m, value.WhereMap(value.Bool, a.Dtype), mask, a, value.FromScalar(value.FromInt(a.Dtype, 0)))
}
