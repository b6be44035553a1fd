package export

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

var networkEntries = map[string]func(c *call) *Value{
	"nn.softmax": axisNode("Softmax"), "nn.log_softmax": axisNode("LogSoftmax"),
	"nn.leaky_relu": func(c *call) *Value {
		return c.op("LeakyRelu", c.outTensor(), c.in, c.floatAttr("alpha", "alpha"))
	},
	"nn.prelu": func(c *call) *Value {
		return c.op("PRelu", c.outTensor(), c.in[0], c.channel(c.in[1], c.axis("axis", c.rank(c.in[0])), c.rank(c.in[0])))
	},
	"nn.bias_add": biasAdd,
	"nn.dropout":  dropout,
	"nn.conv1d":   convolution("NCW", "OIW"), "nn.conv2d": convolution("NCHW", "OIHW"), "nn.conv3d": convolution("NCDHW", "OIDHW"),
	"nn.conv1d_transpose": transposed("NCW", "IOW"), "nn.conv2d_transpose": transposed("NCHW", "IOHW"), "nn.conv3d_transpose": transposed("NCDHW", "IODHW"),
	"nn.max_pool1d": pool("MaxPool", "NCW"), "nn.max_pool2d": pool("MaxPool", "NCHW"), "nn.max_pool3d": pool("MaxPool", "NCDHW"),
	"nn.avg_pool1d": pool("AveragePool", "NCW"), "nn.avg_pool2d": pool("AveragePool", "NCHW"), "nn.avg_pool3d": pool("AveragePool", "NCDHW"),
	"nn.global_avg_pool2d": globalPool("GlobalAveragePool"), "nn.global_max_pool2d": globalPool("GlobalMaxPool"),
	"nn.adaptive_avg_pool2d": adaptivePool("GlobalAveragePool"), "nn.adaptive_max_pool2d": adaptivePool("GlobalMaxPool"),
	"nn.batch_norm": batchNorm, "nn.layer_norm": layerNorm, "nn.instance_norm": instanceNorm, "nn.group_norm": groupNorm,
	"nn.l2_normalize": l2Normalize, "nn.lrn": lrn,
	"nn.nll_loss": nllLoss,
}

func axisNode(name string) func(c *call) *Value {
	return func(c *call) *Value {
		return c.op(name, c.outTensor(), c.in[0], intAttr("axis", c.axis("axis", c.rank(c.in[0]))))
	}
}

// channel is a vector along an axis of a tensor, with axes of extent 1 after it.
func (c *call) channel(v *Value, axis int64, rank int) *Value {
	behind := rank - 1 - int(axis)
	if behind == 0 {
		return v
	}
	t := c.tensor(v)
	shape := append([]types.Dim{}, t.Shape...)
	axes := make([]int64, behind)
	for i := range axes {
		axes[i] = int64(i + 1)
		shape = append(shape, types.Const(1))
	}
	return c.op("Unsqueeze", op.TensorOf(t.Dtype, shape...), v, ints(axes...))
}

// biasAdd is the third input of the convolution before it, where nothing else reads that.
func biasAdd(c *call) *Value {
	rank := c.rank(c.in[0])
	axis := c.axis("axis", rank)
	if axis == 1 && c.alone {
		for i, n := range c.scope.nodes {
			if conv := n.OpType == "Conv" || n.OpType == "ConvTranspose"; !conv || n.Outputs[0] != c.in[0].name || len(n.Inputs) != 2 {
				continue
			}
			v := c.op(n.OpType, c.outTensor(), &Value{name: n.Inputs[0]}, &Value{name: n.Inputs[1]}, c.in[1])
			made := c.scope.nodes[len(c.scope.nodes)-1]
			made.Attributes = n.Attributes
			c.scope.nodes = slices.Delete(c.scope.nodes, i, i+1)
			return v
		}
	}
	return c.op("Add", c.outTensor(), c.in[0], c.channel(c.in[1], axis, rank))
}

// dropout changes nothing outside of training. Its mask is not exported.
func dropout(c *call) *Value {
	out, ok := types.Head(c.out).(*types.Tuple)
	if !ok {
		return c.in[0]
	}
	mask := &Value{Type: out.Elems[1]}
	return &Value{Type: out, parts: []*Value{c.in[0], mask}}
}

// permutation gives, for each letter of a layout, its place in another one.
func (c *call) permutation(from, to string) []int64 {
	perm := make([]int64, len(to))
	for i := range to {
		at := strings.IndexByte(from, to[i])
		if at < 0 || len(from) != len(to) {
			c.refuse("the layout %q is not exported: it must have the letters of %q", from, to)
		}
		perm[i] = int64(at)
	}
	return perm
}

// inLayout brings a tensor from a layout into another one.
func (c *call) inLayout(v *Value, from, to string) *Value {
	if from == "" {
		return v
	}
	return c.transpose(v, c.permutation(from, to))
}

// shapeIn is a type in another layout.
func (c *call) shapeIn(t *types.Tensor, from, to string) *types.Tensor {
	if from == "" {
		return t
	}
	shape := make([]types.Dim, len(to))
	for i, at := range c.permutation(from, to) {
		shape[i] = t.Shape[at]
	}
	return op.TensorOf(t.Dtype, shape...)
}

// arranged writes an operator whose data are in a layout, which the result has too.
func (c *call) arranged(attr, canonical string, write func(v *Value, t types.Type) *Value) *Value {
	layout := c.attrs.Str(attr)
	out := c.attrs.Str("out_layout")
	if out == "" {
		out = layout
	}
	v := write(c.inLayout(c.in[0], layout, canonical), c.shapeIn(c.outTensor(), out, canonical))
	return c.inLayout(v, canonical, out)
}

// perAxis is an attribute with an entry for each of n spatial axes; one entry represents all.
func (c *call) perAxis(name string, n int) []int64 {
	list := c.ints(name)
	for len(list) == 1 && n > 1 {
		list = append(list, list[0])
		for len(list) < n {
			list = append(list, list[0])
		}
	}
	if len(list) != n {
		c.refuse("`%s` of `%s` has %d numbers for %d axes", name, c.operator.Name, len(list), n)
	}
	return list
}

// padding is the attribute with all beginnings, then all ends: one number represents all, and
// one for each axis for both sides.
func (c *call) padding(n int) []int64 {
	list := c.ints("padding")
	switch len(list) {
	case 2 * n:
		return list
	case n:
		return append(append([]int64{}, list...), list...)
	case 1:
		all := make([]int64, 2*n)
		for i := range all {
			all[i] = list[0]
		}
		return all
	}
	c.refuse("`padding` of `%s` has %d numbers for %d axes", c.operator.Name, len(list), n)
	return nil
}

// windowed are the attributes of a filter or window over n axes.
func (c *call) windowed(n int) []any {
	return []any{intsAttr("strides", c.perAxis("strides", n)...), intsAttr("dilations", c.perAxis("dilation", n)...), intsAttr("pads", c.padding(n)...)}
}

func convolution(data, kernel string) func(c *call) *Value {
	return func(c *call) *Value {
		n := len(data) - 2
		weight := c.inLayout(c.in[1], c.attrs.Str("kernel_layout"), kernel)
		return c.arranged("data_layout", data, func(v *Value, t types.Type) *Value {
			d := t.(*types.Tensor).Dtype
			if c.dtype(v) != d || c.dtype(weight) != d {
				c.refuse("a convolution of %s by %s that gives %s is not exported", c.dtype(v), c.dtype(weight), d)
			}
			c.grouped(v, weight)
			return c.op("Conv", t, append(c.windowed(n), v, weight, intAttr("group", c.int("groups")))...)
		})
	}
}

// grouped refuses a weight of several groups that has not the input channels of one group.
func (c *call) grouped(data, weight *Value) {
	groups := c.int("groups")
	channels, known := c.tensor(data).Shape[1].Const()
	inner, fixed := c.tensor(weight).Shape[1].Const()
	if groups > 1 && (!known || !fixed || inner*groups != channels) {
		c.refuse("a convolution whose weight has a depthwise shape is not exported; give it the shape (output channels, input channels / groups, …)")
	}
}

func transposed(data, kernel string) func(c *call) *Value {
	return func(c *call) *Value {
		n := len(data) - 2
		weight := c.inLayout(c.in[1], c.attrs.Str("kernel_layout"), kernel)
		return c.arranged("data_layout", data, func(v *Value, t types.Type) *Value {
			d := t.(*types.Tensor).Dtype
			if c.dtype(v) != d || c.dtype(weight) != d {
				c.refuse("a convolution of %s by %s that gives %s is not exported", c.dtype(v), c.dtype(weight), d)
			}
			more := intsAttr("output_padding", c.perAxis("output_padding", n)...)
			return c.op("ConvTranspose", t, append(c.windowed(n), v, weight, more, intAttr("group", c.int("groups")))...)
		})
	}
}

func pool(name, layout string) func(c *call) *Value {
	return func(c *call) *Value {
		n := len(layout) - 2
		return c.arranged("layout", layout, func(v *Value, t types.Type) *Value {
			parts := append(c.windowed(n), v, intsAttr("kernel_shape", c.perAxis("pool_size", n)...))
			if name == "AveragePool" && within(c.perAxis("dilation", n), 1, 1) {
				parts = slices.Delete(parts, 1, 2) // which it has since operator set 19
			}
			if c.attrs.Bool("ceil_mode") {
				c.dropped(v, t.(*types.Tensor), n)
				parts = append(parts, intAttr("ceil_mode", 1))
			}
			if name == "AveragePool" {
				if c.attrs.Bool("ceil_mode") && c.attrs.Bool("count_include_pad") {
					c.refuse("a mean with both ceil_mode and count_include_pad is not exported: runtimes count what overhangs in different ways")
				}
				parts = append(parts, boolAttr("count_include_pad", c.attrs.Bool("count_include_pad")))
			}
			return c.op(name, t, parts...)
		})
	}
}

// dropped refuses a pool with ceil_mode whose last window lies in the padding: ONNX drops it.
func (c *call) dropped(v *Value, t *types.Tensor, n int) {
	strides, pads := c.perAxis("strides", n), c.padding(n)
	for i := range n {
		in, known := c.tensor(v).Shape[2+i].Const()
		out, fixed := t.Shape[2+i].Const()
		if !known || !fixed || (out-1)*strides[i] >= in+pads[i] {
			c.refuse("a pool with ceil_mode is exported if its extents are known and its last window begins inside the data")
		}
	}
}

func globalPool(name string) func(c *call) *Value {
	return func(c *call) *Value {
		return c.arranged("layout", "NCHW", func(v *Value, t types.Type) *Value { return c.op(name, t, v) })
	}
}

func adaptivePool(name string) func(c *call) *Value {
	return func(c *call) *Value {
		for _, n := range c.ints("output_size") {
			if n != 1 {
				c.refuse("an adaptive pool is exported if it makes the extents 1")
			}
		}
		if len(c.ints("output_size")) == 0 {
			c.refuse("an adaptive pool is exported if it makes the extents 1")
		}
		return globalPool(name)(c)
	}
}

// scaled gives the scale and the offset of a normalization, of which each may be left out.
func (c *call) scaled(extent types.Dim) (gamma, beta *Value) {
	gamma, beta = c.in[1], c.in[2]
	d := c.dtype(c.in[0])
	one := func(n float64) *Value {
		return c.op("Expand", op.TensorOf(d, extent), number(d, n), c.shape([]types.Dim{extent}))
	}
	if !c.attrs.Bool("scale") {
		gamma = one(1)
	}
	if !c.attrs.Bool("center") {
		beta = one(0)
	}
	return gamma, beta
}

// toFront moves an axis to place 1, and gives the permutation that moves it back.
func toFront(axis int64, rank int) (there, back []int64) {
	there = []int64{0, axis}
	if axis == 0 {
		there = []int64{1, 0}
	}
	for i := range int64(rank) {
		if i != there[0] && i != there[1] {
			there = append(there, i)
		}
	}
	back = make([]int64, rank)
	for i, at := range there {
		back[at] = int64(i)
	}
	return there, back
}

func batchNorm(c *call) *Value {
	data := c.in[0]
	rank := c.rank(data)
	axis := c.axis("axis", rank)
	if rank < 2 {
		c.refuse("ONNX normalizes batches of at least 2 axes")
	}
	gamma, beta := c.scaled(c.tensor(data).Shape[axis])
	there, back := toFront(axis, rank)
	v := c.transpose(data, there)
	v = c.op("BatchNormalization", v.Type, v, gamma, beta, c.in[3], c.in[4], c.floatAttr("epsilon", "epsilon"))
	return tuple(c.transpose(v, back), c.in[3], c.in[4])
}

func layerNorm(c *call) *Value {
	data := c.in[0]
	rank := c.rank(data)
	axis := c.axis("axis", rank)
	gamma, beta := c.scaled(c.tensor(data).Shape[axis])
	perm := upTo(rank)
	perm[axis], perm[rank-1] = perm[rank-1], perm[axis]
	v := c.transpose(data, perm)
	v = c.op("LayerNormalization", v.Type, v, gamma, beta, intAttr("axis", -1), c.floatAttr("epsilon", "epsilon"))
	return c.transpose(v, perm)
}

func instanceNorm(c *call) *Value {
	data := c.in[0]
	rank := c.rank(data)
	axis := c.axis("axis", rank)
	if rank < 3 || axis == 0 {
		c.refuse("ONNX normalizes instances of at least 3 axes, of which the first is the batch")
	}
	gamma, beta := c.scaled(c.tensor(data).Shape[axis])
	there, back := toFront(axis, rank)
	v := c.transpose(data, there)
	v = c.op("InstanceNormalization", v.Type, v, gamma, beta, c.floatAttr("epsilon", "epsilon"))
	return c.transpose(v, back)
}

func groupNorm(c *call) *Value {
	data := c.in[0]
	rank := c.rank(data)
	axis := c.axis("axis", rank)
	if axis == 0 {
		c.refuse("ONNX normalizes groups of channels on another axis than the first")
	}
	if c.opset < 21 {
		c.refuse("GroupNormalization scales groups, not channels, before operator set 21")
	}
	gamma, beta := c.scaled(c.tensor(data).Shape[axis])
	there, back := toFront(axis, rank)
	v := c.transpose(data, there)
	v = c.op("GroupNormalization", v.Type, v, gamma, beta, c.floatAttr("epsilon", "epsilon"), intAttr("num_groups", c.int("num_groups")))
	return c.transpose(v, back)
}

// l2Normalize is x / √max(Σx², eps).
func l2Normalize(c *call) *Value {
	t := c.outTensor()
	shape := append([]types.Dim{}, t.Shape...)
	axes := []int64{}
	for _, n := range c.ints("axis") {
		axis, _ := op.NormalAxis(n, len(shape))
		axes, shape[axis] = append(axes, int64(axis)), types.Const(1)
	}
	if len(axes) == 0 {
		c.refuse("`nn.l2_normalize` without axes is not exported")
	}
	norm := op.TensorOf(t.Dtype, shape...)
	sum := c.op("ReduceSum", norm, c.op("Mul", t, c.in[0], c.in[0]), ints(axes...), intAttr("keepdims", 1))
	least := c.op("Max", norm, sum, number(t.Dtype, c.float("eps")))
	return c.op("Div", t, c.in[0], c.op("Sqrt", norm, least))
}

func lrn(c *call) *Value {
	if c.axis("axis", c.rank(c.in[0])) != 1 {
		c.refuse("ONNX normalizes over channels on axis 1")
	}
	if c.int("size")%2 == 0 {
		c.refuse("`nn.lrn` over an even number of channels is not exported")
	}
	return c.op("LRN", c.outTensor(), c.in[0], intAttr("size", c.int("size")), c.floatAttr("alpha", "alpha"),
		c.floatAttr("beta", "beta"), c.floatAttr("bias", "bias"))
}

func nllLoss(c *call) *Value {
	t := c.outTensor()
	return c.op("NegativeLogLikelihoodLoss", t, c.in[0], c.index(c.in[1]), c.in[2],
		textAttr("reduction", c.attrs.Str("reduction")), intAttr("ignore_index", c.int("ignore_index")))
}
