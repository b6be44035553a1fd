package export

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// entries are the operators that are exported, by their names.
var entries map[string]func(c *call) *Value

func init() {
	entries = map[string]func(c *call) *Value{}
	for _, family := range []map[string]func(c *call) *Value{
		elementwiseEntries, createEntries, reduceEntries, shapeEntries, indexEntries, linearEntries,
		networkEntries, quantizedEntries, imageEntries, sequenceEntries,
	} {
		for name, e := range family {
			entries[name] = e
		}
	}
}

var elementwiseEntries = map[string]func(c *call) *Value{
	"abs": node("Abs"), "acos": node("Acos"), "acosh": node("Acosh"), "asin": node("Asin"), "asinh": node("Asinh"),
	"atan": node("Atan"), "atanh": node("Atanh"), "ceil": rounding("Ceil"), "cos": node("Cos"), "cosh": node("Cosh"),
	"erf": node("Erf"), "exp": node("Exp"), "floor": rounding("Floor"), "log": node("Log"), "negative": negative,
	"round_even": rounding("Round"), "sigmoid": node("Sigmoid"), "sign": node("Sign"), "sin": node("Sin"),
	"sinh": node("Sinh"), "sqrt": node("Sqrt"), "tan": node("Tan"), "tanh": node("Tanh"),
	"isnan": node("IsNaN"), "isinf": node("IsInf"), "isfinite": isFinite,
	"copy": func(c *call) *Value { return c.in[0] }, "round": round, "trunc": trunc, "rsqrt": rsqrt,
	"log2": logarithm(math.Ln2), "log10": logarithm(math.Ln10), "clip": clip,
	"logical_not": node("Not"), "bitwise_not": byTruth("Not", "BitwiseNot"),
	"nn.relu": relu,

	"add": byTruth("Or", "Add"), "multiply": byTruth("And", "Mul"), "mul": byTruth("And", "Mul"),
	"maximum": byTruth("Or", "Max"), "minimum": byTruth("And", "Min"),
	"subtract": node("Sub"), "sub": node("Sub"), "divide": node("Div"), "div": node("Div"),
	"floor_divide": floorDivide, "trunc_divide": truncDivide,
	"floor_mod": floorMod, "trunc_mod": truncMod, "mod": truncMod, "power": node("Pow"),
	"left_shift": shift("LEFT"), "right_shift": shift("RIGHT"),
	"bitwise_and": byTruth("And", "BitwiseAnd"), "bitwise_or": byTruth("Or", "BitwiseOr"), "bitwise_xor": byTruth("Xor", "BitwiseXor"),
	"logical_and": node("And"), "logical_or": node("Or"), "logical_xor": node("Xor"),
	"equal": node("Equal"), "less": node("Less"), "less_equal": node("LessOrEqual"), "greater": node("Greater"),
	"greater_equal": node("GreaterOrEqual"), "not_equal": notEqual,

	"where": node("Where"), "cast": cast, "cast_like": cast,
}

// node is an operator of ONNX with the same operands, without attributes.
func node(name string) func(c *call) *Value {
	return func(c *call) *Value { return c.op(name, c.outTensor(), c.in) }
}

// byTruth is one operator on truth values and another one on numbers.
func byTruth(truth, number string) func(c *call) *Value {
	return func(c *call) *Value {
		if c.dtype(c.in[0]) == types.Bool {
			return c.op(truth, c.outTensor(), c.in)
		}
		return c.op(number, c.outTensor(), c.in)
	}
}

// rounding rounds floats; integers stay as they are.
func rounding(name string) func(c *call) *Value {
	return func(c *call) *Value {
		if !c.dtype(c.in[0]).IsFloat() {
			return c.in[0]
		}
		return c.op(name, c.outTensor(), c.in)
	}
}

// negative negates. Of a constant number it is a constant.
func negative(c *call) *Value {
	v := c.in[0]
	if v.array != nil && v.array.Rank() == 0 && c.dtype(v).IsFloat() {
		return number(c.dtype(v), -v.array.Item().Float())
	}
	if ns := elements(v); len(ns) == 1 && v.array.Rank() == 0 && v.array.Dtype.IsSigned() {
		return constant(ints(-ns[0]).array.Convert(v.array.Dtype).Drop(0))
	}
	return c.op("Neg", c.outTensor(), v)
}

func isFinite(c *call) *Value {
	t := c.outTensor()
	return c.op("Not", t, c.op("Or", t, c.op("IsNaN", t, c.in), c.op("IsInf", t, c.in)))
}

func round(c *call) *Value {
	if !c.outTensor().Dtype.IsFloat() {
		return c.in[0]
	}
	return c.rounded(c.in[0])
}

// rounded takes halves away from zero: ⌊|v|⌋, and one more where |v| - ⌊|v|⌋ ≥ 1/2, with the
// sign of v. ONNX's Round takes them to the even neighbour.
func (x *exporter) rounded(v *Value) *Value {
	t, d, truth := v.Type, x.dtype(v), x.typed(v, types.Bool)
	size := x.op("Abs", t, v)
	whole := x.op("Floor", t, size)
	half := x.op("GreaterOrEqual", truth, x.op("Sub", t, size, whole), number(d, 0.5))
	rounded := x.op("Where", t, half, x.op("Add", t, whole, number(d, 1)), whole)
	return x.op("Where", t, x.op("Less", truth, v, number(d, 0)), x.op("Neg", t, rounded), rounded)
}

func trunc(c *call) *Value {
	if !c.outTensor().Dtype.IsFloat() {
		return c.in[0]
	}
	return c.truncated(c.in[0])
}

func (x *exporter) truncated(v *Value) *Value {
	below := x.op("Less", x.typed(v, types.Bool), v, number(x.dtype(v), 0))
	return x.op("Where", v.Type, below, x.op("Ceil", v.Type, v), x.op("Floor", v.Type, v))
}

func rsqrt(c *call) *Value {
	return c.op("Reciprocal", c.outTensor(), c.op("Sqrt", c.outTensor(), c.in))
}

// logarithm is the natural logarithm divided by that of the base.
func logarithm(ln float64) func(c *call) *Value {
	return func(c *call) *Value {
		t := c.outTensor()
		return c.op("Div", t, c.op("Log", t, c.in), number(t.Dtype, ln))
	}
}

// clip limits by Max and Min: NaN stays NaN, which Clip leaves open. A bound of integers that
// is no integer limits as the next one inside does.
func clip(c *call) *Value {
	t := c.outTensor()
	low, high := c.float("a_min"), c.float("a_max")
	if !t.Dtype.IsFloat() {
		low, high = math.Ceil(low), math.Floor(high)
		least, most := bounds(t.Dtype)
		if low >= most || high < least || low > high {
			c.refuse("bounds %g and %g limit no values of %s", low, high, t.Dtype)
		}
		v := c.in[0]
		if low > least {
			v = c.op("Max", t, v, number(t.Dtype, low))
		}
		if high < most-1 {
			v = c.op("Min", t, v, number(t.Dtype, high))
		}
		return v
	}
	return c.op("Min", t, c.op("Max", t, c.in[0], number(t.Dtype, low)), number(t.Dtype, high))
}

// relu of 64 bits is Max, since runtimes lack Relu of these.
func relu(c *call) *Value {
	t := c.outTensor()
	switch {
	case t.Dtype.Class == types.UintClass:
		return c.in[0]
	case t.Dtype == types.Int64:
		return c.op("Max", t, c.in[0], number(t.Dtype, 0))
	}
	return c.op("Relu", t, c.in)
}

func notEqual(c *call) *Value {
	return c.op("Not", c.outTensor(), c.op("Equal", c.outTensor(), c.in))
}

// floorDivide of integers is (x - x mod y) / y, where the remainder has the sign of y, so that the
// division has no rest.
func floorDivide(c *call) *Value {
	t := c.outTensor()
	if t.Dtype.IsFloat() {
		return c.op("Floor", t, c.op("Div", t, c.in))
	}
	rest := c.op("Mod", t, c.in)
	return c.op("Div", t, c.op("Sub", t, c.in[0], rest), c.in[1])
}

func truncDivide(c *call) *Value {
	v := c.op("Div", c.outTensor(), c.in)
	if c.outTensor().Dtype.IsFloat() {
		return c.truncated(v)
	}
	return v
}

func truncMod(c *call) *Value { return c.op("Mod", c.outTensor(), c.in, intAttr("fmod", 1)) }

// floorMod has the sign of the divisor: ONNX's Mod of integers. Of floats it is fmod, and the
// divisor more where the signs differ.
func floorMod(c *call) *Value {
	t := c.outTensor()
	if !t.Dtype.IsFloat() {
		return c.op("Mod", t, c.in)
	}
	truth := c.typed(&Value{Type: t}, types.Bool)
	zero := number(t.Dtype, 0)
	r := truncMod(c)
	signs := c.op("Xor", truth, c.op("Less", truth, r, zero), c.op("Less", truth, c.in[1], zero))
	differs := c.op("And", truth, signs, c.op("Not", truth, c.op("Equal", truth, r, zero)))
	return c.op("Where", t, differs, c.op("Add", t, r, c.in[1]), r)
}

// shift shifts unsigned integers. By the width or more it gives 0, which ONNX leaves open.
func shift(direction string) func(c *call) *Value {
	return func(c *call) *Value {
		t := c.outTensor()
		by, attr := c.in[1], textAttr("direction", direction)
		width := int64(t.Dtype.Bits)
		if ns := elements(by); len(ns) > 0 && within(ns, 0, width-1) {
			return c.op("BitShift", t, c.in[0], by, attr)
		}
		limit := number(t.Dtype, float64(width-1))
		shifted := c.op("BitShift", t, c.in[0], c.op("Min", by.Type, by, limit), attr)
		fits := c.cast(c.op("LessOrEqual", c.typed(by, types.Bool), by, limit), t.Dtype)
		return c.op("Mul", t, shifted, fits)
	}
}

// within reports whether all numbers lie in a range.
func within(ns []int64, least, most int64) bool {
	for _, n := range ns {
		if n < least || n > most {
			return false
		}
	}
	return true
}

var createEntries = map[string]func(c *call) *Value{
	"zeros": filled(0), "ones": filled(1), "dyn.zeros": computedFill(0), "dyn.ones": computedFill(1),
	"zeros_like": like(0), "ones_like": like(1),
	"full": func(c *call) *Value {
		return c.expand(c.cast(c.in[0], c.outTensor().Dtype), c.shape(c.outTensor().Shape))
	},
	"dyn.full": func(c *call) *Value {
		return c.expand(c.cast(c.in[0], c.outTensor().Dtype), c.cast(c.in[1], types.Int64))
	},
	"full_like": func(c *call) *Value { return c.expand(c.in[1], c.shapeOf(c.in[0])) },
	"arange":    arange,
	"one_hot":   func(c *call) *Value { return c.oneHot(ints(c.int("depth"))) },
	"dyn.one_hot": func(c *call) *Value {
		return c.oneHot(c.reshape(c.cast(c.in[3], types.Int64), extentType))
	},
}

// expand repeats a tensor to a shape.
func (c *call) expand(v, shape *Value) *Value { return c.op("Expand", c.outTensor(), v, shape) }

func filled(n float64) func(c *call) *Value {
	return func(c *call) *Value {
		return c.expand(number(c.outTensor().Dtype, n), c.shape(c.outTensor().Shape))
	}
}

func computedFill(n float64) func(c *call) *Value {
	return func(c *call) *Value {
		return c.expand(number(c.outTensor().Dtype, n), c.cast(c.in[0], types.Int64))
	}
}

func like(n float64) func(c *call) *Value {
	return func(c *call) *Value { return c.expand(number(c.outTensor().Dtype, n), c.shapeOf(c.in[0])) }
}

// arange is Range; with one argument it gives a FractalTensor of numbers.
func arange(c *call) *Value {
	if len(c.operator.Params) < 3 {
		n := &Value{Type: types.Scalar(types.Int32)}
		if k, ok := c.attrs.Int("n"); ok {
			n = number(types.Int32, float64(k))
		} else if len(c.in) > 0 && c.in[0] != nil {
			n = c.cast(c.in[0], types.Int32)
		}
		all := c.op("Range", op.TensorOf(types.Int32, types.Any), number(types.Int32, 0), n, number(types.Int32, 1))
		return c.op("SplitToSequence", &types.Fractal{Elem: types.Scalar(types.Int32)}, all, intAttr("axis", 0), intAttr("keepdims", 0))
	}
	d := c.outTensor().Dtype
	return c.op("Range", c.out, c.cast(c.in[0], d), c.cast(c.in[1], d), c.cast(c.in[2], d))
}

// oneHot compares the indices with 0, 1, … along the new axis. An index outside selects nothing;
// ONNX's OneHot counts negative ones from the end.
func (c *call) oneHot(depth *Value) *Value {
	t := c.outTensor()
	rank := len(t.Shape)
	axis := c.axis("axis", rank)
	indices := c.cast(c.in[0], types.Int64)
	shape := make([]types.Dim, rank)
	places := make([]types.Dim, rank)
	for i := range shape {
		shape[i], places[i] = t.Shape[i], types.Const(1)
	}
	shape[axis], places[axis] = types.Const(1), t.Shape[axis]
	indices = c.op("Unsqueeze", &types.Tensor{Dtype: types.Int64, Shape: shape}, indices, ints(axis))
	scalar := types.Scalar(types.Int64)
	end := c.op("Squeeze", scalar, depth, ints(0))
	all := c.op("Range", &types.Tensor{Dtype: types.Int64, Shape: []types.Dim{t.Shape[axis]}}, number(types.Int64, 0), end, number(types.Int64, 1))
	form := make([]int64, rank)
	for i := range form {
		form[i] = 1
	}
	form[axis] = -1
	all = c.op("Reshape", &types.Tensor{Dtype: types.Int64, Shape: places}, all, ints(form...))
	equal := c.op("Equal", &types.Tensor{Dtype: types.Bool, Shape: t.Shape}, indices, all)
	return c.op("Where", t, equal, c.cast(c.in[1], t.Dtype), c.cast(c.in[2], t.Dtype))
}
