package nn

import (
	"fmt"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// entropyKernel computes -(Σ_b Σ_c f(x[b, c])·y[b, c]) / batch, in float64, from the first
// element to the last on one core, and rounds once. f is the logarithm of probabilities, or
// the identity of what are logarithms already. log 0 is -∞, and -∞·0 is NaN.
func entropyKernel(f func(float64) float64) op.Kernel {
	return op.Reads{Arrays: 2}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		if err := m.Charge(expSteps * int64(in.Arrays[0].Len())); err != nil {
			return nil, err
		}
		xs, err := buffer.Read[float64](m, in.Arrays[0])
		if err != nil {
			return nil, err
		}
		ys, err := buffer.Read[float64](m, in.Arrays[1])
		if err != nil {
			return nil, err
		}
		sum := 0.0
		err = op.InTurn(m, len(xs), expSteps, func(from, to int) error {
			for i := from; i < to; i++ {
				sum += f(xs[i]) * ys[i]
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		return value.FromScalar(value.FromFloat(in.Arrays[0].Dtype, -sum/float64(in.Arrays[0].Shape[0]))), nil
	})
}

var (
	crossEntropyKernel = entropyKernel(math.Log)
	logitsKernel       = entropyKernel(func(x float64) float64 { return x })
)

// nllKernel computes nn.nll_loss: with target t at a place, the loss is -weights[t]·x[t], and
// 0 where t is ignore_index. reduction="sum" adds the losses, "mean" divides the sum by the
// sum of the weights that counted. All in float64, in order; a target that is no class is a
// fault.
func nllKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	predictions, targets := in.Arrays[0], in.Arrays[1]
	if err := nllFits(c, predictions, targets, in.Arrays[2]); err != nil {
		return nil, err
	}
	if err := m.Charge(int64(targets.Len())); err != nil {
		return nil, err
	}
	classes, err := buffer.Read[int64](m, targets)
	if err != nil {
		return nil, err
	}
	weights, err := buffer.Read[float64](m, in.Arrays[2])
	if err != nil {
		return nil, err
	}
	losses, weight, err := nll(m, c, predictions, classes, weights)
	if err != nil {
		return nil, err
	}
	if c.Attrs.Str("reduction") == "none" {
		return buffer.InDtype(m, value.Of(losses, targets.Shape...), predictions.Dtype)
	}
	sum := 0.0
	for _, loss := range losses {
		sum += loss
	}
	if c.Attrs.Str("reduction") == "mean" {
		sum /= weight
	}
	return value.FromScalar(value.FromFloat(predictions.Dtype, sum)), nil
}

// nllFits holds that there is a target for each place of the predictions, and a weight
// for each class.
func nllFits(c *op.KernelCall, predictions, targets, weights *value.Array) error {
	places := slices.Delete(slices.Clone(predictions.Shape), 1, 2)
	if slices.Equal(places, targets.Shape) && weights.Len() == predictions.Shape[1] {
		return nil
	}
	return fmt.Errorf("`%s`: predictions of shape %s, targets of %s and weights of %s do not fit", c.Op.Name,
		value.ShapeText(predictions.Shape), value.ShapeText(targets.Shape), value.ShapeText(weights.Shape))
}

// nll gives the loss of each target, and the sum of their weights.
func nll(m op.Machine, c *op.KernelCall, predictions *value.Array, targets []int64, weights []float64) (losses []float64, weight float64, err error) {
	classes, inner := predictions.Shape[1], value.Product(predictions.Shape[2:])
	elems, err := buffer.Read[float64](m, predictions)
	if err != nil {
		return nil, 0, err
	}
	ignored := int64(buffer.Int(c, "ignore_index"))
	if losses, err = op.Make[float64](m, len(targets)); err != nil {
		return nil, 0, err
	}
	err = op.InTurn(m, len(targets), 4, func(from, to int) error {
		for i := from; i < to; i++ {
			t := targets[i]
			if t == ignored {
				continue
			}
			if t < 0 || t >= int64(classes) {
				return fmt.Errorf("`%s`: target %d is outside [0, %d)", c.Op.Name, t, classes)
			}
			at := (i/inner*classes+int(t))*inner + i%inner
			losses[i] = -weights[t] * elems[at]
			weight += weights[t]
		}
		return nil
	})
	return losses, weight, err
}
