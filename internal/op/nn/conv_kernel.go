package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

// evaluate computes a convolution.
func (k conv) evaluate() op.Kernel {
	return buffer.Typed(buffer.Forms{
		F32: convolve[float32](k), F64: convolve[float64](k),
		I32: convolveIntegers(k), I64: convolve[int64](k),
	})
}

func convolve[T value.Number](k conv) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		o, err := k.operands(m, c)
		if err != nil {
			return nil, err
		}
		return convolveOperands[T](m, c, k, o)
	}
}

func convolveOperands[T value.Number](m op.Machine, c *op.KernelCall, k conv, o operands) (value.Value, error) {
	v, err := newConvolver[T](m, c, o)
	if err != nil {
		return nil, err
	}
	shape := append([]int{v.batch, v.groups * v.filters}, v.space.outs(k.rank())...)
	if v.out, err = buffer.Alloc[T](m, o.dtype, shape); err != nil {
		return nil, err
	}
	if err := v.run(m); err != nil {
		return nil, err
	}
	return buffer.Arranged(m, buffer.Result(o.dtype, shape, v.out), k.data, o.layout)
}

// operands are what a convolution works on, in canonical layouts.
type operands struct {
	data, weight *value.Array
	layout       relate.Layout // of the result
	dtype        value.Dtype   // of the result
	rank         int
}

func (k conv) operands(m op.Machine, c *op.KernelCall) (o operands, err error) {
	arrays, err := c.Arrays()
	if err != nil {
		return o, err
	}
	o.rank, o.dtype = k.rank(), buffer.OutDtype(c, arrays[0])
	data, _ := relate.ParseLayout(c.Attrs.Str("data_layout"))
	if o.data, err = buffer.Canonical(m, arrays[0], data, k.data); err != nil {
		return o, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	if o.weight, err = k.canonicalWeight(m, c, arrays[1]); err != nil {
		return o, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	o.layout = data
	if name := c.Attrs.Str("out_layout"); name != "" {
		o.layout, _ = relate.ParseLayout(name)
	}
	return o, nil
}

// canonicalWeight is the weight in the layout OIHW, or IOHW where the
// convolution is transposed: groups that stand apart are joined with the first
// dimension behind them.
func (k conv) canonicalWeight(m op.Machine, c *op.KernelCall, weight *value.Array) (*value.Array, error) {
	l, _ := relate.ParseLayout(c.Attrs.Str("kernel_layout"))
	if k.grouped == "" || l.Index('G') < 0 {
		return buffer.Canonical(m, weight, l, k.kernel)
	}
	w, err := buffer.Canonical(m, weight, l, k.grouped)
	if err != nil {
		return nil, err
	}
	return buffer.Reshaped(m, w, append([]int{w.Shape[0] * w.Shape[1]}, w.Shape[2:]...))
}

// A convolver convolves data (batch, groups · in, extents) with weights (groups
// · filters, in, taps), all of them row by row.
type convolver[T value.Number] struct {
	batch, groups     int
	in, filters       int // channels and filters of a group
	space             space
	data, weight, out []T
}

func newConvolver[T value.Number](m op.Machine, c *op.KernelCall, o operands) (*convolver[T], error) {
	channels, groups := o.data.Shape[1], buffer.Int(c, "groups")
	w := o.weight.Shape
	filters := w[0]
	if groups > 1 && groups == channels { // each channel by itself: (C, multiplier, …)
		filters = w[0] * w[1]
	}
	if groups < 1 || channels%groups != 0 || filters%groups != 0 || w[0]*w[1]*groups != filters*channels {
		return nil, fmt.Errorf("`%s`: %d channels, in groups of %d, and a weight of shape %s do not fit",
			c.Op.Name, channels, groups, value.ShapeText(w))
	}
	s, err := spaceOf(c, o.data.Shape[2:], w[2:])
	if err != nil {
		return nil, err
	}
	for i := range s {
		s[i].slide()
	}
	v := &convolver[T]{batch: o.data.Shape[0], groups: groups, in: channels / groups, filters: filters / groups, space: s}
	if v.data, err = buffer.Cast[T](m, o.data, o.dtype); err != nil {
		return nil, err
	}
	v.weight, err = buffer.Cast[T](m, o.weight, o.dtype)
	return v, err
}

// run chooses the way by shape, as benchmarks have it.
func (v *convolver[T]) run(m op.Machine) error {
	switch {
	case v.space.results() == 0 || v.in == 0 || v.space.taps() == 0:
		return nil
	case v.space.apart() && (v.in == 1 || v.space.taps() > 1 && v.space.results() >= widePlane):
		return v.direct(m)
	case v.space.results() < fewPixels:
		return v.narrow(m)
	}
	return v.byColumns(m)
}

// image are the channels of a group, weights the taps of one filter of it.
func (v *convolver[T]) image(batch, group int) []T {
	n := v.in * v.space.size()
	return v.data[(batch*v.groups+group)*n:][:n]
}

func (v *convolver[T]) weights(group, filter int) []T {
	n := v.in * v.space.taps()
	return v.weight[(group*v.filters+filter)*n:]
}

// result is where a filter's plane, and those of the filters behind it, go.
func (v *convolver[T]) result(batch, group, filter int) []T {
	return v.out[((batch*v.groups+group)*v.filters+filter)*v.space.results():]
}
