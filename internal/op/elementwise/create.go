package elementwise

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// creations lists the operators that make a tensor of a given shape.
var creations = []*op.Op{
	initial("zeros", "zeros"),
	initial("ones", "ones"),
	like("zeros_like", "zeros"),
	like("ones_like", "ones"),
	{
		Name: "full", Kind: op.Elementwise, Params: op.Args("fill_value"),
		Doc:      "Makes a tensor of one value.",
		Rule:     "fill_value is a scalar; the result has the given shape and dtype, that of fill_value without dtype",
		Attrs:    []op.Attr{relate.Required("shape", op.IntsAttr, "shape of the result"), relate.DtypeAttr()},
		Traits:   op.Traits{Fails: op.OnAttribute | op.OnDtype, Cost: op.ViewCost},
		Relation: full, Kernel: fullKernel,
	},
	{
		Name: "full_like", Kind: op.Elementwise, Params: op.Args("data", "fill_value"),
		Doc:      "Makes a tensor of one value in the shape of another.",
		Rule:     "fill_value is a scalar; the result has the type of data",
		Traits:   op.Traits{Fails: op.OnExtent, Cost: op.ViewCost},
		Relation: op.OnTensors(fullLike), Kernel: op.Reads{Arrays: 1}.Kernel(fullLikeKernel),
	},
	{
		Name: "arange", Kind: op.Opaque, Params: op.Args("start", "end", "step"),
		Doc:  "Makes the vector start, start + step, … up to but without end.",
		Rule: "the arguments are scalars of dtype and are given as attributes too; the result is Tensor[(?), dtype]",
		Attrs: []op.Attr{
			relate.Required("start", op.ExprAttr, "first element, as the argument"),
			relate.Required("stop", op.ExprAttr, "bound, as the argument end"),
			relate.Required("step", op.ExprAttr, "difference, as the argument"),
			relate.Required("dtype", op.DtypeAttr, "dtype of the result"),
		},
		Traits:   op.Traits{Cost: op.ElementwiseCost},
		Relation: arange, Kernel: arangeKernel,
	},
	{
		Name: "one_hot", Kind: op.OutFusable, Params: op.Args("indices", "on_value", "off_value"),
		Doc:  "Puts on_value at the given indices of a new axis and off_value elsewhere.",
		Rule: "the result has the shape of indices with an axis of length depth put in, and the given dtype",
		Attrs: []op.Attr{
			relate.Int("depth", 1, "length of the new axis"),
			relate.Int("axis", -1, "the position of the new axis; -1 is last"),
			relate.DtypeAttr(),
		},
		Traits:   op.Traits{Cost: op.EachCost(2)},
		Relation: op.OnTensor(oneHot), Kernel: op.Reads{Arrays: 1}.Kernel(oneHotKernel),
	},
}

// initial makes a tensor of zeros or ones from attributes alone.
func initial(name, what string) *op.Op {
	return &op.Op{
		Name: name, Kind: op.Opaque,
		Doc:      "Makes a tensor of " + what + ".",
		Rule:     "the result has the given shape and dtype",
		Attrs:    []op.Attr{relate.Required("shape", op.IntsAttr, "shape of the result"), relate.DtypeAttr()},
		Traits:   op.Traits{Fails: op.OnAttribute | op.OnDtype, Cost: op.ViewCost},
		Relation: initialRelation, Kernel: initialKernel(name == "ones"),
	}
}

// like makes a tensor of zeros or ones of another's type.
func like(name, what string) *op.Op {
	return &op.Op{
		Name: name, Kind: op.Elementwise, Params: op.Args("data"),
		Traits:   op.Traits{Fails: op.OnDtype, Rounding: op.Linear, Cost: op.ViewCost},
		Doc:      "Makes a tensor of " + what + " in the shape of another.",
		Rule:     op.IdentityRule,
		Relation: op.Identity, Kernel: likeKernel(name == "ones_like"),
	}
}

// initialRelation reads shape and dtype from the attributes.
func initialRelation(c *op.Call) op.Answer {
	shape, warn, answer, ok := op.ShapeAttr(c, "shape")
	if !ok {
		return answer
	}
	dtype, more := relate.ResultDtype(c)
	answer = op.Done(op.TensorOf(dtype, shape...))
	answer.Warn = append(warn, more...)
	return answer
}

// full takes the dtype of fill_value where the attribute leaves it out.
func full(c *op.Call) op.Answer {
	fill, answer, ok := op.ScalarArg(c, 0)
	if !ok {
		return answer
	}
	shape, warn, answer, ok := op.ShapeAttr(c, "shape")
	if !ok {
		return answer
	}
	dtype := c.Attrs.Dtype("dtype")
	if dtype == types.NoDtype {
		dtype = fill.Dtype
	}
	answer = op.Done(op.TensorOf(dtype, shape...))
	answer.Warn = warn
	return answer
}

// fullLike gives data's type; fill_value is converted to its dtype.
func fullLike(c *op.Call, ts []*types.Tensor) op.Answer {
	if _, answer, ok := op.ScalarArg(c, 1); !ok {
		return answer
	}
	return op.Done(ts[0])
}

// arange says what the arguments are, which need not be known. The length is
// known where the three attributes are constants of the metadata section.
func arange(c *op.Call) op.Answer {
	dtype := c.Attrs.Dtype("dtype")
	length := types.Any
	if n, ok := arangeLength(c); ok && n <= 0 {
		return op.FailArg(-1, "attribute-value", "`arange` gives no element: step does not lead from start to stop")
	} else if ok {
		length = types.Const(n)
	}
	answer := op.Done(op.TensorOf(dtype, length))
	for i := range c.Args {
		equal, refusal, ok := c.Expect(i, types.Scalar(dtype))
		if !ok {
			return refusal
		}
		answer.Equal = append(answer.Equal, equal)
	}
	return answer
}

// arangeLength is ⌈(stop - start) / step⌉, computed in float64 as TVM does.
func arangeLength(c *op.Call) (int64, bool) {
	start, a := constant(c.Attrs.Value("start"))
	stop, b := constant(c.Attrs.Value("stop"))
	step, d := constant(c.Attrs.Value("step"))
	n := math.Ceil((stop - start) / step)
	if !a || !b || !d || !(math.Abs(n) <= math.MaxInt32) {
		return 0, false
	}
	return int64(n), true
}

// constant reads the number of a constant of the metadata section.
func constant(v op.Value) (float64, bool) {
	if v.Kind != op.MetaValue || len(v.List) != 1 {
		return 0, false
	}
	number, ok := op.AsFloat(v.List[0])
	return number.Float, ok
}

// oneHot inserts an axis of length depth.
func oneHot(c *op.Call, indices *types.Tensor) op.Answer {
	depth, ok := c.Attrs.Dim("depth")
	if n, number := depth.Const(); !ok || number && n <= 0 {
		return op.FailAttr("depth", "attribute-value", "`depth` of `one_hot` must be 1 at least")
	}
	axis, answer, ok := c.Int("axis")
	if !ok {
		return answer
	}
	rank := int64(len(indices.Shape))
	if axis == -1 {
		axis = rank
	}
	if axis < 0 || axis > rank {
		return op.FailAttr("axis", "attribute-value", fmt.Sprintf("`axis` of `one_hot` is %d, and can be 0 to %d, or -1 for the last", axis, rank))
	}
	dtype, warn := relate.ResultDtype(c)
	answer = op.Done(op.TensorOf(dtype, op.JoinedDims(indices.Shape[:axis], []types.Dim{depth}, indices.Shape[axis:])...))
	answer.Warn = warn
	return answer
}
