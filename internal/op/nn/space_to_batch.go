package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// spacing lists moves between space and batch, and dilation.
func spacing() []*op.Op {
	block := relate.Ints("block_shape", "extents of a block, one for each spatial dimension", 1, 1)
	return []*op.Op{
		{
			Name: "nn.space_to_batch_nd", Doc: "Moves blocks of spatial dimensions into the batch.",
			Rule: "the batch is multiplied by the block's elements; each spatial extent is padded and divided by the block's",
			Kind: op.Injective, Params: op.Args("data"), Attrs: []op.Attr{
				block, relate.Required("paddings", op.ListAttr, "a pair (before, after) for each spatial dimension"),
				relate.Float("pad_value", 0, "element of the padding"),
			},
			Traits:   op.Traits{Cost: op.MovedCost(op.ResultSize)},
			Relation: relate.Relation(spaceToBatch), Kernel: op.Reads{Arrays: 1}.Kernel(spaceToBatchKernel),
		},
		{
			Name: "nn.batch_to_space_nd", Doc: "Moves parts of the batch into blocks of spatial dimensions.",
			Rule: "the batch is divided by the block's elements; each spatial extent is multiplied by the block's and cropped",
			Kind: op.Injective, Params: op.Args("data"), Attrs: []op.Attr{
				block, relate.Required("crops", op.ListAttr, "a pair (before, after) for each spatial dimension"),
			},
			Traits:   op.Traits{Cost: op.MovedCost(op.ResultSize)},
			Relation: relate.Relation(batchToSpace), Kernel: op.Reads{Arrays: 1}.Kernel(batchToSpaceKernel),
		},
		{
			Name: "nn.dilate", Doc: "Puts elements apart.", Rule: "each extent becomes (extent - 1) * stride + 1",
			Kind: op.Injective, Params: op.Args("x"), Attrs: []op.Attr{
				relate.Optional("strides", op.IntsAttr, "distance of the elements along each dimension"),
				relate.Float("dilation_value", 0, "element between"),
				{Name: "attrs_type_key", Type: op.StringAttr, Allowed: []string{"relay.attrs.DilateAttrs"}, Doc: "class of the attributes"},
			},
			Traits:   op.Traits{Cost: op.MovedCost(op.ResultSize)},
			Relation: relate.Relation(spread), Kernel: op.Reads{Arrays: 1}.Kernel(dilateKernel),
		},
	}
}

// blocksOf reads the block's extents and the pairs that go with them.
func blocksOf(s *relate.Typing, data *types.Tensor, attr string) (block []types.Dim, pairs [][]types.Dim, ok bool) {
	block = s.Dims("block_shape")
	pairs, ok = pairsOf(s, attr)
	switch {
	case !ok:
	case len(pairs) != len(block):
		s.FailAttr(attr, fmt.Sprintf("`%s` has %d pairs, and `block_shape` %d entries", attr, len(pairs), len(block)))
	case len(data.Shape) < 2 || len(block) >= len(data.Shape):
		s.FailArg(0, "shape-mismatch", fmt.Sprintf("`data` is %s, and needs a batch, and %d spatial dimensions", types.Text(data), max(1, len(block))))
	}
	for i := range block {
		s.Divisor("block_shape", i)
	}
	return block, pairs, !s.Stopped()
}

// spaceToBatch is (N·Πb, (d + pad)/b, …): the block's elements are before the batch.
func spaceToBatch(s *relate.Typing, data *types.Tensor) types.Type {
	block, paddings, ok := blocksOf(s, data, "paddings")
	if !ok {
		return nil
	}
	shape := append([]types.Dim{}, data.Shape...)
	shape[0] = relate.Mul(shape[0], relate.Product(block...))
	for i, b := range block {
		width := relate.Add(paddings[i][0], paddings[i][1])
		shape[i+1] = relate.Quo(relate.Add(shape[i+1], width), b)
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}

// batchToSpace is (N/Πb, d·b - crops, …), the way back.
func batchToSpace(s *relate.Typing, data *types.Tensor) types.Type {
	block, crops, ok := blocksOf(s, data, "crops")
	if !ok {
		return nil
	}
	shape := append([]types.Dim{}, data.Shape...)
	shape[0] = relate.Quo(shape[0], relate.Product(block...))
	for i, b := range block {
		shape[i+1] = relate.Sub(relate.Sub(relate.Mul(shape[i+1], b), crops[i][0]), crops[i][1])
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}

// spread is (d - 1)·stride + 1 for each extent.
func spread(s *relate.Typing, x *types.Tensor) types.Type {
	strides := s.Dims("strides")
	if len(strides) != len(x.Shape) {
		return s.FailAttr("strides", fmt.Sprintf("`strides` has %s, and `x` is %s", op.Entries(len(strides)), types.Text(x)))
	}
	shape := append([]types.Dim{}, x.Shape...)
	for i, stride := range strides {
		if !shape[i].IsAny() {
			shape[i] = dilate(shape[i], stride)
		}
	}
	return &types.Tensor{Dtype: x.Dtype, Shape: shape}
}
