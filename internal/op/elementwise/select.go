package elementwise

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// selections lists the operators that choose between tensors, spread one to a
// shape or collapse it.
var selections = []*op.Op{
	{
		Name: "where", Kind: op.Broadcast, Params: op.Args("condition", "x", "y"),
		Doc:      "Takes the elements of x where the condition holds, and of y elsewhere.",
		Rule:     "x and y have one dtype; the result has it and the broadcast shape of all three",
		Traits:   op.Traits{Fails: op.OnExtent, Rounding: op.Chooses, Aliasing: op.Fresh, Cost: op.ElementwiseCost},
		Relation: op.OnTensors(where), Map: op.WhereMapping, Kernel: op.MapKernel,
	},
	{
		Name: "broadcast_to", Kind: op.Broadcast, Params: op.Args("data"),
		Doc:  "Repeats a tensor to a given shape.",
		Rule: "the result has the given shape, to which that of data broadcasts, and the dtype of data",
		Attrs: []op.Attr{
			relate.Required("shape", op.IntsAttr, "shape of the result"),
			relate.Optional("dtype", op.DtypeAttr, "ignored"),
		},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.ViewCost},
		Relation: op.OnTensor(broadcastToShape), Kernel: op.Reads{Shape: true}.Kernel(broadcastToKernel),
	},
	{
		Name: "broadcast_to_like", Kind: op.Broadcast, Params: op.Args("data", "broadcast_type"),
		Doc:      "Repeats a tensor to the shape of another.",
		Rule:     "both have one dtype, and data broadcasts to broadcast_type; the result has its type",
		Traits:   op.Traits{Fails: op.OnExtent, Cost: op.ViewCost},
		Relation: broadcastToLike, Kernel: op.Reads{Arrays: 2}.Kernel(broadcastLikeKernel),
	},
	{
		Name: "collapse_sum_like", Kind: op.CommReduce, Params: op.Args("data", "collapse_type"),
		Doc:      "Adds up along the axes that collapse_type lacks or has 1 of.",
		Rule:     "both have one dtype, and collapse_type broadcasts to data; the result has the type of collapse_type",
		Traits:   op.Traits{Fails: op.OnExtent, Cost: op.CombinedCost(1, op.PerGroup)},
		Relation: op.OnTensors(collapseSumLike), Kernel: op.Reads{Arrays: 2}.Kernel(collapseLikeKernel),
	},
	{
		Name: "collapse_sum_to", Kind: op.CommReduce, Params: op.Args("data", "shape"),
		Doc:  "Adds up along the axes that the given shape lacks or has 1 of.",
		Rule: "the result has the dtype of data and the shape of the attribute, or as many unknown extents as shape has elements",
		Attrs: []op.Attr{
			relate.Optional("shape", op.IntsAttr, "shape of the result"),
			relate.Optional("dtype", op.DtypeAttr, "ignored"),
			relate.TypeKey("InitOpAttrs"),
		},
		Traits:   op.Traits{Cost: op.CombinedCost(1, op.PerGroup)},
		Relation: op.OnTensors(collapseSumTo), Kernel: collapseToKernel,
	},
}

// where takes x where the condition is not 0, and y elsewhere. Both are computed: a fault of
// one is not hidden by the choice.
func where(c *op.Call, ts []*types.Tensor) op.Answer {
	if answer, ok := c.SameDtype(1, 2); !ok {
		return answer
	}
	shape, equal, answer, ok := c.Spread(1, 2)
	if !ok {
		return answer
	}
	if shape, answer, ok = c.Broadcasts(ts[0].Shape, shape); !ok {
		return answer
	}
	return op.Done(op.TensorOf(ts[1].Dtype, shape...), equal...)
}

// broadcastToShape gives the shape of the attribute. A shape that data does not broadcast to
// is only warned of, as TVM accepts it; the run fails.
func broadcastToShape(c *op.Call, t *types.Tensor) op.Answer {
	shape, warn, answer, ok := op.ShapeAttr(c, "shape")
	if !ok {
		return answer
	}
	if !op.FitsInto(t.Shape, shape) {
		message := fmt.Sprintf("`broadcast_to` cannot repeat a tensor of shape %s to %s", op.ShapeText(t.Shape), op.ShapeText(shape))
		warn = append(warn, op.Suspect("shape", "suspect-shape", message, "shapes are aligned on the right; an extent 1 can be repeated"))
	}
	answer = op.Done(op.TensorOf(t.Dtype, shape...))
	answer.Warn = warn
	return answer
}

// broadcastToLike types as its second argument. A tuple of data passes in TVM,
// where nothing looks at it.
func broadcastToLike(c *op.Call) op.Answer {
	target, answer, ok := c.Tensor(1)
	if !ok {
		return answer
	}
	if tuple, ok := c.Arg(0).(*types.Tuple); ok {
		answer := op.Done(target)
		answer.Warn = []op.Warning{op.SuspectOperand(c, tuple)}
		return answer
	}
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	shape, answer, ok := broadcastInto(c, ts, 1)
	if !ok {
		return answer
	}
	return op.Done(op.TensorOf(target.Dtype, shape...))
}

// collapseSumLike types as its second argument, which must broadcast to the first.
func collapseSumLike(c *op.Call, ts []*types.Tensor) op.Answer {
	if _, answer, ok := broadcastInto(c, ts, 0); !ok {
		return answer
	}
	return op.Done(ts[1])
}

// broadcastInto broadcasts two operands and holds the result against operand
// i, which must have that shape already.
func broadcastInto(c *op.Call, ts []*types.Tensor, i int) ([]types.Dim, op.Answer, bool) {
	if answer, ok := c.SameDtype(0, 1); !ok {
		return nil, answer, false
	}
	shape, answer, ok := c.Broadcasts(ts[0].Shape, ts[1].Shape)
	if !ok {
		return nil, answer, false
	}
	both, ok := op.Unify(ts[i].Shape, shape)
	if !ok {
		message := fmt.Sprintf("`%s`: %s does not broadcast to %s", c.Op.Name, op.ShapeText(ts[1-i].Shape), op.ShapeText(ts[i].Shape))
		return nil, op.FailArg(1-i, "shape-mismatch", message), false
	}
	return both, op.Answer{}, true
}

// collapseSumTo gives the shape of the attribute, or one of as many unknown extents as
// argument 1 has elements.
func collapseSumTo(c *op.Call, ts []*types.Tensor) op.Answer {
	rank, known := int64(0), false
	if len(ts[1].Shape) > 0 {
		rank, known = ts[1].Shape[0].Const()
	}
	if !known || rank < 0 || rank > op.MaxRank {
		return op.FailArg(1, "shape-mismatch", "`shape` of `collapse_sum_to` must be a vector of known length")
	}
	shape, given := c.Attrs.Dims("shape")
	if !given {
		for range rank {
			shape = append(shape, types.Any)
		}
	}
	answer := op.Done(op.TensorOf(ts[0].Dtype, shape...))
	if !op.FitsInto(shape, ts[0].Shape) {
		message := fmt.Sprintf("`collapse_sum_to` cannot collapse %s to %s", op.ShapeText(ts[0].Shape), op.ShapeText(shape))
		answer.Warn = []op.Warning{op.Suspect("shape", "suspect-shape", message)}
	}
	return answer
}
