package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// ranges are the bounds of results, by the name of the operator.
var ranges = map[string]op.Range{
	"nn.relu": func(c *op.RangeCall) interval.Set { return interval.Max(c.Set(0), interval.Of(0)) },
	"nn.bias_add": func(c *op.RangeCall) interval.Set {
		return interval.Add(c.Set(0), c.Set(1)).Rounded(c.Dtype, 1)
	},
	"nn.softmax":      softmaxRange,
	"nn.fast_softmax": nil,
	"nn.dense":        op.SumOfProducts(func(c *op.RangeCall) float64 { return extentOf(c, 0, -1) }),
	"nn.matmul": op.SumOfProducts(func(c *op.RangeCall) float64 {
		if c.Attrs.Bool("transpose_a") {
			return extentOf(c, 0, -2)
		}
		return extentOf(c, 0, -1)
	}),
	"nn.batch_matmul": op.SumOfProducts(func(c *op.RangeCall) float64 {
		if c.Attrs.Bool("transpose_a") {
			return extentOf(c, 0, -2)
		}
		return extentOf(c, 0, -1)
	}),
	"nn.conv1d": op.SumOfProducts(taps), "nn.conv2d": op.SumOfProducts(taps), "nn.conv3d": op.SumOfProducts(taps),
	"nn.conv1d_transpose": op.SumOfProducts(taps), "nn.conv2d_transpose": op.SumOfProducts(taps), "nn.conv3d_transpose": op.SumOfProducts(taps),
	"nn.batch_flatten": op.Moves,
	"nn.global_avg_pool2d": func(c *op.RangeCall) interval.Set {
		least, most := c.Reduced()
		return interval.Mean(c.Set(0), least, most, c.Dtype)
	},
	"nn.depth_to_space": op.Moves, "nn.space_to_depth": op.Moves,
	"nn.mirror_pad": op.Moves, "nn.batch_to_space_nd": op.Moves, "nn.space_to_batch_nd": filledRange("pad_value"),
	"nn.dilate": filledRange("dilation_value"), "nn.fifo_buffer": op.MovesOr(false, 0, 1), "nn.lrn": lrnRange,

	"nn.max_pool1d": greatest, "nn.max_pool2d": greatest, "nn.max_pool3d": greatest, "nn.global_max_pool2d": greatest,
	"nn.adaptive_max_pool1d": greatest, "nn.adaptive_max_pool2d": greatest, "nn.adaptive_max_pool3d": greatest,
	"nn.avg_pool1d": average, "nn.avg_pool2d": average, "nn.avg_pool3d": average,
	"nn.adaptive_avg_pool1d": average, "nn.adaptive_avg_pool2d": average, "nn.adaptive_avg_pool3d": average,
	"nn.upsampling": resizedRange, "nn.upsampling3d": resizedRange,
	"nn.pad": padRange, "nn.dropout": droppedRange,
	"nn.batch_norm": batchNormRange, "nn.layer_norm": standardRange, "nn.instance_norm": standardRange, "nn.group_norm": standardRange,
	"nn.l2_normalize": unitRange, "nn.log_softmax": logSoftmaxRange, "nn.leaky_relu": leakyRange, "nn.prelu": preluRange,
}

// extentOf is the greatest that an extent of an operand may be; negative axes count from the end.
func extentOf(c *op.RangeCall, arg, axis int) float64 {
	t, ok := types.Head(c.Args[arg]).(*types.Tensor)
	if !ok {
		return math.Inf(1)
	}
	if axis < 0 {
		axis += len(t.Shape)
	}
	if axis < 0 || axis >= len(t.Shape) {
		return math.Inf(1)
	}
	return op.ExtentAtMost(t.Shape[axis])
}

// taps bounds how many products a sum of a convolution has: the elements of a filter, at most
// those of all.
func taps(c *op.RangeCall) float64 {
	_, most := c.Elements(1)
	return most
}

// softmaxRange is that of exponentials of what is at most 0, multiplied by the reciprocal of their sum. One of
// them is 1, so that neither factor is greater. Those of infinities are NaN.
func softmaxRange(c *op.RangeCall) interval.Set {
	if !c.Set(0).Finite() || c.Dtype == value.Float64 && c.Set(0).Magnitude() > 1e300 {
		return interval.All(c.Dtype)
	}
	return interval.Set{Least: 0, Most: 1}
}
