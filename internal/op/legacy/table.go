package legacy

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
)

// table holds the old forms of each operator, by the name that was written.
var table = map[string][]entry{
	"strided_slice": {
		{operands: [2]int{4, 4}, with: []string{"begin", "end", "strides"}, reading: Reading{Operands: first(1), Add: []Attr{none("axes")},
			Today: "`strided_slice` has one operand, and its attributes say the rest"}},
		{operands: one, with: []string{"begin", "end", "strides"}, without: []string{"axes"},
			reading: Reading{Add: []Attr{none("axes")}, Today: "`strided_slice` says its `axes`"}},
		{operands: one, with: []string{"begin", "end"}, without: []string{"axes", "strides"},
			reading: Reading{Add: []Attr{numbers("strides", "[1]", 1), none("axes")}, Today: "`strided_slice` says its `strides` and `axes`"}},
	},
	"nn.pad": {
		{operands: one, with: []string{"pad_value"}, reading: Reading{Operands: []Operand{{From: 0}, {Attr: "pad_value"}}, Today: padding}},
		{operands: one, reading: Reading{Operands: []Operand{{From: 0}, {From: -1, Text: "0f"}}, Today: padding}},
	},
	"dyn.nn.pad":                  {{operands: [2]int{3, 3}, with: []string{"pad_value"}, reading: Reading{Drop: []string{"pad_value"}, Today: padding}}},
	"image.resize":                {{operands: one, reading: Reading{Operator: "image.resize2d", Today: "`image.resize` is `image.resize2d`"}, make: resize}},
	"image.resize1d":              {{operands: one, without: []string{"roi"}, reading: Reading{Add: []Attr{zeros("roi", 2)}, Today: region}}},
	"image.resize2d":              {{operands: one, without: []string{"roi"}, reading: Reading{Add: []Attr{zeros("roi", 4)}, Today: region}}},
	"image.resize3d":              {{operands: one, without: []string{"roi"}, reading: Reading{Add: []Attr{zeros("roi", 6)}, Today: region}, make: methods}},
	"scatter":                     {{operands: three, reading: scatter("update")}},
	"scatter_add":                 {{operands: three, reading: scatter("add")}},
	"reshape":                     {{operands: one, with: []string{"reverse"}, make: reversed}},
	"contrib_reverse_reshape":     {{operands: one, with: []string{"reverse"}, make: reversed}},
	"_contrib_reverse_reshape":    {{operands: one, make: reversed}},
	"contrib.adaptive_avg_pool2d": {{operands: one, reading: renamed("contrib.adaptive_avg_pool2d", "nn.adaptive_avg_pool2d")}},
	"contrib.adaptive_max_pool2d": {{operands: one, reading: renamed("contrib.adaptive_max_pool2d", "nn.adaptive_max_pool2d")}},
	"contrib.ndarray_size":        {{operands: one, reading: renamed("contrib.ndarray_size", "ndarray_size")}},
	"nn.batch_matmul": {
		{operands: two, without: []string{"transpose_a", "transpose_b"},
			reading: Reading{Add: []Attr{yes("transpose_b")}, Doubtful: true, Today: "`nn.batch_matmul` says that it turns its second operand"},
			make:    func(c *Call, r *Reading) { r.Doubtful = !c.Oldest }},
	},
	"qnn.dequantize": {
		{operands: one, with: []string{"input_scale", "input_zero_point"}, reading: Reading{Today: scales, Add: []Attr{word("out_dtype", "float32")},
			Operands: []Operand{{From: 0}, {Attr: "input_scale"}, {Attr: "input_zero_point"}}}},
		{operands: three, without: []string{"out_dtype"}, reading: Reading{Add: []Attr{word("out_dtype", "float32")}, Today: "`qnn.dequantize` says its `out_dtype`"}},
	},
	"qnn.simulated_dequantize": {
		{operands: [2]int{4, 4}, without: []string{"out_dtype"}, reading: Reading{Add: []Attr{word("out_dtype", "float32")}, Today: "`qnn.simulated_dequantize` says its `out_dtype`"}},
	},
	"qnn.quantize": {
		{operands: one, with: []string{"output_scale", "output_zero_point"}, reading: Reading{Today: scales,
			Operands: []Operand{{From: 0}, {Attr: "output_scale"}, {Attr: "output_zero_point"}}}},
	},
	"qnn.requantize": {
		{operands: one, with: []string{"input_scale", "input_zero_point", "output_scale", "output_zero_point"}, reading: Reading{Today: scales,
			Operands: []Operand{{From: 0}, {Attr: "input_scale"}, {Attr: "input_zero_point"}, {Attr: "output_scale"}, {Attr: "output_zero_point"}}}},
	},
	"qnn.conv2d":   {{operands: two, with: weighted, reading: Reading{Operands: weights, Today: scales}}},
	"qnn.dense":    {{operands: two, with: weighted, reading: Reading{Operands: weights, Today: scales}}},
	"qnn.add":      {{operands: two, with: binary, reading: Reading{Operands: sides, Today: scales}}},
	"qnn.subtract": {{operands: two, with: binary, reading: Reading{Operands: sides, Today: scales}}},
	"qnn.mul":      {{operands: two, with: binary, reading: Reading{Operands: sides, Today: scales}}},
	"qnn.concatenate": {
		{operands: one, with: []string{"input_scales", "input_zero_points", "output_scale", "output_zero_point"}, reading: Reading{Today: scales,
			Operands: []Operand{{From: 0}, {Attr: "input_scales", Tuple: true}, {Attr: "input_zero_points", Tuple: true}, {Attr: "output_scale"}, {Attr: "output_zero_point"}}}},
	},
	"nn.contrib_dense_pack": {
		{operands: two, without: []string{"weight_layout"}, reading: Reading{Add: []Attr{word("weight_layout", "NC")}, Today: "`nn.contrib_dense_pack` says its `weight_layout`"}},
	},
	"vision.get_valid_counts": {
		{operands: one, with: []string{"score_threshold"}, reading: Reading{Operands: []Operand{{From: 0}, {Attr: "score_threshold"}}, Today: "the threshold of `vision.get_valid_counts` is an operand"}},
	},
	"vision.non_max_suppression": {
		{operands: [2]int{4, 4}, with: []string{"iou_threshold"}, reading: Reading{Today: "`iou_threshold` of `vision.non_max_suppression` is an operand",
			Operands: []Operand{{From: 0}, {From: 1}, {From: 2}, {From: 3}, {Attr: "iou_threshold"}}}},
	},
	"memory.alloc_storage": {
		{operands: two, without: []string{"virtual_device"}, reading: Reading{Unwritable: true, Operands: []Operand{{From: 0}, {From: -1}, {From: 1}},
			Drop: devices, Add: []Attr{device("virtual_device")}, Today: "`memory.alloc_storage` has the shape as an operand"}},
		{operands: three, with: []string{"se_scope"}, reading: Reading{Unwritable: true, Drop: []string{"se_scope"},
			Add: []Attr{device("virtual_device")}, Today: "`se_scope` of `memory.alloc_storage` is `virtual_device`"}},
		{operands: two, reading: Reading{Unwritable: true, Operands: []Operand{{From: 0}, {From: -1}, {From: 1}}, Today: "`memory.alloc_storage` has the shape as an operand"}},
	},
	"memory.alloc_tensor": {
		{operands: two, reading: Reading{Operands: []Operand{{From: 0}, {From: -1, Text: "0i64"}, {From: 1}}, Today: "`memory.alloc_tensor` has the offset as an operand"}, make: allocTensor},
		{operands: three, without: []string{"const_shape"}, reading: Reading{Today: shapes}, make: allocTensor},
		{operands: three, without: []string{"assert_shape"}, reading: Reading{Today: shapes}, make: allocTensor},
	},
	"memory.shape_func":    {{operands: three, reading: renamed("memory.shape_func", "vm.shape_func")}},
	"memory.invoke_tvm_op": {{operands: three, reading: renamed("memory.invoke_tvm_op", "vm.invoke_tvm_op")}},
	"device_copy": {
		{operands: one, without: []string{"src_virtual_device", "dst_virtual_device"}, reading: Reading{Unwritable: true, Drop: []string{"src_dev_type", "dst_dev_type"},
			Add: []Attr{device("src_virtual_device"), device("dst_virtual_device")}, Today: "`device_copy` says its devices by entries of the metadata section"}},
	},
	"on_device": {
		{operands: one, with: []string{"device_type"}, reading: Reading{Unwritable: true, Drop: []string{"device_type", "is_fixed"}, Today: "`on_device` says its device by an entry of the metadata section"}},
	},
}

// until08 are the operators whose old forms TVM 0.8 has too.
var until08 = map[string]bool{
	"image.resize1d": true, "image.resize2d": true, "image.resize3d": true, "scatter": true, "scatter_add": true, "qnn.dequantize": true,
	"qnn.simulated_dequantize": true, "memory.alloc_storage": true, "memory.alloc_tensor": true, "device_copy": true, "on_device": true,
}

var (
	one, two, three = [2]int{1, 1}, [2]int{2, 2}, [2]int{3, 3}

	// weighted are the attributes of TVM 0.6's products of quantized numbers, and weights
	// the operands that they are today.
	weighted = []string{"input_zero_point", "kernel_zero_point", "input_scale", "kernel_scale"}
	weights  = []Operand{{From: 0}, {From: 1}, {Attr: "input_zero_point"}, {Attr: "kernel_zero_point"}, {Attr: "input_scale"}, {Attr: "kernel_scale"}}

	// binary are the attributes of TVM 0.6's sums and products of two quantized tensors, and
	// sides the operands that they are today.
	binary = []string{"lhs_scale", "lhs_zero_point", "rhs_scale", "rhs_zero_point", "output_scale", "output_zero_point"}
	sides  = []Operand{{From: 0}, {From: 1}, {Attr: "lhs_scale"}, {Attr: "lhs_zero_point"}, {Attr: "rhs_scale"}, {Attr: "rhs_zero_point"}, {Attr: "output_scale"}, {Attr: "output_zero_point"}}

	devices = []string{"device_id", "device_type", "device_ctx"}
)

const (
	padding = "the value that `nn.pad` puts around is an operand"
	region  = "the resizing operators say their `roi`"
	scales  = "the scales and zero points of quantized operators are operands"
	shapes  = "`memory.alloc_tensor` says `const_shape` and `assert_shape`"
)

func first(n int) []Operand {
	operands := make([]Operand, n)
	for i := range operands {
		operands[i].From = i
	}
	return operands
}

func renamed(old, today string) Reading {
	return Reading{Operator: today, Today: "`" + old + "` is `" + today + "`"}
}

func scatter(reduction string) Reading {
	name := map[string]string{"update": "scatter", "add": "scatter_add"}[reduction]
	return Reading{Operator: "scatter_elements", Add: []Attr{word("reduction", reduction)}, Today: "`" + name + "` is `scatter_elements`"}
}

func none(name string) Attr { return Attr{name, Value{Text: "None"}} }

func yes(name string) Attr { return Attr{name, Value{op.Boolean(true), "True"}} }

func word(name, text string) Attr { return Attr{name, Value{op.Text(text), `"` + text + `"`}} }

func numbers(name, text string, ns ...int64) Attr { return Attr{name, Value{op.Ints(ns...), text}} }

// zeros is a list of n float zeros.
func zeros(name string, n int) Attr {
	v := op.Value{Kind: op.ListValue}
	for range n {
		v.List = append(v.List, op.Float(0))
	}
	return Attr{name, Value{v, "[" + strings.TrimSuffix(strings.Repeat("0f, ", n), ", ") + "]"}}
}

// device represents a device of which the text says a number at most.
func device(name string) Attr { return Attr{name, Value{Value: op.Value{Kind: op.MetaValue}}} }

// allocTensor gives the attributes that TVM 0.6 and 0.7 leave out where they are null.
func allocTensor(c *Call, r *Reading) {
	for _, name := range []string{"const_shape", "assert_shape"} {
		if !c.has(name) {
			r.Add = append(r.Add, none(name))
		}
	}
}

// reversed reads the attribute `reverse` of reshape, which became an operator.
func reversed(c *Call, r *Reading) {
	r.Drop, r.Today = []string{"reverse"}, "`reshape` has no `reverse`: `contrib_reverse_reshape` is its other form"
	if c.Operator != "reshape" || c.value("reverse").Int != 0 {
		r.Operator = "contrib_reverse_reshape"
	}
}

// methodsToday are the names that methods of resizing have today.
var methodsToday = map[string]string{"bilinear": "linear", "trilinear": "linear", "bicubic": "cubic", "nearest_neighbor": "nearest_neighbor"}

// methods gives a method of resizing today's name.
func methods(c *Call, r *Reading) {
	if today, ok := methodsToday[strings.ToLower(c.value("method").Str)]; ok && today != c.value("method").Str {
		r.Values = map[string]Value{"method": word("", today).Value}
	}
}

// resize reads image.resize. TVM 0.6 has `align_corners`, which is true by default; 0.7
// has `coordinate_transformation_mode`. Both round down for nearest neighbours, but where
// corners are aligned.
func resize(c *Call, r *Reading) {
	methods(c, r)
	r.Drop = []string{"align_corners"}
	r.Add = []Attr{zeros("roi", 4)}
	mode := c.value("coordinate_transformation_mode").Str
	switch {
	case c.has("align_corners") && c.value("align_corners").Int == 0:
		mode = "asymmetric"
	case c.has("align_corners"), mode == "" && c.Oldest:
		mode = "align_corners"
	}
	if mode != "" && !c.has("coordinate_transformation_mode") {
		r.Add = append(r.Add, word("coordinate_transformation_mode", mode))
	}
	if strings.EqualFold(c.value("method").Str, "nearest_neighbor") && mode != "align_corners" && !c.has("rounding_method") {
		r.Add = append(r.Add, word("rounding_method", "floor"))
	}
}
