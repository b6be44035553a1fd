package nn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// area is the number of taps of a window. Those in the padding count.
func (p pool) area(c *op.Call) types.Dim {
	size, ok := c.Attrs.Dims("pool_size")
	if !ok || len(size) < len(p.spatial) {
		return types.Unknown
	}
	return types.Product(size[:len(p.spatial)])
}

// quotients are the divisions of a mean, one for each element of the result.
var quotients = map[string]op.Figure{"avg": op.ResultSize, "max": op.Steady(0)}

// cost is that of looking at each tap of each window, and of the quotients of a mean. It
// holds for windows that fit; taps in the padding count, too.
func (p pool) cost(kind string) op.Cost {
	cost := op.GatheredCost(p.area).And(quotients[kind], op.Steady(1))
	cost.Fitting = true
	return cost
}

// globalCost: each channel is one window.
func globalCost(kind string) op.Cost {
	return op.CombinedCost(1, op.PerGroup).And(quotients[kind], op.Steady(1))
}

// adaptiveCost: windows overlap where their number does not divide the extent.
func (p pool) adaptiveCost(kind string) op.Cost {
	cost := op.Cost{Work: p.parts(overlapping), Memory: op.ResultBytes}
	cost.Span = func(c *op.Call) types.Dim { return op.Rounds(p.parts(longest)(c)).Add(types.Const(1)) }
	return cost.And(quotients[kind], op.Steady(1))
}

// parts is the product of a figure of extent and number of windows over the spatial
// dimensions, and of the other extents where the figure counts elements of the data.
func (p pool) parts(figure func(extent, windows types.Dim) (n types.Dim, whole bool)) op.Figure {
	return func(c *op.Call) types.Dim {
		data, ok := c.Arg(0).(*types.Tensor)
		out, same := c.Out.(*types.Tensor)
		l, problem := relate.ParseLayout(c.Attrs.Str("layout"))
		if !ok || !same || problem != "" || len(out.Shape) != len(data.Shape) {
			return types.Unknown
		}
		n := types.Const(1)
		for i, d := range data.Shape {
			extent, whole := figure(d, out.Shape[i])
			switch {
			case p.spatialAt(l, i):
				n = n.Mul(extent)
			case whole:
				n = n.Mul(d)
			}
		}
		return n
	}
}

// spatialAt reports whether dimension i is spatial in a layout.
func (p pool) spatialAt(l relate.Layout, i int) bool {
	for k := range p.spatial {
		if l.Index(p.spatial[k]) == i {
			return true
		}
	}
	return false
}

// overlapping is the number of elements in all of k windows [⌊i·n/k⌋, ⌈(i+1)·n/k⌉)
// over n: neighbours share an element but where k divides (i+1)·n, which it does for
// gcd(n, k) - 1 of them.
func overlapping(n, k types.Dim) (types.Dim, bool) {
	extent, known := n.Const()
	windows, number := k.Const()
	switch {
	case number && windows == 1 || n.Equal(k):
		return n, true
	case known && number && windows > 0 && extent >= 0:
		return n.Add(types.Const(windows - gcd(extent, windows))), true
	}
	return n.Add(k).Sub(types.Const(1)), true
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// longest bounds the extent of a window.
func longest(n, k types.Dim) (types.Dim, bool) {
	if k.IsConst(1) {
		return n, false
	}
	return n.FloorDiv(k).Add(types.Const(2)), false
}

// spreadingCost is that of the gradient of pooling: a tensor of zeros, and for each
// window its taps, which share its gradient or hold the greatest element.
func spreadingCost() op.Cost {
	cost := op.MovedCost(func(c *op.Call) types.Dim { return c.Results().Add(c.Size(0).Mul(pool2d.area(c))) })
	cost.Span = func(c *op.Call) types.Dim { return op.Rounds(pool2d.area(c)).Mul(types.Const(2)).Add(types.Const(2)) }
	return cost
}
