package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/types"
)

// conversions lists the operators that change the dtype, or tell of a tensor's
// shape.
var conversions = []*Op{
	{
		Name: "cast", Kind: Elementwise, Params: Args("data"),
		Doc:      "Converts the elements to another dtype.",
		Rule:     "the result has the shape of data and the given dtype",
		Attrs:    []Attr{required("dtype", DtypeAttr, "dtype of the result")},
		Relation: cast, Map: castMapping, Kernel: MapKernel,
	},
	{
		Name: "reinterpret", Kind: Elementwise, Params: Args("data"),
		Doc:      "Reads the bits of the elements as another dtype.",
		Rule:     "the result has the shape of data and the given dtype",
		Attrs:    []Attr{required("dtype", DtypeAttr, "dtype of the result, as wide as that of data")},
		Relation: reinterpret, Kernel: reinterpretKernel,
	},
	{
		Name: "cast_like", Kind: Elementwise, Params: Args("data", "dtype_like"),
		Doc:      "Converts the elements to the dtype of another tensor.",
		Rule:     "the result has the shape of data and the dtype of dtype_like",
		Relation: castLike, Kernel: castLikeKernel,
	},
	{
		Name: "shape_of", Kind: Opaque, Params: Args("data"),
		Doc:      "Gives the shape as a vector.",
		Rule:     "for a tensor of n dimensions the result is Tensor[(n), dtype]; for a scalar it is a scalar",
		Attrs:    []Attr{dtypeAttr()},
		Relation: shapeOf, Kernel: shapeOfKernel,
	},
	{
		Name: "ndarray_size", Kind: Injective, Params: Args("data"),
		Doc:      "Gives the number of elements.",
		Rule:     "the result is a scalar of the given dtype",
		Attrs:    []Attr{dtypeAttr()},
		Relation: ndarraySize, Kernel: ndarraySizeKernel,
	},
}

func cast(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	dtype, warn := resultDtype(c)
	answer = Done(tensor(dtype, t.Shape...))
	answer.Warn = warn
	return answer
}

func reinterpret(c *Call) Answer {
	answer := cast(c)
	from, ok := c.Arg(0).(*types.Tensor)
	if !ok {
		return answer
	}
	to := c.Attrs.Dtype("dtype")
	if to.Bits != from.Dtype.Bits && len(answer.Warn) == 0 {
		message := fmt.Sprintf("`reinterpret` reads %s as %s, which has another width", from.Dtype, to)
		answer.Warn = []Warning{Suspect("dtype", "suspect-attribute", message)}
	}
	return answer
}

func castLike(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	return Done(tensor(ts[1].Dtype, ts[0].Shape...))
}

func shapeOf(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	dtype, warn := resultDtype(c)
	answer = Done(types.Scalar(dtype))
	if rank := int64(len(t.Shape)); rank > 0 {
		answer = Done(tensor(dtype, types.Const(rank)))
	}
	answer.Warn = warn
	return answer
}

func ndarraySize(c *Call) Answer {
	if _, answer, ok := c.Tensor(0); !ok {
		return answer
	}
	dtype, warn := resultDtype(c)
	answer := Done(types.Scalar(dtype))
	answer.Warn = warn
	return answer
}
