package image

import (
	"fmt"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

// dilationKernel computes image.dilation2d, a morphological dilation.
var dilationKernel = buffer.Typed(op.Reads{Arrays: 2}, buffer.Forms{F32: dilated[float32], F64: dilated[float64]})

// dilated computes image.dilation2d: max over taps t of x[c, o·stride + t·dilation] + w[c, t].
// What is put around the data is 0.
func dilated[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	d, err := dilationOf[T](m, c, in)
	if err != nil {
		return nil, err
	}
	out, err := buffer.Alloc[T](m, d.dtype, d.out)
	if err != nil {
		return nil, err
	}
	height, width := d.out[2], d.out[3]
	err = buffer.Each(m, len(out), d.kernel[0]*d.kernel[1], func(i int) {
		out[i] = d.greatest(i/(height*width), i/width%height, i%width)
	})
	if err != nil {
		return nil, err
	}
	l, _ := relate.ParseLayout(c.Attrs.Str("data_layout"))
	return buffer.Arranged(m, buffer.Result(d.dtype, d.out, out), "NCHW", l)
}

// A dilation2d slides a structuring element over images.
type dilation2d[T value.Float] struct {
	data, weight                       []T
	in, kernel, steps, apart, pad, out []int
	dtype                              value.Dtype
}

// dilationOf reads operands and attributes, and finds the extents of the result.
func dilationOf[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (d dilation2d[T], err error) {
	l, _ := relate.ParseLayout(c.Attrs.Str("data_layout"))
	k, _ := relate.ParseLayout(c.Attrs.Str("kernel_layout"))
	data, err := buffer.Canonical(m, in.Arrays[0], l, "NCHW")
	if err != nil {
		return d, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	weight, err := buffer.Canonical(m, in.Arrays[1], k, "IHW")
	if err != nil {
		return d, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	if weight.Shape[0] != data.Shape[1] {
		return d, fmt.Errorf("`%s`: %d channels and %d in the weight", c.Op.Name, data.Shape[1], weight.Shape[0])
	}
	d = dilation2d[T]{in: data.Shape[2:], kernel: weight.Shape[1:]}
	if d.data, err = buffer.Read[T](m, data); err != nil {
		return d, err
	}
	if d.weight, err = buffer.Read[T](m, weight); err != nil {
		return d, err
	}
	d.dtype, d.out = buffer.OutDtype(c, data), append([]int{}, data.Shape...)
	return d, d.place(c)
}

// place reads how the weight slides.
func (d *dilation2d[T]) place(c *op.KernelCall) (err error) {
	if d.steps, err = c.Ints("strides"); err != nil {
		return err
	}
	if d.apart, err = c.Ints("dilations"); err != nil {
		return err
	}
	if d.pad, err = c.Ints("padding"); err != nil {
		return err
	}
	switch len(d.pad) {
	case 1:
		d.pad = []int{d.pad[0], d.pad[0], d.pad[0], d.pad[0]}
	case 2:
		d.pad = append(d.pad, d.pad...)
	}
	if err := c.Moderate(slices.Concat(d.in, d.kernel, d.steps, d.apart, d.pad)...); err != nil {
		return err
	}
	for i := range 2 {
		slack := d.in[i] + d.pad[i] + d.pad[2+i] - ((d.kernel[i]-1)*d.apart[i] + 1)
		if d.steps[i] < 1 || slack < 0 {
			return fmt.Errorf("`%s`: the weight is larger than the data with its padding", c.Op.Name)
		}
		d.out[2+i] = slack/d.steps[i] + 1
	}
	return nil
}

// greatest is the element of the result at a place of a plane.
func (d dilation2d[T]) greatest(plane, y, x int) T {
	best := T(math.Inf(-1))
	weight := d.weight[plane%d.out[1]*d.kernel[0]*d.kernel[1]:]
	for i := range d.kernel[0] {
		for j := range d.kernel[1] {
			h, w := y*d.steps[0]+i*d.apart[0]-d.pad[0], x*d.steps[1]+j*d.apart[1]-d.pad[1]
			sum := weight[i*d.kernel[1]+j]
			if h >= 0 && h < d.in[0] && w >= 0 && w < d.in[1] {
				sum += d.data[(plane*d.in[0]+h)*d.in[1]+w]
			}
			best = max(best, sum)
		}
	}
	return best
}
