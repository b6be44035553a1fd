package convolve

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector/matrix"
)

// WeightGradient computes nn.conv2d_backward_weight. With the gradient g at the result
// (argument 0) and the data x (argument 1),
//
//	dw[f, c, t] = Σ_b Σ_o g[b, f, o] · x[b, c, o·stride + t·dilation - before]
//
// which is the product of g with the transposed matrix of columns (columns.go). The
// attribute kernel_layout names the layout of the data, out_layout that of the result.
var WeightGradient = buffer.Typed(op.Reads{Arrays: 2}, buffer.Forms{F32: weightBackward[float32], F64: weightBackward[float64]})

func weightBackward[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	grad, err := inLayout(m, c, in.Arrays[0], "data_layout")
	if err != nil {
		return nil, err
	}
	data, err := inLayout(m, c, in.Arrays[1], "kernel_layout")
	if err != nil {
		return nil, err
	}
	kernel, err := c.Ints("kernel_size")
	if err != nil {
		return nil, err
	}
	s, err := sliding.Read(c, data.Shape[2:], kernel[:2])
	if err != nil {
		return nil, err
	}
	s[1].Out, s[2].Out = grad.Shape[2], grad.Shape[3]
	groups := buffer.Int(c, "groups")
	if groups < 1 || grad.Shape[1]%groups != 0 || data.Shape[1]%groups != 0 || grad.Shape[0] != data.Shape[0] {
		return nil, fmt.Errorf("`%s`: gradient %s and data %s do not fit", c.Op.Name, value.ShapeText(grad.Shape), value.ShapeText(data.Shape))
	}
	v := &convolver[T]{batch: data.Shape[0], groups: groups, in: data.Shape[1] / groups, filters: grad.Shape[1] / groups, space: s}
	if v.data, err = buffer.Read[T](m, data); err != nil {
		return nil, err
	}
	if v.out, err = buffer.Read[T](m, grad); err != nil {
		return nil, err
	}
	d, shape := buffer.OutDtype(c, grad), []int{grad.Shape[1], v.in, kernel[0], kernel[1]}
	if v.weight, err = buffer.Alloc[T](m, d, shape); err != nil {
		return nil, err
	}
	if err := v.backward(m); err != nil {
		return nil, err
	}
	layout := c.Attrs.Str("out_layout")
	if layout == "" {
		layout = image2d.Weight
	}
	l, _ := relate.ParseLayout(layout)
	return buffer.Arranged(m, buffer.Result(d, shape, v.weight), image2d.Weight, l)
}

// backward fills the weights from the data and the gradient of the result. The groups
// go to different cores; a group adds up its batch in order.
func (v *convolver[T]) backward(m op.Machine) error {
	depth, results := v.in*v.space.Taps(), v.space.Results()
	return buffer.Long(m, v.groups, v.batch*v.filters*depth*max(1, results), func(group int, pause func() error) error {
		rows, err := op.Make[T](m, depth*results)
		if err != nil {
			return err
		}
		for batch := range v.batch {
			if err := columns(v.space, rows, v.image(batch, group), v.in, 0, results, pause); err != nil {
				return err
			}
			err := matrix.Dots(v.filters, depth, results, v.result(batch, group, 0), rows, v.weights(group, 0), depth, pause)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
