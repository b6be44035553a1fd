package dyn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// creations are the operators that make tensors of a computed shape.
func creations() []*op.Op {
	return []*op.Op{
		initial("dyn.zeros", "Makes a tensor of zeros in a computed shape."),
		initial("dyn.ones", "Makes a tensor of ones in a computed shape."),
		{
			Name: "dyn.full", Kind: op.Elementwise, Params: op.Args("fill_value", "shape"),
			Doc:      "Makes a tensor of one value in a computed shape.",
			Rule:     "fill_value is a scalar, shape a vector of known length; the result has an extent `?` for each of its elements, and the given dtype, that of fill_value without dtype",
			Attrs:    []op.Attr{unread("shape", op.IntsAttr), dtypeAttr("dtype of the result")},
			Relation: relate.Relation(full),
		},
		{
			Name: "dyn.one_hot", Kind: op.OutFusable, Params: op.Args("indices", "on_value", "off_value", "depth"),
			Doc:  "Puts on_value at the given indices of a new axis of computed length and off_value elsewhere.",
			Rule: "the result has the shape of indices with an axis of length `?` put in, and the given dtype",
			Attrs: []op.Attr{
				relate.Int("depth", 1, "not read, the argument counts"),
				relate.Int("axis", -1, "the position of the new axis; -1 is last"), dtypeAttr("dtype of the result"),
			},
			Relation: relate.Relation(oneHot),
		},
	}
}

// initial is an operator that makes zeros or ones.
func initial(name, doc string) *op.Op {
	return &op.Op{
		Name: name, Kind: op.Opaque, Params: op.Args("shape"),
		Doc:      doc,
		Rule:     "shape is a vector of known length; the result has an extent `?` for each of its elements, and the given dtype",
		Attrs:    []op.Attr{unread("shape", op.IntsAttr), dtypeAttr("dtype of the result")},
		Relation: relate.Relation(filled),
	}
}

// filled has as many dimensions as argument 0, the shape, has elements.
func filled(s *relate.Typing, _ *types.Tensor) types.Type {
	rank, ok := length(s, 0)
	if !ok {
		return nil
	}
	return &types.Tensor{Dtype: dtype(s), Shape: anys(rank)}
}

// full takes the dtype of fill_value where the attribute leaves it out.
func full(s *relate.Typing, fill *types.Tensor) types.Type {
	if !needScalar(s, 0) {
		return nil
	}
	rank, ok := length(s, 1)
	if !ok {
		return nil
	}
	d := s.Attrs.Dtype("dtype")
	if d == types.NoDtype {
		d = fill.Dtype
	}
	return &types.Tensor{Dtype: d, Shape: anys(rank)}
}

func oneHot(s *relate.Typing, indices *types.Tensor) types.Type {
	axis, ok := s.Attrs.Int("axis")
	rank := int64(len(indices.Shape))
	if axis == -1 {
		axis = rank
	}
	if !ok || axis < 0 || axis > rank {
		return s.FailAttr("axis", fmt.Sprintf("`axis` can be 0 to %d, or -1 for the last", rank))
	}
	wantIntegers(s, 0)
	wantIntegers(s, 3)
	for i := 1; i <= 3; i++ {
		wantScalar(s, i)
	}
	shape := append(append([]types.Dim{}, indices.Shape[:axis]...), types.Any)
	return &types.Tensor{Dtype: dtype(s), Shape: append(shape, indices.Shape[axis:]...)}
}
