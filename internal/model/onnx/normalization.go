package onnx

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
)

var normalizationEntries = map[string]entry{
	"BatchNormalization":        {how: "`nn.batch_norm`", translate: batchNormalization},
	"InstanceNormalization":     {how: "`nn.instance_norm`", translate: instanceNormalization},
	"LayerNormalization":        {how: "`mean`, `subtract`, `sqrt`, `divide`", translate: layerNormalization},
	"GroupNormalization":        {how: "`reshape`, `mean`, `subtract`, `sqrt`, `divide`", translate: groupNormalization},
	"RMSNormalization":          {how: "`mean`, `sqrt`, `divide`", translate: rmsNormalization},
	"LpNormalization":           {how: "`abs`, `sum`, `sqrt`, `divide`", translate: lpNormalization},
	"MeanVarianceNormalization": {how: "`mean`, `subtract`, `sqrt`, `divide`", translate: meanVarianceNormalization},
	"LRN":                       {how: "`nn.lrn`, `nn.avg_pool3d`", translate: lrn},
	"Softmax":                   {how: "`nn.softmax`", translate: softmax},
	"LogSoftmax":                {how: "`nn.log_softmax`", translate: logSoftmax},
	"Hardmax":                   {how: "`argmax`, `one_hot`", translate: hardmax},
	"Dropout":                   {how: "the value itself", translate: dropout},
}

// batchNormalization normalizes by given statistics or, in training, by those of the batch,
// and then gives running statistics too.
func batchNormalization(n *node) []*model.Value {
	x := n.in[0]
	if x.Rank() < 2 {
		return n.at(0, codes.ShapeMismatch, "input 0 of BatchNormalization is (batch, channels, …), and has %s", axesText(x.Rank()))
	}
	channels := x.Shape()[1]
	names := [...]string{"", "scale", "bias", "mean", "variance"}
	for i := 1; i < 5; i++ {
		if v := n.in[i]; v.Rank() != 1 || !compatible(v.Shape()[0], channels) {
			return n.at(i, codes.ShapeMismatch, "input %d, the %s, must be a vector of %s elements, one a channel, and is %s",
				i, names[i], channels, shapeText(v.Tensor()))
		}
	}
	training := n.int("training_mode") != 0
	if n.version < 7 {
		training = n.int("is_test") == 0 && n.wants(1)
	}
	if n.int("spatial") == 0 && n.schema.Attribute("spatial") != nil {
		return n.refuse(nil, "statistics of each element (`spatial` = 0) are not computed with")
	}
	mean, variance := n.in[3], n.in[4]
	var results []*model.Value
	if training {
		axes := []int64{0}
		axes = append(axes, n.spatialAxes()...)
		wide := n.Call("mean", args(x), attr("axis", axes), attr("keepdims", true))
		batchMean := n.Call("squeeze", args(wide), attr("axis", axes))
		batchVariance := n.Call("variance", args(x, wide), attr("axis", axes))
		keep := n.float("momentum")
		results = args(n.running(mean, batchMean, keep), n.running(variance, batchVariance, keep))
		mean, variance = batchMean, batchVariance
	}
	d := x.Dtype()
	weights := args(n.cast(n.in[1], d), n.cast(n.in[2], d), n.cast(mean, d), n.cast(variance, d))
	ys := n.Calls("nn.batch_norm", append(args(x), weights...), attr("axis", 1), attr("epsilon", n.float("epsilon")))
	if len(ys) == 0 {
		return nil
	}
	return append(one(ys[0]), results...)
}

// running mixes a statistic with that of a batch.
func (n *node) running(old, batch *model.Value, keep float64) *model.Value {
	d := old.Dtype()
	return n.Call("add", args(n.scaled(old, keep, d), n.scaled(n.cast(batch, d), 1-keep, d)))
}

// instanceNormalization normalizes each channel of each element of the batch by itself.
func instanceNormalization(n *node) []*model.Value {
	return one(n.Call("nn.instance_norm", n.in, attr("axis", 1), attr("epsilon", n.float("epsilon"))))
}

// axesFrom are the axes of a tensor from one on.
func axesFrom(first, rank int) []int64 {
	axes := []int64{}
	for i := first; i < rank; i++ {
		axes = append(axes, int64(i))
	}
	return axes
}

// layerNormalization is (x - μ)/√(σ² + ε)·scale + bias, with μ and σ² over the axes from one on, in the
// dtype of `stash_type`. μ and 1/√(σ² + ε) are results too.
func layerNormalization(n *node) []*model.Value {
	x := n.in[0]
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return nil
	}
	stash, ok := n.dtypeAttribute("stash_type", types.Float32)
	if !ok {
		return nil
	}
	wide := n.cast(x, stash)
	axes := axesFrom(axis, x.Rank())
	mean := n.Call("mean", args(wide), attr("axis", axes), attr("keepdims", true))
	centred := n.Call("subtract", args(wide, mean))
	inverse := n.inverseDeviation(centred, axes, stash)
	y := n.cast(n.Call("multiply", args(centred, inverse)), x.Dtype())
	y = n.Call("multiply", args(y, n.in[1]))
	if b := n.arg(2); b != nil {
		y = n.Call("add", args(y, b))
	}
	return args(y, mean, inverse)
}

// inverseDeviation is 1/√(mean(v²) + epsilon) over axes.
func (n *node) inverseDeviation(v *model.Value, axes []int64, d types.Dtype) *model.Value {
	square := n.Call("mean", args(n.Call("multiply", args(v, v))), attr("axis", axes), attr("keepdims", true))
	root := n.Call("sqrt", args(n.Call("add", args(square, n.number(n.float("epsilon"), d)))))
	return n.Call("divide", args(n.number(1, d), root))
}

// rmsNormalization is x/√(mean(x²) + ε)·scale over the axes from one on.
func rmsNormalization(n *node) []*model.Value {
	x := n.in[0]
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return nil
	}
	stash, ok := n.dtypeAttribute("stash_type", types.Float32)
	if !ok {
		return nil
	}
	wide := n.cast(x, stash)
	y := n.Call("multiply", args(wide, n.inverseDeviation(wide, axesFrom(axis, x.Rank()), stash)))
	return one(n.Call("multiply", args(n.cast(y, n.in[1].Dtype()), n.in[1])))
}

// groupNormalization splits the channels into groups, each of which is normalized with the
// axes after it. Scale and bias are one for each group before opset 21, and for each channel
// since.
func groupNormalization(n *node) []*model.Value {
	x, groups := n.in[0], n.int("num_groups")
	d := x.Dtype()
	shape := x.Shape()
	if x.Rank() < 3 || groups < 1 {
		return n.at(0, codes.ShapeMismatch, "GroupNormalization takes (batch, channels, …) and 1 group or more")
	}
	stash := types.Float32
	if n.schema.Attribute("stash_type") != nil {
		ok := true
		if stash, ok = n.dtypeAttribute("stash_type", types.Float32); !ok {
			return nil
		}
	}
	split := append([]types.Dim{shape[0], types.Const(groups), shape[1].FloorDiv(types.Const(groups))}, shape[2:]...)
	grouped := n.Call("reshape", args(n.cast(x, stash)), attr("newshape", split), attr("allowzero", true))
	axes := axesFrom(2, grouped.Rank())
	mean := n.Call("mean", args(grouped), attr("axis", axes), attr("keepdims", true))
	centred := n.Call("subtract", args(grouped, mean))
	y := n.Call("multiply", args(centred, n.inverseDeviation(centred, axes, stash)))
	back := func(v *model.Value) *model.Value {
		return n.Call("reshape", args(v), attr("newshape", shape), attr("allowzero", true))
	}
	scale, bias := n.cast(n.in[1], stash), n.cast(n.in[2], stash)
	perGroup := n.version < 21
	if !perGroup {
		y = back(y)
	}
	y = n.Call("multiply", args(y, n.along(scale, y.Rank(), 1)))
	y = n.Call("add", args(y, n.along(bias, y.Rank(), 1)))
	if perGroup {
		y = back(y)
	}
	return one(n.cast(y, d))
}

// lpNormalization divides by the 1- or 2-norm along an axis; where that is 0 the result is 0.
func lpNormalization(n *node) []*model.Value {
	x := n.in[0]
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return nil
	}
	over := attr("axis", []int64{int64(axis)})
	keep := attr("keepdims", true)
	var norm *model.Value
	if n.int("p") == 1 {
		norm = n.Call("sum", args(n.Call("abs", args(x))), over, keep)
	} else {
		norm = n.Call("sqrt", args(n.Call("sum", args(n.Call("multiply", args(x, x))), over, keep)))
	}
	zero := n.number(0, x.Dtype())
	empty := n.Call("equal", args(norm, zero))
	safe := n.Call("where", args(empty, n.number(1, x.Dtype()), norm))
	return one(n.Call("divide", args(x, safe)))
}

// meanVarianceNormalization is (x - E[x])/(√(E[x²] - E[x]²) + 10⁻⁹), as the specification's function
// computes it.
func meanVarianceNormalization(n *node) []*model.Value {
	x := n.in[0]
	axes := n.ints("axes")
	if len(axes) == 0 {
		axes = []int64{0, 2, 3}
	}
	over, keep := attr("axis", axes), attr("keepdims", true)
	mean := n.Call("mean", args(x), over, keep)
	centred := n.Call("subtract", args(x, mean))
	variance := n.Call("subtract", args(
		n.Call("mean", args(n.Call("multiply", args(x, x))), over, keep), n.Call("multiply", args(mean, mean))))
	deviation := n.Call("add", args(n.Call("sqrt", args(variance)), n.number(1e-9, x.Dtype())))
	return one(n.Call("divide", args(centred, deviation)))
}

// lrn divides by (bias + alpha/size·Σ x²)^beta, with the sum over size neighbouring channels: from
// c - ⌊(size-1)/2⌋ to c + ⌈(size-1)/2⌉ for channel c. nn.lrn has as many on both sides; of an even
// size, the sum is size times an average pool over the channels, with zeros around them.
func lrn(n *node) []*model.Value {
	x, size := n.in[0], n.int("size")
	if rank := x.Rank() - 1; size > 0 && size%2 == 0 && rank >= 1 && rank <= 3 {
		window, padding := slices.Repeat([]int64{1}, rank), make([]int64, 2*rank)
		window[0], padding[0], padding[rank] = size, (size-1)/2, size/2
		squares := n.Call("expand_dims", args(n.multiply(x, x)), attr("axis", 1))
		mean := n.Call(fmt.Sprintf("nn.avg_pool%dd", rank), args(squares), attr("pool_size", window), attr("padding", padding), attr("count_include_pad", true))
		d := x.Dtype()
		sum := n.add(n.scaled(n.Call("squeeze", args(mean), attr("axis", []int64{1})), n.float("alpha"), d), n.number(n.float("bias"), d))
		return one(n.divide(x, n.Call("power", args(sum, n.number(n.float("beta"), d)))))
	}
	return one(n.Call("nn.lrn", n.in, attr("size", n.int("size")), attr("axis", 1),
		attr("bias", n.float("bias")), attr("alpha", n.float("alpha")), attr("beta", n.float("beta"))))
}

// softmaxAxes are the axes that sum to 1: one since opset 13, before that all from one on.
func (n *node) softmaxAxes() ([]int64, bool) {
	rank := n.in[0].Rank()
	if n.version < 13 && n.int("axis") == int64(rank) {
		return []int64{}, true
	}
	axis, ok := n.axis("axis", n.int("axis"), rank)
	if n.version < 13 {
		return axesFrom(axis, rank), ok
	}
	return []int64{int64(axis)}, ok
}

// softmax is exp(x - m)/Σ exp(x - m) with the greatest element m, so that no power overflows.
func softmax(n *node) []*model.Value {
	axes, ok := n.softmaxAxes()
	if !ok {
		return nil
	}
	x := n.in[0]
	if len(axes) == 1 {
		return one(n.Call("nn.softmax", args(x), attr("axis", axes[0])))
	}
	exp := n.Call("exp", args(n.belowMaximum(x, axes)))
	return one(n.divide(exp, n.over("sum", exp, axes, true)))
}

// belowMaximum is a tensor less its greatest element along axes.
func (n *node) belowMaximum(x *model.Value, axes []int64) *model.Value {
	return n.subtract(x, n.over("max", x, axes, true))
}

// logSoftmax is x - m - log Σ exp(x - m) with the greatest element m.
func logSoftmax(n *node) []*model.Value {
	axes, ok := n.softmaxAxes()
	if !ok {
		return nil
	}
	x := n.in[0]
	if len(axes) == 1 {
		return one(n.Call("nn.log_softmax", args(x), attr("axis", axes[0])))
	}
	below := n.belowMaximum(x, axes)
	sum := n.over("sum", n.Call("exp", args(below)), axes, true)
	return one(n.subtract(below, n.Call("log", args(sum))))
}

// hardmax is 1 at the first greatest element along an axis, and 0 elsewhere. Before opset 13
// the axes from one on are flattened.
func hardmax(n *node) []*model.Value {
	axes, ok := n.softmaxAxes()
	if !ok {
		return nil
	}
	x := n.in[0]
	if len(axes) == 0 {
		return one(n.Call("ones_like", args(x)))
	}
	shape := x.Shape()
	flat, axis := x, int(axes[0])
	if len(axes) > 1 {
		if slices.ContainsFunc(shape, types.Dim.Loose) {
			return n.refuse([]types.Type{x.Type}, "the extents of input 0 are not known: %s", shapeText(x.Tensor()))
		}
		flat = n.Call("reshape", args(x), attr("allowzero", true),
			attr("newshape", []types.Dim{types.Product(shape[:axis]), types.Product(shape[axis:])}))
		axis = 1
	}
	var y *model.Value
	if k, known := flat.Shape()[axis].Const(); known {
		at := n.Call("argmax", args(flat), attr("axis", []int64{int64(axis)}))
		y = n.Call("one_hot", args(at, n.number(1, x.Dtype()), n.number(0, x.Dtype())), attr("depth", k), attr("axis", axis), attr("dtype", x.Dtype()))
	} else {
		at := n.Call("argmax", args(flat), attr("axis", []int64{int64(axis)}), attr("keepdims", true))
		places := n.counted(flat, axis, types.Int32)
		if behind := flat.Rank() - 1 - axis; behind > 0 {
			places = n.Call("expand_dims", args(places), attr("axis", 1), attr("num_newaxis", behind))
		}
		y = n.cast(n.Call("equal", args(at, places)), x.Dtype())
	}
	if len(axes) > 1 {
		y = n.Call("reshape", args(y), attr("newshape", shape), attr("allowzero", true))
	}
	return one(y)
}

// dropout is the value itself where nothing is trained; the mask is all true.
func dropout(n *node) []*model.Value {
	x := n.in[0]
	if t := n.arg(2); t != nil {
		a := t.Elements()
		if a == nil || a.Item().IsTrue() {
			ratio := n.arg(1)
			if a == nil || ratio == nil || ratio.Elements() == nil || ratio.Elements().Item().Float() != 0 {
				return n.refuse([]types.Type{x.Type, withDtype(x.Type, types.Bool)}, "dropout in training is random")
			}
		}
	}
	results := one(x)
	if n.wants(1) {
		mask := types.Bool
		if n.version < 10 {
			mask = x.Dtype()
		}
		results = append(results, n.Call("cast", args(n.Call("ones_like", args(x))), attr("dtype", mask)))
	}
	return results
}

func withDtype(t types.Type, d types.Dtype) types.Type {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return t
	}
	return &types.Tensor{Dtype: d, Shape: tensor.Shape}
}
