package image

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// dilationCost: of each tap a sum and a comparison.
func dilationCost() op.Cost {
	area := op.Figure(func(c *op.Call) types.Dim {
		kernel, ok := relate.Canonical(c.Args[1], c.Attrs.Str("kernel_layout"), "IHW")
		if !ok {
			return types.Unknown
		}
		return kernel[1].Mul(kernel[2])
	})
	cost := op.GatheredCost(area)
	cost.Work = cost.Work.Times(2)
	return cost
}

// affineCost: two products and two sums, at a place that takes a product and a sum along
// both dimensions.
var affineCost = op.EachCost(8)

// sampleReads is how many elements are read along one dimension.
var sampleReads = map[string]int64{"nearest": 1, "bilinear": 2, "bicubic": 4}

// sampleCost: along each dimension the place takes a sum, a product and a rounding; of
// each element read its share along each dimension, in a difference, another, and a
// product, and a product and a sum.
func sampleCost() op.Cost {
	reads := func(c *op.Call) (n, dimensions int64) {
		data, ok := c.Arg(0).(*types.Tensor)
		along := sampleReads[c.Attrs.Str("method")]
		if !ok || along == 0 || len(data.Shape) < 2 || len(data.Shape) > 5 {
			return 0, 0
		}
		n = 1
		for range len(data.Shape) - 2 {
			n *= along
		}
		return n, int64(len(data.Shape) - 2)
	}
	each := func(c *op.Call) types.Dim {
		n, d := reads(c)
		if n == 0 {
			return types.Unknown
		}
		return types.Const(3*d + n*(3*d+2))
	}
	return op.Cost{
		Work: func(c *op.Call) types.Dim { return c.Results().Mul(each(c)) },
		Span: func(c *op.Call) types.Dim {
			n, d := reads(c)
			if n == 0 {
				return types.Unknown
			}
			return op.Rounds(types.Const(n)).Add(types.Const(3*d + 3 + d))
		},
		Memory: op.ResultBytes,
	}
}
