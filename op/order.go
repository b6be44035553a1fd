package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/types"
)

// orders lists the operators that sort and search.
var orders = []*Op{
	{
		Name: "sort", Kind: Opaque, Params: Args("data"),
		Doc:      "Sorts along an axis.",
		Rule:     identityRule,
		Attrs:    sortAttrs(),
		Relation: sortRelation, Kernel: sortKernel,
	},
	{
		Name: "argsort", Kind: Opaque, Params: Args("data"),
		Doc:      "Gives the indices that would sort along an axis.",
		Rule:     "the result has the shape of data and the given dtype",
		Attrs:    sortAttrs(),
		Relation: argsort, Kernel: argsortKernel,
	},
	{
		Name: "topk", Kind: Opaque, Params: Args("data"),
		Doc:  "Gives the k greatest or least elements along an axis and their indices.",
		Rule: "the axis has length k in the results: values of the dtype of data, indices of the given dtype; ret_type chooses both or one",
		Attrs: []Attr{
			required("k", IntAttr, "how many; below 1 all of them"),
			intAttr("axis", -1, "the axis to sort along"),
			textAttr("ret_type", "both", "results: both, values or indices", "both", "values", "indices"),
			boolAttr("is_ascend", false, "the least elements"),
			dtypeAttr(),
		},
		Relation: topk, Kernel: topkKernel,
	},
	{
		Name: "searchsorted", Kind: Opaque, Params: Args("sorted_sequence", "values"),
		Doc:  "Gives the places at which values would be put into sorted sequences.",
		Rule: "values is no scalar; a sequence of several dimensions has its rank and its leading extents; the result has the shape of values",
		Attrs: []Attr{
			boolAttr("right", false, "behind equal elements, not before them"),
			{Name: "dtype", Type: DtypeAttr, Default: Text("int32"), Doc: "dtype of the result"},
		},
		Relation: searchSorted, Kernel: searchSortedKernel,
	},
	{
		Name: "unique", Kind: Opaque, Params: Args("data"),
		Doc:  "Gives the distinct elements of a vector, with their first places, the place of each element among them and their number.",
		Rule: "for Tensor[(n), T] the result is (Tensor[(n), T], Tensor[(n), int32], Tensor[(n), int32], Tensor[(1), int32]), then the counts",
		Attrs: []Attr{
			boolAttr("sorted", true, "sort the elements"),
			boolAttr("return_counts", false, "count each of them too"),
			keyAttr("UniqueAttrs"),
		},
		Relation: unique, Kernel: uniqueKernel,
	},
}

func sortAttrs() []Attr {
	return []Attr{
		intAttr("axis", -1, "the axis to sort along"),
		boolAttr("is_ascend", true, "the least element first"),
		dtypeAttr(),
	}
}

func sortRelation(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	answer = Done(t)
	answer.Warn = looseAxis(c, "axis", len(t.Shape))
	return answer
}

func argsort(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	dtype, warn := resultDtype(c)
	answer = Done(tensor(dtype, t.Shape...))
	answer.Warn = append(warn, looseAxis(c, "axis", len(t.Shape))...)
	return answer
}

func topk(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	axis, answer, ok := c.Axis("axis", len(t.Shape))
	if !ok {
		return answer
	}
	k, ok := c.Attrs.Dim("k")
	if !ok {
		return FailAttr("k", "attribute-value", "`k` of `topk` must be a number")
	}
	if n, number := k.Const(); number && n < 1 {
		k = t.Shape[axis]
	}
	shape := with(t.Shape, axis, k)
	values := tensor(t.Dtype, shape...)
	if c.Attrs.Str("ret_type") == "values" {
		answer = Done(values)
	} else {
		dtype, warn := resultDtype(c)
		answer = Done(topkResult(c, values, tensor(dtype, shape...)))
		answer.Warn = warn
	}
	if known(k, t.Shape[axis]) && before(t.Shape[axis], k) {
		message := fmt.Sprintf("`k` of `topk` is %s, and axis %d has %s elements", k, axis, t.Shape[axis])
		answer.Warn = append(answer.Warn, Suspect("k", "suspect-attribute", message))
	}
	return answer
}

func topkResult(c *Call, values, indices types.Type) types.Type {
	if c.Attrs.Str("ret_type") == "indices" {
		return indices
	}
	return &types.Tuple{Elems: []types.Type{values, indices}}
}

func searchSorted(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	sequence, values := ts[0].Shape, ts[1].Shape
	if len(values) == 0 {
		return FailArg(1, "shape-mismatch", "`values` of `searchsorted` must not be a scalar", "`expand_dims(…, axis=0)` makes it a vector")
	}
	if n := len(values) - 1; len(sequence) > 1 {
		if _, ok := Unify(sequence[:len(sequence)-1], values[:n]); !ok {
			message := fmt.Sprintf("`searchsorted` needs equal leading dimensions: the sequences have shape %s and the values %s",
				shapeText(sequence), shapeText(values))
			return FailArg(1, "shape-mismatch", message)
		}
	}
	return Done(tensor(c.Attrs.Dtype("dtype"), values...))
}

func unique(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	if len(t.Shape) != 1 {
		return FailArg(0, "shape-mismatch", fmt.Sprintf("`unique` takes a vector, not %s", types.Text(t)))
	}
	places := tensor(types.Int32, t.Shape...)
	results := []types.Type{t, places, places, tensor(types.Int32, types.Const(1))}
	if c.Attrs.Bool("return_counts") {
		results = append(results, places)
	}
	return Done(&types.Tuple{Elems: results})
}
