package rearrange

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// scanCost: a tree of partial sums is built and read (Blelloch, Prefix sums and their
// applications, 1990).
var scanCost = func() op.Cost {
	row := op.AlongAxis("axis")
	cost := op.MovedCost(op.SizeOf(0).Times(2))
	cost.Span = func(c *op.Call) types.Dim { return op.Rounds(row(c)).Mul(types.Const(2)).Add(types.Const(1)) }
	return cost
}()

// maskCost: a comparison for each place of each sequence, and a choice for each element.
var maskCost = op.EachCost(1).And(func(c *op.Call) types.Dim { return c.Extent(0, 0).Mul(c.Extent(0, 1)) }, op.Steady(1))

// setCost: a copy of the data, and as many elements written as the box has, all at most.
var setCost = op.EachCost(2).AtMost()
