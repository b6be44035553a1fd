package nn

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// correlationCost: of each displacement of each patch a product, or a distance, of each
// element of the patch, their sum and its mean.
func correlationCost() op.Cost {
	patch := op.Figure(func(c *op.Call) types.Dim {
		size, ok := c.Attrs.Dim("kernel_size")
		if !ok {
			return types.Unknown
		}
		return size.Mul(size).Mul(c.Extent(0, 1))
	})
	return op.RowsCost(patch).And(op.ResultSize, op.Steady(1))
}

// addedCost: the dense matrix is copied, and each element of the sparse one added.
func addedCost() op.Cost { return op.MovedCost(op.SizeOf(0).Plus(op.SizeOf(1))) }

// turnedCost: the elements, their indices and the pointers are each read and written.
func turnedCost() op.Cost { return op.MovedCost(op.Operands) }

// bitpackCost: of each bit of each element a mask, a shift and a disjunction.
func bitpackCost() op.Cost {
	bits := func(c *op.Call) types.Dim {
		n, ok := c.Attrs.Dim("bits")
		if !ok {
			return types.Unknown
		}
		return n
	}
	cost := op.MovedCost(func(c *op.Call) types.Dim { return c.Size(0).Mul(bits(c)).Mul(types.Const(3)) })
	cost.Span = func(c *op.Call) types.Dim {
		packed, _ := c.Attrs.Int("pack_axis")
		return op.Rounds(c.Extent(0, int(packed))).Add(types.Const(3))
	}
	return cost
}

// winogradCost bounds that of multiplying each filter, along one dimension after the
// other from the last one, with the matrix of the transformation: as many rows as
// grown says, of the filter's extent (Lavin and Gray, Fast algorithms for convolutional
// neural networks, 2016).
func winogradCost(grown func(c *op.Call, extent types.Dim) types.Dim) op.Cost {
	work := func(c *op.Call) types.Dim {
		weight, ok := c.Arg(0).(*types.Tensor)
		if !ok || len(weight.Shape) < 3 {
			return types.Unknown
		}
		shape := slices.Clone(weight.Shape)
		sum := types.Const(0)
		for k := len(shape) - 1; k >= 2; k-- {
			taps := shape[k]
			shape[k] = grown(c, taps)
			sum = sum.Add(types.Product(shape).Mul(taps))
		}
		return sum.Mul(types.Const(2))
	}
	span := func(c *op.Call) types.Dim {
		return op.Rounds(c.Size(0)).Mul(types.Const(3)).Add(types.Const(3))
	}
	return op.Cost{Work: work, Span: span, Memory: op.ResultBytes}.AtMost()
}

func tiled(c *op.Call, extent types.Dim) types.Dim {
	tile, ok := c.Attrs.Dim("tile_size")
	if !ok {
		return types.Unknown
	}
	return tile.Add(extent).Sub(types.Const(1))
}

// nnpackTile is the extent of NNPACK's tiles.
func nnpackTile(*op.Call, types.Dim) types.Dim { return types.Const(8) }
