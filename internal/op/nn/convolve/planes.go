package convolve

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector"
	"github.com/fraccheck/fraccheck/internal/vector/matrix"
)

// The matrix of columns (columns.go) need not be made where positions next to each other meet
// elements next to each other: its row for a tap is then a part of the data's plane, and
// begins where the tap meets the first position. A stride prevents that, and padding. The
// padded plane is therefore split into phases, one for each remainder r modulo the stride:
// phase r holds the elements o·stride + r - before, by o. Position o meets at tap t the
// element o + ⌊t·dilation / stride⌋ of phase t·dilation mod stride. The lines of a phase are
// longer than the result's by the reach of the taps; what is in between is computed too,
// and dropped by store.
type phases struct {
	space  sliding.Space
	extent [3]int // of one phase: the result's and the reach of the taps in it
}

func phasesOf(s sliding.Space) phases {
	return phases{s, s.Extents(func(g sliding.Geometry) int { return g.Out + (g.Kernel-1)*g.Dilation/g.Stride })}
}

// phasesFit reports whether phases take about as much memory as data and result: strides
// and dilations may be so large that hardly any of their elements is met.
func phasesFit(s sliding.Space) bool {
	elems := 1.0
	for _, g := range s {
		elems *= float64(g.Out*g.Stride) + float64((g.Kernel-1)*g.Dilation)
	}
	return elems <= 8*float64(s.Size()+s.Results())+1<<12
}

// size is the number of elements of a phase, plane that of all phases of a plane.
func (p phases) size() int { return p.extent[0] * p.extent[1] * p.extent[2] }

func (p phases) plane() int {
	return p.size() * p.space[0].Stride * p.space[1].Stride * p.space[2].Stride
}

// areData reports whether planes of the data are their only phase already.
func (p phases) areData() bool {
	for i, g := range p.space {
		if g.Stride != 1 || g.Before != 0 || g.In != p.extent[i] {
			return false
		}
	}
	return true
}

// split splits a plane of the data into its phases.
func split[T value.Number](p phases, dst, plane []T) {
	for d := range p.space[0].Stride {
		for h := range p.space[1].Stride {
			for w := range p.space[2].Stride {
				phase(p, dst[:p.size()], plane, [3]int{d, h, w})
				dst = dst[p.size():]
			}
		}
	}
}

// phase writes the elements at one remainder.
func phase[T value.Number](p phases, dst, plane []T, remainder [3]int) {
	s := p.space
	for i := range p.extent[0] * p.extent[1] {
		line := dst[i*p.extent[2]:][:p.extent[2]]
		d := i/p.extent[1]*s[0].Stride + remainder[0] - s[0].Before
		h := i%p.extent[1]*s[1].Stride + remainder[1] - s[1].Before
		if !s[0].Holds(d) || !s[1].Holds(h) {
			clear(line)
			continue
		}
		copyLine(line, plane[(d*s[1].In+h)*s[2].In:][:s[2].In], remainder[2]-s[2].Before, s[2].Stride)
	}
}

// span is the number of elements from the first position of the result to the
// last, in lines as long as a phase's.
func (p phases) span() int {
	s := p.space
	return ((s[0].Out-1)*p.extent[1]+s[1].Out-1)*p.extent[2] + s[2].Out
}

// offsets are where the element stands that position 0 meets at each tap of n planes.
func (p phases) offsets(m op.Machine, n int) ([]int, error) {
	taps := p.space.Taps()
	offsets, err := op.Make[int](m, n*taps)
	if err != nil {
		return nil, err
	}
	for t := range taps {
		rest, phase, at := t, 0, 0
		var tap [3]int
		for i := 2; i >= 0; i-- {
			tap[i] = rest % p.space[i].Kernel
			rest /= p.space[i].Kernel
		}
		for i, g := range p.space {
			offset := tap[i] * g.Dilation
			phase = phase*g.Stride + offset%g.Stride
			at = at*p.extent[i] + offset/g.Stride
		}
		for c := range n {
			offsets[c*taps+t] = c*p.plane() + phase*p.size() + at
		}
	}
	return offsets, nil
}

// store writes the sums of the positions from `from` on, in lines as long as a phase's,
// without what is between the lines.
func store[T value.Number](p phases, dst, sums []T, from int) {
	out := [3]int{p.space[0].Out, p.space[1].Out, p.space[2].Out}
	for len(sums) > 0 {
		line, x := from/p.extent[2], from%p.extent[2]
		d, h := line/p.extent[1], line%p.extent[1]
		n := min(p.extent[2]-x, len(sums))
		if h < out[1] && x < out[2] {
			copy(dst[(d*out[1]+h)*out[2]+x:][:min(n, out[2]-x)], sums)
		}
		sums, from = sums[n:], from+n
	}
}

// A phased is a convolution over phases of all planes.
type phased[T value.Number] struct {
	*convolver[T]
	phases  phases
	elems   []T
	taps    []int // offsets of the taps of all planes of a group
	spanned int
}

func (v *convolver[T]) phased(m op.Machine) (*phased[T], error) {
	p := &phased[T]{convolver: v, phases: phasesOf(v.space), elems: v.data}
	p.spanned = p.phases.span()
	var err error
	if p.taps, err = p.phases.offsets(m, v.in); err != nil || p.phases.areData() {
		return p, err
	}
	planes := v.batch * v.groups * v.in
	if p.elems, err = op.Make[T](m, planes*p.phases.plane()); err != nil {
		return nil, err
	}
	return p, buffer.Each(op.Uncounted(m), planes, p.phases.plane(), func(i int) {
		split(p.phases, p.elems[i*p.phases.plane():][:p.phases.plane()], v.data[i*v.space.Size():][:v.space.Size()])
	})
}

// image are the phases of a group's planes.
func (p *phased[T]) image(batch, group int) []T {
	n := p.in * p.phases.plane()
	return p.elems[(batch*p.groups+group)*n:][:n]
}

// Parts of the result are filterTile filters at spanTile positions.
const (
	filterTile = 128
	spanTile   = 512
)

// byPlanes multiplies the weights of some filters with the rows of their taps.
func (v *convolver[T]) byPlanes(m op.Machine) error {
	p, err := v.phased(m)
	if err != nil {
		return err
	}
	tiles := (p.spanned + spanTile - 1) / spanTile
	panels := (v.filters + filterTile - 1) / filterTile
	steps := min(v.filters, filterTile) * min(p.spanned, spanTile) * len(p.taps)
	return buffer.Long(m, v.batch*v.groups*tiles*panels, steps, func(i int, pause func() error) error {
		i, panel := i/panels, i%panels
		i, tile := i/tiles, i%tiles
		return p.part(m, i/v.groups, i%v.groups, panel*filterTile, tile*spanTile, pause)
	})
}

func (p *phased[T]) part(m op.Machine, batch, group, filter, from int, pause func() error) error {
	n, filters := min(spanTile, p.spanned-from), min(filterTile, p.filters-filter)
	rows, weights := p.image(batch, group)[from:], p.weights(group, filter)
	if results := p.space.Results(); p.spanned == results {
		return matrix.MultiplyAt(filters, n, weights, len(p.taps), rows, p.taps, p.result(batch, group, filter)[from:], results, pause)
	}
	sums, err := op.Make[T](m, filters*n)
	if err != nil {
		return err
	}
	if err := matrix.MultiplyAt(filters, n, weights, len(p.taps), rows, p.taps, sums, n, pause); err != nil {
		return err
	}
	for f := range filters {
		store(p.phases, p.result(batch, group, filter+f), sums[f*n:][:n], from)
	}
	return nil
}

// direct computes each plane of the result by itself: it adds, tap by tap, a plane of the data,
// scaled by the weight. That is faster where there are so few filters that the rows of taps
// would hardly be used again. A core splits the planes of one group after the other into the
// same memory.
func (v *convolver[T]) direct(m op.Machine) error {
	p := phasesOf(v.space)
	taps, err := p.offsets(m, v.in)
	if err != nil {
		return err
	}
	// What is after the last position is computed too, up to whole rows of lanes, and dropped.
	span := (p.span() + vector.Lanes - 1) / vector.Lanes * vector.Lanes
	steps := v.filters * len(taps) * p.span()
	return m.Parallel(v.batch*v.groups, max(1, partWork/max(1, steps)), func(from, to int) error {
		planes, err := op.Make[T](m, v.in*p.plane()+vector.Lanes)
		if err != nil {
			return err
		}
		sums, err := op.Make[T](m, span)
		if err != nil {
			return err
		}
		for i := from; i < to; i++ {
			image := v.image(i/v.groups, i%v.groups)
			for c := range v.in {
				split(p, planes[c*p.plane():], image[c*v.space.Size():][:v.space.Size()])
			}
			for f := range v.filters {
				if err := m.Charge(int64(len(taps) * p.span())); err != nil {
					return err
				}
				if err := v.directPlane(p, sums, planes, taps, i, f, op.Looks(m)); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// directPlane computes the plane of a filter of group i.
func (v *convolver[T]) directPlane(p phases, sums, planes []T, taps []int, i, filter int, pause func() error) error {
	clear(sums)
	weights := v.weights(i%v.groups, filter)[:len(taps)]
	piece := max(spanTile, partWork/len(taps)/vector.Lanes*vector.Lanes)
	for from := 0; from < len(sums); from += piece {
		if from > 0 {
			if err := pause(); err != nil {
				return err
			}
		}
		vector.Stencil(sums[from:min(from+piece, len(sums))], planes[from:], weights, taps)
	}
	store(p, v.result(i/v.groups, i%v.groups, filter), sums[:p.span()], 0)
	return nil
}

const (
	// partWork is how many multiplications are done between two looks at the limits.
	partWork = 1 << 20
	// fewFilters share the planes of a group in a direct convolution.
	fewFilters = 3
)
