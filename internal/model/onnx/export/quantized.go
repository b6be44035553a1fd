package export

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// An integer q represents the number (q - zero point)·scale. What is computed of such integers is
// computed in int64 here, in which no sum or product of them overflows.
var quantizedEntries = map[string]func(c *call) *Value{
	"qnn.quantize": quantize, "qnn.dequantize": dequantize, "qnn.requantize": requantize,
	"qnn.dense": quantizedProduct, "qnn.batch_matmul": quantizedProduct, "qnn.conv2d": quantizedConvolution,
	"qnn.add": quantizedSum("Add"), "qnn.subtract": quantizedSum("Sub"), "qnn.mul": quantizedMul,
}

// given is an argument by the name of its parameter.
func (c *call) given(name string) *Value {
	for i, p := range c.operator.Params {
		if p.Name == name && i < len(c.in) && c.in[i] != nil {
			return c.in[i]
		}
	}
	c.refuse("`%s` of `%s` is missing", name, c.operator.Name)
	return nil
}

// along gives a scale or a zero point the axes of the data, if it is a vector along the axis.
func (c *call) along(v, data *Value) *Value {
	if rank := c.rank(data); c.rank(v) == 1 && rank > 0 {
		return c.channel(v, c.axis("axis", rank), rank)
	}
	return v
}

// centred is an integer tensor in a dtype, without its zero point.
func (c *call) centred(v, zero *Value, d types.Dtype) *Value {
	return c.op("Sub", c.typed(v, d), c.cast(v, d), c.cast(zero, d))
}

// dequantize is (q - zero)·scale.
func dequantize(c *call) *Value {
	t, data := c.outTensor(), c.in[0]
	q := c.centred(data, c.along(c.in[2], data), types.Int32)
	return c.op("Mul", t, c.cast(q, t.Dtype), c.cast(c.along(c.in[1], data), t.Dtype))
}

// limited converts numbers in int64 to a dtype, to whose bounds those are taken that lie outside.
func (c *call) limited(v *Value, d types.Dtype) *Value {
	least, most := bounds(d)
	v = c.op("Max", v.Type, v, number(types.Int64, least))
	return c.cast(c.op("Min", v.Type, v, number(types.Int64, most-1)), d)
}

// farthest limits quotients before a zero point is added: far outside of each dtype.
const farthest = 1 << 40

// quantize is x/scale with halves away from zero, and the zero point. NaN is 0.
func quantize(c *call) *Value {
	t, data := c.outTensor(), c.in[0]
	q := c.op("Div", data.Type, data, c.along(c.in[1], data))
	q = c.op("Where", data.Type, c.op("IsNaN", c.typed(data, types.Bool), q), number(types.Float32, 0), q)
	q = c.op("Max", data.Type, c.op("Min", data.Type, q, number(types.Float32, farthest)), number(types.Float32, -farthest))
	whole := c.cast(c.rounded(q), types.Int64)
	return c.limited(c.op("Add", whole.Type, whole, c.cast(c.along(c.in[2], data), types.Int64)), t.Dtype)
}

// scale is a scale that is a constant number.
func (c *call) scale(name string) float32 {
	v := c.given(name)
	if v.array == nil || v.array.Len() != 1 {
		c.refuse("`%s` of `%s` is exported if it is a constant number", name, c.operator.Name)
	}
	return float32(value.Load(v.array.Dtype, v.array.Flat(), 0).Float())
}

// rescaled multiplies integers by the quotient of two scales, as a number of 31 bits and a shift,
// and rounds halves up: (x·multiplier + 2^(shift-1)) >> shift. The kernel of qnn.requantize is the
// same in package qnn.
func (c *call) rescaled(v *Value, from, to float64) *Value {
	if from == to {
		return v
	}
	fraction, exponent := math.Frexp(from / to)
	multiplier := int64(math.Round(fraction * (1 << 31)))
	if multiplier == 1<<31 {
		multiplier, exponent = multiplier/2, exponent+1
	}
	shift := 31 - exponent
	if shift < 1 || shift > 62 {
		c.refuse("the scales of `%s`, %g and %g, are too far apart to be exported", c.operator.Name, from, to)
	}
	product := c.op("Mul", v.Type, v, number64(multiplier))
	product = c.op("Add", v.Type, product, number64(1<<(shift-1)))
	unit := number64(1 << shift)
	return c.op("Div", v.Type, c.op("Sub", v.Type, product, c.op("Mod", v.Type, product, unit)), unit)
}

func number64(n int64) *Value { return constant(value.FromScalar(value.FromInt(value.Int64, n))) }

func requantize(c *call) *Value {
	if r, d := c.attrs.Str("rounding"), c.attrs.Str("compute_dtype"); r == "TONEAREST" || d == "float32" || d == "float64" {
		c.refuse("`%s` is exported if it rounds upward and computes in integers", c.operator.Name)
	}
	q := c.centred(c.in[0], c.along(c.in[2], c.in[0]), types.Int64)
	q = c.rescaled(q, float64(c.scale("input_scale")), float64(c.scale("output_scale")))
	return c.limited(c.op("Add", q.Type, q, c.cast(c.in[4], types.Int64)), c.outTensor().Dtype)
}

// side is an operand of a binary operator without its zero point.
func (c *call) side(i int, name string) *Value {
	if c.rank(c.given(name+"_zero_point")) > 0 {
		c.refuse("`%s` is exported if its zero points are numbers", c.operator.Name)
	}
	return c.centred(c.in[i], c.given(name+"_zero_point"), types.Int64)
}

// quantizedSum adds or subtracts operands that are each brought to the scale of the result.
func quantizedSum(name string) func(c *call) *Value {
	return func(c *call) *Value {
		to := float64(c.scale("output_scale"))
		left := c.rescaled(c.side(0, "lhs"), float64(c.scale("lhs_scale")), to)
		right := c.rescaled(c.side(1, "rhs"), float64(c.scale("rhs_scale")), to)
		wide := c.typed(&Value{Type: c.outTensor()}, types.Int64)
		sum := c.op(name, wide, left, right)
		return c.limited(c.op("Add", wide, sum, c.cast(c.given("output_zero_point"), types.Int64)), c.outTensor().Dtype)
	}
}

// quantizedMul multiplies operands, and so their scales.
func quantizedMul(c *call) *Value {
	wide := c.typed(&Value{Type: c.outTensor()}, types.Int64)
	product := c.op("Mul", wide, c.side(0, "lhs"), c.side(1, "rhs"))
	product = c.rescaled(product, float64(c.scale("lhs_scale")*c.scale("rhs_scale")), float64(c.scale("output_scale")))
	return c.limited(c.op("Add", wide, product, c.cast(c.given("output_zero_point"), types.Int64)), c.outTensor().Dtype)
}

// The zero points of layers are arguments 2 and 3, whatever their parameters are called. The
// scales take no part.

// quantizedProduct multiplies matrices of int32 without their zero points.
func quantizedProduct(c *call) *Value {
	if c.outTensor().Dtype != types.Int32 {
		c.refuse("`%s` is exported if it gives int32", c.operator.Name)
	}
	a, b := c.centred(c.in[0], c.in[2], types.Int32), c.centred(c.in[1], c.in[3], types.Int32)
	if c.operator.Name == "qnn.dense" {
		return c.product(a, b, false, true)
	}
	return c.product(a, b, c.attrs.Bool("transpose_a"), c.attrs.Bool("transpose_b"))
}

// quantizedConvolution is ConvInteger, whose zero points have the dtypes of what they belong to.
func quantizedConvolution(c *call) *Value {
	weight := c.inLayout(c.in[1], c.attrs.Str("kernel_layout"), "OIHW")
	zero := func(i int, of *Value) *Value {
		d := c.dtype(of)
		least, most := bounds(d)
		if ns := elements(c.in[i]); len(ns) != 1 || d.Bits != 8 || float64(ns[0]) < least || float64(ns[0]) >= most {
			c.refuse("`%s` is exported if its zero points are constant numbers of the dtypes of the data and the weight, int8 or uint8", c.operator.Name)
		}
		return c.cast(c.in[i], d)
	}
	return c.arranged("data_layout", "NCHW", func(v *Value, t types.Type) *Value {
		if t.(*types.Tensor).Dtype != types.Int32 {
			c.refuse("`%s` is exported if it gives int32", c.operator.Name)
		}
		c.grouped(v, weight)
		in := []*Value{v, weight, zero(2, v), zero(3, weight)}
		return c.op("ConvInteger", t, append(c.windowed(2), in, intAttr("group", c.int("groups")))...)
	})
}
