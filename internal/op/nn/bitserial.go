package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

const bitserialRule = "the weight is packed and not inspected: the attributes determine the result"

// bitserial lists operators on data of few bits, which are computed bit by bit on devices: an
// element of activation_bits bits times one of weight_bits bits is a sum over pairs of bits.
// They are typed and have costs; there is no kernel.
func bitserial() []*op.Op {
	return []*op.Op{
		{
			Name: "nn.bitserial_conv2d", Doc: "Convolves an image of few bits.", Rule: bitserialRule, Kind: op.OutFusable,
			Params: op.Args("data", "weight"), Attrs: []op.Attr{
				relate.Ints("strides", "step of the filter along each spatial dimension", 1, 1),
				relate.Ints("padding", "zeros put around the data", 0, 0), relate.Ints("kernel_size", "extents of the filter", 3, 3),
				relate.Optional("channels", op.IntAttr, "number of output channels"),
				relate.Int("activation_bits", 1, "bits of the data"), relate.Int("weight_bits", 1, "bits of the weight"),
				relate.LayoutOf("data_layout", "NCHW", "order of the data's dimensions"),
				relate.LayoutOf("kernel_layout", "OIHW", "order of the weight's dimensions"),
				relate.Optional("pack_dtype", op.DtypeAttr, "dtype of a word"), relate.Optional("out_dtype", op.DtypeAttr, "dtype of the result"),
				relate.Bool("unipolar", true, "whether bits represent 0 and 1"),
			},
			Relation: relate.Relation(bitserialConv), Traits: op.Traits{Cost: bitserialCost()},
		},
		{
			Name: "nn.bitserial_dense", Doc: "Multiplies data of few bits with a weight.", Rule: bitserialRule, Kind: op.OutFusable,
			Params: op.Args("data", "weight"), Attrs: []op.Attr{
				relate.Required("units", op.IntAttr, "number of output features"),
				relate.Int("data_bits", 1, "bits of the data"), relate.Int("weight_bits", 1, "bits of the weight"),
				relate.Optional("pack_dtype", op.DtypeAttr, "dtype of a word"), relate.OutDtype(),
				relate.Bool("unipolar", true, "whether bits represent 0 and 1"),
			},
			Relation: relate.Relation(bitserialDense), Traits: op.Traits{Cost: op.RowsCost(denseTerms)},
		},
	}
}

// bitserialConv types a convolution by its attributes alone: the weight is packed.
func bitserialConv(s *relate.Typing, data *types.Tensor) types.Type {
	l, ok := s.Layout("data_layout", s.Attrs.Str("data_layout"), "NCHW")
	if !ok {
		return nil
	}
	shape, ok := s.Forward(0, data, l, "NCHW")
	if !ok {
		return nil
	}
	channels, ok := s.Attrs.Dim("channels")
	if !ok {
		return s.FailAttr("channels", "`channels` is needed")
	}
	pad, ok := s.Padding(2)
	if !ok {
		return nil
	}
	shape[1] = channels
	for i := range 2 {
		slack := relate.Sub(relate.Add(shape[2+i], pad[i]), s.At("kernel_size", i))
		shape[2+i] = relate.Add(relate.Quo(slack, s.Divisor("strides", i)), types.Const(1))
		s.Positive("HW"[i], shape[2+i], "the filter is larger than the data with its padding")
	}
	d := s.Attrs.Dtype("out_dtype")
	if d == types.NoDtype {
		s.WarnAttr("out_dtype", "without `out_dtype` the result has no dtype", `write out_dtype="int32"`)
	}
	return &types.Tensor{Dtype: d, Shape: relate.Backward(shape, "NCHW", l)}
}

// bitserialDense replaces the last extent by units.
func bitserialDense(s *relate.Typing, data *types.Tensor) types.Type {
	units, ok := s.Attrs.Dim("units")
	if !ok {
		return s.FailAttr("units", "`units` is needed")
	}
	last := len(data.Shape) - 1
	if last < 0 {
		return s.FailArg(0, "shape-mismatch", fmt.Sprintf("`data` is %s, and has no last dimension", types.Text(data)))
	}
	t := resized(data, []int{last}, []types.Dim{units})
	t.Dtype = s.OutDtype(data)
	return t
}
