package onnx

import (
	"math"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
)

var elementwiseEntries = map[string]entry{
	"Abs": unary("abs"), "Acos": unary("acos"), "Acosh": unary("acosh"), "Asin": unary("asin"),
	"Asinh": unary("asinh"), "Atan": unary("atan"), "Atanh": unary("atanh"), "Ceil": unary("ceil"),
	"Cos": unary("cos"), "Cosh": unary("cosh"), "Erf": unary("erf"), "Exp": unary("exp"), "Floor": unary("floor"),
	"Log": unary("log"), "Neg": unary("negative"), "Not": unary("logical_not"),
	"Sigmoid": unary("sigmoid"), "Sign": unary("sign"), "Sin": unary("sin"), "Sinh": unary("sinh"),
	"Sqrt": unary("sqrt"), "Tan": unary("tan"), "Tanh": unary("tanh"), "Relu": unary("nn.relu"),
	"IsNaN": unary("isnan"), "BitwiseNot": unary("bitwise_not"), "Round": unary("round_even"),

	"Add": binary("add"), "Sub": binary("subtract"), "Mul": binary("multiply"), "Div": binary("divide"),
	"And": binary("logical_and"), "Or": binary("logical_or"), "Xor": binary("logical_xor"),
	"Equal": binary("equal"), "Greater": binary("greater"), "Less": binary("less"),
	"GreaterOrEqual": binary("greater_equal"), "LessOrEqual": binary("less_equal"),
	"BitwiseAnd": binary("bitwise_and"), "BitwiseOr": binary("bitwise_or"), "BitwiseXor": binary("bitwise_xor"),
	"Max": chained("maximum"), "Min": chained("minimum"), "Sum": chained("add"),

	"BitCast":         {how: "`reinterpret`", translate: bitCast},
	"BitShift":        {how: "`left_shift`, `right_shift`", translate: bitShift},
	"Cast":            {how: "`cast`", translate: castNode},
	"CastLike":        {how: "`cast`", translate: castLike},
	"Celu":            {how: "`maximum`, `minimum`, `exp`", translate: celu},
	"Clip":            {how: "`maximum`, `minimum`", translate: clip},
	"Elu":             {how: "`where`, `exp`", translate: elu},
	"Gelu":            {how: "`erf` or `tanh`, `multiply`", translate: gelu},
	"HardSigmoid":     {how: "`clip`, `multiply`, `add`", translate: hardSigmoid},
	"HardSwish":       {how: "`clip`, `multiply`", translate: hardSwish},
	"Identity":        {how: "the value itself", translate: func(n *node) []*model.Value { return one(n.in[0]) }},
	"IsInf":           {how: "`isinf`, `less`, `greater`, `logical_and`", translate: isInf},
	"LeakyRelu":       {how: "`nn.leaky_relu`", translate: leakyRelu},
	"Mean":            {how: "`add`, `divide`", translate: meanOfAll},
	"Mish":            {how: "`exp`, `log`, `tanh`, `multiply`", translate: mish},
	"Mod":             {how: "`floor_mod`, `trunc_mod`", translate: mod},
	"Pow":             {how: "`power`", translate: pow},
	"PRelu":           {how: "`where`, `multiply`", translate: prelu},
	"Reciprocal":      {how: "`divide`", translate: reciprocal},
	"Selu":            {how: "`where`, `exp`, `multiply`", translate: selu},
	"Shrink":          {how: "`where`", translate: shrink},
	"Softplus":        {how: "`exp`, `log`", translate: softplus},
	"Softsign":        {how: "`abs`, `divide`", translate: softsign},
	"Swish":           {how: "`sigmoid`, `multiply`", translate: swish},
	"ThresholdedRelu": {how: "`where`", translate: thresholdedRelu},
	"Where":           {how: "`where`", translate: func(n *node) []*model.Value { return one(n.Call("where", n.in)) }},
}

func unary(op string) entry {
	return entry{how: "`" + op + "`", translate: func(n *node) []*model.Value { return one(n.Call(op, n.in)) }}
}

func binary(op string) entry {
	return entry{how: "`" + op + "`", translate: func(n *node) []*model.Value {
		a, b := n.broadcast()
		return one(n.Call(op, args(a, b)))
	}}
}

// broadcast gives the two operands of an elementwise operator. Before opset 7 the second one
// is broadcast only where the attribute `broadcast` says so, and its axes begin at `axis`.
func (n *node) broadcast() (a, b *model.Value) {
	a, b = n.in[0], n.in[1]
	if n.schema.Attribute("broadcast") == nil || n.int("broadcast") == 0 || !n.has("axis") {
		return a, b
	}
	axis, ok := n.axis("axis", n.int("axis"), a.Rank())
	if missing := a.Rank() - axis - b.Rank(); ok && missing > 0 {
		b = n.Call("expand_dims", args(b), attr("axis", b.Rank()), attr("num_newaxis", missing))
	}
	return a, b
}

// chained applies an operator of two operands to any number.
func chained(op string) entry {
	return entry{how: "`" + op + "`, chained", translate: func(n *node) []*model.Value {
		v := n.in[0]
		for _, w := range n.in[1:] {
			v = n.Call(op, args(v, w))
		}
		return one(v)
	}}
}

func meanOfAll(n *node) []*model.Value {
	v := n.in[0]
	for _, w := range n.in[1:] {
		v = n.Call("add", args(v, w))
	}
	return one(n.Call("divide", args(v, n.number(float64(len(n.in)), v.Dtype()))))
}

// bitShift shifts to the left or, of unsigned integers, to the right.
func bitShift(n *node) []*model.Value {
	op := "left_shift"
	switch d := n.str("direction"); d {
	case "LEFT":
	case "RIGHT":
		op = "right_shift"
	default:
		n.Failf(codes.AttributeValue, "`direction` of BitShift is %q; it must be \"LEFT\" or \"RIGHT\"", d)
	}
	return one(n.Call(op, n.in))
}

func castNode(n *node) []*model.Value {
	var d types.Dtype
	var ok bool
	if n.schema.Attribute("to").Type == 3 { // a name, before opset 6
		if d, ok = namedDtype(n.str("to")); !ok {
			n.Failf(codes.AttributeValue, "`to` of Cast is %q, which is the name of no dtype", n.str("to"))
		}
	} else {
		d, ok = n.dtypeAttribute("to", types.NoDtype)
	}
	if !ok || !n.saturates(d) {
		return nil
	}
	return one(n.cast(n.in[0], d))
}

// saturates refuses conversions to floats of 8 bits that overflow to NaN or infinity: the
// language's end at the greatest number.
func (n *node) saturates(d types.Dtype) bool {
	if n.schema.Attribute("saturate") == nil || n.int("saturate") != 0 || !d.IsStored() || d.IsInteger() {
		return true
	}
	n.refuse([]types.Type{withDtype(n.in[0].Type, d)}, "conversions to %s that do not saturate are not computed", d)
	return false
}

// bitCast reads the bits of elements as another dtype of the same width.
func bitCast(n *node) []*model.Value {
	d, ok := n.dtypeAttribute("to", types.NoDtype)
	if !ok {
		return nil
	}
	x := n.in[0].Dtype()
	if x == d || x == types.Bool && d.Bits == 8 || d == types.Bool && x.Bits == 8 { // a truth value is a byte
		return one(n.cast(n.in[0], d))
	}
	if x.Bits != d.Bits {
		n.Failf(codes.DtypeMismatch, "BitCast keeps the bits of an element: %s has %d, and %s has %d", x, x.Bits, d, d.Bits)
		return nil
	}
	return one(n.Call("reinterpret", n.in, attr("dtype", d)))
}

func castLike(n *node) []*model.Value {
	if d := n.in[1].Dtype(); n.saturates(d) {
		return one(n.cast(n.in[0], d))
	}
	return nil
}

// cast converts a tensor, if it has another dtype.
func (n *node) cast(v *model.Value, d types.Dtype) *model.Value {
	if v.Dtype() == d {
		return v
	}
	return n.Call("cast", args(v), attr("dtype", d))
}

// namedDtype is a dtype by the name that ONNX gives to its number.
func namedDtype(name string) (types.Dtype, bool) {
	for here, there := range dtypeNames {
		if there == strings.ToLower(name) {
			return types.ParseDtype(here)
		}
	}
	return types.NoDtype, false
}

// clip bounds a tensor. A bound that is a constant of no axes is the attribute of `clip`.
func clip(n *node) []*model.Value {
	v := n.in[0]
	d := v.Dtype()
	low, high := n.arg(1), n.arg(2)
	if n.schema.Attribute("min") != nil {
		low, high = n.number(n.float("min"), d), n.number(n.float("max"), d)
		if n.float("min") <= -math.MaxFloat32 {
			low = nil
		}
		if n.float("max") >= math.MaxFloat32 {
			high = nil
		}
	}
	if low != nil {
		v = n.Call("maximum", args(v, n.scalar(low)))
	}
	if high != nil {
		v = n.Call("minimum", args(v, n.scalar(high)))
	}
	return one(v)
}

// scalar is a tensor of one element without axes.
func (n *node) scalar(v *model.Value) *model.Value {
	if v.Rank() == 0 {
		return v
	}
	return n.Call("reshape", args(v), attr("newshape", []int64{}))
}

// celu is max(x, 0) + min(α·(exp(x/α) - 1), 0).
func celu(n *node) []*model.Value {
	x, a := n.wide(n.in[0]), n.float("alpha")
	d := x.Dtype()
	zero := n.number(0, d)
	scaled := n.Call("exp", args(n.Call("divide", args(x, n.number(a, d)))))
	below := n.Call("multiply", args(n.Call("subtract", args(scaled, n.number(1, d))), n.number(a, d)))
	y := n.Call("add", args(n.Call("maximum", args(x, zero)), n.Call("minimum", args(below, zero))))
	return one(n.cast(y, n.in[0].Dtype()))
}

// wide is a tensor of floats of at least 32 bits: what is composed of several operators is
// rounded once.
func (n *node) wide(x *model.Value) *model.Value {
	if d := x.Dtype(); d == types.Float16 || d == types.Bfloat16 {
		return n.cast(x, types.Float32)
	}
	return x
}

// elu is x where x > 0, and alpha·(exp(x) - 1) elsewhere.
func elu(n *node) []*model.Value {
	x := n.in[0]
	return one(n.cast(n.elu(n.wide(x), n.float("alpha")), x.Dtype()))
}

func (n *node) elu(x *model.Value, alpha float64) *model.Value {
	d := x.Dtype()
	zero := n.number(0, d)
	below := n.Call("subtract", args(n.Call("exp", args(n.Call("minimum", args(x, zero)))), n.number(1, d)))
	return n.Call("where", args(n.Call("greater", args(x, zero)), x, n.Call("multiply", args(below, n.number(alpha, d)))))
}

// selu is γ·elu(x, α).
func selu(n *node) []*model.Value {
	x := n.wide(n.in[0])
	y := n.Call("multiply", args(n.elu(x, n.float("alpha")), n.number(n.float("gamma"), x.Dtype())))
	return one(n.cast(y, n.in[0].Dtype()))
}

// gelu is x·Φ(x), by erf or by the approximation with tanh.
func gelu(n *node) []*model.Value {
	x := n.in[0]
	d := x.Dtype()
	var inner *model.Value
	if n.str("approximate") == "tanh" {
		cube := n.Call("multiply", args(n.Call("multiply", args(x, x)), x))
		sum := n.Call("add", args(x, n.Call("multiply", args(cube, n.number(0.044715, d)))))
		inner = n.Call("tanh", args(n.Call("multiply", args(sum, n.number(math.Sqrt(2/math.Pi), d)))))
	} else {
		inner = n.Call("erf", args(n.Call("divide", args(x, n.number(math.Sqrt2, d)))))
	}
	half := n.Call("multiply", args(x, n.number(0.5, d)))
	return one(n.Call("multiply", args(half, n.Call("add", args(inner, n.number(1, d))))))
}

func hardSigmoid(n *node) []*model.Value {
	return one(n.hardSigmoid(n.in[0], n.float("alpha"), n.float("beta")))
}

// hardSigmoid is max(0, min(1, α·x + β)).
func (n *node) hardSigmoid(x *model.Value, alpha, beta float64) *model.Value {
	d := x.Dtype()
	line := n.Call("add", args(n.Call("multiply", args(x, n.number(alpha, d))), n.number(beta, d)))
	return n.Call("clip", args(line), attr("a_min", 0.0), attr("a_max", 1.0))
}

// hardSwish is x·hardSigmoid(x, 1/6, 1/2).
func hardSwish(n *node) []*model.Value {
	x := n.in[0]
	return one(n.Call("multiply", args(x, n.hardSigmoid(x, 1.0/6, 0.5))))
}

// isInf is true at infinite elements, of one sign where the node asks for one alone.
func isInf(n *node) []*model.Value {
	x := n.in[0]
	v := n.Call("isinf", args(x))
	zero := n.number(0, x.Dtype())
	if n.int("detect_positive") == 0 {
		v = n.Call("logical_and", args(v, n.Call("less", args(x, zero))))
	}
	if n.int("detect_negative") == 0 {
		v = n.Call("logical_and", args(v, n.Call("greater", args(x, zero))))
	}
	return one(v)
}

func leakyRelu(n *node) []*model.Value {
	return one(n.Call("nn.leaky_relu", n.in, attr("alpha", n.float("alpha"))))
}

// softplusOf is log(1 + exp(x)), computed as max(x, 0) + log(1 + exp(-|x|)), which does not
// overflow.
func (n *node) softplusOf(x *model.Value) *model.Value {
	d := x.Dtype()
	small := n.Call("exp", args(n.Call("negative", args(n.Call("abs", args(x))))))
	log := n.Call("log", args(n.Call("add", args(small, n.number(1, d)))))
	return n.Call("add", args(n.Call("maximum", args(x, n.number(0, d))), log))
}

func softplus(n *node) []*model.Value { return one(n.softplusOf(n.in[0])) }

// mish is x·tanh(softplus(x)).
func mish(n *node) []*model.Value {
	x := n.in[0]
	return one(n.Call("multiply", args(x, n.Call("tanh", args(n.softplusOf(x))))))
}

// mod is the remainder with the sign of the divisor, or with `fmod` that of the dividend.
func mod(n *node) []*model.Value {
	if n.int("fmod") == 1 {
		return one(n.Call("trunc_mod", n.in))
	}
	if n.in[0].Dtype().IsFloat() {
		n.Failf(codes.AttributeValue, "Mod of floats takes the sign of the dividend: `fmod` must be 1")
	}
	return one(n.Call("floor_mod", n.in))
}

// pow raises to a power of any dtype: the result has the dtype of the base. Where both differ and the base
// does not hold the exponent, it is computed in float64.
func pow(n *node) []*model.Value {
	a, b := n.broadcast()
	x, y := a.Dtype(), b.Dtype()
	if x == y {
		return one(n.Call("power", args(a, b)))
	}
	if x.IsFloat() && (!y.IsFloat() || y.Bits <= x.Bits) {
		return one(n.Call("power", args(a, n.cast(b, x))))
	}
	wide := types.Float64
	return one(n.cast(n.Call("power", args(n.cast(a, wide), n.cast(b, wide))), x))
}

// prelu multiplies what is below 0 by a slope, which is broadcast to the data.
func prelu(n *node) []*model.Value {
	x, slope := n.in[0], n.in[1]
	if n.version < 7 && slope.Rank() == 1 && x.Rank() > 2 {
		slope = n.Call("expand_dims", args(slope), attr("axis", 1), attr("num_newaxis", x.Rank()-2))
	}
	below := n.Call("less", args(x, n.number(0, x.Dtype())))
	return one(n.Call("where", args(below, n.Call("multiply", args(x, slope)), x)))
}

func reciprocal(n *node) []*model.Value {
	return one(n.Call("divide", args(n.number(1, n.in[0].Dtype()), n.in[0])))
}

// shrink is x + bias where x < -lambd, x - bias where x > lambd, and 0 between.
func shrink(n *node) []*model.Value {
	x := n.in[0]
	d := x.Dtype()
	if !d.IsFloat() { // the bias is a float
		v := n.shrinkOf(n.cast(x, types.Float32))
		return one(n.cast(v, d))
	}
	return one(n.shrinkOf(x))
}

func (n *node) shrinkOf(x *model.Value) *model.Value {
	d := x.Dtype()
	bias, lambda := n.number(n.float("bias"), d), n.float("lambd")
	low := n.Call("less", args(x, n.number(-lambda, d)))
	high := n.Call("greater", args(x, n.number(lambda, d)))
	upper := n.Call("where", args(high, n.Call("subtract", args(x, bias)), n.Call("multiply", args(x, n.number(0, d)))))
	return n.Call("where", args(low, n.Call("add", args(x, bias)), upper))
}

// softsign is x/(1 + |x|).
func softsign(n *node) []*model.Value {
	x := n.in[0]
	return one(n.Call("divide", args(x, n.Call("add", args(n.Call("abs", args(x)), n.number(1, x.Dtype()))))))
}

// swish is x·sigmoid(α·x).
func swish(n *node) []*model.Value {
	x := n.in[0]
	scaled := n.Call("multiply", args(x, n.number(n.float("alpha"), x.Dtype())))
	return one(n.Call("multiply", args(x, n.Call("sigmoid", args(scaled)))))
}

// thresholdedRelu is x where x > α, and 0 elsewhere.
func thresholdedRelu(n *node) []*model.Value {
	x := n.in[0]
	d := x.Dtype()
	above := n.Call("greater", args(x, n.number(n.float("alpha"), d)))
	return one(n.Call("where", args(above, x, n.number(0, d))))
}
