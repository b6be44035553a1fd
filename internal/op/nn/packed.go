package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A packed is a convolution whose weight was packed for one algorithm: any
// weight is taken, and channels and kernel_size must be given.
type packed struct{ conv }

const packedRule = "the weight is packed and not inspected: `channels` and `kernel_size` determine the result, as for a convolution"

func packedConvolutions() []*op.Op {
	flat, deep := packed{conv2d}, packed{conv3d}
	return []*op.Op{
		flat.op("nn.contrib_conv2d_NCHWc", "Convolves an image in blocked layout.", false, conv2d.evaluate()),
		flat.op("nn.contrib_conv2d_winograd_without_weight_transform", "Convolves an image with a weight that was transformed by Winograd's method.", true, nil),
		flat.op("nn.contrib_conv2d_gemm_without_weight_transform", "Convolves an image by a product of matrices.", false, nil),
		deep.op("nn.contrib_conv3d_winograd_without_weight_transform", "Convolves a volume with a weight that was transformed by Winograd's method.", true, nil),
	}
}

func (k packed) op(name, doc string, tiled bool, kernel op.Kernel) *op.Op {
	attrs := k.attrs()
	if tiled {
		attrs = append([]op.Attr{relate.Required("tile_size", op.IntAttr, "extent of a tile")}, attrs...)
	}
	return &op.Op{
		Name: name, Doc: doc, Rule: packedRule, Kind: op.OutFusable,
		Params: op.Args("data", "weight"), Attrs: attrs, Relation: relate.Relation(k.rule), Kernel: kernel,
		Traits: op.Traits{Cost: k.cost(1)},
	}
}

func (k packed) rule(s *relate.Typing, data *types.Tensor) types.Type {
	l, ok := k.layouts(s)
	if !ok {
		return nil
	}
	shape, ok := s.Forward(0, data, l.data, k.data)
	if !ok {
		return nil
	}
	kernel := s.Dims("kernel_size")
	channels, given := s.Attrs.Dim("channels")
	if !given || len(kernel) != k.rank() {
		return s.FailAttr("kernel_size", fmt.Sprintf("`channels` and `kernel_size`, of %d entries, must be given", k.rank()))
	}
	out := append([]types.Dim{shape[0], channels}, k.extents(s, shape[2:], kernel)...)
	if s.Stopped() {
		return nil
	}
	return &types.Tensor{Dtype: s.OutDtype(data), Shape: relate.Backward(out, k.data, l.out)}
}
