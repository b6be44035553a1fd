package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/types"
)

// selections lists the operators that choose between tensors, spread one to a
// shape or collapse it.
var selections = []*Op{
	{
		Name: "where", Kind: Broadcast, Params: Args("condition", "x", "y"),
		Doc:      "Takes the elements of x where the condition holds, and of y elsewhere.",
		Rule:     "x and y have one dtype; the result has it and the broadcast shape of all three",
		Relation: where, Map: whereMapping, Kernel: MapKernel,
	},
	{
		Name: "broadcast_to", Kind: Broadcast, Params: Args("data"),
		Doc:  "Repeats a tensor to a given shape.",
		Rule: "the result has the given shape, to which that of data broadcasts, and the dtype of data",
		Attrs: []Attr{
			required("shape", IntsAttr, "shape of the result"),
			optional("dtype", DtypeAttr, "ignored"),
		},
		Relation: broadcastToShape, Kernel: broadcastToKernel,
	},
	{
		Name: "broadcast_to_like", Kind: Broadcast, Params: Args("data", "broadcast_type"),
		Doc:      "Repeats a tensor to the shape of another.",
		Rule:     "both have one dtype, and data broadcasts to broadcast_type; the result has its type",
		Relation: broadcastToLike, Kernel: broadcastLikeKernel,
	},
	{
		Name: "collapse_sum_like", Kind: CommReduce, Params: Args("data", "collapse_type"),
		Doc:      "Adds up along the axes that collapse_type lacks or has 1 of.",
		Rule:     "both have one dtype, and collapse_type broadcasts to data; the result has the type of collapse_type",
		Relation: collapseSumLike, Kernel: collapseLikeKernel,
	},
	{
		Name: "collapse_sum_to", Kind: CommReduce, Params: Args("data", "shape"),
		Doc:  "Adds up along the axes that the given shape lacks or has 1 of.",
		Rule: "the result has the dtype of data and the shape of the attribute, or as many unknown extents as shape has elements",
		Attrs: []Attr{
			optional("shape", IntsAttr, "shape of the result"),
			optional("dtype", DtypeAttr, "ignored"),
			keyAttr("InitOpAttrs"),
		},
		Relation: collapseSumTo, Kernel: collapseToKernel,
	},
}

func where(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
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
	return Done(tensor(ts[1].Dtype, shape...), equal...)
}

func broadcastToShape(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	shape, warn, answer, ok := shapeAttr(c, "shape")
	if !ok {
		return answer
	}
	if !FitsInto(t.Shape, shape) {
		message := fmt.Sprintf("`broadcast_to` cannot repeat a tensor of shape %s to %s", shapeText(t.Shape), shapeText(shape))
		warn = append(warn, Suspect("shape", "suspect-shape", message, "shapes are aligned on the right; an extent 1 can be repeated"))
	}
	answer = Done(tensor(t.Dtype, shape...))
	answer.Warn = warn
	return answer
}

// broadcastToLike types as its second argument. A tuple of data passes in TVM,
// where nothing looks at it.
func broadcastToLike(c *Call) Answer {
	target, answer, ok := c.Tensor(1)
	if !ok {
		return answer
	}
	if tuple, ok := c.Arg(0).(*types.Tuple); ok {
		answer := Done(target)
		answer.Warn = []Warning{suspectOperand(c, tuple)}
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
	return Done(tensor(target.Dtype, shape...))
}

func collapseSumLike(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	if _, answer, ok := broadcastInto(c, ts, 0); !ok {
		return answer
	}
	return Done(ts[1])
}

// broadcastInto broadcasts two operands and holds the result against operand
// i, which must have that shape already.
func broadcastInto(c *Call, ts []*types.Tensor, i int) ([]types.Dim, Answer, bool) {
	if answer, ok := c.SameDtype(0, 1); !ok {
		return nil, answer, false
	}
	shape, answer, ok := c.Broadcasts(ts[0].Shape, ts[1].Shape)
	if !ok {
		return nil, answer, false
	}
	both, ok := Unify(ts[i].Shape, shape)
	if !ok {
		message := fmt.Sprintf("`%s`: %s does not broadcast to %s", c.Op.Name, shapeText(ts[1-i].Shape), shapeText(ts[i].Shape))
		return nil, FailArg(1-i, "shape-mismatch", message), false
	}
	return both, Answer{}, true
}

func collapseSumTo(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	rank, known := int64(0), false
	if len(ts[1].Shape) > 0 {
		rank, known = ts[1].Shape[0].Const()
	}
	if !known || rank < 0 || rank > maxRank {
		return FailArg(1, "shape-mismatch", "`shape` of `collapse_sum_to` must be a vector of known length")
	}
	shape, given := c.Attrs.Dims("shape")
	if !given {
		for range rank {
			shape = append(shape, types.Any)
		}
	}
	answer = Done(tensor(ts[0].Dtype, shape...))
	if !FitsInto(shape, ts[0].Shape) {
		message := fmt.Sprintf("`collapse_sum_to` cannot collapse %s to %s", shapeText(ts[0].Shape), shapeText(shape))
		answer.Warn = []Warning{Suspect("shape", "suspect-shape", message)}
	}
	return answer
}
