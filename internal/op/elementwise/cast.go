package elementwise

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// conversions lists the operators that change the dtype, or give a tensor's
// shape.
var conversions = []*op.Op{
	{
		Name: "cast", Kind: op.Elementwise, Params: op.Args("data"),
		Doc:      "Converts the elements to another dtype.",
		Rule:     "the result has the shape of data and the given dtype",
		Attrs:    []op.Attr{relate.Required("dtype", op.DtypeAttr, "dtype of the result")},
		Traits:   op.Traits{Fails: op.OnDtype, Aliasing: op.Fresh, Cost: op.ElementwiseCost},
		Relation: cast, Map: op.CastMapping, Kernel: op.MapKernel,
	},
	{
		Name: "reinterpret", Kind: op.Elementwise, Params: op.Args("data"),
		Doc:      "Reads the bits of the elements as another dtype.",
		Rule:     "the result has the shape of data and the given dtype",
		Attrs:    []op.Attr{relate.Required("dtype", op.DtypeAttr, "dtype of the result, as wide as that of data")},
		Traits:   op.Traits{Cost: op.ElementwiseCost},
		Relation: reinterpret, Kernel: op.Reads{Arrays: 1}.Kernel(reinterpretKernel),
	},
	{
		Name: "cast_like", Kind: op.Elementwise, Params: op.Args("data", "dtype_like"),
		Doc:      "Converts the elements to the dtype of another tensor.",
		Rule:     "the result has the shape of data and the dtype of dtype_like",
		Traits:   op.Traits{Fails: op.Never, Cost: op.ElementwiseCost},
		Relation: op.OnTensors(castLike), Kernel: op.Reads{Arrays: 2}.Kernel(castLikeKernel),
	},
	{
		Name: "shape_of", Kind: op.Opaque, Params: op.Args("data"),
		Doc:      "Gives the shape as a vector.",
		Rule:     "for a tensor of n dimensions the result is Tensor[(n), dtype]; for a scalar it is a scalar",
		Attrs:    []op.Attr{relate.DtypeAttr()},
		Traits:   op.Traits{Fails: op.OnDtype, Cost: op.ElementwiseCost},
		Relation: op.OnTensor(shapeOf), Kernel: op.Reads{Arrays: 1}.Kernel(shapeOfKernel),
	},
	{
		Name: "ndarray_size", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Gives the number of elements.",
		Rule:     "the result is a scalar of the given dtype",
		Attrs:    []op.Attr{relate.DtypeAttr()},
		Traits:   op.Traits{Fails: op.OnDtype, Cost: op.ElementwiseCost},
		Relation: ndarraySize, Kernel: op.Reads{Arrays: 1}.Kernel(ndarraySizeKernel),
	},
}

// cast keeps the shape. Conversions (value.ConvertData) wrap integers at their width, round
// floats to nearest with ties to even, and truncate floats to integers: what is outside
// saturates, and NaN is 0. To bool they give x ≠ 0.
func cast(c *op.Call) op.Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	dtype, warn := relate.ResultDtype(c)
	answer = op.Done(op.TensorOf(dtype, t.Shape...))
	answer.Warn = warn
	return answer
}

// reinterpret keeps the bits; another width is only warned of, as TVM accepts it.
func reinterpret(c *op.Call) op.Answer {
	answer := cast(c)
	from, ok := c.Arg(0).(*types.Tensor)
	if !ok {
		return answer
	}
	to := c.Attrs.Dtype("dtype")
	if to.Bits != from.Dtype.Bits && len(answer.Warn) == 0 {
		message := fmt.Sprintf("`reinterpret` reads %s as %s, which has another width", from.Dtype, to)
		answer.Warn = []op.Warning{op.Suspect("dtype", "suspect-attribute", message)}
	}
	return answer
}

// castLike converts to the dtype of argument 1, of which nothing else counts.
func castLike(c *op.Call, ts []*types.Tensor) op.Answer {
	return op.Done(op.TensorOf(ts[1].Dtype, ts[0].Shape...))
}

// shapeOf gives the shape as a vector; of a scalar, which has none, TVM's relation gives a
// scalar, whose value is 0 here.
func shapeOf(c *op.Call, t *types.Tensor) op.Answer {
	dtype, warn := relate.ResultDtype(c)
	answer := op.Done(types.Scalar(dtype))
	if rank := int64(len(t.Shape)); rank > 0 {
		answer = op.Done(op.TensorOf(dtype, types.Const(rank)))
	}
	answer.Warn = warn
	return answer
}

// ndarraySize gives the number of elements as a scalar.
func ndarraySize(c *op.Call) op.Answer {
	if _, answer, ok := c.Tensor(0); !ok {
		return answer
	}
	dtype, warn := relate.ResultDtype(c)
	answer := op.Done(types.Scalar(dtype))
	answer.Warn = warn
	return answer
}
