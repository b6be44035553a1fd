package dyn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// reshapes are the operators that change the shape and keep the elements.
func reshapes() []*op.Op {
	return []*op.Op{
		{
			Name: "dyn.reshape", Kind: op.Injective, Params: op.Args("data", "newshape"),
			Doc:  "Gives a tensor a computed shape.",
			Rule: "newshape is a vector of known length; the result has an extent `?` for each of its elements, and the dtype of data",
			Attrs: []op.Attr{
				unread("newshape", op.IntsAttr), relate.Bool("allowzero", false, "take 0 for an extent, not for that of data"),
			},
			Relation: relate.Relation(shapedBy),
		},
		{
			Name: "dyn.broadcast_to", Kind: op.Broadcast, Params: op.Args("data", "shape"),
			Doc:      "Repeats a tensor to a computed shape.",
			Rule:     "shape is a vector of known length; the result has an extent `?` for each of its elements, and the dtype of data",
			Attrs:    []op.Attr{unread("shape", op.IntsAttr), dtypeAttr("not read, the dtype of data counts")},
			Relation: relate.Relation(shapedBy),
		},
		{
			Name: "dyn.tile", Kind: op.Injective, Params: op.Args("data", "reps"),
			Doc:      "Repeats a tensor a computed number of times along its axes.",
			Rule:     "reps is a vector of known length; the result has the rank of data, or as many dimensions as reps has elements where those are more, each `?`",
			Attrs:    []op.Attr{unread("reps", op.IntsAttr)},
			Relation: relate.Relation(tile),
		},
		{
			Name: "dyn.expand_dims", Kind: op.Injective, Params: op.Args("data", "axis"),
			Doc:  "Puts axes of extent 1 in at a computed place.",
			Rule: "axis is a scalar; the result has num_newaxis dimensions more than data, each `?`",
			Attrs: []op.Attr{
				relate.Int("num_newaxis", 1, "how many axes"),
				{
					Name: "attrs_type_key", Type: op.StringAttr, Allowed: []string{"relay.attrs.DynExpandDimsAttrs"},
					Doc: "class of the attributes, which TVM needs in text where any is given",
				},
			},
			Relation: relate.Relation(expandDims),
		},
		{
			Name: "dyn.squeeze", Kind: op.Injective, Params: op.Args("data", "axes"),
			Doc:      "Takes computed axes of extent 1 away.",
			Rule:     "axes is a vector of known length; the result has as many dimensions fewer than data, each `?`",
			Attrs:    []op.Attr{relate.Optional("axis", op.IntsAttr, "not read, the argument counts")},
			Relation: relate.Relation(squeeze),
		},
	}
}

// shapedBy is the result whose shape argument 1 holds.
func shapedBy(s *relate.Typing, data *types.Tensor) types.Type {
	rank, ok := length(s, 1)
	if !ok {
		return nil
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: anys(rank)}
}

// tile has the rank of data, or as many dimensions as reps has elements.
func tile(s *relate.Typing, data *types.Tensor) types.Type {
	reps, ok := length(s, 1)
	if !ok {
		return nil
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: anys(max(reps, len(data.Shape)))}
}

// expandDims adds num_newaxis dimensions; where they go is computed, so that all extents are
// unknown.
func expandDims(s *relate.Typing, data *types.Tensor) types.Type {
	if !needScalar(s, 1) {
		return nil
	}
	n, ok := s.Attrs.Int("num_newaxis")
	if !ok || n < 0 || n > maxRank {
		return s.FailAttr("num_newaxis", fmt.Sprintf("`num_newaxis` must be a number from 0 to %d", maxRank))
	}
	wantIntegers(s, 1)
	return &types.Tensor{Dtype: data.Dtype, Shape: anys(len(data.Shape) + int(n))}
}

// squeeze has as many dimensions fewer as axes has elements. Which ones is computed, so that
// all extents are unknown.
func squeeze(s *relate.Typing, data *types.Tensor) types.Type {
	n, ok := length(s, 1)
	if !ok {
		return nil
	}
	if axes := s.Peek(1); len(axes.Shape) != 1 {
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`axes` is %s, and a vector is needed", types.Text(axes)))
	}
	if n > len(data.Shape) {
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`axes` has %d elements, and `data` is %s", n, types.Text(data)),
			relate.Dimensions(len(data.Shape)))
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: anys(len(data.Shape) - n)}
}
