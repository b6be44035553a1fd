package downsample

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// MaxGradient and MeanGradient compute nn.max_pool2d_grad and nn.avg_pool2d_grad:
// argument 0 is the gradient of the result, argument 1 the data. With g the gradient of a
// window of n taps that count, a maximum adds g at the first of the greatest elements in
// row-major order, a mean g/n at each element. Sums are in float64, window by window in
// row-major order, and rounded once.
var (
	MaxGradient  = op.Reads{Arrays: 2}.Kernel(poolGradient(toGreatest))
	MeanGradient = op.Reads{Arrays: 2}.Kernel(poolGradient(toAll))
)

// A backward spreads the gradient of one window's result over its elements.
type backward func(grad, plane []float64, lines [3]frame, area, width int, gradient float64)

func poolGradient(spread backward) op.Body {
	return func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		order, err := spatialLast(c, "HW", in.Arrays[1])
		if err != nil {
			return nil, err
		}
		if in.Arrays[0].Rank() != in.Arrays[1].Rank() {
			return nil, fmt.Errorf("`%s`: gradient and data have other ranks", c.Op.Name)
		}
		grad, data := in.Arrays[0].Transpose(order), in.Arrays[1].Transpose(order)
		fs, err := Sliding(m, c, data.Shape[data.Rank()-2:])
		if err != nil {
			return nil, err
		}
		out, err := poolBackward(m, grad, data, fs, spread)
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
		}
		return out.Transpose(op.Inverse(order)), nil
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
