// Package indexing owns the operators that find elements by tensors of indices:
// taking and gathering, scattering, the places of elements that are not zero, and
// sparse tensors in coordinate form.
//
// Operators that read compute, for each row-major position of the result, the
// position of the element in the data (Placed). Positions do not depend on each
// other, so that cores share them. Operators that write change a copy of the data
// in the order of the updates, on one core: a place may be named twice, and the
// last update, or the order of a sum, must be the same in each run.
//
// An index is read as int64. Negative ones count from the end where the operator
// says so; one that is outside is a fault, unless the attribute mode clips or wraps
// it. Elements are moved as they are; only scatters combine them, in their dtype,
// each rounded.
//
// Read take.go first, then indexed_kernel.go.
package indexing

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Ops are the operators of this package, in the order of the manual.
func Ops() []*op.Op {
	return op.Ranged(slices.Concat(lookups, sparse), ranges)
}

// ranges are the bounds of results, by the name of the operator. An index outside is a fault, or becomes one
// inside.
var ranges = map[string]op.Range{
	"take": op.Moves, "gather": op.Moves, "gather_nd": op.Moves, "adv_index": op.Moves,
	"scatter_elements": scattered("reduction"), "scatter_nd": scattered("mode"),
	"argwhere": op.Index(0), "invert_permutation": op.Index(0), "unravel_index": unraveled,
	"sparse_to_dense": op.MovesOr(true, 1, 2), "matrix_set_diag": op.MovesOr(true, 0, 1), "trilu": op.MovesOr(true, 0),
}

// scattered is the range of elements that updates change, one after the other, as an attribute says.
func scattered(how string) op.Range {
	return func(c *op.RangeCall) interval.Set {
		data, updates := c.Set(0), c.Set(2)
		both := data.Join(updates)
		switch c.Attrs.Str(how) {
		case "update", "min", "max":
			return both
		case "add":
			_, n := c.Elements(2)
			return interval.RunningSum(both.Join(interval.Of(0)), n+1, c.Dtype)
		case "mean":
			if c.Dtype.IsFloat() && both.Finite() && both.Magnitude() < interval.Largest(c.Dtype)/4 {
				_, n := c.Elements(2)
				return both.Rounded(c.Dtype, 2*(n+1))
			}
		}
		return interval.All(c.Dtype)
	}
}

// unraveled is the range of the indices of each axis, which are no greater than that into all elements.
func unraveled(c *op.RangeCall) interval.Set {
	if s := c.Set(0); s.Least >= 0 {
		return interval.Between(0, s.Most)
	}
	return interval.All(c.Dtype)
}

// gatherCost: each index is read once, and each element of the result moved.
var gatherCost = op.MovedCost(op.Figure(op.ResultSize).Plus(op.SizeOf(1)))

// advancedCost: as gatherCost, with the indices after the data in the tuple.
var advancedCost = op.MovedCost(func(c *op.Call) types.Dim {
	tensors, _, ok := c.TensorsOf(0)
	if !ok || len(tensors) == 0 {
		return types.Unknown
	}
	return c.Results().Add(c.Size(0)).Sub(types.Product(tensors[0].Shape))
})

// scatterCost: a copy of the data, and each index and each update once.
var scatterCost = op.MovedCost(op.Operands)

// whereCost: each element is looked at, and the indices of those that are not zero,
// which may be all, are written.
var whereCost = func() op.Cost {
	places := func(c *op.Call) types.Dim {
		t, ok := c.Arg(0).(*types.Tensor)
		if !ok {
			return types.Unknown
		}
		return c.Size(0).Mul(types.Const(int64(len(t.Shape))))
	}
	return op.Cost{
		Work:   op.SizeOf(0).Plus(places),
		Span:   func(c *op.Call) types.Dim { return op.Rounds(c.Size(0)).Mul(types.Const(2)).Add(types.Const(2)) },
		Memory: op.Figure(places).Times(4),
	}.AtMost()
}()

// unravelCost: a quotient and a remainder for each axis of each index.
var unravelCost = op.EachCost(2)

// reshapedCost: each index is put together from those along the old axes, in a product
// and a sum each, and taken apart again.
var reshapedCost = op.MovedCost(op.SizeOf(0).Times(2).Plus(op.Figure(func(c *op.Call) types.Dim {
	return c.Extent(0, 0).Mul(c.Size(2)).Mul(types.Const(2))
})))

// denseCost: a tensor of one value, into which the indices say where the values go.
var denseCost = op.MovedCost(op.Figure(op.ResultSize).Plus(op.SizeOf(0)).Plus(op.SizeOf(1)))

// diagonalCost: a copy of the matrix, and the diagonals.
var diagonalCost = op.MovedCost(op.Figure(op.ResultSize).Plus(op.SizeOf(1)))

// triangleCost: a comparison for each place of a matrix, and a choice for each element.
var triangleCost = op.EachCost(1).And(func(c *op.Call) types.Dim { return c.Extent(0, -1).Mul(c.Extent(0, -2)) }, op.Steady(1))
