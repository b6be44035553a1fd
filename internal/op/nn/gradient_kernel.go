package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/value/matrix"
)

// A backward spreads the gradient of one window's result over its elements.
type backward func(grad, plane []float64, lines [3]frame, area, width int, gradient float64)

// poolGradient computes nn.max_pool2d_grad and nn.avg_pool2d_grad: argument 0 is
// the gradient of the result, argument 1 the data.
func poolGradient(spread backward) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		arrays, err := c.Arrays()
		if err != nil {
			return nil, err
		}
		order, err := pool2d.order(c, arrays[1])
		if err != nil {
			return nil, err
		}
		if arrays[0].Rank() != arrays[1].Rank() {
			return nil, fmt.Errorf("`%s`: gradient and data have other ranks", c.Op.Name)
		}
		grad, data := arrays[0].Transpose(order), arrays[1].Transpose(order)
		fs, err := slidingWindows(m, c, data.Shape[data.Rank()-2:])
		if err != nil {
			return nil, err
		}
		out, err := poolBackward(m, grad, data, fs, spread)
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
		}
		return out.Transpose(buffer.Inverse(order)), nil
	}
}

func poolBackward(m op.Machine, grad, data *value.Array, fs frames, spread backward) (*value.Array, error) {
	height, width := data.Shape[data.Rank()-2], data.Shape[data.Rank()-1]
	area, results := height*width, len(fs[1])*len(fs[2])
	planes := value.Product(data.Shape[:data.Rank()-2])
	if grad.Len() != planes*results {
		return nil, fmt.Errorf("the gradient is %s, and there are %d windows", value.ShapeText(grad.Shape), planes*results)
	}
	gs, err := buffer.Read[float64](m, grad)
	if err != nil {
		return nil, err
	}
	xs, err := buffer.Read[float64](m, data)
	if err != nil {
		return nil, err
	}
	out, err := buffer.Alloc[float64](m, data.Dtype, data.Shape)
	if err != nil {
		return nil, err
	}
	err = buffer.Each(m, planes, max(area, fs.steps()), func(i int) {
		for k := range results {
			w := [3]frame{fs[0][0], fs[1][k/len(fs[2])], fs[2][k%len(fs[2])]}
			spread(out[i*area:][:area], xs[i*area:][:area], w, area, width, gs[i*results+k])
		}
	})
	return buffer.Result(data.Dtype, data.Shape, out), err
}

// toGreatest gives all to the first of the greatest elements.
func toGreatest(grad, plane []float64, w [3]frame, area, width int, gradient float64) {
	best := -1
	eachOf(w, width, func(at int) {
		if best < 0 || plane[at] > plane[best] {
			best = at
		}
	})
	if best >= 0 {
		grad[best] += gradient
	}
}

// toAll gives each element its share.
func toAll(grad, _ []float64, w [3]frame, area, width int, gradient float64) {
	count := float64(max(1, w[1].count*w[2].count))
	eachOf(w, width, func(at int) { grad[at] += gradient / count })
}

// eachOf visits the elements of a window in a plane.
func eachOf(w [3]frame, width int, visit func(at int)) {
	for h := w[1].from; h < w[1].to; h += w[1].step {
		for x := w[2].from; x < w[2].to; x += w[2].step {
			visit(h*width + x)
		}
	}
}

// weightGradientKernel computes nn.conv2d_backward_weight: what each tap met,
// times the gradient of the results where it met it.
var weightGradientKernel = buffer.Typed(buffer.Forms{F32: weightBackward[float32], F64: weightBackward[float64]})

func weightBackward[T value.Float](m op.Machine, c *op.KernelCall) (value.Value, error) {
	grad, err := inLayout(m, c, 0, "data_layout")
	if err != nil {
		return nil, err
	}
	data, err := inLayout(m, c, 1, "kernel_layout")
	if err != nil {
		return nil, err
	}
	kernel, err := c.Ints("kernel_size")
	if err != nil {
		return nil, err
	}
	s, err := spaceOf(c, data.Shape[2:], kernel[:2])
	if err != nil {
		return nil, err
	}
	s[1].out, s[2].out = grad.Shape[2], grad.Shape[3]
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
	return buffer.Arranged(m, buffer.Result(d, shape, v.weight), "OIHW", outLayout(c, "OIHW"))
}

// inLayout is argument i as an image in the layout of an attribute.
func inLayout(m op.Machine, c *op.KernelCall, i int, attr string) (*value.Array, error) {
	a, err := c.Array(i)
	if err != nil {
		return nil, err
	}
	name := c.Attrs.Str(attr)
	l, _ := relate.ParseLayout(name)
	return buffer.Canonical(m, a, l, "NCHW")
}

func outLayout(c *op.KernelCall, canonical string) relate.Layout {
	if name := c.Attrs.Str("out_layout"); name != "" {
		canonical = name
	}
	l, _ := relate.ParseLayout(canonical)
	return l
}

// backward fills the weights from the data and the results' gradients.
func (v *convolver[T]) backward(m op.Machine) error {
	depth, results := v.in*v.space.taps(), v.space.results()
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
