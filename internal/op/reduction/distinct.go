package reduction

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// distinctOps lists the operator that finds distinct slices. Unlike those of unique, its
// results have no more elements than are used.
var distinctOps = []*op.Op{{
	Name: "distinct", Kind: op.Opaque, Params: op.Args("data"),
	Doc:  "Gives the distinct slices along an axis, or the distinct elements without axis, with their first places, the place of each slice among them, and how often each occurs.",
	Rule: "for data with extent n on the axis the result is (data with extent ? there, Tensor[(?), int64], Tensor[(n), int64], Tensor[(?), int64]); without axis n is the number of elements, and the first result a vector",
	Attrs: []op.Attr{
		relate.Optional("axis", op.IntAttr, "the axis of the slices; data is flattened where it is left out"),
		relate.Bool("sorted", true, "sort the slices, by their first elements, then their second ones, and so on; else they stand in the order of their first places"),
	},
	Traits:   op.Traits{Cost: distinctCost},
	Relation: relate.Relation(distinct), Kernel: op.Reads{Arrays: 1}.Kernel(distinctKernel),
}}

// distinctCost: the slices are sorted by each of their elements, compared with the ones
// before them, and gathered; the groups are numbered in each slice.
var distinctCost = func() op.Cost {
	rounds := op.Figure(func(c *op.Call) types.Dim { return op.Rounds(slicesOf(c)).Add(types.Const(1)) })
	cost := op.MovedCost(func(c *op.Call) types.Dim {
		return c.Size(0).Mul(rounds(c)).Mul(types.Const(2)).Add(c.Size(0).Mul(types.Const(8))).Add(slicesOf(c).Mul(types.Const(8)))
	})
	cost.Span = func(c *op.Call) types.Dim { return c.Size(0).Mul(rounds(c)).Add(types.Const(8)) }
	return cost.AtMost()
}()

// slicesOf is the number of slices.
func slicesOf(c *op.Call) types.Dim { return op.AlongAxis("axis")(c) }

func distinct(s *relate.Typing, data *types.Tensor) types.Type {
	n, shape := types.Product(data.Shape), []types.Dim{types.Any}
	if s.Attrs.Has("axis") {
		axis := s.Axis("axis", -len(data.Shape), len(data.Shape))
		if s.Stopped() {
			return nil
		}
		n, shape = data.Shape[axis], op.WithDim(data.Shape, axis, types.Any)
	}
	places := op.TensorOf(types.Int64, types.Any)
	return &types.Tuple{Elems: []types.Type{op.TensorOf(data.Dtype, shape...), places, op.TensorOf(types.Int64, n), places}}
}

// distinctKernel sorts the slices, each a row of elements, and makes a group of each run of
// equal ones.
func distinctKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, axis := in.Arrays[0], 0
	var err error
	if !c.Attrs.Has("axis") {
		a, err = op.Reshaped(op.Uncounted(m), a, []int{a.Len()})
	} else {
		axis, err = c.Axis("axis", a.Rank())
	}
	if err != nil {
		return nil, err
	}
	view := a.Transpose(slices.Insert(slices.Delete(dimensionsOf(a), axis, axis+1), 0, axis))
	rows, err := op.Reshaped(op.Uncounted(m), view, []int{view.Shape[0], value.Product(view.Shape[1:])})
	if err != nil {
		return nil, err
	}
	u, err := rowGroups(m, rows)
	if err == nil && !c.Attrs.Bool("sorted") {
		u, err = u.byFirst(m)
	}
	if err != nil {
		return nil, err
	}
	return u.slices(m, view, axis)
}

// dimensionsOf are the dimensions of an array, in order.
func dimensionsOf(a *value.Array) []int {
	order := make([]int, a.Rank())
	for k := range order {
		order[k] = k
	}
	return order
}

// rowGroups makes a group of equal rows, in lexicographic order. Rows are sorted by each
// column, the last one first, which is lexicographic as the sorts are stable.
func rowGroups(m op.Machine, rows *value.Array) (u grouping, err error) {
	n, width := rows.Shape[0], rows.Shape[1]
	order, err := op.Iota(m, n)
	if err != nil {
		return u, err
	}
	places := order.Data.([]int64)
	for k := width - 1; k >= 0 && n > 0; k-- {
		if places, err = sortedBy(m, rows.Slice(1, k, 1, 1), places); err != nil {
			return u, err
		}
	}
	group, err := op.Make[int](m, n)
	if err != nil {
		return u, err
	}
	if u, err = newGrouping(m, n, group); err != nil {
		return u, err
	}
	equal, found := value.BinaryMap("equal", rows.Dtype), 0
	err = op.InTurn(m, n, max(16, 16*width), func(from, to int) error {
		for i := from; i < to; i++ {
			at := int(places[i])
			if i == 0 || !sameRow(equal, rows, int(places[i-1]), at) {
				u.first[found] = at
				found++
			}
			u.count[found-1]++
			u.group[at] = found - 1
		}
		return nil
	})
	u.first, u.count = u.first[:found], u.count[:found]
	return u, err
}

// sortedBy sorts places by the elements of a column.
func sortedBy(m op.Machine, column *value.Array, places []int64) ([]int64, error) {
	n := len(places)
	if err := m.Charge(int64(n)); err != nil {
		return nil, err
	}
	moved, err := op.NewResult(m, column.Dtype, []int{n})
	if err != nil {
		return nil, err
	}
	err = op.InTurn(m, n, 4, func(from, to int) error {
		for i := from; i < to; i++ {
			value.Store(moved.Data, i, column.ScalarAt(int(places[i]), 0))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sorted, err := sortedPlaces(m, moved, 0, n, false)
	if err != nil {
		return nil, err
	}
	next := sorted.Data.([]int64)
	for i, k := range next {
		next[i] = places[k]
	}
	return next, nil
}

func sameRow(equal *value.Map, rows *value.Array, i, j int) bool {
	for k := range rows.Shape[1] {
		if is, _ := equal.Apply(rows.ScalarAt(i, k), rows.ScalarAt(j, k)); !is.IsTrue() {
			return false
		}
	}
	return true
}

// slices gives the first slice of each group, and the three lists. The view has the axis
// first.
func (u grouping) slices(m op.Machine, view *value.Array, axis int) (value.Value, error) {
	src, err := op.Compact(op.Uncounted(m), view)
	if err != nil {
		return nil, err
	}
	shape := slices.Clone(view.Shape)
	shape[0] = len(u.first)
	r, err := op.NewResult(m, view.Dtype, shape)
	if err != nil {
		return nil, err
	}
	size := value.Product(shape[1:])
	data := src.Flat()
	err = op.Sweep(m, len(u.first), max(1, size), func(from, to int) error {
		for i := from; i < to; i++ {
			value.CopyData(value.Cut(r.Data, i*size, (i+1)*size), value.Cut(data, u.first[i]*size, (u.first[i]+1)*size))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	back := slices.Insert(dimensionsOf(r)[1:], axis, 0)
	results := []value.Value{r.Transpose(back)}
	for _, list := range [][]int{u.first, u.group, u.count} {
		places, err := op.Make[int64](m, len(list))
		if err != nil {
			return nil, err
		}
		for i, n := range list {
			places[i] = int64(n)
		}
		results = append(results, value.Of(places, len(list)))
	}
	return &value.Tuple{Elems: results}, nil
}
