package contrib

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

const kernelRule = "the weight is (ofm_channels, kernel_shape, input channels); each spatial extent becomes (extent + padding - dilated kernel) / stride + 1"

func convolutions() []*op.Op {
	params := op.Args("ifm", "weight", "scale_bias", "lut")
	depthwise := op.Attr{Name: "ofm_dtype", Type: op.DtypeAttr, Default: op.Text("int8"), Doc: "dtype of the result: uint8, int8, int16 or int32"}
	return []*op.Op{
		ethosu("conv2d", "Convolves on the NPU.", kernelRule+"; the result has the dtype of ifm", params,
			kernelAttrs(true), convolve, op.RowsCost(terms)),
		ethosu("depthwise_conv2d", "Convolves each channel on the NPU.", kernelRule+"; the result has dtype ofm_dtype", params,
			append(kernelAttrs(false), depthwise), convolveDepthwise, op.RowsCost(area)),
	}
}

func kernelAttrs(upscales bool) []op.Attr {
	return slices.Concat(
		quantized("ifm", "input"), []op.Attr{zeroPoint("weight", "weight")}, quantized("ofm", "result"),
		[]op.Attr{
			relate.Optional("kernel_shape", op.IntsAttr, "height and width of the kernel, which are needed"),
			relate.Optional("ofm_channels", op.IntAttr, "channels of the result, which are needed"),
			relate.Ints("strides", "step along height and width", 1, 1),
			relate.Ints("padding", "what is put around the input", 0, 0, 0, 0),
			relate.Ints("dilation", "distance of the taps along height and width", 1, 1),
		},
		activated(), []op.Attr{upscale(upscales)}, layouts(),
	)
}

func convolve(s *relate.Typing, ifm *types.Tensor) types.Type {
	weight, ok := kernel(s, ifm)
	if !ok {
		return nil
	}
	s.Expect(2, &types.Tensor{Dtype: types.Uint8, Shape: []types.Dim{weight.Shape[0], types.Const(10)}})
	m, ok := inputMap(s, ifm)
	if !ok {
		return nil
	}
	m, ok = m.upscaled(s).convolved(s, "kernel_shape", dilation(s))
	if !ok {
		return nil
	}
	return m.result(s, "ofm_channels", ifm.Dtype)
}

func convolveDepthwise(s *relate.Typing, ifm *types.Tensor) types.Type {
	if _, ok := kernel(s, ifm); !ok {
		return nil
	}
	dtype, ok := needResult(s, []types.Dtype{types.Uint8, types.Int8, types.Int16, types.Int32})
	if !ok {
		return nil
	}
	if how := s.Attrs.Str("upscale"); how != "NONE" {
		s.WarnAttr("upscale", fmt.Sprintf("the type takes no account of upscaling by %s", how))
	}
	m, ok := inputMap(s, ifm)
	if !ok {
		return nil
	}
	if m, ok = m.convolved(s, "kernel_shape", dilation(s)); !ok {
		return nil
	}
	return m.result(s, "ofm_channels", dtype)
}

func dilation(s *relate.Typing) [2]types.Dim {
	return [2]types.Dim{s.At("dilation", 0), s.At("dilation", 1)}
}

// kernel reads the weight and says what it is; scales and biases are bytes.
func kernel(s *relate.Typing, ifm *types.Tensor) (weight *types.Tensor, ok bool) {
	weight = s.Need(1)
	scales := s.Need(2)
	if weight == nil || scales == nil || !needDtype(s, 0, ifm, bytes) || !needDtype(s, 1, weight, bytes) ||
		!needDtype(s, 2, scales, []types.Dtype{types.Uint8}) {
		return nil, false
	}
	if len(weight.Shape) != 4 {
		s.FailArg(1, "shape-mismatch", fmt.Sprintf("`weight` is %s, and needs 4 dimensions", types.Text(weight)), relate.Dimensions(len(weight.Shape)))
		return nil, false
	}
	channels, given := s.Attrs.Dim("ofm_channels")
	if !given {
		s.FailAttr("ofm_channels", "`ofm_channels` must be given")
		return nil, false
	}
	shape := []types.Dim{channels, s.At("kernel_shape", 0), s.At("kernel_shape", 1), weight.Shape[3]}
	if !s.Stopped() {
		s.Expect(1, &types.Tensor{Dtype: weight.Dtype, Shape: shape})
	}
	return weight, !s.Stopped()
}

// area is the number of taps of the kernel, terms that of the products which are added
// up for one element where the kernel goes over all channels.
func area(c *op.Call) types.Dim { return areaOf(c, "kernel_shape") }

func areaOf(c *op.Call, attr string) types.Dim {
	shape, ok := c.Attrs.Dims(attr)
	if !ok {
		return types.Unknown
	}
	return types.Product(shape)
}

func terms(c *op.Call) types.Dim { return area(c).Mul(c.Extent(1, -1)) }
