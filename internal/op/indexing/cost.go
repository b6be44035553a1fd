package indexing

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// gatherCost: each index is read once, and each element of the result moved.
var gatherCost = op.MovedCost(op.Figure(op.ResultSize).Plus(op.SizeOf(1)))

// advancedCost: as gatherCost, with the indices behind the data in the tuple.
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
