// Package convolve computes convolutions: plain, transposed, deformable ones, and the
// gradient at the weight.
//
// With data x (batch, groups·C, extents), weights w (groups·F, C, taps) and, along each
// dimension, the places that package sliding describes, a convolution is
//
//	y[b, g·F+f, o] = Σ_c Σ_t w[g·F+f, c, t] · x[b, g·C+c, o·stride + t·dilation - before]
//
// where x is 0 in the padding. Three algorithms compute it: by columns (columns.go), the
// general one; by planes (planes.go), which makes no columns; direct (planes.go), for few
// filters. All three add up the terms of an element in the same
// order, channel by channel and tap by tap, so that they agree in each bit of the result
// and the choice may depend on the shape alone. Each cuts the result into parts that
// share no element, which is why cores need no locks and their number changes nothing.
//
// Elements are added in the dtype of the result, float16 and bfloat16 in float32, which
// is rounded once at the end. Integers wrap around. Data are brought into the canonical
// layout (NCHW) first, and the result out of it.
//
// Read this file first, then columns.go.
package convolve

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Form is the canonical layouts of a convolution's operands: those in which it is
// computed, and which its attributes name if they are left out.
type Form struct {
	Data    string // "NCHW": the spatial dimensions follow the channels
	Weight  string // "OIHW"; "IOHW" where the convolution is transposed
	Grouped string // the weight's with groups in a dimension of their own, "GOIHW"; "" where that is not allowed
}

// Rank is the number of spatial dimensions.
func (f Form) Rank() int { return len(f.Data) - 2 }

// Spatial is the letters of the spatial dimensions.
func (f Form) Spatial() string { return f.Data[2:] }

// Kernel computes a convolution.
func (f Form) Kernel() op.Kernel {
	return buffer.Typed(op.Reads{Arrays: 2}, buffer.Forms{
		F32: convolution[float32](f), F64: convolution[float64](f),
		I32: integers(f), I64: convolution[int64](f),
	})
}

func convolution[T value.Number](f Form) op.Body {
	return func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		o, err := f.operands(m, c, in.Arrays[0], in.Arrays[1])
		if err != nil {
			return nil, err
		}
		return compute[T](m, c, f, o)
	}
}

func compute[T value.Number](m op.Machine, c *op.KernelCall, f Form, o operands) (value.Value, error) {
	v, err := newConvolver[T](m, c, o)
	if err != nil {
		return nil, err
	}
	return v.computed(m, f, o, v.run)
}

// computed is the result that run fills.
func (v *convolver[T]) computed(m op.Machine, f Form, o operands, run func(op.Machine) error) (value.Value, error) {
	shape := append([]int{v.batch, v.groups * v.filters}, v.space.Outs(f.Rank())...)
	var err error
	if v.out, err = buffer.Alloc[T](m, o.dtype, shape); err != nil {
		return nil, err
	}
	if err := run(m); err != nil {
		return nil, err
	}
	return buffer.Arranged(m, buffer.Result(o.dtype, shape, v.out), f.Data, o.layout)
}

// operands are what a convolution works on, in canonical layouts.
type operands struct {
	data, weight *value.Array
	layout       relate.Layout // of the result
	dtype        value.Dtype   // of the result
}

func (f Form) operands(m op.Machine, c *op.KernelCall, data, weight *value.Array) (o operands, err error) {
	o.dtype = buffer.OutDtype(c, data)
	o.layout, _ = relate.ParseLayout(c.Attrs.Str("data_layout"))
	if o.data, err = buffer.Canonical(m, data, o.layout, f.Data); err != nil {
		return o, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	if o.weight, err = f.weight(m, c, weight); err != nil {
		return o, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	if name := c.Attrs.Str("out_layout"); name != "" {
		o.layout, _ = relate.ParseLayout(name)
	}
	return o, nil
}

// weight is the weight in the canonical layout. Groups in a dimension of their own are
// joined with the dimension after them.
func (f Form) weight(m op.Machine, c *op.KernelCall, weight *value.Array) (*value.Array, error) {
	l, _ := relate.ParseLayout(c.Attrs.Str("kernel_layout"))
	if f.Grouped == "" || l.Index('G') < 0 {
		return buffer.Canonical(m, weight, l, f.Weight)
	}
	w, err := buffer.Canonical(m, weight, l, f.Grouped)
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
	space             sliding.Space
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
	s, err := sliding.Read(c, o.data.Shape[2:], w[2:])
	if err != nil {
		return nil, err
	}
	for i := range s {
		s[i].Slide()
	}
	v := &convolver[T]{batch: o.data.Shape[0], groups: groups, in: channels / groups, filters: filters / groups, space: s}
	if v.data, err = buffer.Cast[T](m, o.data, o.dtype); err != nil {
		return nil, err
	}
	v.weight, err = buffer.Cast[T](m, o.weight, o.dtype)
	return v, err
}

// run chooses the algorithm by the shape. BenchmarkAlgorithms measures them side by
// side; the bounds are where they cross.
func (v *convolver[T]) run(m op.Machine) error {
	switch {
	case v.space.Results() == 0 || v.in == 0 || v.space.Taps() == 0:
		return nil
	case !phasesFit(v.space):
		return v.byColumns(m)
	case v.filters <= fewFilters:
		return v.direct(m)
	}
	return v.byPlanes(m)
}

// image are the channels of a group, weights the taps of one filter of it.
func (v *convolver[T]) image(batch, group int) []T {
	n := v.in * v.space.Size()
	return v.data[(batch*v.groups+group)*n:][:n]
}

func (v *convolver[T]) weights(group, filter int) []T {
	n := v.in * v.space.Taps()
	return v.weight[(group*v.filters+filter)*n:]
}

// result is where a filter's plane, and those of the filters after it, go.
func (v *convolver[T]) result(batch, group, filter int) []T {
	return v.out[((batch*v.groups+group)*v.filters+filter)*v.space.Results():]
}

// integers convolves in floats where they are exact.
func integers(f Form) op.Body {
	return func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		o, err := f.operands(m, c, in.Arrays[0], in.Arrays[1])
		if err != nil {
			return nil, err
		}
		exact, err := buffer.ExactFloat(m, o.dtype, value.Product(o.weight.Shape[1:]), o.data, o.weight)
		if err != nil {
			return nil, err
		}
		switch exact {
		case value.Float32:
			return compute[float32](m, c, f, o)
		case value.Float64:
			return compute[float64](m, c, f, o)
		}
		return compute[int32](m, c, f, o)
	}
}
