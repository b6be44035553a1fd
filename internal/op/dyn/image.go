package dyn

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/resample"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

const enlargedRule = "the scales are scalars; the result has the shape of data with `?` for its spatial extents"

// images are the operators that resize and pad.
func images() []*op.Op {
	return []*op.Op{
		{
			Name: "dyn.image.resize2d", Kind: op.Injective, Params: op.Args("data", "size", "roi"),
			Doc:  "Resizes an image to a computed size.",
			Rule: "the result has the shape of data with `?` for height and width",
			Attrs: []op.Attr{
				relate.Optional("size", op.ListAttr, "not read, the argument counts"),
				relate.Optional("roi", op.FloatsAttr, "not read, the argument counts"),
				layoutAttr("NCHW"),
				relate.Known("method", "linear", "how elements between those of the data are found", "nearest_neighbor", "linear", "cubic"),
				resample.Correspondence(),
				resample.Rounding(),
				relate.Float("cubic_alpha", -0.5, "coefficient of cubic interpolation"),
				relate.Int("cubic_exclude", 0, "whether what lies outside is left out"),
				relate.Float("extrapolation_value", 0, "element outside"),
				relate.OutDtype(),
			},
			Relation: relate.Relation(resize),
		},
		{
			Name: "dyn.image.resize_nd", Kind: op.Injective,
			Params: []op.Param{{Name: "data"}, {Name: "size"}, {Name: "scales", Optional: true}, {Name: "roi", Optional: true}},
			Doc:    "Resizes a tensor along the given axes to computed extents.",
			Rule:   "size has an extent for each of axes, which are `?` in the result; scales has a number for each, roi has two",
			Attrs: []op.Attr{
				relate.Required("axes", op.IntsAttr, "the axes that are resized"),
				relate.String("method", "linear", "how elements between those of the data are found", "nearest_neighbor", "linear", "cubic"),
				resample.AnyCorrespondence(), resample.ExactRounding(),
				relate.Float("cubic_alpha", -0.75, "coefficient of cubic interpolation"),
				relate.Bool("cubic_exclude", false, "whether what lies outside is left out"),
				relate.Float("extrapolation_value", 0, "element outside"),
				relate.Bool("antialias", false, "whether linear and cubic filters are stretched where an extent shrinks"),
			},
			Relation: relate.Relation(rescale),
		},
		{
			Name: "dyn.nn.upsampling", Kind: op.Injective, Params: op.Args("data", "scale_h", "scale_w"),
			Doc: "Enlarges an image by computed scales.", Rule: enlargedRule,
			Attrs: []op.Attr{
				unread("scale_h", op.FloatAttr), unread("scale_w", op.FloatAttr), layoutAttr("NCHW"),
				relate.Known("method", "nearest_neighbor", "how elements between those of the data are found", "nearest_neighbor", "bilinear", "bicubic"),
				relate.Bool("align_corners", false, "whether the corners keep their elements"),
			},
			Relation: relate.Relation(upsample),
		},
		{
			Name: "dyn.nn.upsampling3d", Kind: op.Injective, Params: op.Args("data", "scale_d", "scale_h", "scale_w"),
			Doc: "Enlarges a volume by computed scales.", Rule: enlargedRule,
			Attrs: []op.Attr{
				unread("scale_d", op.FloatAttr), unread("scale_h", op.FloatAttr), unread("scale_w", op.FloatAttr), layoutAttr("NCDHW"),
				relate.Known("method", "nearest_neighbor", "how elements between those of the data are found", "nearest_neighbor", "trilinear"),
				resample.Correspondence(),
			},
			Relation: relate.Relation(upsample3d),
		},
		{
			Name: "dyn.nn.pad", Kind: op.Injective, Params: op.Args("data", "pad_width", "pad_val"),
			Doc:  "Puts elements around a tensor, computed numbers of them.",
			Rule: "pad_width is a matrix of two integers for each dimension of data; the result has the rank and dtype of data, each extent `?`",
			Attrs: []op.Attr{
				unread("pad_width", op.ListAttr), relate.Known("pad_mode", "constant", "what is put there", "constant", "edge", "reflect"),
			},
			Relation: relate.Relation(pad),
		},
	}
}

// layoutAttr is the attribute of the data's layout.
func layoutAttr(canonical string) op.Attr {
	return relate.LayoutOf("layout", canonical, "order of the data's dimensions")
}

// spatial is the data with `?` for its spatial extents.
func spatial(s *relate.Typing, data *types.Tensor, canonical string) types.Type {
	l, ok := s.Layout("layout", s.Attrs.Str("layout"), canonical)
	if !ok {
		return nil
	}
	shape, ok := s.Forward(0, data, l, canonical)
	if !ok {
		return nil
	}
	copy(shape[2:], anys(len(canonical)-2))
	return &types.Tensor{Dtype: s.OutDtype(data), Shape: relate.Backward(shape, canonical, l)}
}

// resize expects a size of 2 elements and a region of 4; TVM looks at neither.
func resize(s *relate.Typing, data *types.Tensor) types.Type {
	wantIntegers(s, 1)
	wantLength(s, 1, 2)
	wantLength(s, 2, 4)
	return spatial(s, data, "NCHW")
}

// rescale gives the axes extents that run time tells.
func rescale(s *relate.Typing, data *types.Tensor) types.Type {
	n, ok := length(s, 1)
	if !ok {
		return nil
	}
	axes, _ := s.Attrs.Ints("axes")
	if len(axes) != n {
		return s.FailAttr("axes", fmt.Sprintf("`size` has %d elements and `axes` %d", n, len(axes)), "give an extent for each axis")
	}
	shape := slices.Clone(data.Shape)
	for _, k := range axes {
		axis, ok := op.NormalAxis(k, len(shape))
		if !ok {
			return s.FailAttr("axes", fmt.Sprintf("`axes` must hold axes of a tensor of %s", op.Dimensions(len(shape))))
		}
		shape[axis] = types.Any
	}
	wantLength(s, 2, int64(n))
	wantLength(s, 3, int64(2*n))
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}

// wantLength warns of an argument that is no vector of n elements.
func wantLength(s *relate.Typing, i int, n int64) {
	t := s.Peek(i)
	if t != nil && (len(t.Shape) != 1 || relate.Clash(t.Shape[0], types.Const(n))) {
		s.WarnArg(i, "suspect-operand", fmt.Sprintf("`%s` is %s, and a vector of %d elements is needed", s.Op.Params[i].Name, types.Text(t), n))
	}
}

// upsample requires scales that are scalars, as TVM does; upsample3d only warns, as TVM's
// relation of volumes does not look.
func upsample(s *relate.Typing, data *types.Tensor) types.Type {
	if !needScalar(s, 1) || !needScalar(s, 2) {
		return nil
	}
	return spatial(s, data, "NCHW")
}

func upsample3d(s *relate.Typing, data *types.Tensor) types.Type {
	for i := 1; i <= 3; i++ {
		wantScalar(s, i)
	}
	return spatial(s, data, "NCDHW")
}

// pad expects a row (before, after) for each dimension.
func pad(s *relate.Typing, data *types.Tensor) types.Type {
	width := s.Need(1)
	if width == nil || s.Need(2) == nil {
		return nil
	}
	rank := len(data.Shape)
	if rank == 0 {
		return s.FailArg(0, "shape-mismatch", "`data` is a scalar, which has no sides")
	}
	if len(width.Shape) != 2 {
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`pad_width` is %s, and needs 2 dimensions", types.Text(width)))
	}
	if relate.Clash(width.Shape[0], types.Const(int64(rank))) || relate.Clash(width.Shape[1], types.Const(2)) {
		s.WarnArg(1, "suspect-operand", fmt.Sprintf("`pad_width` is %s, where (%d, 2) is needed", types.Text(width), rank), "a row for each dimension: before, after")
	}
	wantIntegers(s, 1)
	wantScalar(s, 2)
	return &types.Tensor{Dtype: data.Dtype, Shape: anys(rank)}
}
