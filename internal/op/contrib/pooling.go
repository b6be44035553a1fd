package contrib

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

func poolings() []*op.Op {
	attrs := slices.Concat(
		[]op.Attr{{Name: "pooling_type", Type: op.StringAttr, Required: true, Allowed: []string{"AVG", "MAX", "SUM"}, Doc: "what is taken of each window"}},
		quantized("ifm", "input"), quantized("ofm", "result"),
		[]op.Attr{
			relate.Optional("pool_shape", op.IntsAttr, "height and width of the window, which are needed"),
			relate.Optional("ofm_channels", op.IntAttr, "channels of the result, which are needed"),
			relate.Required("ofm_dtype", op.DtypeAttr, "dtype of the result: that of ifm, int32 for SUM"),
			relate.Ints("strides", "step along height and width", 1, 1),
			relate.Ints("padding", "what is put around the input", 0, 0, 0, 0),
		},
		activated(), []op.Attr{upscale(true)}, layouts(),
	)
	return []*op.Op{ethosu("pooling", "Pools on the NPU.",
		"each spatial extent becomes (extent + padding - window) / stride + 1; the result has the dtype of ifm (uint8, int8, int16), for SUM int32",
		op.Args("ifm", "lut"), attrs, pool, op.GatheredCost(func(c *op.Call) types.Dim { return areaOf(c, "pool_shape") }))}
}

var (
	shorts = []types.Dtype{types.Uint8, types.Int8, types.Int16}
	words  = []types.Dtype{types.Uint8, types.Int8, types.Int16, types.Int32}
	word   = []types.Dtype{types.Int32}
)

func pool(s *relate.Typing, ifm *types.Tensor) types.Type {
	reads, gives := shorts, []types.Dtype{ifm.Dtype}
	if s.Attrs.Str("pooling_type") == "SUM" {
		reads, gives = words, word
	}
	if !needDtype(s, 0, ifm, reads) {
		return nil
	}
	dtype, ok := needResult(s, gives)
	if !ok {
		return nil
	}
	m, ok := inputMap(s, ifm)
	if !ok {
		return nil
	}
	one := types.Const(1)
	if m, ok = m.upscaled(s).convolved(s, "pool_shape", [2]types.Dim{one, one}); !ok {
		return nil
	}
	if s.Attrs.Str("ifm_layout") != bricked && len(ifm.Shape) == 4 {
		sameChannels(s, "ofm_channels", ifm.Shape[3])
	}
	return m.result(s, "ofm_channels", dtype)
}

// sameChannels warns of channels that appear or vanish, which TVM lets through.
func sameChannels(s *relate.Typing, attr string, have types.Dim) {
	if want, ok := s.Attrs.Dim(attr); ok && relate.Clash(want, have) {
		s.WarnAttr(attr, fmt.Sprintf("`%s` is %s, and `ifm` has %s channels", attr, want, have))
	}
}
