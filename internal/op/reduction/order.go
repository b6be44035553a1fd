package reduction

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// orders lists the operators that sort and search.
var orders = []*op.Op{
	{
		Name: "sort", Kind: op.Opaque, Params: op.Args("data"),
		Doc:      "Sorts along an axis.",
		Rule:     op.IdentityRule,
		Attrs:    sortAttrs(),
		Traits:   op.Traits{Fails: op.OnAttribute, Cost: op.SortedCost(rowsOf)},
		Relation: op.OnTensor(sortRelation), Kernel: op.Reads{Arrays: 1, Axis: "axis"}.Kernel(sortKernel),
	},
	{
		Name: "argsort", Kind: op.Opaque, Params: op.Args("data"),
		Doc:      "Gives the indices that would sort along an axis.",
		Rule:     "the result has the shape of data and the given dtype",
		Attrs:    sortAttrs(),
		Traits:   op.Traits{Fails: op.OnAttribute | op.OnDtype, Cost: op.SortedCost(rowsOf)},
		Relation: op.OnTensor(argsort), Kernel: op.Reads{Arrays: 1, Axis: "axis"}.Kernel(argsortKernel),
	},
	{
		Name: "topk", Kind: op.Opaque, Params: op.Args("data"),
		Doc:  "Gives the k greatest or least elements along an axis and their indices.",
		Rule: "the axis has length k in the results: values of the dtype of data, indices of the given dtype; ret_type chooses both or one",
		Attrs: []op.Attr{
			relate.Required("k", op.IntAttr, "how many; below 1 all of them"),
			relate.Int("axis", -1, "the axis to sort along"),
			relate.String("ret_type", "both", "results: both, values or indices", "both", "values", "indices"),
			relate.Bool("is_ascend", false, "the least elements"),
			relate.DtypeAttr(),
		},
		Traits:   op.Traits{Cost: topCost},
		Relation: op.OnTensor(topk), Kernel: op.Reads{Arrays: 1, Axis: "axis"}.Kernel(topkKernel),
	},
	{
		Name: "searchsorted", Kind: op.Opaque, Params: op.Args("sorted_sequence", "values"),
		Doc:  "Gives the places at which values would be put into sorted sequences.",
		Rule: "values is no scalar; a sequence of several dimensions has its rank and its leading extents; the result has the shape of values",
		Attrs: []op.Attr{
			relate.Bool("right", false, "after equal elements, not before them"),
			{Name: "dtype", Type: op.DtypeAttr, Default: op.Text("int32"), Doc: "dtype of the result"},
		},
		Traits:   op.Traits{Cost: searchCost},
		Relation: op.OnTensors(searchSorted), Kernel: op.Reads{Arrays: 2}.Kernel(searchSortedKernel),
	},
	{
		Name: "unique", Kind: op.Opaque, Params: op.Args("data"),
		Doc:  "Gives the distinct elements of a vector, with their first places, the place of each element among them and their number.",
		Rule: "for Tensor[(n), T] the result is (Tensor[(n), T], Tensor[(n), int32], Tensor[(n), int32], Tensor[(1), int32]), then the counts",
		Attrs: []op.Attr{
			relate.Bool("sorted", true, "sort the elements"),
			relate.Bool("return_counts", false, "count each of them too"),
			relate.TypeKey("UniqueAttrs"),
		},
		Traits:   op.Traits{Cost: uniqueCost},
		Relation: op.OnTensor(unique), Kernel: op.Reads{Arrays: 1}.Kernel(uniqueKernel),
	},
}

func sortAttrs() []op.Attr {
	return []op.Attr{
		relate.Int("axis", -1, "the axis to sort along"),
		relate.Bool("is_ascend", true, "the least element first"),
		relate.DtypeAttr(),
	}
}

func sortRelation(c *op.Call, t *types.Tensor) op.Answer {
	answer := op.Done(t)
	answer.Warn = op.LooseAxis(c, "axis", len(t.Shape))
	return answer
}

func argsort(c *op.Call, t *types.Tensor) op.Answer {
	dtype, warn := relate.ResultDtype(c)
	answer := op.Done(op.TensorOf(dtype, t.Shape...))
	answer.Warn = append(warn, op.LooseAxis(c, "axis", len(t.Shape))...)
	return answer
}

func topk(c *op.Call, t *types.Tensor) op.Answer {
	axis, answer, ok := c.Axis("axis", len(t.Shape))
	if !ok {
		return answer
	}
	k, ok := c.Attrs.Dim("k")
	if !ok {
		return op.FailAttr("k", "attribute-value", "`k` of `topk` must be a number")
	}
	if n, number := k.Const(); number && n < 1 {
		k = t.Shape[axis]
	}
	shape := op.WithDim(t.Shape, axis, k)
	values := op.TensorOf(t.Dtype, shape...)
	if c.Attrs.Str("ret_type") == "values" {
		answer = op.Done(values)
	} else {
		dtype, warn := relate.ResultDtype(c)
		answer = op.Done(topkResult(c, values, op.TensorOf(dtype, shape...)))
		answer.Warn = warn
	}
	if op.KnownDims(k, t.Shape[axis]) && op.Before(t.Shape[axis], k) {
		message := fmt.Sprintf("`k` of `topk` is %s, and axis %d has %s elements", k, axis, t.Shape[axis])
		answer.Warn = append(answer.Warn, op.Suspect("k", "suspect-attribute", message))
	}
	return answer
}

func topkResult(c *op.Call, values, indices types.Type) types.Type {
	if c.Attrs.Str("ret_type") == "indices" {
		return indices
	}
	return &types.Tuple{Elems: []types.Type{values, indices}}
}

func searchSorted(c *op.Call, ts []*types.Tensor) op.Answer {
	sequence, values := ts[0].Shape, ts[1].Shape
	if len(values) == 0 {
		return op.FailArg(1, "shape-mismatch", "`values` of `searchsorted` must not be a scalar", "`expand_dims(…, axis=0)` makes it a vector")
	}
	if n := len(values) - 1; len(sequence) > 1 {
		if _, ok := op.Unify(sequence[:len(sequence)-1], values[:n]); !ok {
			message := fmt.Sprintf("`searchsorted` needs equal leading dimensions: the sequences have shape %s and the values %s",
				op.ShapeText(sequence), op.ShapeText(values))
			return op.FailArg(1, "shape-mismatch", message)
		}
	}
	return op.Done(op.TensorOf(c.Attrs.Dtype("dtype"), values...))
}

func unique(c *op.Call, t *types.Tensor) op.Answer {
	if len(t.Shape) != 1 {
		return op.FailArg(0, "shape-mismatch", fmt.Sprintf("`unique` takes a vector, not %s", types.Text(t)))
	}
	places := op.TensorOf(types.Int32, t.Shape...)
	results := []types.Type{t, places, places, op.TensorOf(types.Int32, types.Const(1))}
	if c.Attrs.Bool("return_counts") {
		results = append(results, places)
	}
	return op.Done(&types.Tuple{Elems: results})
}
