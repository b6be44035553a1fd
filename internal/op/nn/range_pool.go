package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
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
	size, ok := c.Attrs.Ints("pool_size")
	if !ok || len(size) == 0 {
		_, most := c.Elements(0)
		return math.Max(1, most)
	}
	n := 1.0
	for _, k := range size {
		n *= float64(k)
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
	padding, least := greatestOf(c, "padding", 0), math.Inf(1)
	if size, ok := c.Attrs.Ints("pool_size"); ok {
		for _, k := range size {
			least = math.Min(least, float64(k))
		}
	} else if c.Attrs.Has("pool_size") {
		least = 0
	}
	if padding > 0 && padding >= least || greatestOf(c, "dilation", 1) > 1 { // taps on both sides of the data
		return true
	}
	return c.Attrs.Has("ceil_mode") && c.Attrs.Bool("ceil_mode")
}

// greatestOf is the greatest number of an attribute; that of one which is left out, and infinite where it is no
// list of numbers.
func greatestOf(c *op.RangeCall, name string, otherwise float64) float64 {
	if !c.Attrs.Has(name) {
		return otherwise
	}
	list, ok := c.Attrs.Ints(name)
	if !ok {
		return math.Inf(1)
	}
	most := math.Inf(-1)
	for _, n := range list {
		most = math.Max(most, float64(n))
	}
	return most
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

// filledRange is that of the data, and of the number of an attribute around or between its elements.
func filledRange(attr string) op.Range {
	return func(c *op.RangeCall) interval.Set {
		fill, ok := c.Attrs.Float(attr)
		if !ok {
			return interval.All(c.Dtype)
		}
		return c.Set(0).Join(interval.Convert(interval.Of(fill), value.Float64, c.Dtype))
	}
}

// droppedRange is that of the data as it is, and of a mask of ones.
func droppedRange(c *op.RangeCall) interval.Set { return c.Set(0).Join(interval.Of(1)) }

// resizedRange is that of elements of the data, or of means of neighbours. Of infinities, means may be NaN.
func resizedRange(c *op.RangeCall) interval.Set {
	s := c.Set(0)
	switch c.Attrs.Str("method") {
	case "nearest_neighbor":
		return s
	case "bilinear", "trilinear":
		if s.Finite() && c.Dtype.IsFloat() && s.Magnitude() < interval.Largest(c.Dtype)/4 {
			return s.Rounded(computed(c.Dtype), 16).Rounded(c.Dtype, 1)
		}
	}
	return interval.All(c.Dtype)
}
