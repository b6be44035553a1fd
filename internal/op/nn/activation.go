package nn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

const sameRule = "the result has the type of the data"

// activation lists functions of single elements, and those that make a row add up to 1.
func activation() []*op.Op {
	return []*op.Op{
		each("nn.relu", "Replaces negative elements by 0.", op.OnDtype, op.UnaryMapping("relu")),
		each("nn.leaky_relu", "Scales negative elements down.", op.OnDtype|op.OnAttribute, leaky,
			relate.Float("alpha", 0.25, "factor of negative elements")),
		overAxes("nn.lrn", "Normalizes each element by its neighbours across channels.", responseCost(), lrnKernel,
			relate.Int("size", 5, "number of neighbours"), relate.Int("axis", 1, "axis of the channels"),
			relate.Float("bias", 2, "offset"), relate.Float("alpha", 0.0001, "scale"), relate.Float("beta", 0.75, "exponent")),
		overAxes("nn.l2_normalize", "Divides by the Euclidean norm over some axes.", unitCount.cost(alongAxes), l2Kernel,
			relate.Required("eps", op.FloatAttr, "least norm"), relate.Required("axis", op.IntsAttr, "axes of the norm")),
		softmax("nn.softmax", "Gives exponentials that sum to 1 along an axis.", softmaxKernel),
		softmax("nn.log_softmax", "Gives the logarithm of softmax.", logSoftmaxKernel),
		softmax("nn.fast_softmax", "Gives softmax by an approximate exponential.", softmaxKernel),
		{
			Name: "nn.dropout", Doc: "Sets elements to 0 at random while training, and gives the mask too.",
			Rule: "the result is (data, mask), both of the data's type", Params: op.Args("data"),
			Attrs: []op.Attr{relate.Float("rate", 0.5, "share of elements that are dropped")}, Kernel: op.Reads{Arrays: 1}.Kernel(dropout),
			Traits: op.Traits{Fails: op.OnAttribute, Cost: op.ViewCost},
			Relation: relate.Relation(func(_ *relate.Typing, data *types.Tensor) types.Type {
				return &types.Tuple{Elems: []types.Type{data, data}}
			}),
		},
	}
}

// same is an operator whose result has the type of the data.
func same(name, doc string, kind op.Kind, cost op.Cost, kernel op.Kernel, attrs ...op.Attr) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Rule: sameRule, Kind: kind, Params: op.Args("data"), Attrs: attrs,
		Relation: op.Identity, Kernel: kernel, Traits: op.Traits{Cost: cost},
	}
}

// overAxes is an opaque operator along the axes that its attribute `axis` names, which TVM
// does not look at.
func overAxes(name, doc string, cost op.Cost, kernel op.Kernel, attrs ...op.Attr) *op.Op {
	o := same(name, doc, op.Opaque, cost, kernel, attrs...)
	o.Relation = func(c *op.Call) op.Answer {
		answer := op.Identity(c)
		if t, ok := c.Arg(0).(*types.Tensor); ok {
			answer.Warn = op.LooseAxis(c, "axis", len(t.Shape))
		}
		return answer
	}
	return o
}

// each is an operator on elements.
func each(name, doc string, fails op.Failures, f op.Mapping, attrs ...op.Attr) *op.Op {
	o := same(name, doc, op.Elementwise, op.ElementwiseCost, op.MapKernel, attrs...)
	o.Map, o.Fails = f, fails
	return o
}

// softmax is an operator along one axis, which may be counted from the end.
func softmax(name, doc string, kernel op.Kernel) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Rule: sameRule, Kind: op.OutFusable, Params: op.Args("data"),
		Attrs: []op.Attr{relate.Int("axis", -1, "axis along which the elements sum to 1")},
		Relation: relate.Relation(func(s *relate.Typing, data *types.Tensor) types.Type {
			s.Axis("axis", -len(data.Shape), len(data.Shape))
			return data
		}),
		Traits: op.Traits{Fails: op.OnAttribute, Cost: softmaxCount.cost(rowLength)}, Kernel: kernel,
	}
}

// leaky scales what is not positive; alpha is cut off for integers.
func leaky(attrs op.Attrs, in []value.Dtype) *value.Map {
	alpha, _ := attrs.Float("alpha")
	return value.LeakyMap(in[0], alpha)
}

// dropout is the identity, as it is when a network is not trained, and a mask
// of ones.
func dropout(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	ones := value.FromScalar(value.FromInt(data.Dtype, 1)).Broadcast(data.Shape)
	return &value.Tuple{Elems: []value.Value{data, ones}}, nil
}
