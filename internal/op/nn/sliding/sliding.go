// Package sliding describes how the taps of a filter, or of a window, slide over the
// spatial dimensions of data. Convolutions and pools are computed over it.
//
// Along one dimension, position o of the result meets at tap t the element
//
//	o·Stride + t·Dilation - Before
//
// of the data; what lies outside of [0, In) is padding. A filter has
//
//	Out = ⌊(In + Before + After - Reach) / Stride⌋ + 1,  Reach = (Kernel-1)·Dilation + 1
//
// positions, as Relay's relations have it.
package sliding

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// A Geometry is how a filter or a window slides along one spatial dimension.
type Geometry struct {
	In, Out          int // extents
	Kernel           int // taps
	Stride, Dilation int
	Before, After    int // padding
}

// A Space is three dimensions, so that one loop serves sequences, images and volumes;
// those that the data lacks have extent 1 and come first.
type Space [3]Geometry

// Point is the geometry of a dimension that the data lacks.
var Point = Geometry{In: 1, Out: 1, Kernel: 1, Stride: 1, Dilation: 1}

// Reach is the extent of the taps.
func (g Geometry) Reach() int { return (g.Kernel-1)*g.Dilation + 1 }

// At is the element that a position meets at a tap.
func (g Geometry) At(position, tap int) int { return position*g.Stride + tap*g.Dilation - g.Before }

// Holds reports whether element i is inside the data.
func (g Geometry) Holds(i int) bool { return uint(i) < uint(g.In) }

// slack is how far the first position is from the last one that fits into the padded
// extent; below 0 where the taps reach beyond it.
func (g Geometry) slack() int { return g.In + g.Before + g.After - g.Reach() }

// Slide sets Out for a filter, all of whose taps lie in the padded extent.
func (g *Geometry) Slide() {
	g.Out = 0
	if slack := g.slack(); slack >= 0 {
		g.Out = slack/g.Stride + 1
	}
}

// SlideWindow sets Out for a window; with overhang (Relay's ceil_mode) a last window
// that ends beyond the padded extent counts too. As in TVM the quotient is rounded
// towards 0, and not down as a filter's: a window that reaches beyond the padded extent
// by less than a step has one position.
func (g *Geometry) SlideWindow(overhang bool) {
	slack := g.slack()
	if overhang {
		slack += g.Stride - 1
	}
	g.Out = max(0, slack/g.Stride+1)
}

// Extents is a figure of each dimension.
func (s Space) Extents(of func(Geometry) int) [3]int {
	return [3]int{of(s[0]), of(s[1]), of(s[2])}
}

// Size, Results and Taps are the numbers of elements of a plane of the data, of a plane
// of the result, and of a filter's taps on a plane.
func (s Space) Size() int    { return s[0].In * s[1].In * s[2].In }
func (s Space) Results() int { return s[0].Out * s[1].Out * s[2].Out }
func (s Space) Taps() int    { return s[0].Kernel * s[1].Kernel * s[2].Kernel }

// Outs are the result's extents along n dimensions.
func (s Space) Outs(n int) []int {
	outs := []int{s[0].Out, s[1].Out, s[2].Out}
	return outs[3-n:]
}

// Read reads strides, dilation and padding of a call, for data with these extents and a
// filter or window with that kernel. Out is left to Slide or SlideWindow.
func Read(c *op.KernelCall, extents, kernel []int) (s Space, err error) {
	n := len(extents)
	strides, err := PerDimension(c, "strides", n)
	if err != nil {
		return s, err
	}
	dilation, err := PerDimension(c, "dilation", n)
	if err != nil {
		return s, err
	}
	before, after, err := Padding(c, n)
	if err != nil {
		return s, err
	}
	s = Space{Point, Point, Point}
	for i := range n {
		s[3-n+i] = Geometry{
			In: extents[i], Kernel: kernel[i], Stride: strides[i], Dilation: dilation[i],
			Before: before[i], After: after[i],
		}
	}
	return s, c.Moderate(slices.Concat(extents, kernel, strides, dilation, before, after)...)
}

// PerDimension reads an attribute with a positive entry for each dimension.
func PerDimension(c *op.KernelCall, attr string, n int) ([]int, error) {
	ns, err := c.Ints(attr)
	if err != nil {
		return nil, err
	}
	if len(ns) < n {
		return nil, fmt.Errorf("`%s`: `%s` has %s, where %d are needed", c.Op.Name, attr, op.Entries(len(ns)), n)
	}
	for _, k := range ns[:n] {
		if k < 1 {
			return nil, fmt.Errorf("`%s`: `%s` holds %d, and must be positive", c.Op.Name, attr, k)
		}
	}
	return ns[:n], nil
}

// Padding reads what is put before and after each of n dimensions. The attribute has
// 2n entries (all before, then all after), n (the same before and after), or one for
// all sides.
func Padding(c *op.KernelCall, n int) (before, after []int, err error) {
	pad, err := c.Ints("padding")
	if err != nil {
		return nil, nil, err
	}
	switch len(pad) {
	case 2 * n:
		return pad[:n], pad[n:], nil
	case n:
		return pad, pad, nil
	case 1:
		sides := make([]int, n)
		for i := range sides {
			sides[i] = pad[0]
		}
		return sides, sides, nil
	}
	return nil, nil, fmt.Errorf("`%s`: `padding` has %s", c.Op.Name, op.Entries(len(pad)))
}
