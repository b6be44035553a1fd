package nn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A rowCount counts the elementary operations of a function of the elements of a row:
// those on each element, those on each row, and how often a row is combined to one
// element, which is among the first.
type rowCount struct{ elements, rows, combined int64 }

var (
	// The greatest element, differences from it, exponentials, their sum; its reciprocal;
	// the products with it. The logarithm takes the sum's logarithm off instead.
	softmaxCount = rowCount{elements: 5, rows: 1, combined: 2}
	// The sum; the mean; differences, squares, their sum; a mean, epsilon, a root, a
	// reciprocal; differences again, scaled, and times gamma, plus beta.
	normCount = rowCount{elements: 8, rows: 5, combined: 2}
	// Squares, their sum; the greater of it and eps, a root; quotients.
	unitCount = rowCount{elements: 3, rows: 2, combined: 1}
)

// cost is that of rows of so many elements of argument 0.
func (r rowCount) cost(row op.Figure) op.Cost {
	return op.Cost{
		Work: func(c *op.Call) types.Dim {
			n := c.Size(0)
			work := n.Mul(types.Const(r.elements))
			if length := row(c); !length.IsConst(0) {
				work = work.Add(n.FloorDiv(length).Mul(types.Const(r.rows)))
			}
			return work
		},
		Span: func(c *op.Call) types.Dim {
			return op.Rounds(row(c)).Mul(types.Const(r.combined)).Add(types.Const(r.elements + r.rows))
		},
		Memory: op.ResultBytes,
	}
}

// alongAxes is the product of the extents along the axes of the attribute axis.
func alongAxes(c *op.Call) types.Dim {
	t, ok := c.Arg(0).(*types.Tensor)
	if !ok {
		return types.Unknown
	}
	if !c.Attrs.Has("axis") {
		return types.Product(t.Shape)
	}
	axes, _, ok := c.Axes("axis", len(t.Shape))
	if !ok {
		return types.Unknown
	}
	n, seen := types.Const(1), make([]bool, len(t.Shape))
	for _, axis := range axes {
		if !seen[axis] {
			n = n.Mul(t.Shape[axis])
		}
		seen[axis] = true
	}
	return n
}

// rowLength is the extent along the attribute axis; of a scalar 1.
func rowLength(c *op.Call) types.Dim {
	if t, ok := c.Arg(0).(*types.Tensor); ok && len(t.Shape) == 0 {
		return types.Const(1)
	}
	return op.AlongAxis("axis")(c)
}

// instanceLength is the number of elements of a channel in one element of the batch,
// channelsLength that of so many channels as a group has.
func instanceLength(c *op.Call) types.Dim {
	channels := c.Extent(0, 0)
	if axis, ok := c.Attrs.Int("axis"); !ok || axis != 0 {
		channels = channels.Mul(rowLength(c))
	}
	return c.Size(0).FloorDiv(channels)
}

func channelsLength(c *op.Call) types.Dim {
	groups, ok := c.Attrs.Dim("num_groups")
	if !ok {
		return types.Unknown
	}
	return c.Size(0).FloorDiv(c.Extent(0, 0).Mul(groups))
}

// responseCost: of each element the squares around it and their sum; then a product, a
// sum, a power and a quotient. What lies beyond the ends counts, up to as many elements
// as there are.
func responseCost() op.Cost {
	around := op.Figure(func(c *op.Call) types.Dim {
		size, ok := c.Attrs.Int("size")
		if !ok {
			return types.Unknown
		}
		reach := types.Const(max(0, 2*(size/2)+1))
		if n, known := rowLength(c).Const(); known && n <= size {
			reach = types.Const(n)
		}
		return reach
	})
	cost := op.GatheredCost(around.Times(2))
	return cost.And(op.Figure(op.ResultSize).Times(4), op.Steady(4))
}

// batchCost: of each element a difference, a product and a sum; of each channel a sum, a
// root and a quotient. The statistics are those given.
func batchCost() op.Cost {
	cost := op.MovedCost(op.SizeOf(0).Plus(op.SizeOf(1)).Times(3))
	cost.Span, cost.Memory = op.Steady(6), op.BytesOf(0)
	return cost
}

// entropyCost: of each pair so many functions, a product and a sum; the mean's quotient
// and sign.
func entropyCost(functions int64) op.Cost {
	return op.CombinedCost(2+functions, op.SizeOf(0)).And(op.Steady(2), op.Steady(2))
}

// likelihoodWork are the operations on each target by the attribute reduction: its
// weight, its prediction and their product; the sum of the losses; that of the weights.
var likelihoodWork = map[string]int64{"none": 3, "sum": 4, "mean": 5}

func likelihoodCost() op.Cost {
	each := func(c *op.Call) (n int64) {
		if n, ok := likelihoodWork[c.Attrs.Str("reduction")]; ok {
			return n
		}
		return likelihoodWork["mean"]
	}
	return op.Cost{
		Work:   func(c *op.Call) types.Dim { return c.Size(1).Mul(types.Const(each(c))).Add(types.Const(1)) },
		Span:   func(c *op.Call) types.Dim { return op.Rounds(c.Size(1)).Add(types.Const(each(c) + 1)) },
		Memory: op.ResultBytes,
	}
}
