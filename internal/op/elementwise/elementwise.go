// Package elementwise owns the operators that work on corresponding elements:
// functions of one number, arithmetic with broadcasting, choices, conversions of
// dtypes, and tensors made of one value or of counted ones.
//
// An entry with a Map is all that the interpreter needs: the functions themselves
// are in package value, by Relay's name and by dtype, and op.MapKernel applies them.
// It cuts the elements, in row-major order, into ranges for the cores; an element
// depends on its own operands alone, so that neither the number of cores nor fusion
// with other operators changes a bit.
//
// Shapes are broadcast as in NumPy: aligned on the right, a missing extent or an
// extent 1 is repeated to the other one. Operands of one call have one dtype, and
// nothing is promoted.
//
// Rules of numbers, for all functions:
//
//   - Integers wrap around modulo 2ⁿ. Their division by zero is a fault; floats give an
//     infinity or NaN. Shifts by the width or more shift everything out.
//   - float16 and bfloat16 are computed in float32 and rounded once for each operator,
//     to nearest, ties to even. So are functions that Go has in float64 only, such as
//     sine: of float32 they are computed in float64 and rounded once.
//   - NaN spreads, also from either operand of maximum and minimum, where C's fmax drops
//     it. Comparisons with NaN are false, but for not_equal.
//   - Of truth values, sums are disjunctions and products conjunctions, as in NumPy. A
//     number counts as true where it is not 0, so NaN does.
//   - round takes halves away from zero, as compiled Relay programs do, and round_even to
//     the even neighbour, as NumPy's round, ONNX's Round and StableHLO's
//     round_nearest_even.
//
// Read the lists below first, then broadcast.go; what is known of arithmetic (its
// laws, what it fails on) is in arithmetic_traits.go.
package elementwise

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// elementwise lists the operators of one argument whose result has the
// argument's type.
var elementwise = []*op.Op{
	identity("abs", "absolute value", exactTraits),
	identity("acos", "arc cosine", functionTraits.Within(op.Cosines)),
	identity("acosh", "inverse hyperbolic cosine", functionTraits.Within(op.FromOne)),
	identity("asin", "arc sine", functionTraits.Within(op.Cosines)),
	identity("asinh", "inverse hyperbolic sine", functionTraits),
	identity("atan", "arc tangent", functionTraits),
	identity("atanh", "inverse hyperbolic tangent", functionTraits.Within(op.InsideOne)),
	identity("bitwise_not", "complement of the bits", widthTraits),
	identity("ceil", "rounding towards plus infinity", roundingTraits),
	identity("copy", "a copy", exactTraits),
	identity("cos", "cosine", functionTraits),
	identity("cosh", "hyperbolic cosine", functionTraits),
	identity("erf", "Gauss error function", functionTraits),
	identity("exp", "exponential", smoothTraits),
	identity("fast_erf", "Gauss error function, approximated", functionTraits),
	identity("fast_exp", "exponential, approximated", functionTraits),
	identity("fast_tanh", "hyperbolic tangent, approximated", functionTraits),
	identity("floor", "rounding towards minus infinity", roundingTraits),
	identity("log", "natural logarithm", smoothTraits.Within(op.Positive)),
	identity("log10", "logarithm to base 10", functionTraits.Within(op.Positive)),
	identity("log2", "logarithm to base 2", functionTraits.Within(op.Positive)),
	identity("logical_not", "logical negation", op.Traits{Fails: op.OnDtype, Rounding: op.Linear, Aliasing: op.Fresh}),
	identity("negative", "negation", op.Traits{Fails: op.OnDtype, Rounding: op.Cancels, Aliasing: op.Fresh}),
	identity("round", "rounding to the nearest integer, of a half away from zero", roundingTraits),
	identity("round_even", "rounding to the nearest integer, of a half to the even one", roundingTraits),
	identity("rsqrt", "reciprocal of the square root", functionTraits.Within(op.Positive)),
	identity("sigmoid", "logistic function 1/(1 + exp(-x))", smoothTraits),
	identity("sign", "sign (-1, 0 or 1)", roundingTraits),
	identity("sin", "sine", functionTraits),
	identity("sinh", "hyperbolic sine", functionTraits),
	identity("sqrt", "square root", smoothTraits.Within(op.NotNegative)),
	identity("tan", "tangent", functionTraits),
	identity("tanh", "hyperbolic tangent", smoothTraits),
	identity("trunc", "rounding towards zero", roundingTraits),
	test("isfinite", "neither infinite nor NaN"),
	test("isinf", "infinite"),
	test("isnan", "NaN"),
	{
		Name: "clip", Kind: op.Elementwise, Params: op.Args("data"),
		Doc:  "Limits each element to the range from a_min to a_max.",
		Rule: op.IdentityRule,
		Attrs: []op.Attr{
			relate.Required("a_min", op.FloatAttr, "least value"),
			relate.Required("a_max", op.FloatAttr, "greatest value"),
		},
		Relation: op.Identity, Map: op.ClipMapping, Kernel: op.MapKernel,
		Traits: functionTraits.Costing(op.ElementwiseCost),
	},
	{
		Name: "fixed_point_multiply", Kind: op.Elementwise, Params: op.Args("data"),
		Doc:  "Multiplies integers by the fixed-point number multiplier · 2^(shift - 31).",
		Rule: op.IdentityRule,
		Attrs: []op.Attr{
			relate.Required("multiplier", op.IntAttr, "mantissa in Q31"),
			relate.Required("shift", op.IntAttr, "exponent"),
		},
		Relation: op.Identity, Map: fixedPointMapping, Kernel: op.MapKernel,
		Traits: widthTraits.Costing(op.ElementwiseCost),
	},
	{
		Name: "fixed_point_multiply_per_axis", Kind: op.Broadcast,
		Params: op.Args("data", "fp_multiplier", "left_shift", "right_shift"),
		Doc:    "Multiplies integers by fixed-point numbers, one for each index of an axis.",
		Rule:   "all arguments are tensors; the result has the type of the first",
		Attrs: []op.Attr{
			relate.Bool("is_lshift_required", false, "whether left_shift is applied"),
			relate.Bool("is_rshift_required", false, "whether right_shift is applied"),
			relate.Required("axes", op.IntsAttr, "axes of the factors"),
		},
		Traits:   op.Traits{Cost: op.ElementwiseCost, Numbers: op.Modular},
		Relation: op.LikeFirst, Kernel: op.Reads{Arrays: 4}.Kernel(fixedPointPerAxis),
	},
}

// What is known of functions of one number; many are not defined on truth
// values. As a tuple passes the relation, with a warning, and has no elements to
// compute, each may fail on what it is given.
var (
	functionTraits = op.Traits{Fails: op.OnDtype, Aliasing: op.Fresh}
	smoothTraits   = op.Traits{Fails: op.OnDtype, Rounding: op.Smooth, Aliasing: op.Fresh}
	exactTraits    = op.Traits{Laws: op.Laws{Idempotent: op.Exactly(op.AnyDtype)}, Fails: op.OnDtype, Rounding: op.Linear, Aliasing: op.Fresh}
	roundingTraits = op.Traits{Laws: op.Laws{Idempotent: op.Exactly(op.AnyDtype)}, Fails: op.OnDtype, Aliasing: op.Fresh, Numbers: op.Steps}
	widthTraits    = op.Traits{Fails: op.OnDtype, Aliasing: op.Fresh, Numbers: op.Modular}
)

// identity is the operator that applies a function to every element, and keeps the type.
func identity(name, what string, traits op.Traits) *op.Op {
	return &op.Op{
		Name: name, Kind: op.Elementwise, Params: op.Args("data"), Traits: traits.Costing(op.ElementwiseCost),
		Doc:      "Computes, element by element: " + what + ".",
		Rule:     op.IdentityRule,
		Relation: op.Identity, Map: op.UnaryMapping(name), Kernel: op.MapKernel,
	}
}

// test is a predicate on every element. Integers and truth values are finite.
func test(name, what string) *op.Op {
	return &op.Op{
		Name: name, Kind: op.Elementwise, Params: op.Args("data"), Traits: op.Traits{Fails: op.Never, Aliasing: op.Fresh, Cost: op.ElementwiseCost},
		Doc:      "Reports, element by element, which are " + what + ".",
		Rule:     "the result has the argument's shape and dtype bool",
		Relation: op.OnTensor(testRelation), Map: op.UnaryMapping(name), Kernel: op.MapKernel,
	}
}

// testRelation gives bool, in the argument's shape.
func testRelation(c *op.Call, t *types.Tensor) op.Answer {
	return op.Done(op.TensorOf(types.Bool, t.Shape...))
}

// Ops are the operators of this package, in the order of the manual.
func Ops() []*op.Op {
	all := op.Ranged(slices.Concat(elementwise, broadcast, selections, conversions, creations), ranges)
	for _, o := range all {
		o.Numbers |= roles[o.Canonical()]
	}
	return all
}
