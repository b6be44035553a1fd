package export

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

var imageEntries = map[string]func(c *call) *Value{
	"image.resize_nd": resize, "dyn.image.resize_nd": computedResize, "image.grid_sample": gridSample,
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
