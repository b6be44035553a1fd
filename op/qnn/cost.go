package qnn

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/types"
)

// shiftedCost is the cost of a quantized layer: that of the layer on integers, and one
// subtraction for each element of data and weight, which are kept as int32.
func shiftedCost(plain string) op.Cost {
	cost := entryOf(plain).Cost
	operands := op.Figure(func(c *op.Call) types.Dim { return c.Size(0).Add(c.Size(1)) })
	cost.Work = cost.Work.Plus(operands)
	cost.Span = cost.Span.Plus(op.Steady(1))
	cost.Memory = cost.Memory.Plus(operands.Times(4))
	return cost
}
