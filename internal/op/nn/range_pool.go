package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// greatest is the range of a pool of greatest elements. Of a window without taps it is the least finite
// number of the dtype.
func greatest(c *op.RangeCall) interval.Set {
	if !mayBeEmpty(c) {
		return c.Set(0)
	}
	least := interval.All(c.Dtype).Least
	if c.Dtype.IsFloat() {
		least = -interval.Largest(c.Dtype)
	}
	return c.Set(0).Join(interval.Of(least))
}

// average is the range of a pool of means. Of a window without taps the mean is 0, and taps in the padding
// may count.
func average(c *op.RangeCall) interval.Set {
	return interval.Mean(c.Set(0).Join(interval.Of(0)), 1, windowSize(c), c.Dtype)
}

// windowSize bounds how many elements a window has: those that the attribute says, else all of the data.
func windowSize(c *op.RangeCall) float64 {
	size, ok := extents(c, "pool_size")
	if !ok {
		_, most := c.Elements(0)
		return math.Max(1, most)
	}
	n := 1.0
	for _, k := range size {
		n *= k
	}
	if len(size) == 1 { // for each of up to three dimensions
		n = n * n * n
	}
	return math.Max(1, n)
}

// mayBeEmpty reports whether a window may have no taps: it is in the padding, or the data has no elements.
func mayBeEmpty(c *op.RangeCall) bool {
	t, ok := types.Head(c.Args[0]).(*types.Tensor)
	if !ok {
		return true
	}
	for _, d := range t.Shape {
		if op.ExtentAtLeast(d) < 1 {
			return true
		}
	}
	padding, _ := extents(c, "padding")
	least := math.Inf(1)
	size, _ := extents(c, "pool_size")
	for _, k := range size {
		least = math.Min(least, k)
	}
	for _, p := range padding {
		if p >= least {
			return true
		}
	}
	dilation, _ := extents(c, "dilation")
	for _, k := range dilation {
		if k > 1 { // a window may have its taps on both sides of the data
			return true
		}
	}
	return c.Attrs.Has("ceil_mode") && c.Attrs.Bool("ceil_mode")
}

// extents are the numbers of an attribute that is one or a list of them; ok is false where it has none.
func extents(c *op.RangeCall, name string) (found []float64, ok bool) {
	v := c.Attrs.Value(name)
	switch v.Kind {
	case op.IntValue:
		return []float64{float64(v.Int)}, true
	case op.ListValue:
		for _, e := range v.List {
			if e.Kind != op.IntValue {
				return nil, false
			}
			found = append(found, float64(e.Int))
		}
		return found, len(found) > 0
	}
	return nil, false
}

// padRange is that of elements with others around them: the pad value, or elements of the edge.
func padRange(c *op.RangeCall) interval.Set {
	if c.Attrs.Str("pad_mode") != "constant" {
		return c.Set(0)
	}
	fill := interval.Of(0)
	if len(c.In) > 1 && c.Args[1] != nil {
		fill = interval.Convert(c.In[1], c.DtypeOf(1), c.Dtype).Join(fill)
	}
	return c.Set(0).Join(fill)
}

// droppedRange is that of the data as it is, and of a mask of ones.
func droppedRange(c *op.RangeCall) interval.Set { return c.Set(0).Join(interval.Of(1)) }
