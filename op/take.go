package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/types"
)

// lookups lists the operators that read or write elements at given indices.
var lookups = []*Op{
	{
		Name: "take", Kind: Injective, Params: Args("data", "indices"),
		Doc:  "Takes the slices of data at indices along an axis, or elements of the flattened data without axis.",
		Rule: "indices are integers; their shape stands in the place of the axis, or is the result's shape without axis",
		Attrs: []Attr{
			intAttr("batch_dims", 0, "number of leading dimensions that data and indices share"),
			optional("axis", IntAttr, "the axis to take from; data is flattened where it is left out"),
			textAttr("mode", "clip", "what indices outside do: clip, wrap or fast"),
		},
		Relation: take, Kernel: takeKernel,
	},
	{
		Name: "gather", Kind: Injective, Params: Args("data", "indices"),
		Doc:      "Takes for each entry of indices the element at this index along an axis.",
		Rule:     "indices are signed integers with the rank and the extents of data but for the axis; the result has their shape",
		Attrs:    []Attr{optional("axis", IntAttr, "the axis to index, which is needed")},
		Relation: gather, Kernel: gatherKernel,
	},
	{
		Name: "gather_nd", Kind: Injective, Params: Args("data", "indices"),
		Doc:  "Takes the slices of data at index tuples, which stand along the first axis of indices.",
		Rule: "the first extent m of indices is known; the result has the other extents of indices, then those of data behind the first m + batch_dims",
		Attrs: []Attr{
			intAttr("batch_dims", 0, "number of leading dimensions that data and indices share"),
			optional("index_rank", IntAttr, "length of the index tuples where it is not known"),
		},
		Relation: gatherND, Kernel: gatherNDKernel,
	},
	{
		Name: "adv_index", Kind: Injective, Params: Args("inputs"),
		Doc:      "Indexes the first tensor of a tuple by the others, one for each leading axis.",
		Rule:     "the index tensors are broadcast; the result has their shape, then the remaining extents of data",
		Relation: advIndex, Kernel: advIndexKernel,
	},
	{
		Name: "scatter_elements", Kind: Opaque, Params: Args("data", "indices", "updates"),
		Doc:  "Gives data with the elements at indices along an axis changed by updates.",
		Rule: "indices are integers; the result has the type of data",
		Attrs: []Attr{
			intAttr("axis", 0, "the axis to index"),
			textAttr("reduction", "update", "how to combine: update, add, mul, mean, min or max"),
			keyAttr("ScatterElementsAttrs"),
		},
		Relation: scatterElements, Kernel: scatterElementsKernel,
	},
	{
		Name: "scatter_nd", Kind: Opaque, Params: Args("data", "indices", "updates"),
		Doc:  "Gives data with the slices at index tuples changed by updates.",
		Rule: "indices are integers whose first extent m is known and at most the rank of data; the result has the type of data",
		Attrs: []Attr{
			textAttr("mode", "update", "how to combine: update, add, mul, min or max"),
			keyAttr("ScatterNDAttrs"),
		},
		Relation: scatterND, Kernel: scatterNDKernel,
	},
	{
		Name: "argwhere", Kind: Opaque, Params: Args("condition"),
		Doc:      "Gives the indices of the elements that are not zero, a row each.",
		Rule:     "for a tensor of n dimensions the result is Tensor[(?, n), int32]",
		Relation: argwhere, Kernel: argwhereKernel,
	},
	{
		Name: "unravel_index", Kind: Injective, Params: Args("data", "shape"),
		Doc:      "Turns indices into a flattened tensor into indices of each axis.",
		Rule:     "both arguments are integers; the result has a row for each entry of shape",
		Relation: unravelIndex, Kernel: unravelIndexKernel,
	},
	{
		Name: "invert_permutation", Kind: Injective, Params: Args("data"),
		Doc:      "Computes the inverse of a permutation.",
		Rule:     identityRule,
		Relation: Identity, Kernel: invertPermutationKernel,
	},
}

// indexDtype refuses indices that are no integers. TVM counts bool among the
// unsigned ones.
func indexDtype(c *Call, i int, t *types.Tensor, classes ...types.Class) (Answer, bool) {
	for _, class := range classes {
		if t.Dtype.Class == class {
			return Answer{}, true
		}
	}
	message := fmt.Sprintf("%s must hold integers, not %s", c.operand(i), t.Dtype)
	return FailArg(i, "dtype-mismatch", message, "`cast(…, dtype=\"int32\")` converts them"), false
}

var anyInteger = []types.Class{types.IntClass, types.UintClass, types.BoolClass}

func take(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	data, indices := ts[0], ts[1]
	if answer, ok := indexDtype(c, 1, indices, anyInteger...); !ok {
		return answer
	}
	if !c.Attrs.Has("axis") {
		return Done(tensor(data.Dtype, indices.Shape...))
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
		return FailAttr("batch_dims", "attribute-value", message, "it is at most the axis and the rank of indices")
	}
	answer = Done(tensor(data.Dtype, joined(data.Shape[:axis], indices.Shape[batch:], data.Shape[axis+1:])...))
	answer.Warn = unequalBatch(c, data.Shape[:batch], indices.Shape[:batch])
	return answer
}

func unequalBatch(c *Call, data, indices []types.Dim) []Warning {
	if _, ok := Unify(data, indices); ok {
		return nil
	}
	message := fmt.Sprintf("`%s` shares the leading dimensions of data and indices, which are %s and %s",
		c.Op.Name, types.ShapeString(data), types.ShapeString(indices))
	return []Warning{{Code: "suspect-shape", Arg: 1, Message: message}}
}

func gather(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	data, indices := ts[0], ts[1]
	if answer, ok := indexDtype(c, 1, indices, types.IntClass); !ok {
		return answer
	}
	if len(data.Shape) != len(indices.Shape) {
		message := fmt.Sprintf("`gather` needs indices of the rank of data: their shapes are %s and %s", shapeText(indices.Shape), shapeText(data.Shape))
		return FailArg(1, "shape-mismatch", message)
	}
	axis, answer, ok := c.Axis("axis", len(data.Shape))
	if !ok {
		return answer
	}
	for i, d := range indices.Shape {
		n, number := d.Const()
		if i == axis && number && n < 1 || i != axis && !Compatible(d, data.Shape[i]) {
			message := fmt.Sprintf("`gather` along axis %d: dimension %d of indices is %s and of data %s", axis, i, d, data.Shape[i])
			return FailArg(1, "shape-mismatch", message, "all but the axis must be equal")
		}
	}
	return Done(tensor(data.Dtype, indices.Shape...))
}

func gatherND(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	data, indices := ts[0], ts[1]
	length, answer, ok := tupleLength(c, indices, len(data.Shape))
	if !ok {
		return answer
	}
	batch, answer, ok := c.Int("batch_dims")
	if !ok {
		return answer
	}
	for i := range int(max(min(batch, maxRank), 0)) {
		if i >= len(data.Shape) || i+1 >= len(indices.Shape) || !Compatible(data.Shape[i], indices.Shape[i+1]) {
			message := fmt.Sprintf("`gather_nd` with batch_dims=%d: dimension %d of data %s is not dimension %d of indices %s",
				batch, i, shapeText(data.Shape), i+1, shapeText(indices.Shape))
			return FailArg(1, "shape-mismatch", message)
		}
	}
	rest := length + batch
	if rest < 0 || rest > int64(len(data.Shape)) {
		rest = int64(len(data.Shape))
	}
	return Done(tensor(data.Dtype, joined(indices.Shape[1:], data.Shape[rest:])...))
}

// tupleLength is the first extent of indices: the length of index tuples.
func tupleLength(c *Call, indices *types.Tensor, rank int) (int64, Answer, bool) {
	if len(indices.Shape) == 0 {
		return 0, FailArg(1, "shape-mismatch", fmt.Sprintf("`%s` needs indices of 1 dimension at least", c.Op.Name)), false
	}
	n, known := indices.Shape[0].Const()
	if !known {
		message := fmt.Sprintf("`%s` needs a known first dimension of indices, whose shape is %s", c.Op.Name, shapeText(indices.Shape))
		return 0, FailArg(1, "shape-mismatch", message), false
	}
	if n < 0 || n > int64(rank) {
		message := fmt.Sprintf("`%s` gets index tuples of length %d for a tensor of %s", c.Op.Name, n, dimensions(rank))
		return 0, FailArg(1, "shape-mismatch", message, "the tuples stand along the first dimension of indices"), false
	}
	return n, Answer{}, true
}

func advIndex(c *Call) Answer {
	ts, answer, ok := c.TensorsOf(0)
	if !ok {
		return answer
	}
	if len(ts) < 2 {
		return FailArg(0, "type-mismatch", "`adv_index` needs a tuple of data and one index tensor at least")
	}
	data, indices := ts[0], ts[1:]
	if len(indices) > len(data.Shape) {
		message := fmt.Sprintf("`adv_index` gets %d index tensors for a tensor of %s", len(indices), dimensions(len(data.Shape)))
		return FailArg(0, "shape-mismatch", message)
	}
	shape := indices[0].Shape
	for _, t := range indices[1:] {
		if shape, answer, ok = c.Broadcasts(shape, t.Shape); !ok {
			return answer
		}
	}
	return Done(tensor(data.Dtype, joined(shape, data.Shape[len(indices):])...))
}

func scatterElements(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	if answer, ok := indexDtype(c, 1, ts[1], anyInteger...); !ok {
		return answer
	}
	answer = Done(ts[0])
	answer.Warn = looseAxis(c, "axis", len(ts[0].Shape))
	return answer
}

func scatterND(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	data, indices, updates := ts[0], ts[1], ts[2]
	if answer, ok := indexDtype(c, 1, indices, anyInteger...); !ok {
		return answer
	}
	length, answer, ok := tupleLength(c, indices, len(data.Shape))
	if !ok {
		return answer
	}
	want := joined(indices.Shape[1:], data.Shape[length:])
	if len(updates.Shape) < len(want) {
		message := fmt.Sprintf("`scatter_nd` needs updates of shape %s, not %s", shapeText(want), shapeText(updates.Shape))
		return FailArg(2, "shape-mismatch", message)
	}
	answer = Done(data)
	if _, ok := Unify(updates.Shape, want); !ok {
		message := fmt.Sprintf("`scatter_nd` needs updates of shape %s, and gets %s", shapeText(want), shapeText(updates.Shape))
		answer.Warn = []Warning{{Code: "suspect-shape", Arg: 2, Message: message}}
	}
	return answer
}

func argwhere(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	return Done(tensor(types.Int32, types.Any, types.Const(int64(len(t.Shape)))))
}

func unravelIndex(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	for i, t := range ts {
		if answer, ok := indexDtype(c, i, t, anyInteger...); !ok {
			return answer
		}
	}
	if len(ts[1].Shape) == 0 {
		return FailArg(1, "shape-mismatch", "`shape` of `unravel_index` must be a vector")
	}
	return Done(tensor(ts[0].Dtype, joined(ts[1].Shape[:1], ts[0].Shape[:min(1, len(ts[0].Shape))])...))
}
