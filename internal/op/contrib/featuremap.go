package contrib

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// bricked is the layout that keeps channels in bricks of 16: batch, height,
// bricks, width, 16.
const bricked = "NHCWB16"

const brick = 16

// A featureMap is a tensor without its channels, which an operator reads from
// its attributes.
type featureMap struct{ batch, height, width types.Dim }

// inputMap reads argument 0 in its layout. TVM looks at the dimensions that it
// needs and not at the others.
func inputMap(s *relate.Typing, ifm *types.Tensor) (m featureMap, ok bool) {
	rank, width := 4, 2
	if s.Attrs.Str("ifm_layout") == bricked {
		rank, width = 5, 3
	}
	d := ifm.Shape
	if len(d) <= width {
		s.FailArg(0, "shape-mismatch", fmt.Sprintf("`ifm` is %s, and needs %d dimensions", types.Text(ifm), rank), relate.Dimensions(len(d)))
		return m, false
	}
	if len(d) != rank {
		s.WarnArg(0, "suspect-shape", fmt.Sprintf("`ifm` is %s, and should have %d dimensions", types.Text(ifm), rank), relate.Dimensions(len(d)))
	}
	return featureMap{d[0], d[1], d[width]}, true
}

// upscaled doubles height and width where the attribute says so.
func (m featureMap) upscaled(s *relate.Typing) featureMap {
	if s.Attrs.Str("upscale") == "NONE" {
		return m
	}
	two := types.Const(2)
	return featureMap{m.batch, relate.Mul(m.height, two), relate.Mul(m.width, two)}
}

// convolved is the map that a kernel leaves: (extent + padding - reach) /
// stride + 1, where the reach of a kernel is its extent dilated.
func (m featureMap) convolved(s *relate.Typing, kernel string, dilation [2]types.Dim) (featureMap, bool) {
	pad, ok := s.Padding(2)
	if !ok {
		return m, false
	}
	one := types.Const(1)
	for i, side := range []*types.Dim{&m.height, &m.width} {
		reach := relate.Add(one, relate.Mul(relate.Sub(s.At(kernel, i), one), dilation[i]))
		slack := relate.Sub(relate.Add(*side, pad[i]), reach)
		*side = relate.Add(relate.Div(slack, s.Divisor("strides", i)), one)
		s.Positive("HW"[i], *side, "the kernel is larger than the input with its padding")
	}
	return m, !s.Stopped()
}

// result is the output feature map with the channels of an attribute, in the
// layout of the result.
func (m featureMap) result(s *relate.Typing, channels string, dtype types.Dtype) types.Type {
	c, ok := s.Attrs.Dim(channels)
	if !ok {
		return s.FailAttr(channels, fmt.Sprintf("`%s` must be a number", channels))
	}
	if s.Attrs.Str("ofm_layout") != bricked {
		return &types.Tensor{Dtype: dtype, Shape: []types.Dim{m.batch, m.height, m.width, c}}
	}
	one := types.Const(1)
	bricks := relate.Add(one, relate.Quo(relate.Sub(c, one), types.Const(brick)))
	return &types.Tensor{Dtype: dtype, Shape: []types.Dim{m.batch, m.height, bricks, m.width, types.Const(brick)}}
}
