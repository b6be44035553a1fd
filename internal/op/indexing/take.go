package indexing

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// lookups lists the operators that read or write elements at given indices.
var lookups = []*op.Op{
	{
		Name: "take", Kind: op.Injective, Params: op.Args("data", "indices"),
		Doc:  "Takes the slices of data at indices along an axis, or elements of the flattened data without axis.",
		Rule: "indices are integers; their shape replaces the axis, or is the result's shape without axis",
		Attrs: []op.Attr{
			relate.Int("batch_dims", 0, "number of leading dimensions that data and indices share"),
			relate.Optional("axis", op.IntAttr, "the axis to take from; data is flattened where it is left out"),
			relate.Known("mode", "clip", "what indices outside do", "clip", "wrap", "fast"),
		},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute | op.OnEmpty | op.OnIndex, Cost: gatherCost},
		Relation: op.OnTensors(take), Kernel: op.Reads{Arrays: 2, Shape: true}.Kernel(takeKernel),
	},
	{
		Name: "gather", Kind: op.Injective, Params: op.Args("data", "indices"),
		Doc:      "Takes for each entry of indices the element at this index along an axis.",
		Rule:     "indices are signed integers with the rank and the extents of data but for the axis; the result has their shape",
		Attrs:    []op.Attr{relate.Optional("axis", op.IntAttr, "the axis to index, which is needed")},
		Traits:   op.Traits{Cost: gatherCost},
		Relation: op.OnTensors(gather), Kernel: op.Reads{Arrays: 2, Axis: "axis"}.Kernel(gatherKernel),
	},
	{
		Name: "gather_nd", Kind: op.Injective, Params: op.Args("data", "indices"),
		Doc:  "Takes the slices of data at index tuples, which lie along the first axis of indices.",
		Rule: "the first extent m of indices is known; the result has the other extents of indices, then those of data after the first m + batch_dims",
		Attrs: []op.Attr{
			relate.Int("batch_dims", 0, "number of leading dimensions that data and indices share"),
			relate.Optional("index_rank", op.IntAttr, "length of the index tuples where it is not known"),
		},
		Traits:   op.Traits{Cost: gatherCost},
		Relation: op.OnTensors(gatherND), Kernel: op.Reads{Arrays: 2}.Kernel(gatherNDKernel),
	},
	{
		Name: "adv_index", Kind: op.Injective, Params: op.Args("inputs"),
		Doc:      "Indexes the first tensor of a tuple by the others, one for each leading axis.",
		Rule:     "the index tensors are broadcast; the result has their shape, then the remaining extents of data",
		Traits:   op.Traits{Cost: advancedCost},
		Relation: advIndex, Kernel: op.Reads{Elements: true, Shape: true}.Kernel(advIndexKernel),
	},
	{
		Name: "scatter_elements", Kind: op.Opaque, Params: op.Args("data", "indices", "updates"),
		Doc:  "Gives data with the elements at indices along an axis changed by updates.",
		Rule: "indices are integers; the result has the type of data",
		Attrs: []op.Attr{
			relate.Int("axis", 0, "the axis to index"),
			relate.Known("reduction", "update", "how elements are combined", "update", "add", "mul", "mean", "min", "max"),
			relate.TypeKey("ScatterElementsAttrs"),
		},
		Traits:   op.Traits{Cost: scatterCost},
		Relation: op.OnTensors(scatterElements), Kernel: op.Reads{Arrays: 3}.Kernel(scatterElementsKernel),
	},
	{
		Name: "scatter_nd", Kind: op.Opaque, Params: op.Args("data", "indices", "updates"),
		Doc:  "Gives data with the slices at index tuples changed by updates.",
		Rule: "indices are integers whose first extent m is known and at most the rank of data; the result has the type of data",
		Attrs: []op.Attr{
			relate.Known("mode", "update", "how elements are combined", "update", "add", "mul", "min", "max"),
			relate.TypeKey("ScatterNDAttrs"),
		},
		Traits:   op.Traits{Cost: scatterCost},
		Relation: op.OnTensors(scatterND), Kernel: op.Reads{Arrays: 3}.Kernel(scatterNDKernel),
	},
	{
		Name: "argwhere", Kind: op.Opaque, Params: op.Args("condition"),
		Doc:      "Gives the indices of the elements that are not zero, a row each.",
		Rule:     "for a tensor of n dimensions the result is Tensor[(?, n), int32]",
		Traits:   op.Traits{Fails: op.Never, Cost: whereCost},
		Relation: op.OnTensor(argwhere), Kernel: op.Reads{Arrays: 1}.Kernel(argwhereKernel),
	},
	{
		Name: "unravel_index", Kind: op.Injective, Params: op.Args("data", "shape"),
		Doc:      "Turns indices into a flattened tensor into indices of each axis.",
		Rule:     "both arguments are integers; the result has a row for each entry of shape",
		Traits:   op.Traits{Cost: unravelCost},
		Relation: op.OnTensors(unravelIndex), Kernel: op.Reads{Arrays: 1}.Kernel(unravelIndexKernel),
	},
	{
		Name: "invert_permutation", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Computes the inverse of a permutation.",
		Rule:     op.IdentityRule,
		Traits:   op.Traits{Cost: op.EachCost(2)},
		Relation: invertPermutation, Kernel: op.Reads{Arrays: 1}.Kernel(invertPermutationKernel),
	},
}

// indexDtype refuses indices that are no integers. TVM counts bool among the
// unsigned ones.
func indexDtype(c *op.Call, i int, t *types.Tensor, classes ...types.Class) (op.Answer, bool) {
	for _, class := range classes {
		if t.Dtype.Class == class {
			return op.Answer{}, true
		}
	}
	message := fmt.Sprintf("%s must hold integers, not %s", c.Operand(i), t.Dtype)
	return op.FailArg(i, "dtype-mismatch", message, "`cast(…, dtype=\"int32\")` converts them"), false
}

var anyInteger = []types.Class{types.IntClass, types.UintClass, types.BoolClass}

// take is the relation of take: the shape of indices, without its shared leading dimensions,
// replaces the axis.
func take(c *op.Call, ts []*types.Tensor) op.Answer {
	data, indices := ts[0], ts[1]
	if answer, ok := indexDtype(c, 1, indices, anyInteger...); !ok {
		return answer
	}
	if !c.Attrs.Has("axis") {
		return op.Done(op.TensorOf(data.Dtype, indices.Shape...))
	}
	axis, answer, ok := c.Axis("axis", len(data.Shape))
	if !ok {
		return answer
	}
	batch, answer, ok := c.Int("batch_dims")
	if !ok {
		return answer
	}
	if batch < 0 || batch > int64(min(axis, len(indices.Shape))) {
		message := fmt.Sprintf("`batch_dims` of `take` is %d, and can be 0 to %d here", batch, min(axis, len(indices.Shape)))
		return op.FailAttr("batch_dims", "attribute-value", message, "it is at most the axis and the rank of indices")
	}
	answer = op.Done(op.TensorOf(data.Dtype, op.JoinedDims(data.Shape[:axis], indices.Shape[batch:], data.Shape[axis+1:])...))
	answer.Warn = unequalBatch(c, data.Shape[:batch], indices.Shape[:batch])
	return answer
}

// unequalBatch warns of leading dimensions that differ, though both tensors share them.
func unequalBatch(c *op.Call, data, indices []types.Dim) []op.Warning {
	if _, ok := op.Unify(data, indices); ok {
		return nil
	}
	message := fmt.Sprintf("`%s` shares the leading dimensions of data and indices, which are %s and %s",
		c.Op.Name, types.ShapeString(data), types.ShapeString(indices))
	return []op.Warning{{Code: "suspect-shape", Arg: 1, Message: message}}
}

// gather is the relation of gather: indices have the extents of data but for the axis.
func gather(c *op.Call, ts []*types.Tensor) op.Answer {
	data, indices := ts[0], ts[1]
	if answer, ok := indexDtype(c, 1, indices, types.IntClass); !ok {
		return answer
	}
	if len(data.Shape) != len(indices.Shape) {
		message := fmt.Sprintf("`gather` needs indices of the rank of data: their shapes are %s and %s", op.ShapeText(indices.Shape), op.ShapeText(data.Shape))
		return op.FailArg(1, "shape-mismatch", message)
	}
	axis, answer, ok := c.Axis("axis", len(data.Shape))
	if !ok {
		return answer
	}
	for i, d := range indices.Shape {
		n, number := d.Const()
		if i == axis && number && n < 1 || i != axis && !op.Compatible(d, data.Shape[i]) {
			message := fmt.Sprintf("`gather` along axis %d: dimension %d of indices is %s and of data %s", axis, i, d, data.Shape[i])
			return op.FailArg(1, "shape-mismatch", message, "all but the axis must be equal")
		}
	}
	return op.Done(op.TensorOf(data.Dtype, indices.Shape...))
}

// gatherND is the relation of gather_nd: the shape of indices after the tuples, then the
// dimensions of data that no tuple reaches.
func gatherND(c *op.Call, ts []*types.Tensor) op.Answer {
	data, indices := ts[0], ts[1]
	length, answer, ok := tupleLength(c, indices, len(data.Shape))
	if !ok {
		return answer
	}
	batch, answer, ok := c.Int("batch_dims")
	if !ok {
		return answer
	}
	for i := range int(max(min(batch, op.MaxRank), 0)) {
		if i >= len(data.Shape) || i+1 >= len(indices.Shape) || !op.Compatible(data.Shape[i], indices.Shape[i+1]) {
			message := fmt.Sprintf("`gather_nd` with batch_dims=%d: dimension %d of data %s is not dimension %d of indices %s",
				batch, i, op.ShapeText(data.Shape), i+1, op.ShapeText(indices.Shape))
			return op.FailArg(1, "shape-mismatch", message)
		}
	}
	rest := length + batch
	if rest < 0 || rest > int64(len(data.Shape)) {
		rest = int64(len(data.Shape))
	}
	return op.Done(op.TensorOf(data.Dtype, op.JoinedDims(indices.Shape[1:], data.Shape[rest:])...))
}

// tupleLength is the first extent of indices: the length of index tuples.
func tupleLength(c *op.Call, indices *types.Tensor, rank int) (int64, op.Answer, bool) {
	if len(indices.Shape) == 0 {
		return 0, op.FailArg(1, "shape-mismatch", fmt.Sprintf("`%s` needs indices of 1 dimension at least", c.Op.Name)), false
	}
	n, known := indices.Shape[0].Const()
	if !known {
		message := fmt.Sprintf("`%s` needs a known first dimension of indices, whose shape is %s", c.Op.Name, op.ShapeText(indices.Shape))
		return 0, op.FailArg(1, "shape-mismatch", message), false
	}
	if n < 0 || n > int64(rank) {
		message := fmt.Sprintf("`%s` gets index tuples of length %d for a tensor of %s", c.Op.Name, n, op.Dimensions(rank))
		return 0, op.FailArg(1, "shape-mismatch", message, "the tuples lie along the first dimension of indices"), false
	}
	return n, op.Answer{}, true
}

// advIndex is the relation of adv_index.
func advIndex(c *op.Call) op.Answer {
	ts, answer, ok := c.TensorsOf(0)
	if !ok {
		return answer
	}
	if len(ts) < 2 {
		return op.FailArg(0, "type-mismatch", "`adv_index` needs a tuple of data and one index tensor at least")
	}
	data, indices := ts[0], ts[1:]
	if len(indices) > len(data.Shape) {
		message := fmt.Sprintf("`adv_index` gets %d index tensors for a tensor of %s", len(indices), op.Dimensions(len(data.Shape)))
		return op.FailArg(0, "shape-mismatch", message)
	}
	shape := indices[0].Shape
	for _, t := range indices[1:] {
		if shape, answer, ok = c.Broadcasts(shape, t.Shape); !ok {
			return answer
		}
	}
	return op.Done(op.TensorOf(data.Dtype, op.JoinedDims(shape, data.Shape[len(indices):])...))
}

// scatterElements keeps data's type; TVM compares nothing else, so that what a run refuses is
// a warning.
func scatterElements(c *op.Call, ts []*types.Tensor) op.Answer {
	if answer, ok := indexDtype(c, 1, ts[1], anyInteger...); !ok {
		return answer
	}
	answer := op.Done(ts[0])
	answer.Warn = op.LooseAxis(c, "axis", len(ts[0].Shape))
	if problem := scatterMisfit(ts[0], ts[1], ts[2]); problem != "" && answer.Warn == nil {
		answer.Warn = []op.Warning{{Code: "suspect-shape", Arg: 1, Message: fmt.Sprintf("`scatter_elements`: %s", problem), Notes: runFails}}
	}
	return answer
}

// runFails is a note of warnings of what TVM accepts.
var runFails = []string{"the types fit, and the run fails"}

// scatterMisfit returns where indices differ from the updates, or have other dimensions than
// data: TVM looks at neither.
func scatterMisfit(data, indices, updates *types.Tensor) string {
	switch {
	case len(indices.Shape) != len(data.Shape):
		return fmt.Sprintf("`indices` has %s, and `data` %s", op.Dimensions(len(indices.Shape)), op.Dimensions(len(data.Shape)))
	case len(indices.Shape) != len(updates.Shape):
		return fmt.Sprintf("`indices` has %s, and `updates` %s", op.Dimensions(len(indices.Shape)), op.Dimensions(len(updates.Shape)))
	}
	for i, d := range indices.Shape {
		n, known := d.Const()
		if m, ok := updates.Shape[i].Const(); known && ok && m != n {
			return fmt.Sprintf("`indices` has shape %s, and `updates` %s", op.ShapeText(indices.Shape), op.ShapeText(updates.Shape))
		}
	}
	return ""
}

// invertPermutation gives the type of its argument, whatever that is, as in TVM; a run
// takes vectors alone.
func invertPermutation(c *op.Call) op.Answer {
	answer := op.Identity(c)
	if t, ok := c.Arg(0).(*types.Tensor); ok && len(t.Shape) != 1 {
		answer.Warn = []op.Warning{{Code: "suspect-operand", Arg: 0, Message: fmt.Sprintf("`invert_permutation` needs a vector, and gets %s", types.Text(t)), Notes: runFails}}
	}
	return answer
}

// scatterND keeps data's type; updates must have the shape of the slices that the tuples
// reach, of which TVM compares the rank alone.
func scatterND(c *op.Call, ts []*types.Tensor) op.Answer {
	data, indices, updates := ts[0], ts[1], ts[2]
	if answer, ok := indexDtype(c, 1, indices, anyInteger...); !ok {
		return answer
	}
	length, answer, ok := tupleLength(c, indices, len(data.Shape))
	if !ok {
		return answer
	}
	want := op.JoinedDims(indices.Shape[1:], data.Shape[length:])
	if len(updates.Shape) < len(want) {
		message := fmt.Sprintf("`scatter_nd` needs updates of shape %s, not %s", op.ShapeText(want), op.ShapeText(updates.Shape))
		return op.FailArg(2, "shape-mismatch", message)
	}
	answer = op.Done(data)
	if _, ok := op.Unify(updates.Shape, want); !ok {
		message := fmt.Sprintf("`scatter_nd` needs updates of shape %s, and gets %s", op.ShapeText(want), op.ShapeText(updates.Shape))
		answer.Warn = []op.Warning{{Code: "suspect-shape", Arg: 2, Message: message}}
	}
	return answer
}

// argwhere gives a matrix whose number of rows is seen in a run.
func argwhere(c *op.Call, t *types.Tensor) op.Answer {
	return op.Done(op.TensorOf(types.Int32, types.Any, types.Const(int64(len(t.Shape)))))
}

// unravelIndex gives a row of indices for each extent.
func unravelIndex(c *op.Call, ts []*types.Tensor) op.Answer {
	for i, t := range ts {
		if answer, ok := indexDtype(c, i, t, anyInteger...); !ok {
			return answer
		}
	}
	if len(ts[1].Shape) == 0 {
		return op.FailArg(1, "shape-mismatch", "`shape` of `unravel_index` must be a vector")
	}
	return op.Done(op.TensorOf(ts[0].Dtype, op.JoinedDims(ts[1].Shape[:1], ts[0].Shape[:min(1, len(ts[0].Shape))])...))
}
