package nn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/value/matrix"
)

// A direct convolution adds, for each tap, a whole plane of the data, scaled by
// the weight, to a plane of the result. For that the padded plane is taken
// apart into phases, one for each remainder of a tap's offset by the stride, in
// which the elements that neighbouring positions meet lie side by side.
type phases[T value.Number] struct {
	space  space
	extent [3]int // of one phase: the result's and the reach of the taps in it
	elems  []T    // of all phases of one plane
}

func newPhases[T value.Number](m op.Machine, s space) (p *phases[T], err error) {
	p = &phases[T]{space: s}
	p.extent = s.extents(func(g geometry) int { return g.out + (g.kernel-1)*g.dilation/g.stride })
	p.elems, err = op.Make[T](m, p.size()*p.count())
	return p, err
}

// apart tells whether phases take about as much memory as data and result: steps and
// distances of taps may be so large that hardly any of their elements is met.
func (s space) apart() bool {
	elems := 1.0
	for _, g := range s {
		elems *= float64(g.out*g.stride) + float64((g.kernel-1)*g.dilation)
	}
	return elems <= 8*float64(s.size()+s.results())+1<<12
}

func (p *phases[T]) size() int { return p.extent[0] * p.extent[1] * p.extent[2] }

func (p *phases[T]) count() int {
	return p.space[0].stride * p.space[1].stride * p.space[2].stride
}

// load takes a plane of the data apart.
func (p *phases[T]) load(plane []T) {
	rest := p.elems
	for d := range p.space[0].stride {
		for h := range p.space[1].stride {
			for w := range p.space[2].stride {
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
		d := i/p.extent[1]*s[0].stride + remainder[0] - s[0].before
		h := i%p.extent[1]*s[1].stride + remainder[1] - s[1].before
		if !s[0].holds(d) || !s[1].holds(h) {
			clear(line)
			continue
		}
		copyLine(line, plane[(d*s[1].in+h)*s[2].in:][:s[2].in], remainder[2]-s[2].before, s[2].stride)
	}
}

// span is the number of elements from the first position of the result to the
// last, in lines as long as a phase's.
func (p *phases[T]) span() int {
	s := p.space
	return ((s[0].out-1)*p.extent[1]+s[1].out-1)*p.extent[2] + s[2].out
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
		w, h, d := t%s[2].kernel, t/s[2].kernel%s[1].kernel, t/s[2].kernel/s[1].kernel
		from := p.start([3]int{d, h, w})
		matrix.AddScaled(sum, weight, p.elems[from:from+len(sum)])
	}
	return nil
}

// start is where the element stands that position 0 meets at a tap.
func (p *phases[T]) start(tap [3]int) int {
	phase, at := 0, 0
	for i, g := range p.space {
		offset := tap[i] * g.dilation
		phase = phase*g.stride + offset%g.stride
		at = at*p.extent[i] + offset/g.stride
	}
	return phase*p.size() + at
}

// store writes the lines of sum without what stands between them.
func (p *phases[T]) store(dst, sum []T) {
	width := p.space[2].out
	for d := range p.space[0].out {
		for h := range p.space[1].out {
			copy(dst[:width], sum[(d*p.extent[1]+h)*p.extent[2]:])
			dst = dst[width:]
		}
	}
}

const (
	// filterShare is how many filters share what is taken apart.
	filterShare = 16
	// In planes of so many positions, direct convolutions are faster than those
	// by columns, even where each filter has many channels to add.
	widePlane = 2048
)

func (v *convolver[T]) direct(m op.Machine) error {
	shares := (v.filters + filterShare - 1) / filterShare
	steps := min(filterShare, v.filters) * v.in * v.space.taps() * v.space.results()
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
	taps := v.space.taps()
	image := v.image(batch, group)
	for c := range v.in {
		p.load(image[c*v.space.size():][:v.space.size()])
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
