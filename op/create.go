package op

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/types"
)

// creations lists the operators that make a tensor of a given shape.
var creations = []*Op{
	initial("zeros", "zeros"),
	initial("ones", "ones"),
	like("zeros_like", "zeros"),
	like("ones_like", "ones"),
	{
		Name: "full", Kind: Elementwise, Params: Args("fill_value"),
		Doc:      "Makes a tensor of one value.",
		Rule:     "fill_value is a scalar; the result has the given shape and dtype, that of fill_value without dtype",
		Attrs:    []Attr{required("shape", IntsAttr, "shape of the result"), dtypeAttr()},
		Relation: full, Kernel: fullKernel,
	},
	{
		Name: "full_like", Kind: Elementwise, Params: Args("data", "fill_value"),
		Doc:      "Makes a tensor of one value in the shape of another.",
		Rule:     "fill_value is a scalar; the result has the type of data",
		Relation: fullLike, Kernel: fullLikeKernel,
	},
	{
		Name: "arange", Kind: Opaque, Params: Args("start", "end", "step"),
		Doc:  "Makes the vector start, start + step, … up to but without end.",
		Rule: "the arguments are scalars of dtype and are given as attributes too; the result is Tensor[(?), dtype]",
		Attrs: []Attr{
			required("start", ExprAttr, "first element, as the argument"),
			required("stop", ExprAttr, "bound, as the argument end"),
			required("step", ExprAttr, "difference, as the argument"),
			required("dtype", DtypeAttr, "dtype of the result"),
		},
		Relation: arange, Kernel: arangeKernel,
	},
	{
		Name: "one_hot", Kind: OutFusable, Params: Args("indices", "on_value", "off_value"),
		Doc:  "Puts on_value at the given indices of a new axis and off_value elsewhere.",
		Rule: "the result has the shape of indices with an axis of length depth put in, and the given dtype",
		Attrs: []Attr{
			intAttr("depth", 1, "length of the new axis"),
			intAttr("axis", -1, "where the new axis stands; -1 is last"),
			dtypeAttr(),
		},
		Relation: oneHot, Kernel: oneHotKernel,
	},
}

func initial(name, what string) *Op {
	return &Op{
		Name: name, Kind: Opaque,
		Doc:      "Makes a tensor of " + what + ".",
		Rule:     "the result has the given shape and dtype",
		Attrs:    []Attr{required("shape", IntsAttr, "shape of the result"), dtypeAttr()},
		Relation: initialRelation, Kernel: initialKernel(name == "ones"),
	}
}

func like(name, what string) *Op {
	return &Op{
		Name: name, Kind: Elementwise, Params: Args("data"),
		Doc:      "Makes a tensor of " + what + " in the shape of another.",
		Rule:     identityRule,
		Relation: Identity, Kernel: likeKernel(name == "ones_like"),
	}
}

// shapeAttr reads a shape attribute, with a warning of negative extents.
func shapeAttr(c *Call, attr string) (shape []types.Dim, warn []Warning, answer Answer, ok bool) {
	shape, ok = c.Attrs.Dims(attr)
	if !ok {
		message := fmt.Sprintf("`%s` of `%s` must be a list of extents", attr, c.Op.Name)
		return nil, nil, FailAttr(attr, "attribute-value", message), false
	}
	return shape, negative(c, attr, shape), Answer{}, true
}

func initialRelation(c *Call) Answer {
	shape, warn, answer, ok := shapeAttr(c, "shape")
	if !ok {
		return answer
	}
	dtype, more := resultDtype(c)
	answer = Done(tensor(dtype, shape...))
	answer.Warn = append(warn, more...)
	return answer
}

// scalarArg refuses argument i that is no scalar.
func scalarArg(c *Call, i int) (*types.Tensor, Answer, bool) {
	t, answer, ok := c.Tensor(i)
	if !ok {
		return nil, answer, false
	}
	if len(t.Shape) > 0 {
		message := fmt.Sprintf("%s must be a scalar, not %s", c.operand(i), types.Text(t))
		return nil, FailArg(i, "shape-mismatch", message), false
	}
	return t, Answer{}, true
}

func full(c *Call) Answer {
	fill, answer, ok := scalarArg(c, 0)
	if !ok {
		return answer
	}
	shape, warn, answer, ok := shapeAttr(c, "shape")
	if !ok {
		return answer
	}
	dtype := c.Attrs.Dtype("dtype")
	if dtype == types.NoDtype {
		dtype = fill.Dtype
	}
	answer = Done(tensor(dtype, shape...))
	answer.Warn = warn
	return answer
}

func fullLike(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	if _, answer, ok := scalarArg(c, 1); !ok {
		return answer
	}
	return Done(ts[0])
}

// arange says what the arguments are, which need not be known. The length is
// known where the three attributes are constants of the metadata section.
func arange(c *Call) Answer {
	dtype := c.Attrs.Dtype("dtype")
	length := types.Any
	if n, ok := arangeLength(c); ok && n <= 0 {
		return FailArg(-1, "attribute-value", "`arange` gives no element: step does not lead from start to stop")
	} else if ok {
		length = types.Const(n)
	}
	answer := Done(tensor(dtype, length))
	for i := range c.Args {
		equal, refusal, ok := c.Expect(i, types.Scalar(dtype))
		if !ok {
			return refusal
		}
		answer.Equal = append(answer.Equal, equal)
	}
	return answer
}

func arangeLength(c *Call) (int64, bool) {
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
func constant(v Value) (float64, bool) {
	if v.Kind != MetaValue || len(v.List) != 1 {
		return 0, false
	}
	number, ok := asFloat(v.List[0])
	return number.Float, ok
}

func oneHot(c *Call) Answer {
	indices, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	depth, ok := c.Attrs.Dim("depth")
	if n, number := depth.Const(); !ok || number && n <= 0 {
		return FailAttr("depth", "attribute-value", "`depth` of `one_hot` must be 1 at least")
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
		return FailAttr("axis", "attribute-value", fmt.Sprintf("`axis` of `one_hot` is %d, and can be 0 to %d, or -1 for the last", axis, rank))
	}
	dtype, warn := resultDtype(c)
	answer = Done(tensor(dtype, joined(indices.Shape[:axis], []types.Dim{depth}, indices.Shape[axis:])...))
	answer.Warn = warn
	return answer
}
