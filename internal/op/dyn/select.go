package dyn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// selections are the operators that take or place elements.
func selections() []*op.Op {
	return []*op.Op{
		{
			Name: "dyn.strided_slice", Kind: op.Injective, Params: op.Args("data", "begin", "end", "strides"),
			Doc:  "Takes a part of a tensor between computed places.",
			Rule: "begin is a vector of known length; as many leading extents of data become `?`",
			Attrs: []op.Attr{
				unread("begin", op.IntsAttr), unread("end", op.IntsAttr), unread("strides", op.IntsAttr),
				relate.Known("slice_mode", "end", "whether end holds places (end) or extents (size, which ignores strides)", "end", "size"),
				relate.Required("axes", op.IntsAttr, "not read, the leading axes count"),
			},
			Relation: relate.Relation(slice),
		},
		{
			Name: "dyn.topk", Kind: op.Opaque, Params: op.Args("data", "k"),
			Doc:  "Gives the k greatest or least elements along an axis and their indices, k computed.",
			Rule: "k is a scalar or a vector of one element; the axis has length `?` in the results: values of the dtype of data, indices of the given dtype; ret_type chooses both or one",
			Attrs: []op.Attr{
				unread("k", op.IntAttr), relate.Int("axis", -1, "the axis to sort along"),
				{
					Name: "ret_type", Type: op.StringAttr, Default: op.Text("both"), Allowed: []string{"both", "values", "indices"},
					Doc: "results: both, values or indices",
				},
				relate.Bool("is_ascend", false, "the least elements"), dtypeAttr("dtype of the indices"),
			},
			Relation: relate.Relation(topk),
		},
		{
			Name: "dyn.sparse_to_dense", Kind: op.Opaque, Params: op.Args("sparse_indices", "sparse_values", "default_value", "output_shape"),
			Doc:      "Writes values at given indices of a tensor of computed shape.",
			Rule:     "sparse_indices holds signed integers, default_value is a scalar, output_shape a vector of known length; the result has an extent `?` for each of its elements, and the dtype of sparse_values",
			Relation: relate.Relation(sparseToDense),
		},
	}
}

// slice makes the leading extents unknown, as many as begin has elements.
func slice(s *relate.Typing, data *types.Tensor) types.Type {
	n, ok := length(s, 1)
	if !ok {
		return nil
	}
	if n > len(data.Shape) {
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`begin` has %d elements, and `data` is %s", n, types.Text(data)),
			relate.Dimensions(len(data.Shape)))
	}
	wantIntegers(s, 2)
	wantIntegers(s, 3)
	shape := append([]types.Dim{}, data.Shape...)
	copy(shape, anys(n))
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}

// topk makes the extent along the axis unknown.
func topk(s *relate.Typing, data *types.Tensor) types.Type {
	k := s.Need(1)
	if k == nil {
		return nil
	}
	if len(k.Shape) > 1 || len(k.Shape) == 1 && !k.Shape[0].IsConst(1) {
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`k` is %s, and a scalar or a vector of one element is needed", types.Text(k)))
	}
	wantIntegers(s, 1)
	axis := s.Axis("axis", -len(data.Shape), len(data.Shape))
	if axis < 0 {
		return nil
	}
	shape := append([]types.Dim{}, data.Shape...)
	shape[axis] = types.Any
	return found(s, &types.Tensor{Dtype: data.Dtype, Shape: shape})
}

// found is what ret_type chooses of the values and their indices.
func found(s *relate.Typing, values *types.Tensor) types.Type {
	choice := s.Attrs.Str("ret_type")
	if choice == "values" {
		return values
	}
	indices := &types.Tensor{Dtype: dtype(s), Shape: values.Shape}
	if choice == "indices" {
		return indices
	}
	return &types.Tuple{Elems: []types.Type{values, indices}}
}

// most are the greatest ranks of indices and values that TVM lets through.
var most = [2]int{3, 2}

// sparseToDense has as many dimensions as output_shape has elements. The dtype of the default
// is only warned of.
func sparseToDense(s *relate.Typing, indices *types.Tensor) types.Type {
	values := s.Need(1)
	if values == nil || !needScalar(s, 2) {
		return nil
	}
	if indices.Dtype.Class != types.IntClass {
		return s.FailArg(0, "dtype-mismatch", fmt.Sprintf("`sparse_indices` holds %s, and signed integers are needed", indices.Dtype))
	}
	for i, t := range []*types.Tensor{indices, values} {
		if len(t.Shape) > most[i] {
			return s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and has %d dimensions at most", s.Op.Params[i].Name, types.Text(t), most[i]))
		}
	}
	rank, ok := length(s, 3)
	if !ok {
		return nil
	}
	if fill := s.Peek(2); fill.Dtype != values.Dtype {
		s.WarnArg(2, "suspect-operand", fmt.Sprintf("`default_value` is %s, while `sparse_values` holds %s", fill.Dtype, values.Dtype))
	}
	return &types.Tensor{Dtype: values.Dtype, Shape: anys(rank)}
}
