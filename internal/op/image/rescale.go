package image

import (
	"fmt"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/resample"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// rescaling lists the one operator that resizes along any axes. It computes what ONNX's
// Resize does: places are not moved to near elements before they are rounded, a scale need
// not be the quotient of the extents, and integers are rounded to the nearest, halves to
// even, within the bounds of their dtype.
func rescaling() []*op.Op {
	return []*op.Op{{
		Name: "image.resize_nd", Doc: "Resizes a tensor along the given axes.", Kind: op.Injective, Params: op.Args("data"),
		Rule: "size has an extent for each of axes, which the result has there; scales is empty or has a number for each, roi is empty or has two",
		Attrs: []op.Attr{
			relate.Required("size", op.IntsAttr, "extents of the result along the axes"),
			relate.Required("axes", op.IntsAttr, "the axes that are resized"),
			{Name: "scales", Type: op.FloatsAttr, Default: op.Ints(), Doc: "extents of the result divided by those of data, before they were rounded; the quotients where it is empty"},
			{Name: "roi", Type: op.FloatsAttr, Default: op.Ints(), Doc: "region of interest for tf_crop_and_resize: its beginnings, then its ends, as shares of the extents; all of data where it is empty"},
			relate.String("method", "linear", "how elements between those of the data are found", "nearest_neighbor", "linear", "cubic"),
			resample.AnyCorrespondence(), resample.ExactRounding(),
			relate.Float("cubic_alpha", -0.75, "coefficient of cubic interpolation"),
			relate.Bool("cubic_exclude", false, "whether what lies outside is left out"),
			relate.Float("extrapolation_value", 0, "element outside"),
			relate.Bool("antialias", false, "whether linear and cubic filters are stretched where an extent shrinks"),
		},
		Relation: relate.Relation(rescaled), Kernel: op.Reads{Arrays: 1}.Kernel(rescaleKernel),
		Traits: op.Traits{Cost: op.Cost{Work: rescaleWork, Span: rescaleSpan, Memory: op.ResultBytes}},
	}}
}

// rescaled replaces the extents of the axes.
func rescaled(s *relate.Typing, data *types.Tensor) types.Type {
	axes, ok := axesOf(s.Attrs, len(data.Shape))
	if !ok {
		return s.FailAttr("axes", fmt.Sprintf("`axes` must hold different axes of a tensor of %s", op.Dimensions(len(data.Shape))))
	}
	size := s.Dims("size")
	if len(size) != len(axes) {
		return s.FailAttr("size", fmt.Sprintf("`size` has %d entries and `axes` %d", len(size), len(axes)), "give an extent for each axis")
	}
	for attr, needed := range map[string]int{"scales": len(axes), "roi": 2 * len(axes)} {
		if n := len(s.Attrs.Value(attr).List); n != 0 && n != needed {
			return s.FailAttr(attr, fmt.Sprintf("`%s` has %s, where none or %d are needed", attr, op.Entries(n), needed))
		}
	}
	for _, scale := range s.Attrs.Value("scales").List {
		if x := number(scale); !(x > 0) || math.IsInf(x, 1) {
			return s.FailAttr("scales", fmt.Sprintf("`scales` holds %g, and must be positive", x))
		}
	}
	shape := slices.Clone(data.Shape)
	for i, k := range axes {
		shape[k] = size[i]
		s.Positive('0'+byte(min(k, 9)), size[i], "`size` says so")
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}

// axesOf reads the attribute axes; false where one is none of the data's, or there twice.
func axesOf(attrs op.Attrs, rank int) ([]int, bool) {
	ns, ok := attrs.Ints("axes")
	axes := make([]int, len(ns))
	for i, n := range ns {
		axis, found := op.NormalAxis(n, rank)
		if !found || slices.Contains(axes[:i], axis) {
			return nil, false
		}
		axes[i] = axis
	}
	return axes, ok
}

// rescaleKernel computes image.resize_nd: along the axes, which are moved after the others.
func rescaleKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	axes, _ := axesOf(c.Attrs, data.Rank())
	var order []int
	for k := range data.Rank() {
		if !slices.Contains(axes, k) {
			order = append(order, k)
		}
	}
	order = append(order, axes...)
	how := samplingOf(c)
	how.Antialias, how.Exact = c.Attrs.Bool("antialias"), true
	for _, x := range c.Attrs.Value("scales").List {
		how.Scales = append(how.Scales, number(x))
	}
	out, err := resample.Resize(m, data.Transpose(order), numbers(c, "size"), how, data.Dtype)
	if err != nil {
		return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	return out.Transpose(op.Inverse(order)), nil
}

// rescaleWork: the axes are resized one after the other, the last one first; each element
// read is a product and a sum.
func rescaleWork(c *op.Call) types.Dim {
	if c.Attrs.Str("method") == "nearest_neighbor" {
		return c.Results()
	}
	data, ok := c.Arg(0).(*types.Tensor)
	out, made := c.Out.(*types.Tensor)
	if !ok || !made || len(out.Shape) != len(data.Shape) {
		return types.Unknown
	}
	axes, _ := axesOf(c.Attrs, len(data.Shape))
	shape, work := slices.Clone(data.Shape), types.Const(0)
	for i := len(axes) - 1; i >= 0; i-- {
		k := axes[i]
		shape[k] = out.Shape[k]
		work = work.Add(types.Product(shape).Mul(tapsAlong(c, i, data.Shape[k], out.Shape[k])))
	}
	return work.Mul(types.Const(2))
}

// rescaleSpan: along each axis products are added up.
func rescaleSpan(c *op.Call) types.Dim {
	data, ok := c.Arg(0).(*types.Tensor)
	out, made := c.Out.(*types.Tensor)
	if !ok || !made || len(out.Shape) != len(data.Shape) {
		return types.Unknown
	}
	axes, _ := axesOf(c.Attrs, len(data.Shape))
	span := types.Const(1)
	for i, k := range axes {
		span = span.Add(op.Rounds(tapsAlong(c, i, data.Shape[k], out.Shape[k]))).Add(types.Const(1))
	}
	return span
}

// tapsAlong is of how many elements one is made along entry i of axes. Filters that are
// stretched need a scale that is known.
func tapsAlong(c *op.Call, i int, in, out types.Dim) types.Dim {
	how := resample.Sampling{Method: c.Attrs.Str("method"), Antialias: c.Attrs.Bool("antialias")}
	scale := 1.0
	if how.Antialias {
		n, known := in.Const()
		k, counted := out.Const()
		scales := c.Attrs.Value("scales").List
		switch {
		case i < len(scales):
			scale = number(scales[i])
		case known && counted && n > 0:
			scale = float64(k) / float64(n)
		default:
			return types.Unknown
		}
	}
	count, ok := how.Count(scale)
	if !ok {
		return types.Unknown
	}
	return types.Const(int64(count))
}
