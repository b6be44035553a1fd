package contrib

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

func elementwise() []*op.Op {
	return []*op.Op{
		ethosu("binary_elementwise", "Combines two feature maps element by element on the NPU.",
			"both inputs have one dtype, which operator_type restricts as it does ofm_dtype; the result has the extents of ifm and ifm_channels",
			op.Args("ifm", "ifm2", "lut"), binaryAttrs(), combine, op.ElementwiseCost),
		ethosu("identity", "Copies a feature map on the NPU, with another scale or through a table.",
			"ifm has 4 dimensions at most and dtype uint8, int8 or int16; the result has its type",
			op.Args("ifm", "lut"), slices.Concat(quantized("ifm", "input"), quantized("ofm", "result"), []op.Attr{activation(), rounding()}),
			copyMap, op.ElementwiseCost),
		ethosu("unary_elementwise", "Maps a feature map element by element on the NPU.",
			"ifm holds bytes for ABS and int32 for CLZ; the result has its extents, ofm_channels and its dtype",
			op.Args("ifm", "lut"), unaryAttrs(), mapped, op.ElementwiseCost),
	}
}

func operator(doc string, allowed ...string) op.Attr {
	return op.Attr{Name: "operator_type", Type: op.StringAttr, Required: true, Allowed: allowed, Doc: doc}
}

func binaryAttrs() []op.Attr {
	return slices.Concat(
		[]op.Attr{operator("what is computed", "ADD", "SUB", "MUL", "MIN", "MAX", "SHR", "SHL")},
		quantized("ifm", "first input"), quantized("ifm2", "second input"), quantized("ofm", "result"),
		[]op.Attr{
			relate.Required("ifm_channels", op.IntAttr, "channels of the first input"),
			relate.Required("ifm2_channels", op.IntAttr, "channels of the second input"),
			relate.Bool("reversed_operands", false, "take the second input first"),
		},
		activated(),
		[]op.Attr{
			layout("ifm", "first input"), layout("ifm2", "second input"), layout("ofm", "result"),
			relate.Required("ofm_dtype", op.DtypeAttr, "dtype of the result"),
			relate.Bool("use_rescale", false, "scale by the two numbers that follow"),
			relate.Int("rescale_scale", 0, "factor"), relate.Int("rescale_shift", 0, "shift"),
		},
	)
}

func unaryAttrs() []op.Attr {
	return slices.Concat(
		[]op.Attr{operator("what is computed", "ABS", "CLZ")},
		quantized("ifm", "input"), quantized("ofm", "result"),
		[]op.Attr{relate.Required("ofm_channels", op.IntAttr, "channels of the result")},
		activated(), layouts(),
	)
}

// pairings lists by operator_type the dtypes that it reads and gives; nil
// gives what it reads.
var pairings = map[string]struct{ reads, gives []types.Dtype }{
	"ADD": {words, words},
	"SUB": {words, words},
	"MUL": {words, words},
	"MIN": {bytes, nil},
	"MAX": {bytes, nil},
	"SHR": {word, []types.Dtype{types.Uint8, types.Int8, types.Int32}},
	"SHL": {word, word},
	"ABS": {bytes, nil},
	"CLZ": {word, nil},
}

func combine(s *relate.Typing, ifm *types.Tensor) types.Type {
	other := s.Need(1)
	if other == nil {
		return nil
	}
	if ifm.Dtype != other.Dtype {
		return s.FailArg(1, "dtype-mismatch", fmt.Sprintf("`ifm2` holds %s, while `ifm` holds %s", other.Dtype, ifm.Dtype))
	}
	pairing := pairings[s.Attrs.Str("operator_type")]
	if !needDtype(s, 0, ifm, pairing.reads) {
		return nil
	}
	gives := pairing.gives
	if gives == nil {
		gives = []types.Dtype{ifm.Dtype}
	}
	dtype, ok := needResult(s, gives)
	if !ok {
		return nil
	}
	return sameExtents(s, ifm, "ifm_channels", dtype)
}

func mapped(s *relate.Typing, ifm *types.Tensor) types.Type {
	if !needDtype(s, 0, ifm, pairings[s.Attrs.Str("operator_type")].reads) {
		return nil
	}
	return sameExtents(s, ifm, "ofm_channels", ifm.Dtype)
}

// sameExtents is the result of an operator that works element by element.
func sameExtents(s *relate.Typing, ifm *types.Tensor, channels string, dtype types.Dtype) types.Type {
	m, ok := inputMap(s, ifm)
	if !ok {
		return nil
	}
	return m.result(s, channels, dtype)
}

func copyMap(s *relate.Typing, ifm *types.Tensor) types.Type {
	if !needDtype(s, 0, ifm, shorts) {
		return nil
	}
	if n := len(ifm.Shape); n > 4 {
		return s.FailArg(0, "shape-mismatch", fmt.Sprintf("`ifm` is %s, and has 4 dimensions at most", types.Text(ifm)), relate.Dimensions(n))
	}
	return ifm
}
