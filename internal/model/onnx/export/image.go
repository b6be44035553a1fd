package export

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

var imageEntries = map[string]func(c *call) *Value{
	"image.resize_nd": resize, "dyn.image.resize_nd": computedResize, "image.grid_sample": gridSample,
	"vision.roi_align": roiAlign, "vision.all_class_non_max_suppression": suppression,
}

// floats is a constant vector of float32.
func floats(xs []float64) *Value {
	list := make([]float32, len(xs))
	for i, x := range xs {
		list[i] = float32(x)
	}
	return constant(value.Of(list, len(list)))
}

func (c *call) floatsOf(name string) (xs []float64) {
	for _, v := range c.attrs.Value(name).List {
		switch v.Kind {
		case op.FloatValue:
			xs = append(xs, v.Float)
		case op.IntValue:
			xs = append(xs, float64(v.Int))
		default:
			c.refuse("`%s` of `%s` is no list of numbers that are known", name, c.operator.Name)
		}
	}
	return xs
}

// resizing are the attributes of Resize, which the language takes from ONNX.
func (c *call) resizing() []any {
	method := map[string]string{"nearest_neighbor": "nearest", "linear": "linear", "cubic": "cubic"}[c.attrs.Str("method")]
	if method == "" {
		c.refuse("ONNX cannot resize by the method %q", c.attrs.Str("method"))
	}
	var axes []int64
	for _, n := range c.ints("axes") {
		axis, _ := op.NormalAxis(n, c.rank(c.in[0]))
		axes = append(axes, int64(axis))
	}
	parts := []any{
		intsAttr("axes", axes...), textAttr("mode", method),
		textAttr("coordinate_transformation_mode", c.attrs.Str("coordinate_transformation_mode")),
		c.floatAttr("cubic_coeff_a", "cubic_alpha"), boolAttr("exclude_outside", c.attrs.Bool("cubic_exclude")),
		c.floatAttr("extrapolation_value", "extrapolation_value"), boolAttr("antialias", c.attrs.Bool("antialias")),
	}
	if method == "nearest" {
		parts = append(parts, textAttr("nearest_mode", c.attrs.Str("rounding_method")))
	}
	return parts
}

// resize is Resize by scales where the call has them and they give the extents, and by extents
// otherwise.
func resize(c *call) *Value {
	t := c.outTensor()
	var roi, scales, sizes *Value
	if xs := c.floatsOf("roi"); len(xs) > 0 {
		roi = c.cast(floats(xs), c.roiType())
	}
	if xs := c.floatsOf("scales"); len(xs) > 0 {
		scales = floats(xs)
	} else {
		dims, ok := c.attrs.Dims("size")
		if !ok {
			c.refuse("the extents of `%s` are not known", c.operator.Name)
		}
		sizes = c.shape(dims)
	}
	return c.op("Resize", t, append([]any{[]*Value{c.in[0], roi, scales, sizes}}, c.resizing()...)...)
}

// roiType is the dtype of regions, which ONNX takes as floats of any width.
func (c *call) roiType() types.Dtype {
	if d := c.dtype(c.in[0]); d == types.Float16 || d == types.Float64 {
		return d
	}
	return types.Float32
}

// computedResize is given extents, and scales where those decide the places of elements.
func computedResize(c *call) *Value {
	t := c.outTensor()
	sizes := c.cast(c.in[1], types.Int64)
	in := []*Value{c.in[0], nil, nil, nil}
	if len(c.in) > 3 && c.in[3] != nil {
		in[1] = c.in[3]
	}
	if len(c.in) > 2 && c.in[2] != nil {
		in[2] = c.cast(c.in[2], types.Float32)
	} else {
		in[3] = sizes
	}
	return c.op("Resize", t, append([]any{in}, c.resizing()...)...)
}

// gridSample moves the coordinates, which the language has on axis 1, to the end.
func gridSample(c *call) *Value {
	rank := c.rank(c.in[0])
	layout := c.attrs.Str("layout")
	if layout != "NCHW" && layout != "NCDHW" {
		c.refuse("grid_sample in the layout %q is not exported", layout)
	}
	method := map[string]string{"nearest": "nearest", "bilinear": "linear", "bicubic": "cubic"}[c.attrs.Str("method")]
	padding := map[string]string{"zeros": "zeros", "border": "border", "reflection": "reflection"}[c.attrs.Str("padding_mode")]
	if method == "" || padding == "" {
		c.refuse("ONNX cannot sample by the method %q with the padding %q", c.attrs.Str("method"), c.attrs.Str("padding_mode"))
	}
	perm := []int64{0}
	for i := 2; i < rank; i++ {
		perm = append(perm, int64(i))
	}
	grid := c.transpose(c.in[1], append(perm, 1))
	return c.op("GridSample", c.outTensor(), c.in[0], grid, textAttr("mode", method), textAttr("padding_mode", padding),
		boolAttr("align_corners", c.attrs.Bool("align_corners")))
}

// roiAlign takes the image of a region from its first number.
func roiAlign(c *call) *Value {
	rois := c.tensor(c.in[1])
	n := rois.Shape[0]
	mode := map[string]string{"avg": "avg", "max_weighted": "max"}[c.attrs.Str("mode")]
	size := c.ints("pooled_size")
	if mode == "" || len(size) != 2 {
		c.refuse("ONNX cannot pool regions by the mode %q to the extents %v", c.attrs.Str("mode"), size)
	}
	image := c.op("Slice", op.TensorOf(rois.Dtype, n, types.Const(1)), c.in[1], ints(0), ints(1), ints(1))
	image = c.cast(c.op("Squeeze", op.TensorOf(rois.Dtype, n), image, ints(1)), types.Int64)
	corners := c.op("Slice", op.TensorOf(rois.Dtype, n, types.Const(4)), c.in[1], ints(1), ints(5), ints(1))
	corner := "output_half_pixel"
	if c.attrs.Bool("aligned") {
		corner = "half_pixel"
	}
	return c.arranged("layout", "NCHW", func(v *Value, t types.Type) *Value {
		return c.op("RoiAlign", t, v, corners, image, textAttr("mode", mode), textAttr("coordinate_transformation_mode", corner),
			intAttr("output_height", size[0]), intAttr("output_width", size[1]), c.floatAttr("spatial_scale", "spatial_scale"),
			intAttr("sampling_ratio", max(0, c.int("sample_ratio"))))
	})
}

// suppression gives the rows of boxes that are kept, zeros after them, and how many there are.
func suppression(c *call) *Value {
	out, ok := types.Head(c.out).(*types.Tuple)
	if !ok || c.attrs.Str("output_format") != "onnx" {
		c.refuse("`%s` is exported if its output_format is onnx", c.operator.Name)
	}
	rows, count := out.Elems[0].(*types.Tensor), out.Elems[1]
	in := []*Value{c.in[0], c.in[1]}
	for i, d := range []types.Dtype{types.Int64, types.Float32, types.Float32} {
		in = append(in, c.reshape(c.cast(c.in[2+i], d), &types.Tensor{Dtype: d, Shape: extentType.Shape}))
	}
	kept := c.op("NonMaxSuppression", op.TensorOf(types.Int64, types.Any, types.Const(3)), in)
	n := c.extentAt(kept, 0)
	behind := c.op("Concat", vectorOf(types.Int64, 4), ints(0, 0), c.op("Sub", extentType, c.extent(rows.Shape[0]), n), ints(0), intAttr("axis", 0))
	return tuple(c.op("Pad", rows, kept, behind), c.cast(n, count.(*types.Tensor).Dtype))
}
