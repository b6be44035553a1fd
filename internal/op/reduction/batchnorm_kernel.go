package reduction

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// batchNormKernel computes, for each channel c on axis 1 and with the running statistics,
//
//	y = (x - mean[c]) · (1 / √(variance[c] + epsilon))
//
// in three passes, each rounded in the data's dtype; the factor is computed in float64
// and rounded once.
func batchNormKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	x := in.Arrays[0]
	for _, a := range in.Arrays[1:3] {
		if x.Rank() < 2 || a.Rank() != 1 || a.Shape[0] != x.Shape[1] {
			return nil, fmt.Errorf("`batch_norm` of %s needs a mean and a variance for each channel on axis 1", value.ShapeText(x.Shape))
		}
	}
	epsilon, _ := c.Attrs.Float("epsilon")
	scale := value.NewUnary("scale", x.Dtype, func(v float64) float64 { return 1 / math.Sqrt(v+epsilon) })
	if scale == nil {
		return nil, fmt.Errorf("`batch_norm` cannot be computed of %s", x.Dtype)
	}
	behind := x.Rank() - 2
	factor, err := op.MapOver(m, scale, in.Arrays[2].Insert(1, behind))
	if err != nil {
		return nil, err
	}
	centered, err := op.MapOver(m, value.BinaryMap("subtract", x.Dtype), x, in.Arrays[1].Insert(1, behind))
	if err != nil {
		return nil, err
	}
	return op.MapOver(m, value.BinaryMap("multiply", x.Dtype), centered, factor)
}

// runningStatistics are the mean and the variance that a call of batch_norm
// leaves in its arguments: (1 - momentum)·old + momentum·batch.
func runningStatistics(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	momentum, _ := c.Attrs.Float("momentum")
	axes := make([]bool, in.Arrays[0].Rank())
	for i := range axes {
		axes[i] = i != 1
	}
	average, spread, err := batchStatistics(m, in.Arrays[0], axes)
	if err != nil {
		return nil, err
	}
	if average, err = blend(m, in.Arrays[1], average, momentum); err != nil {
		return nil, err
	}
	if spread, err = blend(m, in.Arrays[2], spread, momentum); err != nil {
		return nil, err
	}
	return &value.Tuple{Elems: []value.Value{average, spread}}, nil
}

// batchStatistics are the mean of the batch over the axes, and the mean of the squared
// differences from it.
func batchStatistics(m op.Machine, x *value.Array, axes []bool) (average, spread *value.Array, err error) {
	if average, err = mean(m, x, axes); err != nil {
		return nil, nil, err
	}
	squares, err := squaredDifferences(m, x, withOnes(average, x.Shape, axes))
	if err != nil {
		return nil, nil, err
	}
	spread, err = mean(m, squares, axes)
	return average, spread, err
}

// blend is (1 - weight)·old + weight·batch.
func blend(m op.Machine, old, batch *value.Array, weight float64) (*value.Array, error) {
	multiply, d := value.BinaryMap("multiply", old.Dtype), old.Dtype
	kept, err := op.MapOver(m, multiply, old, value.FromScalar(value.FromFloat(d, 1-weight)))
	if err != nil {
		return nil, err
	}
	added, err := op.MapOver(m, multiply, batch, value.FromScalar(value.FromFloat(d, weight)))
	if err != nil {
		return nil, err
	}
	return op.MapOver(m, value.BinaryMap("add", d), kept, added)
}
