// Package contrib owns the entries of the operators `contrib.…` for
// accelerators: those of the Arm Ethos-U NPU.
//
// Read the list below first, then featuremap.go: an operator reads an input feature
// map (ifm) and writes an output feature map (ofm), each in the layout NHWC or
// NHCWB16, which keeps channels in bricks of 16.
package contrib

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Ops are all operators of the package.
func Ops() []*op.Op { return slices.Concat(convolutions(), poolings(), elementwise()) }

// ethosu makes an entry. Its relation refuses `None` for what must be given.
func ethosu(name, doc, rule string, params []op.Param, attrs []op.Attr, typed relate.Rule, cost op.Cost) *op.Op {
	return &op.Op{
		Name: "contrib.ethosu." + name, Doc: doc, Rule: rule, Params: params, Attrs: attrs, Traits: op.Traits{Cost: cost},
		Relation: relate.Relation(func(s *relate.Typing, ifm *types.Tensor) types.Type {
			for _, a := range s.Op.Attrs {
				if a.Required && !s.Attrs.Has(a.Name) {
					return s.FailAttr(a.Name, fmt.Sprintf("`%s` must not be `None`", a.Name))
				}
			}
			return typed(s, ifm)
		}),
	}
}

// quantized describes the scale and the zero point of one tensor.
func quantized(tensor, what string) []op.Attr {
	return []op.Attr{
		relate.Required(tensor+"_scale", op.FloatAttr, "quantization scale of the "+what),
		zeroPoint(tensor, what),
	}
}

func zeroPoint(tensor, what string) op.Attr {
	return relate.Required(tensor+"_zero_point", op.IntAttr, "quantization zero point of the "+what)
}

func activation() op.Attr {
	return relate.Known("activation", "NONE", "function that is applied to the result", "NONE", "CLIP", "TANH", "SIGMOID", "LUT")
}

func rounding() op.Attr {
	return relate.Known("rounding_mode", "TFL", "how results are rounded", "TFL", "TRUNCATE", "NATURAL")
}

// activated describes the function that is applied to the result.
func activated() []op.Attr {
	return []op.Attr{
		activation(),
		relate.Int("clip_min", 0, "least element where the activation is CLIP"),
		relate.Int("clip_max", 0, "greatest element where the activation is CLIP"),
		rounding(),
	}
}

// upscale is read by all operators but the depthwise convolution, where TVM lets any
// string through.
func upscale(read bool) op.Attr {
	a := relate.Known("upscale", "NONE", "how the input is doubled in height and width", "NONE", "ZEROS", "NEAREST")
	if read {
		a.Allowed, a.Known = a.Known, nil
	}
	return a
}

func layout(tensor, what string) op.Attr {
	return relate.Known(tensor+"_layout", "NHWC", "layout of the "+what, "NHWC", bricked)
}

func layouts() []op.Attr { return []op.Attr{layout("ifm", "input"), layout("ofm", "result")} }

// needDtype refuses a dtype that is not among those the NPU has there.
func needDtype(s *relate.Typing, i int, t *types.Tensor, among []types.Dtype) bool {
	if !slices.Contains(among, t.Dtype) {
		s.FailArg(i, "dtype-mismatch", fmt.Sprintf("`%s` holds %s, and %s is needed", s.Op.Params[i].Name, t.Dtype, alternatives(among)))
	}
	return !s.Stopped()
}

// needResult is the same for the result's dtype, an attribute.
func needResult(s *relate.Typing, among []types.Dtype) (types.Dtype, bool) {
	d := s.Attrs.Dtype("ofm_dtype")
	if !slices.Contains(among, d) {
		s.FailAttr("ofm_dtype", fmt.Sprintf("`ofm_dtype` is %q, and %s is needed", d, alternatives(among)))
	}
	return d, !s.Stopped()
}

func alternatives(among []types.Dtype) string {
	names := make([]string, len(among))
	for i, d := range among {
		names[i] = d.String()
	}
	return strings.Join(names, " or ")
}

// bytes are the dtypes of quantized data.
var bytes = []types.Dtype{types.Uint8, types.Int8}
