package export

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

var indexEntries = map[string]func(c *call) *Value{
	"take": take,
	"gather": func(c *call) *Value {
		return c.op("GatherElements", c.outTensor(), c.in[0], c.index(c.in[1]), intAttr("axis", c.axis("axis", c.rank(c.in[0]))))
	},
	"gather_nd": func(c *call) *Value {
		return c.op("GatherND", c.outTensor(), c.in[0], c.tuplesLast(c.in[1]), intAttr("batch_dims", c.int("batch_dims")))
	},
	"scatter_elements": scatterElements, "scatter_nd": scatterND,
	"reverse_sequence": reverseSequence,
}

// index is a tensor of indices of a dtype that ONNX takes.
func (c *call) index(v *Value) *Value {
	if d := c.dtype(v); d == types.Int32 || d == types.Int64 {
		return v
	}
	return c.cast(v, types.Int64)
}

// take is Gather. Indices outside are limited, or wrapped, unless they are constants inside:
// ONNX counts negative ones from the end and fails on others.
func take(c *call) *Value {
	if c.int("batch_dims") != 0 {
		c.refuse("`take` with batch_dims is not exported")
	}
	data, axis := c.in[0], int64(0)
	if c.attrs.Has("axis") {
		axis = c.axis("axis", c.rank(data))
	} else {
		data = c.op("Reshape", op.TensorOf(c.dtype(data), types.Product(c.tensor(data).Shape)), data, ints(-1))
	}
	return c.op("Gather", c.outTensor(), data, c.inside(data, c.index(c.in[1]), axis), intAttr("axis", axis))
}

// inside brings indices into the range of an axis.
func (c *call) inside(data, indices *Value, axis int64) *Value {
	n, known := c.tensor(data).Shape[axis].Const()
	ns := elements(indices)
	if ns != nil && known && within(ns, 0, n-1) || len(ns) > 0 && within(ns, 0, 0) {
		return indices
	}
	d := c.dtype(indices)
	var extent *Value
	if known {
		extent = number(d, float64(n))
	} else {
		extent = c.op("Squeeze", types.Scalar(d), c.cast(c.extentAt(data, int(axis)), d), ints(0))
	}
	if c.attrs.Str("mode") == "wrap" {
		return c.op("Mod", indices.Type, indices, extent)
	}
	last := number(d, float64(n-1))
	if !known {
		last = c.op("Sub", types.Scalar(d), extent, number(d, 1))
	}
	return c.op("Max", indices.Type, c.op("Min", indices.Type, indices, last), number(d, 0))
}

// tuplesLast moves the axis of index tuples from the front to the end.
func (c *call) tuplesLast(v *Value) *Value {
	rank := c.rank(v)
	perm := append(upTo(rank)[1:], 0)
	return c.transpose(c.cast(v, types.Int64), perm)
}

var reductions = map[string]string{"update": "none", "add": "add", "mul": "mul", "min": "min", "max": "max"}

func scatterElements(c *call) *Value {
	how := reductions[c.attrs.Str("reduction")]
	if how == "" {
		c.refuse("ONNX cannot scatter by the reduction %q", c.attrs.Str("reduction"))
	}
	return c.op("ScatterElements", c.outTensor(), c.in[0], c.index(c.in[1]), c.in[2],
		intAttr("axis", c.axis("axis", c.rank(c.in[0]))), textAttr("reduction", how))
}

func scatterND(c *call) *Value {
	how := reductions[c.attrs.Str("mode")]
	if how == "" {
		c.refuse("ONNX cannot scatter by the mode %q", c.attrs.Str("mode"))
	}
	return c.op("ScatterND", c.outTensor(), c.in[0], c.tuplesLast(c.in[1]), c.in[2], textAttr("reduction", how))
}

func reverseSequence(c *call) *Value {
	rank := c.rank(c.in[0])
	seq, batch := c.axis("seq_axis", rank), c.axis("batch_axis", rank)
	if seq+batch != 1 {
		c.refuse("ONNX reverses sequences along axis 0 or 1, with the batch on the other of the two")
	}
	return c.op("ReverseSequence", c.outTensor(), c.in[0], c.cast(c.in[1], types.Int64), intAttr("time_axis", seq), intAttr("batch_axis", batch))
}

var linearEntries = map[string]func(c *call) *Value{
	"matmul": node("MatMul"),
	"nn.matmul": func(c *call) *Value {
		return c.product(c.in[0], c.in[1], c.attrs.Bool("transpose_a"), c.attrs.Bool("transpose_b"))
	},
	"nn.batch_matmul": func(c *call) *Value {
		return c.product(c.in[0], c.in[1], c.attrs.Bool("transpose_a"), c.attrs.Bool("transpose_b"))
	},
	"nn.dense": dense,
	"einsum": func(c *call) *Value {
		return c.op("Einsum", c.outTensor(), c.parts(c.in[0]), textAttr("equation", c.attrs.Str("equation")))
	},
	"det": node("Det"), "dft": dft,
}

// product multiplies matrices in the dtype of the result.
func (c *call) product(a, b *Value, turnA, turnB bool) *Value {
	t := c.outTensor()
	a, b = c.cast(a, t.Dtype), c.cast(b, t.Dtype)
	if turnA {
		a = c.turned(a)
	}
	if turnB {
		b = c.turned(b)
	}
	return c.op("MatMul", t, a, b)
}

// turned exchanges the last two axes.
func (c *call) turned(v *Value) *Value {
	perm := upTo(c.rank(v))
	n := len(perm)
	perm[n-2], perm[n-1] = perm[n-1], perm[n-2]
	return c.transpose(v, perm)
}

// dense is Gemm of matrices, and MatMul otherwise.
func dense(c *call) *Value {
	t := c.outTensor()
	if c.rank(c.in[0]) == 2 && c.dtype(c.in[0]) == t.Dtype && c.dtype(c.in[1]) == t.Dtype && t.Dtype.IsFloat() {
		return c.op("Gemm", t, c.in[0], c.in[1], intAttr("transB", 1))
	}
	return c.product(c.in[0], c.in[1], false, true)
}

// dft transforms the last axis. ONNX has the real and the imaginary part on an axis after it, and
// needs one before it.
func dft(c *call) *Value {
	t := c.tensor(c.in[0])
	if c.opset < 20 {
		c.refuse("DFT takes the axis otherwise before operator set 20")
	}
	rank, shape := len(t.Shape), t.Shape
	var new []int64
	if rank == 1 {
		new, shape = []int64{0}, append([]types.Dim{types.Const(1)}, shape...)
	}
	last := len(shape)
	single, pair := op.TensorOf(t.Dtype, append(shape[:last:last], types.Const(1))...), op.TensorOf(t.Dtype, append(shape[:last:last], types.Const(2))...)
	axes := ints(append(new, int64(last))...)
	re, im := c.op("Unsqueeze", single, c.in[0], axes), c.op("Unsqueeze", single, c.in[1], axes)
	both := c.op("Concat", pair, re, im, intAttr("axis", int64(last)))
	both = c.op("DFT", pair, []*Value{both, nil, number(types.Int64, float64(last-1))}, boolAttr("inverse", c.attrs.Bool("inverse")))
	parts := c.ops("Split", []types.Type{single, single}, both, intAttr("axis", int64(last)), intAttr("num_outputs", 2))
	return tuple(c.op("Squeeze", t, parts[0], axes), c.op("Squeeze", t, parts[1], axes))
}
