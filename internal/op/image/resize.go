package image

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/resample"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// resizing lists changes of the spatial extents to a given size.
func resizing() []*op.Op {
	return []*op.Op{
		resize("image.resize1d", "Resizes a sequence.", "NCW"),
		resize("image.resize2d", "Resizes an image.", "NCHW"),
		resize("image.resize3d", "Resizes a volume.", "NCDHW"),
	}
}

// resize is an entry for data of a layout.
func resize(name, doc, layout string) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Kind: op.Injective, Params: op.Args("data"),
		Rule: "size gives the spatial extents of the result, roi two numbers for each of them",
		Attrs: []op.Attr{
			relate.Optional("size", op.ListAttr, "the result's spatial extents"),
			relate.Optional("roi", op.FloatsAttr, "region of interest: its beginnings, then its ends"),
			relate.LayoutOf("layout", layout, "order of the data's dimensions"),
			relate.Known("method", "linear", "how elements between those of the data are found", "nearest_neighbor", "linear", "cubic"),
			resample.Correspondence(),
			resample.Rounding(),
			relate.Float("cubic_alpha", -0.5, "coefficient of cubic interpolation"),
			relate.Int("cubic_exclude", 0, "whether what lies outside is left out"),
			relate.Float("extrapolation_value", 0, "element outside"),
			relate.OutDtype(),
		},
		Relation: relate.Relation(resized(layout)), Kernel: resizeKernel(layout), Traits: op.Traits{Cost: resample.Cost(layout)},
	}
}

// resized replaces the spatial extents by the attribute size.
func resized(canonical string) relate.Rule {
	spatial := len(canonical) - 2
	return func(s *relate.Typing, data *types.Tensor) types.Type {
		size, roi := extents(s), len(s.Attrs.Value("roi").List)
		if len(size) != spatial || roi != 2*spatial {
			return s.FailAttr("size", fmt.Sprintf("`size` has %d entries and `roi` %d, where %d and %d are needed", len(size), roi, spatial, 2*spatial))
		}
		l, ok := s.Layout("layout", s.Attrs.Str("layout"), canonical)
		if !ok {
			return nil
		}
		shape, ok := s.Forward(0, data, l, canonical)
		if !ok {
			return nil
		}
		copy(shape[2:], size)
		for i, d := range size {
			s.Positive(canonical[2+i], d, "`size` says so")
		}
		return &types.Tensor{Dtype: s.OutDtype(data), Shape: relate.Backward(shape, canonical, l)}
	}
}

// extents reads size. TVM takes fractions too and cuts them off.
func extents(s *relate.Typing) []types.Dim {
	var dims []types.Dim
	for _, v := range s.Attrs.Value("size").List {
		d, ok := v.AsDim()
		switch {
		case v.Kind == op.FloatValue:
			d = types.Const(int64(v.Float))
			s.WarnAttr("size", fmt.Sprintf("%g is no extent", v.Float), fmt.Sprintf("it counts as %s", d))
		case !ok:
			s.FailAttr("size", fmt.Sprintf("`size` holds %s, and integers are needed", v.Kind))
		}
		dims = append(dims, d)
	}
	return dims
}
