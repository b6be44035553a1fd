package image

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/resample"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// sampling lists operators that read images at given places.
func sampling() []*op.Op {
	return []*op.Op{
		{
			Name: "image.crop_and_resize", Doc: "Cuts boxes out of images and resizes them.", Kind: op.Injective,
			Rule:   "the result has one image for each box, of crop_size",
			Params: op.Args("data", "boxes", "box_indices"),
			Attrs: []op.Attr{
				relate.Optional("crop_size", op.IntsAttr, "height and width of the result"),
				relate.LayoutOf("layout", "NCHW", "order of the data's dimensions"),
				relate.Known("method", "bilinear", "how elements between those of the data are found", "bilinear", "nearest_neighbor"),
				relate.Float("extrapolation_value", 0, "element outside"), relate.OutDtype(),
			},
			Traits:   op.Traits{Cost: resample.Cost("NCHW")},
			Relation: relate.Relation(crop), Kernel: op.Reads{Arrays: 3}.Kernel(cropKernel),
		},
		{
			Name: "image.dilation2d", Doc: "Takes the greatest sum of an image and a structuring element, at each place.",
			Rule:   "the weight's channels are the result's; its extent is (extent + padding - dilated kernel) / stride + 1",
			Params: op.Args("data", "weight"),
			Attrs: []op.Attr{
				relate.Ints("strides", "step along each spatial dimension", 1, 1), relate.Ints("padding", "what is put around the data", 0, 0),
				relate.Ints("dilations", "distance of the taps along each spatial dimension", 1, 1),
				relate.LayoutOf("data_layout", "NCHW", "order of the data's dimensions"),
				relate.LayoutOf("kernel_layout", "IHW", "order of the weight's dimensions"), relate.OutDtype(),
			},
			Traits:   op.Traits{Cost: dilationCost()},
			Relation: relate.Relation(dilation), Kernel: dilationKernel,
		},
		{
			Name: "image.affine_grid", Doc: "Makes the sampling grid of affine transformations.", Kind: op.Injective,
			Rule: "the data is (batch, 2, 3), the result (batch, 2, height, width)", Params: op.Args("data"),
			Attrs:    []op.Attr{relate.Required("target_shape", op.IntsAttr, "height and width of the grid")},
			Traits:   op.Traits{Cost: affineCost},
			Relation: relate.Relation(affineGrid), Kernel: affineKernel,
		},
		{
			Name: "image.grid_sample", Doc: "Reads a tensor at the places of a grid.", Kind: op.Injective,
			Rule: "the result has the grid's spatial extents and the data's batch and channels", Params: op.Args("data", "grid"),
			Attrs: []op.Attr{
				relate.Known("method", "bilinear", "how elements between those of the data are found", "bilinear", "nearest", "bicubic"), relate.LayoutOf("layout", "NCHW", "order of the data's dimensions"),
				relate.Known("padding_mode", "zeros", "what is read outside of the data", "zeros", "border", "reflection"),
				relate.Bool("align_corners", true, "whether the corners keep their elements"),
			},
			Traits:   op.Traits{Cost: sampleCost()},
			Relation: relate.Relation(gridSample), Kernel: sampleKernel,
		},
	}
}

// crop has the boxes for the batch and the size for height and width.
func crop(s *relate.Typing, data *types.Tensor) types.Type {
	boxes := s.Need(1)
	if boxes == nil || s.Need(2) == nil {
		return nil
	}
	if len(boxes.Shape) == 0 {
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`boxes` is %s, and needs a dimension", types.Text(boxes)))
	}
	l, ok := s.Layout("layout", s.Attrs.Str("layout"), "NCHW")
	if !ok {
		return nil
	}
	shape, ok := s.Forward(0, data, l, "NCHW")
	if !ok {
		return nil
	}
	shape = []types.Dim{boxes.Shape[0], shape[1], s.At("crop_size", 0), s.At("crop_size", 1)}
	return &types.Tensor{Dtype: s.OutDtype(data), Shape: relate.Backward(shape, "NCHW", l)}
}

// dilation is typed as a convolution of each channel.
func dilation(s *relate.Typing, data *types.Tensor) types.Type {
	l, okData := s.Layout("data_layout", s.Attrs.Str("data_layout"), "NCHW")
	k, okKernel := s.Layout("kernel_layout", s.Attrs.Str("kernel_layout"), "IHW")
	weight := s.Need(1)
	if !okData || !okKernel || weight == nil {
		return nil
	}
	shape, ok := s.Forward(0, data, l, "NCHW")
	if !ok {
		return nil
	}
	kernel, ok := s.Forward(1, weight, k, "IHW")
	if !ok {
		return nil
	}
	pad, ok := s.Padding(2)
	if !ok {
		return nil
	}
	s.SameDtype(1, data, weight)
	out := []types.Dim{shape[0], kernel[0], shape[2], shape[3]}
	for i := range 2 {
		out[2+i] = reached(s, i, shape[2+i], pad[i], kernel[1+i])
	}
	return &types.Tensor{Dtype: s.OutDtype(data), Shape: relate.Backward(out, "NCHW", l)}
}

// reached is the number of positions along one dimension.
func reached(s *relate.Typing, i int, d, pad, kernel types.Dim) types.Dim {
	one := types.Const(1)
	reach := relate.Add(one, relate.Mul(relate.Sub(kernel, one), s.At("dilations", i)))
	if d.IsAny() {
		return d
	}
	slack := relate.Sub(relate.Add(d, pad), reach)
	extent := relate.Add(relate.Div(slack, s.Divisor("strides", i)), one)
	s.Positive("HW"[i], extent, "the weight is larger than the data with its padding")
	return extent
}

// affineGrid has two coordinates for each place.
func affineGrid(s *relate.Typing, data *types.Tensor) types.Type {
	size := s.Dims("target_shape")
	if len(size) != 2 {
		return s.FailAttr("target_shape", fmt.Sprintf("`target_shape` has %s, where 2 are needed", op.Entries(len(size))))
	}
	if len(data.Shape) != 3 {
		return s.FailArg(0, "shape-mismatch", fmt.Sprintf("`data` is %s, and needs 3 dimensions", types.Text(data)))
	}
	two := types.Const(2)
	s.Expect(0, &types.Tensor{Dtype: data.Dtype, Shape: []types.Dim{data.Shape[0], two, types.Const(3)}})
	return &types.Tensor{Dtype: data.Dtype, Shape: append([]types.Dim{data.Shape[0], two}, size...)}
}

// gridLayouts are the canonical layouts by the data's rank.
var gridLayouts = map[int]string{4: "NCHW", 5: "NCDHW"}

// gridSample has the grid's extents in place of the data's.
func gridSample(s *relate.Typing, data *types.Tensor) types.Type {
	grid := s.Need(1)
	if grid == nil {
		return nil
	}
	canonical, ok := gridLayouts[len(data.Shape)]
	if !ok {
		return s.FailArg(0, "shape-mismatch", fmt.Sprintf("`data` is %s, and needs 4 or 5 dimensions", types.Text(data)))
	}
	l, ok := s.Layout("layout", s.Attrs.Str("layout"), canonical)
	if !ok {
		return nil
	}
	if s.Attrs.Str("method") == "bicubic" && canonical != "NCHW" {
		s.WarnAttr("method", `the method "bicubic" samples data of 4 dimensions`, `volumes are sampled by "bilinear" or "nearest"`)
	}
	shape, ok := s.Forward(0, data, l, canonical)
	if !ok {
		return nil
	}
	if len(grid.Shape) < len(canonical) {
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`grid` is %s, and needs %d dimensions", types.Text(grid), len(canonical)))
	}
	copy(shape[2:], grid.Shape[2:])
	return &types.Tensor{Dtype: data.Dtype, Shape: relate.Backward(shape, canonical, l)}
}
