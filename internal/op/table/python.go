package table

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// The defaults of TVM's Python functions (python/tvm/relay/op, relay/qnn/op) for attributes
// that have none in TVM's text: text has to write them, for Python's functions fill them in
// before they make the call. An attribute whose defaults differ has that of the text in all
// files.

var (
	none    = op.Value{}
	integer = op.Text("int32")
)

// pythonDefaults are by operator and attribute.
var pythonDefaults = map[string]map[string]op.Value{
	"arange":                 {"start": none, "stop": none, "step": none, "dtype": op.Text("float32")},
	"argsort":                {"dtype": integer},
	"topk":                   {"k": op.Int(1), "dtype": integer},
	"shape_of":               {"dtype": integer},
	"ndarray_size":           {"dtype": integer},
	"full":                   {"shape": op.Ints()},
	"transpose":              {"axes": none},
	"slice_like":             {"axes": none},
	"strided_slice":          {"strides": op.Ints(1), "axes": none},
	"debug":                  {"debug_func": none},
	"memory.alloc_tensor":    {"assert_shape": none},
	"nn.dense":               {"units": none},
	"nn.matmul":              {"units": none},
	"nn.contrib_dense_pack":  {"units": none},
	"nn.bitserial_dense":     {"units": none, "pack_dtype": op.Text("uint32"), "out_dtype": op.Text("int16")},
	"nn.bitserial_conv2d":    {"pack_dtype": op.Text("uint32"), "out_dtype": op.Text("int16")},
	"nn.bitpack":             {"pack_type": op.Text("uint32")},
	"nn.l2_normalize":        {"axis": none},
	"nn.nll_loss":            {"ignore_index": op.Int(-100)},
	"nn.max_pool1d":          {"pool_size": op.Ints(1)},
	"nn.avg_pool1d":          {"pool_size": op.Ints(1)},
	"nn.max_pool2d":          {"pool_size": op.Ints(1, 1)},
	"nn.avg_pool2d":          {"pool_size": op.Ints(1, 1)},
	"nn.max_pool2d_grad":     {"pool_size": op.Ints(1, 1)},
	"nn.avg_pool2d_grad":     {"pool_size": op.Ints(1, 1)},
	"nn.max_pool3d":          {"pool_size": op.Ints(1, 1, 1)},
	"nn.avg_pool3d":          {"pool_size": op.Ints(1, 1, 1)},
	"nn.upsampling":          {"scale_h": op.Float(1), "scale_w": op.Float(1)},
	"nn.upsampling3d":        {"scale_d": op.Float(1), "scale_h": op.Float(1), "scale_w": op.Float(1)},
	"image.resize1d":         {"roi": zeros(2)},
	"image.resize2d":         {"roi": zeros(4)},
	"image.resize3d":         {"roi": zeros(6)},
	"random.uniform":         {"out_dtype": op.Text("float32")},
	"random.normal":          {"out_dtype": op.Text("float32")},
	"qnn.quantize":           {"out_dtype": op.Text("int8")},
	"qnn.requantize":         {"out_dtype": op.Text("int8")},
	"qnn.dequantize":         {"out_dtype": op.Text("float32")},
	"qnn.dense":              {"out_dtype": integer},
	"qnn.contrib_dense_pack": {"units": none, "out_dtype": integer},
	"qnn.conv2d":             {"out_dtype": integer},
	"qnn.conv2d_transpose":   {"out_dtype": integer},
	"qnn.batch_matmul":       {"out_dtype": integer},
}

func zeros(n int) op.Value {
	v := op.Value{Kind: op.ListValue}
	for range n {
		v.List = append(v.List, op.Float(0))
	}
	return v
}

// withPython gives an operator the defaults of Python's function.
func withPython(o *op.Op) *op.Op {
	defaults := pythonDefaults[o.Name]
	if defaults == nil {
		return o
	}
	changed := *o
	changed.Attrs = slices.Clone(o.Attrs)
	for name, v := range defaults {
		i := o.Attr(name)
		if i < 0 {
			panic(fmt.Sprintf("%s has no attribute %s", o.Name, name))
		}
		changed.Attrs[i].Python = &v
	}
	return &changed
}
