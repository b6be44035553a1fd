package nn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// denseTerms is how many products a dense layer adds up for one element.
func denseTerms(c *op.Call) types.Dim { return c.Extent(0, -1) }

// matmulTerms is the same for products whose first matrix may be transposed.
func matmulTerms(c *op.Call) types.Dim {
	if c.Attrs.Bool("transpose_a") {
		return c.Extent(0, -2)
	}
	return c.Extent(0, -1)
}

// canonicalOf is the shape of argument i in a canonical layout, where it is in the
// layout that an attribute names.
func canonicalOf(c *op.Call, i int, attr, canonical string) ([]types.Dim, bool) {
	if i >= len(c.Args) || c.Args[i] == nil {
		return nil, false
	}
	return relate.Canonical(c.Args[i], c.Attrs.Str(attr), canonical)
}

// area is the number of elements of a filter along the spatial dimensions: by
// kernel_size where it is given, else by the weight, which is argument i.
func (k conv) area(c *op.Call, i int) types.Dim {
	if size, ok := c.Attrs.Dims("kernel_size"); ok && len(size) >= k.Rank() {
		return types.Product(size[:k.Rank()])
	}
	shape, ok := k.weightOf(c, i)
	if !ok {
		return types.Unknown
	}
	return types.Product(shape[len(shape)-k.Rank():])
}

// weightOf is the weight's canonical shape; groups that stand apart are left out.
func (k conv) weightOf(c *op.Call, i int) ([]types.Dim, bool) {
	if l, _ := relate.ParseLayout(c.Attrs.Str("kernel_layout")); k.Grouped != "" && l.Index('G') >= 0 {
		shape, ok := canonicalOf(c, i, "kernel_layout", k.Grouped)
		if ok {
			shape = shape[1:]
		}
		return shape, ok
	}
	return canonicalOf(c, i, "kernel_layout", k.Weight)
}

// perGroup divides a number of channels by the attribute groups.
func perGroup(c *op.Call, channels types.Dim) types.Dim {
	groups, ok := c.Attrs.Dim("groups")
	if !ok {
		return types.Unknown
	}
	return channels.FloorDiv(groups)
}

// terms is how many products a convolution with the weight in argument i adds up for
// one element of the result: the filter's area times the channels of a group.
func (k conv) terms(i int) op.Figure {
	return func(c *op.Call) types.Dim {
		data, ok := canonicalOf(c, 0, "data_layout", k.Data)
		if !ok {
			return types.Unknown
		}
		return perGroup(c, data[1]).Mul(k.area(c, i))
	}
}

// cost is that of a convolution by its definition.
func (k conv) cost(weight int) op.Cost {
	cost := op.RowsCost(k.terms(weight))
	cost.Combines = op.CombinesFilters
	return cost
}

// filters is the number of the result's channels in a group.
func (k deconv) filters(c *op.Call) types.Dim {
	if channels, ok := c.Attrs.Dim("channels"); ok {
		return perGroup(c, channels)
	}
	shape, ok := k.weightOf(c, 1)
	if !ok {
		return types.Unknown
	}
	return shape[1]
}

// cost is that of spreading each element of the data over the filters of its group;
// what falls outside the result counts.
func (k deconv) cost() op.Cost {
	spread := func(c *op.Call) types.Dim { return c.Size(0).Mul(k.filters(c)).Mul(k.area(c, 1)) }
	terms := func(c *op.Call) types.Dim {
		data, ok := canonicalOf(c, 0, "data_layout", k.Data)
		if !ok {
			return types.Unknown
		}
		return perGroup(c, data[1]).Mul(k.area(c, 1))
	}
	cost := op.ProductCost(spread, terms)
	cost.Combines = op.CombinesFilters
	return cost
}

// gradientCost is that of a convolution's gradient at its weight: each element of the
// gradient meets the taps of its filter.
func gradientCost() op.Cost {
	met := func(c *op.Call) types.Dim {
		data, ok := canonicalOf(c, 1, "kernel_layout", "NCHW")
		size, sized := c.Attrs.Dims("kernel_size")
		if !ok || !sized || len(size) < 2 {
			return types.Unknown
		}
		return c.Size(0).Mul(perGroup(c, data[1])).Mul(size[0]).Mul(size[1])
	}
	places := func(c *op.Call) types.Dim {
		grad, ok := canonicalOf(c, 0, "data_layout", "NCHW")
		if !ok {
			return types.Unknown
		}
		return grad[0].Mul(grad[2]).Mul(grad[3])
	}
	cost := op.ProductCost(met, places)
	cost.Combines = op.CombinesFilters
	return cost
}

// sparseDenseCost is that of the product of dense data with a sparse matrix: each of
// its elements that is kept meets a row of the data.
func sparseDenseCost() op.Cost {
	rows := func(c *op.Call) types.Dim {
		if c.Attrs.Bool("sparse_lhs") {
			return c.Extent(0, 1)
		}
		return c.Extent(0, 0)
	}
	kept := func(c *op.Call) types.Dim { return c.Size(1) }
	return op.ProductCost(func(c *op.Call) types.Dim { return c.Size(1).Mul(rows(c)) }, kept)
}

// deformableCost is that of the convolution, and of reading the data at moved places:
// between four elements for each tap that a group of filters shares.
func deformableCost() op.Cost {
	cost := conv2d.cost(2)
	places := func(c *op.Call) types.Dim {
		filters := types.Unknown
		if channels, ok := c.Attrs.Dim("channels"); ok {
			filters = channels
		} else if shape, ok := conv2d.weightOf(c, 2); ok {
			filters = shape[0]
		}
		groups, _ := c.Attrs.Dim("groups")
		return c.Results().Mul(groups).FloorDiv(filters).Mul(conv2d.terms(2)(c))
	}
	cost.Work = cost.Work.Plus(op.Figure(places).Times(readBetween))
	cost.Span = cost.Span.Plus(op.Steady(readBetween))
	return cost
}

// readBetween is what one element between four others costs: two operations for each.
const readBetween = 8

// bitserialCost is that of the convolution of the bits' values.
func bitserialCost() op.Cost {
	return op.RowsCost(func(c *op.Call) types.Dim {
		data, ok := canonicalOf(c, 0, "data_layout", "NCHW")
		if !ok {
			return types.Unknown
		}
		return data[1].Mul(conv2d.area(c, 1))
	})
}

// sparseConvCost is that of filters of one element each: every element of the weight
// that is kept meets one channel of each pixel.
func sparseConvCost() op.Cost {
	kept := func(c *op.Call) types.Dim { return c.Size(1) }
	met := func(c *op.Call) types.Dim {
		channels := c.Extent(0, -1)
		if c.Attrs.Str("layout") == "NCHW" {
			channels = c.Extent(0, 1)
		}
		return c.Size(0).FloorDiv(channels).Mul(kept(c))
	}
	return op.ProductCost(met, kept)
}
