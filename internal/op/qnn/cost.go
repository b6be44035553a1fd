package qnn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// What bringing one element from one form into another takes: a quotient, a rounding, a
// sum and the limits on both sides to an integer; a difference and a product from one;
// between integers, a difference, a product, a rounding, a sum and the limits.
const (
	toInteger   = 5
	fromInteger = 2
	betweenThem = 6
)

// functionCost is that of a function of so many operations and operands on what the
// elements stand for.
func functionCost(operands, operations int64) op.Cost {
	return op.EachCost(operands*fromInteger + operations + toInteger)
}

// shiftedCost is the cost of a quantized layer: that of the layer on integers, and one
// subtraction for each element of data and weight.
func shiftedCost(plain string) op.Cost {
	operands := op.Figure(func(c *op.Call) types.Dim { return c.Size(0).Add(c.Size(1)) })
	return entryOf(plain).Cost.And(operands, op.Steady(1))
}

// softmaxCost is that of softmax on what the elements stand for.
func softmaxCost() op.Cost {
	return entryOf("nn.softmax").Cost.And(op.Figure(op.ResultSize).Times(fromInteger+toInteger), op.Steady(fromInteger+toInteger))
}

// averageCost is that of pooling, after a change of the code of all data, and before
// the limits.
func averageCost() op.Cost {
	recoded := op.SizeOf(0).Times(betweenThem).Plus(op.Figure(op.ResultSize).Times(2))
	return entryOf("nn.avg_pool2d").Cost.And(recoded, op.Steady(betweenThem+2))
}

// joinedCost is that of changing the code of each element, and moving it.
func joinedCost() op.Cost { return op.EachCost(betweenThem + 1) }
