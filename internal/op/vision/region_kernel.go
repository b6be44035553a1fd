package vision

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

var (
	alignKernel = buffer.Typed(op.Reads{Arrays: 2}, buffer.Forms{F32: aligned[float32], F64: aligned[float64]})
	poolsKernel = buffer.Typed(op.Reads{Arrays: 2}, buffer.Forms{F32: poolsOf[float32], F64: poolsOf[float64]})
)

// largestRatio bounds the samples along each side of a part.
const largestRatio = 1 << 10

// A pooling is a call that pools regions: planes of height×width elements, and for each
// region its image and two corners (x before y).
type pooling[T value.Float] struct {
	data          []T
	regions       []float64
	images        int
	channels      int
	height, width int
	rows, columns int // parts of a region
	scale         float64
	dtype         value.Dtype
}

// poolingOf reads the operands, the data with its channels before the spatial dimensions.
func poolingOf[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (p pooling[T], err error) {
	l, _ := relate.ParseLayout(c.Attrs.Str("layout"))
	data, err := buffer.Canonical(m, in.Arrays[0], l, "NCHW")
	if err != nil {
		return p, err
	}
	rois := in.Arrays[1]
	if rois.Rank() != 2 || rois.Shape[1] != 5 {
		return p, fmt.Errorf("`%s`: the regions are %s, and each needs an image and two corners", c.Op.Name, value.ShapeText(rois.Shape))
	}
	size, err := c.Ints("pooled_size")
	if err != nil {
		return p, err
	}
	p = pooling[T]{
		images: data.Shape[0], channels: data.Shape[1], height: data.Shape[2], width: data.Shape[3],
		rows: size[0], columns: size[1], scale: buffer.Float(c, "spatial_scale"), dtype: data.Dtype,
	}
	if p.data, err = buffer.Read[T](m, data); err != nil {
		return p, err
	}
	p.regions, err = buffer.Read[float64](m, rois)
	return p, err
}

// A region is the plane that it lies in, and its corners in elements of the data.
type region struct {
	image                    int
	left, top, right, bottom float64
}

// region is region i, without regard to images that do not exist.
func (p pooling[T]) region(i int) region {
	r := p.regions[5*i:]
	return region{int(r[0]), r[1] * p.scale, r[2] * p.scale, r[3] * p.scale, r[4] * p.scale}
}

// run makes the parts of all regions: part(plane, r, y, x) is one of them.
func (p pooling[T]) run(m op.Machine, c *op.KernelCall, steps int, part func(plane []T, r region, y, x int) float64) (value.Value, error) {
	n := len(p.regions) / 5
	for i := range n {
		if image := p.regions[5*i]; !(image >= 0 && image < float64(p.images)) {
			return nil, fmt.Errorf("`%s`: region %d is of image %g, and there are %d", c.Op.Name, i, image, p.images)
		}
	}
	shape := []int{n, p.channels, p.rows, p.columns}
	out, err := buffer.Alloc[T](m, p.dtype, shape)
	if err != nil {
		return nil, err
	}
	area := p.height * p.width
	err = buffer.Each(m, len(out), steps, func(i int) {
		at, rest := i/(p.rows*p.columns), i%(p.rows*p.columns)
		r := p.region(at / p.channels)
		plane := p.data[(r.image*p.channels+at%p.channels)*area:][:area]
		out[i] = T(part(plane, r, rest/p.columns, rest%p.columns))
	})
	if err != nil {
		return nil, err
	}
	l, _ := relate.ParseLayout(c.Attrs.Str("layout"))
	return buffer.Arranged(m, buffer.Result(p.dtype, shape, out), "NCHW", l)
}

// aligned computes vision.roi_align (He et al., Mask R-CNN, 2017): a part of a region is the
// mean, or the greatest, of samples that lie evenly in it, each read between four elements.
func aligned[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	p, err := poolingOf[T](m, c, in)
	if err != nil {
		return nil, err
	}
	ratio, combine := buffer.Int(c, "sample_ratio"), combiners[c.Attrs.Str("mode")]
	if combine == nil || ratio > largestRatio {
		return nil, fmt.Errorf("`%s` has no mode %q with %d samples along a side", c.Op.Name, c.Attrs.Str("mode"), ratio)
	}
	samples := ratio * ratio
	if ratio <= 0 {
		samples = p.height * p.width
	}
	centred := c.Attrs.Bool("aligned")
	return p.run(m, c, boxSteps*max(1, samples), func(plane []T, r region, y, x int) float64 {
		height, width := r.bottom-r.top, r.right-r.left
		if centred {
			r.top, r.left = r.top-0.5, r.left-0.5
		} else {
			height, width = max(height, 1), max(width, 1)
		}
		down := along(r.top, height, y, p.rows, p.height, ratio)
		across := along(r.left, width, x, p.columns, p.width, ratio)
		result, seen := 0.0, 0.0
		for k := down.first; k <= down.last; k++ {
			i, inside := down.at(k)
			for l := across.first; l <= across.last && inside; l++ {
				if j, ok := across.at(l); ok {
					result = combine(result, between(plane, p.width, i, j), seen == 0)
					seen++
				}
			}
		}
		return combineEnd(c.Attrs.Str("mode"), result, seen, down.count*across.count)
	})
}

// A combiner adds a sample, four elements by their weights, to what the samples before made;
// first means that there were none.
type combiner func(result float64, parts [4]float64, first bool) float64

var combiners = map[string]combiner{
	"avg": func(result float64, p [4]float64, _ bool) float64 { return result + p[0] + p[1] + p[2] + p[3] },
	"max": func(result float64, p [4]float64, first bool) float64 {
		sample := p[0] + p[1] + p[2] + p[3]
		if first {
			return sample
		}
		return max(result, sample)
	},
	"max_weighted": func(result float64, p [4]float64, first bool) float64 {
		sample := max(p[0], p[1], p[2], p[3])
		if first {
			return sample
		}
		return max(result, sample)
	},
}

// combineEnd makes a part of its samples: those outside of the data are 0.
func combineEnd(mode string, result, seen, count float64) float64 {
	switch {
	case mode == "avg":
		return result / max(1, count)
	case seen == 0:
		return 0
	case seen < count:
		return max(result, 0)
	}
	return result
}

// samplesAlong are samples along one side of a part: `count` of them, `step` apart from
// `begin` on, of which those from first to last may lie in a side of `size` elements.
type samplesAlong struct {
	begin, step, count, first, last float64
	size                            int
}

// along are the samples of part i of n of a side that begins at `from` and is `extent` long:
// `ratio` of them, or as many as there are elements.
func along(from, extent float64, i, n, size, ratio int) samplesAlong {
	part := extent / float64(n)
	s := samplesAlong{begin: from + float64(i)*part, count: float64(ratio), size: size}
	if ratio <= 0 {
		s.count = math.Ceil(part)
	}
	if !(s.count >= 1 && s.count < 1<<52) {
		return samplesAlong{last: -1}
	}
	s.step, s.last = part/s.count, s.count-1
	if s.step > 0 {
		s.first = max(s.first, math.Floor((-1-s.begin)/s.step-0.5))
		s.last = min(s.last, math.Ceil((float64(size)-s.begin)/s.step-0.5))
	}
	return s
}

// A place lies between two elements, the one before it with the weight 1 - share.
type place struct {
	low, high int
	share     float64
}

// at is the place of sample k; false where it is outside, before -1 or after the size.
func (s samplesAlong) at(k float64) (p place, inside bool) {
	at := s.begin + (k+0.5)*s.step
	if !(at >= -1 && at <= float64(s.size)) || s.size == 0 {
		return p, false
	}
	at = min(max(at, 0), float64(s.size-1))
	low := int(at)
	return place{low, min(low+1, s.size-1), at - float64(low)}, true
}

// between are the four elements around a sample, by their weights.
func between[T value.Float](plane []T, width int, y, x place) [4]float64 {
	return [4]float64{
		(1 - y.share) * (1 - x.share) * float64(plane[y.low*width+x.low]),
		(1 - y.share) * x.share * float64(plane[y.low*width+x.high]),
		y.share * (1 - x.share) * float64(plane[y.high*width+x.low]),
		y.share * x.share * float64(plane[y.high*width+x.high]),
	}
}

// poolsOf computes vision.roi_pool (Girshick, Fast R-CNN, 2015): corners are rounded to
// elements, and a part is the greatest of those that it meets; 0 where it meets none.
func poolsOf[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	p, err := poolingOf[T](m, c, in)
	if err != nil {
		return nil, err
	}
	return p.run(m, c, max(1, p.height*p.width), func(plane []T, r region, y, x int) float64 {
		top, bottom := partOf(r.top, r.bottom, y, p.rows, p.height)
		left, right := partOf(r.left, r.right, x, p.columns, p.width)
		if top >= bottom || left >= right {
			return 0
		}
		best := plane[top*p.width+left]
		for i := top; i < bottom; i++ {
			for _, e := range plane[i*p.width+left : i*p.width+right] {
				best = max(best, e)
			}
		}
		return float64(best)
	})
}

// partOf are the elements that part i of n of a side meets, among `size`.
func partOf(from, to float64, i, n, size int) (begin, end int) {
	from, to = math.Round(from), math.Round(to)
	part := max(to-from+1, 1) / float64(n)
	limit := func(x float64) int {
		if !(x > 0) {
			return 0
		}
		return int(min(x, float64(size)))
	}
	return limit(math.Floor(float64(i)*part) + from), limit(math.Ceil(float64(i+1)*part) + from)
}
