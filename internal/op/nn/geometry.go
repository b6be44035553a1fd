package nn

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// A geometry is how a filter or a window slides along one spatial dimension:
// position o meets, at tap t, the element o·stride + t·dilation - before.
type geometry struct {
	in, out          int // extents
	kernel           int // taps
	stride, dilation int
	before, after    int // padding
}

// A space is three dimensions; those that the data lacks are of extent 1 and
// stand in front.
type space [3]geometry

var point = geometry{in: 1, out: 1, kernel: 1, stride: 1, dilation: 1}

// reach is the extent of the taps.
func (g geometry) reach() int { return (g.kernel-1)*g.dilation + 1 }

// at is the element that a position meets at a tap.
func (g geometry) at(position, tap int) int { return position*g.stride + tap*g.dilation - g.before }

// holds tells whether an element is there.
func (g geometry) holds(i int) bool { return uint(i) < uint(g.in) }

// room is how far the first position is from the last that the padded extent has
// place for; below 0 where the taps reach beyond it.
func (g geometry) room() int { return g.in + g.before + g.after - g.reach() }

// slide sets the number of positions of a filter: those that have place.
func (g *geometry) slide() {
	g.out = 0
	if room := g.room(); room >= 0 {
		g.out = room/g.stride + 1
	}
}

// slideWindow sets the number of positions of a window, one more where a last one
// that overhangs counts. As in TVM, the quotient is cut off towards 0: a window that
// reaches beyond the padded extent by less than a step has one position.
func (g *geometry) slideWindow(overhang bool) {
	room := g.room()
	if overhang {
		room += g.stride - 1
	}
	g.out = max(0, room/g.stride+1)
}

func (s space) extents(of func(geometry) int) [3]int {
	return [3]int{of(s[0]), of(s[1]), of(s[2])}
}

// The numbers of elements of the data's planes, the result's, and a filter's.
func (s space) size() int    { return s[0].in * s[1].in * s[2].in }
func (s space) results() int { return s[0].out * s[1].out * s[2].out }
func (s space) taps() int    { return s[0].kernel * s[1].kernel * s[2].kernel }

// outs are the result's extents along n dimensions.
func (s space) outs(n int) []int {
	outs := []int{s[0].out, s[1].out, s[2].out}
	return outs[3-n:]
}

// spaceOf reads strides, dilation and padding of a call for data with these
// extents and a window with those.
func spaceOf(c *op.KernelCall, extents, kernel []int) (s space, err error) {
	n := len(extents)
	strides, err := perDimension(c, "strides", n)
	if err != nil {
		return s, err
	}
	dilation, err := perDimension(c, "dilation", n)
	if err != nil {
		return s, err
	}
	before, after, err := paddingOf(c, n)
	if err != nil {
		return s, err
	}
	s = space{point, point, point}
	for i := range n {
		s[3-n+i] = geometry{
			in: extents[i], kernel: kernel[i], stride: strides[i], dilation: dilation[i],
			before: before[i], after: after[i],
		}
	}
	return s, c.Moderate(slices.Concat(extents, kernel, strides, dilation, before, after)...)
}

// perDimension reads an attribute with a positive entry for each dimension.
func perDimension(c *op.KernelCall, attr string, n int) ([]int, error) {
	ns, err := c.Ints(attr)
	if err != nil {
		return nil, err
	}
	if len(ns) < n {
		return nil, fmt.Errorf("`%s`: `%s` has %d entries, where %d are needed", c.Op.Name, attr, len(ns), n)
	}
	for _, k := range ns[:n] {
		if k < 1 {
			return nil, fmt.Errorf("`%s`: `%s` holds %d, and must be positive", c.Op.Name, attr, k)
		}
	}
	return ns[:n], nil
}

// paddingOf reads what is put before and behind each of n dimensions.
func paddingOf(c *op.KernelCall, n int) (before, after []int, err error) {
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
	return nil, nil, fmt.Errorf("`%s`: `padding` has %d entries", c.Op.Name, len(pad))
}
