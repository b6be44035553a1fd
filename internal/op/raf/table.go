package raf

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// A form is an operator that Frac has too, under a name of its own. places are the arguments in order
// (newSchema). prepare adds attributes whose value in Frac depends on the arguments.
type form struct {
	name, today, places string
	prepare             func(*call)
}

// same are operators of one name and the same operands in both.
func same(places string, prepare func(*call), names ...string) []form {
	forms := make([]form, len(names))
	for i, n := range names {
		forms[i] = form{n, n, places, prepare}
	}
	return forms
}

var shared = slices.Concat(
	same("x", nil, "abs", "ceil", "cos", "sin", "sign", "round", "floor", "log", "log2", "exp", "sigmoid", "erf", "sqrt", "rsqrt", "atan",
		"trunc", "tanh", "negative", "copy", "zeros_like", "ones_like", "logical_not", "argwhere"),
	same("lhs rhs out! where!", nil, "add", "subtract"),
	same("lhs rhs", nil, "multiply", "divide", "floor_divide", "power", "mod", "less", "greater", "less_equal", "greater_equal", "equal", "not_equal",
		"maximum", "minimum", "right_shift", "left_shift", "logical_and", "logical_or", "logical_xor"),
	same("x axis= keepdims= exclude=", reduction, "all", "any", "argmax", "argmin", "prod", "max", "min", "mean", "sum"),
	same("x like", nil, "reshape_like", "collapse_sum_like", "broadcast_to_like", "cast_like"),
	[]form{
		{"relu", "nn.relu", "x", nil},
		{"softmax", "nn.softmax", "x axis=", nil},
		{"log_softmax", "nn.log_softmax", "x axis=", nil},
		{"batch_flatten", "nn.batch_flatten", "x", nil},
		{"bias_add", "nn.bias_add", "x bias axis=", nil},
		{"conv2d", "nn.conv2d", "x w strides= padding= dilation= groups= data_layout= kernel_layout= out_layout=", planes("strides", "dilation", "output_padding")},
		{"conv2d_transpose", "nn.conv2d_transpose", "x w strides= padding= output_padding= dilation= groups= data_layout= kernel_layout= out_layout=", planes("strides", "dilation", "output_padding")},
		{"max_pool2d", "nn.max_pool2d", "x pool_size= strides= padding= dilation= ceil_mode= include_pad! layout=", windows},
		{"avg_pool2d", "nn.avg_pool2d", "x pool_size= strides= padding= dilation= ceil_mode= count_include_pad= layout=", windows},
		{"adaptive_max_pool2d", "nn.adaptive_max_pool2d", "x output_size= layout=", planes("output_size")},
		{"adaptive_avg_pool2d", "nn.adaptive_avg_pool2d", "x output_size= layout=", planes("output_size")},
		{"matmul", "nn.matmul", "a b", product(false, false)},
		{"matmul_nt", "nn.matmul", "a b", product(false, true)},
		{"matmul_tn", "nn.matmul", "a b", product(true, false)},
		{"matmul_tt", "nn.matmul", "a b", product(true, true)},
		{"dense", "nn.dense", "x w", withoutUnits},
		{"batch_matmul", "nn.batch_matmul", "a b", turned(false, false)},
		{"batch_matmul_nt", "nn.batch_matmul", "a b", turned(false, true)},
		{"batch_matmul_tn", "nn.batch_matmul", "a b", turned(true, false)},
		{"batch_matmul_tt", "nn.batch_matmul", "a b", turned(true, true)},
		{"reshape", "reshape", "x newshape= reverse!", reshaped},
		{"transpose", "transpose", "x axes=", noAxes("axes")},
		{"transpose_dx", "transpose", "x axes=", inverse},
		{"squeeze", "squeeze", "x axis=", noAxes("axis")},
		{"expand_dims", "expand_dims", "x axis= num_newaxis=", nil},
		{"broadcast_to", "broadcast_to", "x shape=", nil},
		{"concatenate", "concatenate", "x axis=", nil},
		{"stack", "stack", "x axis=", nil},
		{"split", "split", "x indices_or_sections= axis=", nil},
		{"take", "take", "x indices axis= mode=", nil},
		{"embedding", "take", "x indices", func(c *call) { c.add("axis", op.Int(0)) }},
		{"repeat", "repeat", "x repeats= axis=", nil},
		{"reverse", "reverse", "x axis=", func(c *call) { c.add("axis", c.or("axis", op.Int(0))) }},
		{"reverse_sequence", "reverse_sequence", "x lengths seq_axis= batch_axis=", nil},
		{"sequence_mask", "sequence_mask", "x lengths mask_value= axis=", nil},
		{"pad", "nn.pad", "x pad_width= pad_value pad_mode=", padded},
		{"strided_slice", "strided_slice", "x begin= end= strides= slice_mode=", sliced},
		{"cumsum", "cumsum", "x axis= dtype= exclusive=", nil},
		{"cast", "cast", "x dtype=", nil},
		{"clip", "clip", "x a_min= a_max=", nil},
		{"where", "where", "condition x y", nil},
		{"gather", "gather", "x axis= indices", nil},
		{"gather_nd", "gather_nd", "x indices", nil},
		{"scatter", "scatter_elements", "x index src axis=", func(c *call) { c.add("reduction", op.Text("update")) }},
		{"adv_index", "adv_index", "inputs", nil},
		{"argsort", "argsort", "x axis= is_ascend= dtype=", sorted},
		{"sort", "sort", "x axis= is_ascend=", nil},
		{"topk", "topk", "x k= axis= ret_type= is_ascend= dtype=", sorted},
		{"full", "full", "fill_value shape= dtype= device!", made},
		{"full_like", "full_like", "x fill_value", nil},
		{"zeros", "zeros", "shape= dtype= device!", made},
		{"ones", "ones", "shape= dtype= device!", made},
		{"one_hot", "one_hot", "indices on_value off_value depth= axis= dtype= device!", func(c *call) { c.add("dtype", c.or("dtype", op.Text("int32"))) }},
		{"arange", "arange", "start stop step dtype= device!", nil},
		{"mesh_grid", "meshgrid", "x", func(c *call) { c.add("indexing", op.Text("ij")) }},
		{"shape", "shape_of", "x", func(c *call) { c.add("dtype", op.Text("uint32")) }},
		{"shape_as_tensor", "shape_of", "x", func(c *call) { c.add("dtype", op.Text("int32")) }},
		{"numel", "ndarray_size", "x", func(c *call) { c.add("dtype", op.Text("int32")) }},
		{"threefry_generate", "random.threefry_generate", "key out_shape=", nil},
		{"threefry_split", "random.threefry_split", "key", nil},
		{"get_valid_counts", "vision.get_valid_counts", "data threshold id_index= score_index=", nil},
		{"non_max_suppression", "vision.non_max_suppression",
			"data valid_count indices max_output_size iou_threshold force_suppress= top_k= coord_start= score_index= id_index= return_indices= invalid_to_bottom=", nil},
		{"roi_align", "vision.roi_align", "data rois pooled_size= spatial_scale= sample_ratio= layout= mode=", nil},
		{"resize2d", "image.resize2d",
			"x size= layout= method= coordinate_transformation_mode= rounding_method= cubic_alpha= cubic_exclude= out_dtype=", resized},
	},
)

// or is the literal at a place, or what represents one that is left out.
func (c *call) or(name string, v op.Value) op.Value {
	if arg := c.at(name); !arg.Null && arg.Value.Kind != op.ExprValue {
		return arg.Value
	}
	return v
}

// noAxes reads an empty list as no list, which means all axes in RAF.
func noAxes(name string) func(*call) {
	return func(c *call) {
		if len(c.ints(name)) == 0 {
			c.add(name, op.Value{})
		}
	}
}

// reduction reads the axes of a reduction, an empty list of which means all. RAF's sum has
// one flag for each axis.
func reduction(c *call) {
	noAxes("axis")(c)
	keep := c.ints("keepdims")
	mixed := slices.ContainsFunc(keep, func(k int64) bool { return k != keep[0] })
	c.opaque = mixed
	if len(keep) > 0 && !mixed {
		c.add("keepdims", op.Boolean(keep[0] != 0))
	}
}

// planes repeats a number that RAF has once for both axes of an image.
func planes(names ...string) func(*call) {
	return func(c *call) {
		for _, name := range names {
			if ns := c.ints(name); len(ns) == 1 {
				c.add(name, op.Ints(ns[0], ns[0]))
			}
		}
	}
}

// windows reads the strides of a pool, which are its window where there are none.
func windows(c *call) {
	planes("pool_size", "strides", "dilation")(c)
	if window := c.ints("pool_size"); len(window) > 0 && len(c.ints("strides")) == 0 {
		c.add("strides", op.Ints(window[0], window[len(window)-1]))
	}
}

func withoutUnits(c *call) { c.add("units", op.Value{}) }

// product reads a product of two matrices, of which either may be transposed.
func product(a, b bool) func(*call) {
	return func(c *call) {
		withoutUnits(c)
		turned(a, b)(c)
	}
}

func turned(a, b bool) func(*call) {
	return func(c *call) {
		c.add("transpose_a", op.Boolean(a))
		c.add("transpose_b", op.Boolean(b))
	}
}

// reshaped reads a shape that is computed as an operand, and the form that infers extents
// from the right.
func reshaped(c *call) {
	switch {
	case c.computed("newshape"):
		c.list = slices.Clone(c.list)
		c.list[1].attr, c.instead = false, "dyn.reshape"
		c.add("newshape", op.Value{})
	case c.at("reverse").Value.Int != 0:
		c.instead = "contrib_reverse_reshape"
	}
}

// inverse reads the gradient of a transpose, which transposes back.
func inverse(c *call) {
	axes := c.ints("axes")
	back := make([]int64, len(axes))
	for i, axis := range axes {
		if axis < 0 {
			axis += int64(len(axes))
		}
		if axis < 0 || axis >= int64(len(axes)) {
			return
		}
		back[axis] = int64(i)
	}
	if len(axes) == 0 {
		c.add("axes", op.Value{})
		return
	}
	c.add("axes", op.Ints(back...))
}

// padded reads the widths before and after each axis, which RAF has in one flat list.
func padded(c *call) {
	flat, pairs := c.ints("pad_width"), op.Value{Kind: op.ListValue}
	for i := 0; i+1 < len(flat); i += 2 {
		pairs.List = append(pairs.List, op.Ints(flat[i], flat[i+1]))
	}
	c.add("pad_width", pairs)
}

// sliced reads a slice whose strides are left out.
func sliced(c *call) {
	if c.at("strides").Null || len(c.ints("strides")) == 0 {
		c.add("strides", op.Ints(1))
	}
	c.add("axes", op.Value{})
}

// sorted reads the dtype of indices, which RAF calls as C does.
func sorted(c *call) {
	switch c.at("dtype").Value.Str {
	case "int":
		c.add("dtype", op.Text("int32"))
	case "int64_t":
		c.add("dtype", op.Text("int64"))
	}
}

// made reads a tensor that is made of one value, int32 by default.
func made(c *call) {
	if dtype := c.or("dtype", op.Text("int32")); dtype.Str == "int" {
		c.add("dtype", op.Text("int32"))
	} else {
		c.add("dtype", dtype)
	}
}

// resized reads a resize without a region of interest.
func resized(c *call) {
	zero := op.Float(0)
	c.add("roi", op.Value{Kind: op.ListValue, List: []op.Value{zero, zero, zero, zero}})
	if c.at("out_dtype").Value.Str == "" {
		c.add("out_dtype", op.Value{})
	}
	planes("size")(c)
}
