package onnx

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A quantized tensor q represents (q - zero point)·scale. A scale is one for the whole tensor,
// one for each index of an axis, or one for each block of an axis.

var quantizationEntries = map[string]entry{
	"QuantizeLinear":        {how: "`divide`, `round_even`, `add`, `cast`", translate: quantizeLinear},
	"DequantizeLinear":      {how: "`subtract`, `multiply`, `cast`", translate: dequantizeLinear},
	"DynamicQuantizeLinear": {how: "`min`, `max`, `divide`, `round_even`, `add`, `cast`", translate: dynamicQuantizeLinear},
	"QLinearConv":           {how: "`subtract`, `nn.conv2d` in int32, `multiply`, `round_even`, `cast`", translate: qLinearConv},
	"QLinearMatMul":         {how: "`subtract`, `matmul` in int32, `multiply`, `round_even`, `cast`", translate: qLinearMatMul},
}

// blocks gives a scale or a zero point the axes of the data: a vector lies along the axis, and
// each entry of one that has the rank of the data represents a block of the axis.
func (n *node) blocks(input int) *model.Value {
	x, v := n.in[0], n.in[input]
	if v.Rank() == 0 {
		return v
	}
	size := int64(0)
	if n.schema.Attribute("block_size") != nil {
		size = n.int("block_size")
	}
	if size > 0 && v.Rank() == x.Rank() {
		axis, ok := n.axis("axis", n.int("axis"), x.Rank())
		if !ok {
			return n.Unknown()
		}
		return n.repeated(v, size, axis)
	}
	if k, known := model.Count(v); known && k == 1 {
		return n.scalar(v)
	}
	if v.Rank() != 1 || n.schema.Attribute("axis") == nil {
		n.at(input, codes.ShapeMismatch, "input %d of %s must be a scalar or a vector, and is %s", input, n.proto.OpType, shapeText(v.Tensor()))
		return n.Unknown()
	}
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return n.Unknown()
	}
	if d := x.Shape()[axis]; !compatible(v.Shape()[0], d) {
		n.at(input, codes.ShapeMismatch, "input %d has %s elements, and axis %d of the data, %s, has %s: it must have one for each index",
			input, v.Shape()[0], axis, shapeText(x.Tensor()), d)
		return n.Unknown()
	}
	return n.along(v, x.Rank(), axis)
}

// repeated repeats each entry along an axis for a block of the data, of which the last may be
// shorter.
func (n *node) repeated(v *model.Value, size int64, axis int) *model.Value {
	v = n.Call("repeat", args(v), attr("repeats", size), attr("axis", axis))
	if !v.Known() {
		return v
	}
	d, known := n.in[0].Shape()[axis].Const()
	have, ok := v.Shape()[axis].Const()
	if known && ok && have > d {
		return n.slice(v, []int64{0}, []int64{d}, []int64{1}, []int64{int64(axis)})
	}
	return v
}

// quantizeLinear is x/scale, rounded to an integer, ties to even, plus the zero point. The
// conversion saturates.
func quantizeLinear(n *node) []*model.Value {
	d := types.Uint8
	if z := n.arg(2); z != nil {
		d = z.Dtype()
	} else if n.schema.Attribute("output_dtype") != nil {
		ok := true
		if d, ok = n.dtypeAttribute("output_dtype", types.Uint8); !ok {
			return nil
		}
	}
	precision := n.in[1].Dtype()
	if n.schema.Attribute("precision") != nil {
		ok := true
		if precision, ok = n.dtypeAttribute("precision", precision); !ok {
			return nil
		}
	}
	if !precision.IsFloat() {
		precision = types.Float32
	}
	scale := n.cast(n.blocks(1), precision)
	var zero *model.Value
	if n.arg(2) != nil {
		zero = n.blocks(2)
	}
	return one(n.quantized(n.divide(n.cast(n.in[0], precision), scale), zero, d))
}

// quantized rounds and converts what was divided by the scale.
func (n *node) quantized(v, zero *model.Value, d types.Dtype) *model.Value {
	if d.IsStored() && d.Class != types.IntClass && d.Class != types.UintClass {
		return n.cast(v, d) // a float of 8 bits or fewer; its zero point is 0
	}
	v = n.Call("round_even", args(v))
	if zero != nil {
		v = n.cast(v, types.Float32)
		v = n.add(v, n.cast(zero, types.Float32))
	}
	return n.cast(v, d)
}

// dequantizeLinear is (x - zero point)·scale. The difference is one of integers, or of floats
// that are stored in 8 bits.
func dequantizeLinear(n *node) []*model.Value {
	x := n.in[0]
	scale := n.blocks(1)
	d := n.in[1].Dtype()
	if n.schema.Attribute("output_dtype") != nil {
		ok := true
		if d, ok = n.dtypeAttribute("output_dtype", d); !ok {
			return nil
		}
	}
	if n.arg(2) != nil {
		whole := types.Int32
		if !x.Dtype().IsInteger() {
			whole = types.Float32
		}
		x = n.subtract(n.cast(x, whole), n.cast(n.blocks(2), whole))
	}
	wide := types.Float32
	if n.in[1].Dtype() == types.Float64 {
		wide = types.Float64
	}
	return one(n.cast(n.multiply(n.cast(x, wide), n.cast(scale, wide)), d))
}

// dynamicQuantizeLinear finds the scale and the zero point from the range of the data, which is
// widened to hold 0, and quantizes to 8 bits.
func dynamicQuantizeLinear(n *node) []*model.Value {
	x := n.in[0]
	d := x.Dtype()
	zero, most := n.number(0, d), n.number(255, d)
	low := n.minimum(n.Call("min", args(x)), zero)
	high := n.maximum(n.Call("max", args(x)), zero)
	scale := n.divide(n.subtract(high, low), most)
	start := n.minimum(n.maximum(n.divide(n.Call("negative", args(low)), scale), zero), most)
	point := n.cast(n.Call("round_even", args(start)), types.Uint8)
	return args(n.quantized(n.divide(x, scale), point, types.Uint8), scale, point)
}

// qLinearConv convolves differences to zero points in int32, which is exact, and rescales the
// sums. The filter may have a scale for each of its output channels.
func qLinearConv(n *node) []*model.Value {
	if len(n.in) < 8 {
		return nil
	}
	sums := n.convolve(n.centred(0, 2, 1), n.centred(3, 5, 0), "int32")
	if b := n.arg(8); b != nil {
		sums = n.Call("nn.bias_add", args(sums, b), attr("axis", 1))
	}
	if !sums.Known() {
		return nil
	}
	scales := n.multiply(n.scalar(n.in[1]), n.along(n.in[4], sums.Rank(), 1))
	return one(n.rescaled(sums, scales, n.scalar(n.in[6]), n.scalar(n.in[7])))
}

// rescaled multiplies sums by the scales of the operands and divides them by that of the result.
func (n *node) rescaled(sums, scales, scale, zero *model.Value) *model.Value {
	d := scales.Dtype()
	if d == types.Float16 || d == types.Bfloat16 { // which hold no large sums
		scales, scale = n.cast(scales, types.Float32), n.cast(scale, types.Float32)
		d = types.Float32
	}
	scaled := n.multiply(n.cast(sums, d), n.divide(scales, scale))
	return n.quantized(scaled, zero, zero.Dtype())
}

// qLinearMatMul multiplies differences to zero points in int32, and rescales the sums. What
// belongs to the rows of A or of the result is a vector with an entry for each.
func qLinearMatMul(n *node) []*model.Value {
	a := n.subtract(n.cast(n.in[0], types.Int32), n.cast(n.rows(2), types.Int32))
	b := n.subtract(n.cast(n.in[3], types.Int32), n.cast(n.columns(5), types.Int32))
	sums := n.product(a, b)
	if !sums.Known() {
		return nil
	}
	scales := n.multiply(n.rows(1), n.columns(4))
	return one(n.rescaled(sums, scales, n.rows(6), n.rows(7)))
}

// rows gives a vector with an entry for each row of a matrix a second axis.
func (n *node) rows(input int) *model.Value {
	v := n.in[input]
	if v.Rank() != 1 {
		return v
	}
	if k, known := model.Count(v); known && k == 1 {
		return n.scalar(v)
	}
	return n.Call("expand_dims", args(v), attr("axis", 1))
}

// columns are a vector with an entry for each column of a matrix, or a scalar.
func (n *node) columns(input int) *model.Value {
	if k, known := model.Count(n.in[input]); known && k == 1 {
		return n.scalar(n.in[input])
	}
	return n.in[input]
}
