package convolve

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/value/matrix"
)

// A direct convolution adds, for each tap, a whole plane of the data, scaled by the
// weight, to a plane of the result: one vector operation for all positions. For that,
// positions next to each other must meet elements next to each other, which a stride
// prevents. The padded plane is therefore split into phases, one for each remainder r
// modulo the stride: phase r holds the elements o·stride + r - before, by o. Position o
// meets at tap t the element o + ⌊t·dilation / stride⌋ of phase t·dilation mod stride.
// The lines of a phase are longer than the result's by the reach of the taps; what
// stands in between is computed too, and dropped by store.
type phases[T value.Number] struct {
	space  sliding.Space
	extent [3]int // of one phase: the result's and the reach of the taps in it
	elems  []T    // of all phases of one plane
}

func newPhases[T value.Number](m op.Machine, s sliding.Space) (p *phases[T], err error) {
	p = &phases[T]{space: s}
	p.extent = s.Extents(func(g sliding.Geometry) int { return g.Out + (g.Kernel-1)*g.Dilation/g.Stride })
	p.elems, err = op.Make[T](m, p.size()*p.count())
	return p, err
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

func (p *phases[T]) size() int { return p.extent[0] * p.extent[1] * p.extent[2] }

func (p *phases[T]) count() int {
	return p.space[0].Stride * p.space[1].Stride * p.space[2].Stride
}

// load splits a plane of the data into phases.
func (p *phases[T]) load(plane []T) {
	rest := p.elems
	for d := range p.space[0].Stride {
		for h := range p.space[1].Stride {
			for w := range p.space[2].Stride {
				p.phase(rest[:p.size()], plane, [3]int{d, h, w})
				rest = rest[p.size():]
			}
		}
	}
}

// phase writes the elements at one remainder.
func (p *phases[T]) phase(dst, plane []T, remainder [3]int) {
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
func (p *phases[T]) span() int {
	s := p.space
	return ((s[0].Out-1)*p.extent[1]+s[1].Out-1)*p.extent[2] + s[2].Out
}

// add adds the plane convolved with one filter's taps to sum, of span elements.
func (p *phases[T]) add(sum, taps []T, pause func() error) error {
	s, every := p.space, max(1, columnElems/max(1, len(sum)))
	for t, weight := range taps {
		if t%every == every-1 {
			if err := pause(); err != nil {
				return err
			}
		}
		w, h, d := t%s[2].Kernel, t/s[2].Kernel%s[1].Kernel, t/s[2].Kernel/s[1].Kernel
		from := p.start([3]int{d, h, w})
		matrix.AddScaled(sum, weight, p.elems[from:from+len(sum)])
	}
	return nil
}

// start is where the element stands that position 0 meets at a tap.
func (p *phases[T]) start(tap [3]int) int {
	phase, at := 0, 0
	for i, g := range p.space {
		offset := tap[i] * g.Dilation
		phase = phase*g.Stride + offset%g.Stride
		at = at*p.extent[i] + offset/g.Stride
	}
	return phase*p.size() + at
}

// store writes the lines of sum without what stands between them.
func (p *phases[T]) store(dst, sum []T) {
	width := p.space[2].Out
	for d := range p.space[0].Out {
		for h := range p.space[1].Out {
			copy(dst[:width], sum[(d*p.extent[1]+h)*p.extent[2]:])
			dst = dst[width:]
		}
	}
}

const (
	// filterShare is how many filters share the phases of a plane.
	filterShare = 16
	// In planes of so many positions, direct convolutions are faster than those
	// by columns, even where each filter has many channels to add.
	widePlane = 2048
)

// direct shares out the planes of the result, filterShare filters at a time.
func (v *convolver[T]) direct(m op.Machine) error {
	shares := (v.filters + filterShare - 1) / filterShare
	steps := min(filterShare, v.filters) * v.in * v.space.Taps() * v.space.Results()
	return buffer.Long(m, v.batch*v.groups*shares, steps, func(i int, pause func() error) error {
		batch, group, filter := i/shares/v.groups, i/shares%v.groups, i%shares*filterShare
		return v.directPart(m, batch, group, filter, min(filterShare, v.filters-filter), pause)
	})
}

// directPart computes the planes of n filters.
func (v *convolver[T]) directPart(m op.Machine, batch, group, filter, n int, pause func() error) error {
	p, err := newPhases[T](m, v.space)
	if err != nil {
		return err
	}
	sums, err := op.Make[T](m, n*p.span())
	if err != nil {
		return err
	}
	taps := v.space.Taps()
	image := v.image(batch, group)
	for c := range v.in {
		p.load(image[c*v.space.Size():][:v.space.Size()])
		for f := range n {
			if err := pause(); err != nil {
				return err
			}
			if err := p.add(sums[f*p.span():][:p.span()], v.weights(group, filter+f)[c*taps:][:taps], pause); err != nil {
				return err
			}
		}
	}
	for f := range n {
		p.store(v.result(batch, group, filter+f), sums[f*p.span():])
	}
	return nil
}
