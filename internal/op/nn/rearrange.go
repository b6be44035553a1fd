package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/resample"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

const (
	upRule    = "upsampling multiplies the spatial extents by the scales, rounded to the nearest integer"
	depthRule = "depth to space divides the channels by the block's area and multiplies height and width by block_size"
	spaceRule = "space to depth multiplies the channels by the block's area and divides height and width by block_size"
)

// rearrangement lists resizing by scales, and moves between channels and space.
func rearrangement() []*op.Op {
	return []*op.Op{
		{
			Name: "nn.upsampling", Doc: "Enlarges an image.", Rule: upRule, Kind: op.Injective, Params: op.Args("data"),
			Attrs: []op.Attr{
				relate.Required("scale_h", op.FloatAttr, "factor of the height"), relate.Required("scale_w", op.FloatAttr, "factor of the width"),
				relate.LayoutOf("layout", "NCHW", "order of the data's dimensions"),
				relate.Known("method", "nearest_neighbor", "how elements between those of the data are found", "nearest_neighbor", "bilinear", "bicubic"),
				relate.Bool("align_corners", false, "whether the corners keep their elements"),
			},
			Traits:   op.Traits{Cost: resample.Cost("NCHW")},
			Relation: relate.Relation(upsampling("NCHW", "scale_h", "scale_w")), Kernel: upsampleKernel("NCHW", "scale_h", "scale_w"),
		},
		{
			Name: "nn.upsampling3d", Doc: "Enlarges a volume.", Rule: upRule, Kind: op.Injective, Params: op.Args("data"),
			Attrs: []op.Attr{
				relate.Required("scale_d", op.FloatAttr, "factor of the depth"),
				relate.Required("scale_h", op.FloatAttr, "factor of the height"), relate.Required("scale_w", op.FloatAttr, "factor of the width"),
				relate.LayoutOf("layout", "NCDHW", "order of the data's dimensions"),
				relate.Known("method", "nearest_neighbor", "how elements between those of the data are found", "nearest_neighbor", "trilinear"),
				resample.Correspondence(),
			},
			Traits:   op.Traits{Cost: resample.Cost("NCDHW")},
			Relation: relate.Relation(upsampling("NCDHW", "scale_d", "scale_h", "scale_w")),
			Kernel:   upsampleKernel("NCDHW", "scale_d", "scale_h", "scale_w"),
		},
		block("nn.depth_to_space", "Moves channels into blocks of height and width.", depthRule, relate.Div, relate.Mul, splitDepth),
		block("nn.space_to_depth", "Moves blocks of height and width into channels.", spaceRule, relate.Mul, relate.Div, splitSpace),
	}
}

// upsampling multiplies the spatial extents.
func upsampling(canonical string, scales ...string) relate.Rule {
	return func(s *relate.Typing, data *types.Tensor) types.Type {
		l, ok := s.Layout("layout", s.Attrs.Str("layout"), canonical)
		if !ok {
			return nil
		}
		shape, ok := s.Forward(0, data, l, canonical)
		if !ok {
			return nil
		}
		for i, attr := range scales {
			scale, _ := s.Attrs.Float(attr)
			shape[2+i] = enlarged(shape[2+i], scale)
		}
		return &types.Tensor{Dtype: data.Dtype, Shape: relate.Backward(shape, canonical, l)}
	}
}

// enlargedBy is an extent times a scale; false where that is no number, or none that
// floats count to.
func enlargedBy(n int64, scale float64) (int64, bool) {
	x := math.RoundToEven(float64(n) * scale)
	return int64(x), math.Abs(x) <= 1<<53
}

// enlarged rounds to even where two integers are equally near.
func enlarged(d types.Dim, scale float64) types.Dim {
	if n, ok := d.Const(); ok {
		if n, ok = enlargedBy(n, scale); !ok {
			return types.Unknown
		}
		return types.Const(n)
	}
	if _, ok := d.Symbolic(); ok && scale == math.Trunc(scale) {
		return relate.Mul(d, types.Const(int64(scale)))
	}
	return types.Unknown
}

// An extentOp is what happens to an extent by a factor.
type extentOp func(a, b types.Dim) types.Dim

// block is an entry of a move between channels and blocks of height and width.
func block(name, doc, rule string, channels, side extentOp, split regroup) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Rule: rule, Kind: op.Injective, Params: op.Args("data"),
		Attrs: []op.Attr{
			relate.Int("block_size", 1, "side of a block"),
			relate.LayoutOf("layout", "NCHW", "order of the data's dimensions"),
			relate.Known("mode", "DCR", "whether the block (DCR) or the channel (CRD) is outermost", "DCR", "CRD"),
		},
		Relation: relate.Relation(func(s *relate.Typing, data *types.Tensor) types.Type { return blocks(s, data, channels, side) }),
		Kernel:   blockKernel(split), Traits: op.Traits{Cost: op.MovedCost(op.ResultSize)},
	}
}

// blocks is its relation: channels change by the block's area, height and width by its side.
func blocks(s *relate.Typing, data *types.Tensor, channels, side extentOp) types.Type {
	l, ok := s.Layout("layout", s.Attrs.Str("layout"), "NCHW")
	if !ok {
		return nil
	}
	shape, ok := s.Forward(0, data, l, "NCHW")
	if !ok {
		return nil
	}
	size, _ := s.Attrs.Dim("block_size")
	if size.IsConst(0) {
		return s.FailAttr("block_size", "`block_size` must not be 0")
	}
	factors := []types.Dim{relate.Mul(size, size), size, size}
	for i, change := range []extentOp{channels, side, side} {
		if !shape[1+i].IsAny() {
			shape[1+i] = change(shape[1+i], factors[i])
			s.Positive("CHW"[i], shape[1+i], "the data has less than one block")
		}
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: relate.Backward(shape, "NCHW", l)}
}
