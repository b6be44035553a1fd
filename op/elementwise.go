package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/types"
)

// elementwise lists the operators of one argument whose result has the
// argument's type.
var elementwise = []*Op{
	identity("abs", "absolute value"),
	identity("acos", "arc cosine"),
	identity("acosh", "inverse hyperbolic cosine"),
	identity("asin", "arc sine"),
	identity("asinh", "inverse hyperbolic sine"),
	identity("atan", "arc tangent"),
	identity("atanh", "inverse hyperbolic tangent"),
	identity("bitwise_not", "complement of the bits"),
	identity("ceil", "rounding towards plus infinity"),
	identity("copy", "a copy"),
	identity("cos", "cosine"),
	identity("cosh", "hyperbolic cosine"),
	identity("erf", "Gauss error function"),
	identity("exp", "exponential"),
	identity("fast_erf", "Gauss error function, approximated"),
	identity("fast_exp", "exponential, approximated"),
	identity("fast_tanh", "hyperbolic tangent, approximated"),
	identity("floor", "rounding towards minus infinity"),
	identity("log", "natural logarithm"),
	identity("log10", "logarithm to base 10"),
	identity("log2", "logarithm to base 2"),
	identity("logical_not", "logical negation"),
	identity("negative", "negation"),
	identity("round", "rounding to the nearest integer"),
	identity("rsqrt", "reciprocal of the square root"),
	identity("sigmoid", "logistic function 1/(1 + exp(-x))"),
	identity("sign", "sign (-1, 0 or 1)"),
	identity("sin", "sine"),
	identity("sinh", "hyperbolic sine"),
	identity("sqrt", "square root"),
	identity("tan", "tangent"),
	identity("tanh", "hyperbolic tangent"),
	identity("trunc", "rounding towards zero"),
	test("isfinite", "neither infinite nor NaN"),
	test("isinf", "infinite"),
	test("isnan", "NaN"),
	{
		Name: "clip", Kind: Elementwise, Params: Args("data"),
		Doc:  "Limits each element to the range from a_min to a_max.",
		Rule: identityRule,
		Attrs: []Attr{
			required("a_min", FloatAttr, "least value"),
			required("a_max", FloatAttr, "greatest value"),
		},
		Relation: Identity, Map: clipMapping, Kernel: MapKernel,
	},
	{
		Name: "fixed_point_multiply", Kind: Elementwise, Params: Args("data"),
		Doc:  "Multiplies integers by the fixed-point number multiplier · 2^(shift - 31).",
		Rule: identityRule,
		Attrs: []Attr{
			required("multiplier", IntAttr, "mantissa in Q31"),
			required("shift", IntAttr, "exponent"),
		},
		Relation: Identity, Map: fixedPointMapping, Kernel: MapKernel,
	},
	{
		Name: "fixed_point_multiply_per_axis", Kind: Broadcast,
		Params: Args("data", "fp_multiplier", "left_shift", "right_shift"),
		Doc:    "Multiplies integers by fixed-point numbers, one for each index of an axis.",
		Rule:   "all arguments are tensors; the result has the type of the first",
		Attrs: []Attr{
			boolAttr("is_lshift_required", false, "whether left_shift is applied"),
			boolAttr("is_rshift_required", false, "whether right_shift is applied"),
			required("axes", IntsAttr, "axes of the factors"),
		},
		Relation: likeFirst, Kernel: fixedPointPerAxis,
	},
}

const identityRule = "the result has the argument's type"

// identity is an operator applied to every element.
func identity(name, what string) *Op {
	return &Op{
		Name: name, Kind: Elementwise, Params: Args("data"),
		Doc:      "Computes, element by element: " + what + ".",
		Rule:     identityRule,
		Relation: Identity, Map: UnaryMapping(name), Kernel: MapKernel,
	}
}

// test is a predicate on every element.
func test(name, what string) *Op {
	return &Op{
		Name: name, Kind: Elementwise, Params: Args("data"),
		Doc:      "Tells, element by element, which are " + what + ".",
		Rule:     "the result has the argument's shape and dtype bool",
		Relation: testRelation, Map: UnaryMapping(name), Kernel: MapKernel,
	}
}

// Identity gives the type of the first argument, at once even where it is not
// known. As in TVM, tuples pass; that cannot be meant.
func Identity(c *Call) Answer {
	switch arg := c.Arg(0).(type) {
	case *types.Fractal, *types.ADT, *types.Func:
		return notATensor(c, 0)
	case *types.Tuple, *types.Ref:
		answer := Done(arg)
		answer.Warn = []Warning{suspectOperand(c, arg)}
		return answer
	}
	return Done(c.Args[0])
}

func suspectOperand(c *Call, arg types.Type) Warning {
	return Warning{
		Code: "suspect-operand", Arg: 0,
		Message: fmt.Sprintf("`%s` works on tensors, and gets %s", c.Op.Name, kindOf(arg)),
		Notes:   []string{"this types and fails when it is run; apply it to each part"},
	}
}

func testRelation(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	return Done(tensor(types.Bool, t.Shape...))
}

// likeFirst wants tensors and gives the first one's type.
func likeFirst(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	return Done(ts[0])
}
