package nn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// normalization lists the normalizations, and what else has a vector along an axis.
func normalization() []*op.Op {
	return []*op.Op{
		{
			Name: "nn.batch_norm", Doc: "Normalizes each channel over the batch, and gives the statistics too.",
			Rule: "gamma, beta, mean and variance are vectors, one element for each extent of the axis; the result is (data, mean, variance)",
			Kind: op.OutFusable, Params: op.Args("data", "gamma", "beta", "moving_mean", "moving_var"),
			Attrs: normAttrs(1), Traits: op.Traits{Cost: batchCost()}, Relation: relate.Relation(batchNorm), Kernel: batchNormKernel,
		},
		norm("nn.layer_norm", "Normalizes over one axis.", relate.Relation(scaled), normKernel(layerSets), op.OnExtent|op.OnAttribute, rowLength, normAttrs(-1)),
		norm("nn.instance_norm", "Normalizes each channel of each element of the batch.", relate.Relation(instanceNorm), normKernel(instanceSets), 0, instanceLength, normAttrs(1)),
		norm("nn.group_norm", "Normalizes over groups of channels.", relate.Relation(scaled), normKernel(groupSets), 0, channelsLength,
			append([]op.Attr{relate.Int("num_groups", 0, "number of groups into which the channels fall")}, normAttrs(1)...)),
		{
			Name: "nn.bias_add", Doc: "Adds a vector along one axis.",
			Rule: "the bias is a vector, one element for each extent of the axis, of the data's dtype", Kind: op.Broadcast,
			Params: op.Args("data", "bias"), Attrs: []op.Attr{relate.Int("axis", 1, "axis along which the bias runs")},
			Relation: relate.Relation(biasAdd), Kernel: biasKernel,
			Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.ElementwiseCost},
		},
		{
			Name: "nn.prelu", Doc: "Keeps positive elements and scales negative ones by channel.",
			Rule: "alpha is a vector, one element for each extent of the axis", Kind: op.Broadcast,
			Params: op.Args("data", "alpha"), Attrs: []op.Attr{relate.Int("axis", 1, "axis of the channels")},
			Relation: relate.Relation(prelu), Kernel: preluKernel,
			Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.ElementwiseCost},
		},
	}
}

// norm is an entry of a normalization with gamma and beta; set is the number of elements over
// which it takes mean and variance.
func norm(name, doc string, relation op.Relation, kernel op.Kernel, fails op.Failures, set op.Figure, attrs []op.Attr) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Rule: "gamma and beta are vectors, one element for each extent of the axis",
		Params: op.Args("data", "gamma", "beta"), Attrs: attrs, Relation: relation, Kernel: kernel,
		Traits: op.Traits{Fails: fails, Cost: normCount.cost(set)},
	}
}

// normAttrs are the attributes of normalizations.
func normAttrs(axis int64) []op.Attr {
	return []op.Attr{
		relate.Int("axis", axis, "axis of the channels"),
		relate.Float("epsilon", 1e-5, "added to the variance"),
		relate.Bool("center", true, "whether beta is added"),
		relate.Bool("scale", true, "whether gamma is multiplied"),
	}
}

// alongAxis is what runs along one axis of the data.
func alongAxis(data *types.Tensor, axis int) *types.Tensor {
	return &types.Tensor{Dtype: data.Dtype, Shape: []types.Dim{data.Shape[axis]}}
}

// along expects vectors along the axis for the arguments from 1 to last.
func along(s *relate.Typing, data *types.Tensor, least, last int) (*types.Tensor, bool) {
	axis := s.Axis("axis", least, len(data.Shape))
	if s.Stopped() {
		return nil, false
	}
	v := alongAxis(data, axis)
	for i := 1; i <= last; i++ {
		s.Expect(i, v)
	}
	return v, true
}

// batchNorm gives the statistics too. TVM accepts no axis below -1.
func batchNorm(s *relate.Typing, data *types.Tensor) types.Type {
	v, ok := along(s, data, -1, 4)
	if !ok {
		return nil
	}
	return &types.Tuple{Elems: []types.Type{data, v, v}}
}

// scaled keeps the data's type; gamma and beta are vectors along the axis.
func scaled(s *relate.Typing, data *types.Tensor) types.Type {
	along(s, data, -len(data.Shape), 2)
	return data
}

// instanceNorm needs a batch, channels, and something to normalize over.
func instanceNorm(s *relate.Typing, data *types.Tensor) types.Type {
	if len(data.Shape) < 3 {
		return s.FailArg(0, "shape-mismatch", "`data` is "+types.Text(data)+", and needs 3 dimensions or more",
			relate.Dimensions(len(data.Shape)))
	}
	return scaled(s, data)
}

// biasAdd keeps the data's type; the bias is a vector along the axis.
func biasAdd(s *relate.Typing, data *types.Tensor) types.Type {
	along(s, data, -len(data.Shape), 1)
	return data
}

// prelu is biasAdd for alpha; its axis must not be counted from the end, as in TVM.
func prelu(s *relate.Typing, data *types.Tensor) types.Type {
	along(s, data, 0, 1)
	return data
}
