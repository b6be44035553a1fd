package elementwise

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// broadcast lists the operators of two arguments whose shapes are broadcast.
var broadcast = []*op.Op{
	binary("add", "sum", sumTraits),
	binary("subtract", "difference", differenceTraits),
	binary("multiply", "product", productTraits),
	binary("divide", "quotient; on integers rounded towards zero", quotientTraits.Within(op.Divisor)),
	synonym("sub", binary("subtract", "difference", differenceTraits)),
	synonym("mul", binary("multiply", "product", productTraits)),
	synonym("div", binary("divide", "quotient; on integers rounded towards zero", quotientTraits.Within(op.Divisor))),
	binary("power", "power", op.Traits{Fails: op.OnExtent | op.OnDtype, Aliasing: op.Fresh}.Within(op.Positive)),
	binary("mod", "remainder, with the sign of the dividend", remainderTraits.Within(op.Divisor)),
	binary("floor_divide", "quotient rounded towards minus infinity", remainderTraits.Within(op.Divisor)),
	binary("floor_mod", "remainder of the quotient rounded towards minus infinity", remainderTraits.Within(op.Divisor)),
	binary("trunc_divide", "quotient rounded towards zero", remainderTraits.Within(op.Divisor)),
	binary("trunc_mod", "remainder of the quotient rounded towards zero", remainderTraits.Within(op.Divisor)),
	binary("maximum", "the greater of two", extremeTraits(op.Least, op.Greatest)),
	binary("minimum", "the smaller of two", extremeTraits(op.Greatest, op.Least)),
	binary("left_shift", "bits shifted to the left", shiftTraits),
	binary("right_shift", "bits shifted to the right", shiftTraits),
	binary("bitwise_and", "conjunction of the bits", bitTraits(op.AllOnes, op.Zero)),
	binary("bitwise_or", "disjunction of the bits", bitTraits(op.Zero, op.AllOnes)),
	binary("bitwise_xor", "exclusive disjunction of the bits", op.Traits{Laws: xorLaws(op.Whole), Fails: op.OnExtent | op.OnDtype, Aliasing: op.Fresh}),
	binary("logical_and", "conjunction", truthTraits(op.One, op.Zero)),
	binary("logical_or", "disjunction", truthTraits(op.Zero, op.One)),
	binary("logical_xor", "exclusive disjunction", op.Traits{Laws: xorLaws(op.Bools), Fails: op.OnExtent, Rounding: op.Linear, Aliasing: op.Fresh}),
	comparison("equal", "equal", symmetric),
	comparison("not_equal", "different", symmetric),
	comparison("less", "in the order less than", op.Laws{Mirror: op.Greater}),
	comparison("less_equal", "in the order at most", op.Laws{Mirror: op.GreaterEqual}),
	comparison("greater", "in the order greater than", op.Laws{Mirror: op.Less}),
	comparison("greater_equal", "in the order at least", op.Laws{Mirror: op.LessEqual}),
}

// binary is the operator that applies a function of two numbers. It and its Map are found
// by Relay's name.
func binary(name, what string, traits op.Traits) *op.Op {
	return &op.Op{
		Name: name, Kind: op.Broadcast, Params: op.Args("lhs", "rhs"), Traits: traits.Costing(op.ElementwiseCost),
		Doc:      "Computes, element by element with broadcasting: " + what + ".",
		Rule:     "both arguments have one dtype; the result has it and the broadcast shape",
		Relation: arithmetic, Map: op.BinaryMapping(name), Kernel: op.MapKernel,
	}
}

// synonym is an operator under another name: the IR document's for Relay's.
func synonym(name string, o *op.Op) *op.Op {
	o.Name, o.SameAs = name, o.Name
	return o
}

// comparison is the operator that compares elements, with bool for the result. Its mirror is
// the comparison of exchanged operands, which rewrites use.
func comparison(name, what string, laws op.Laws) *op.Op {
	return &op.Op{
		Name: name, Kind: op.Broadcast, Params: op.Args("lhs", "rhs"),
		Traits:   op.Traits{Laws: laws, Fails: op.OnExtent, Rounding: op.Chooses, Aliasing: op.Fresh, Cost: op.ElementwiseCost},
		Doc:      "Reports, element by element with broadcasting, which pairs are " + what + ".",
		Rule:     "both arguments have one dtype; the result has dtype bool and the broadcast shape",
		Relation: compare, Map: op.BinaryMapping(name), Kernel: op.MapKernel,
	}
}

// arithmetic gives a result of the operands' dtype. While an operand is not
// known, the result may be: against a scalar, or against itself, it is the
// operand's own type.
func arithmetic(c *op.Call) op.Answer {
	answer := broadcastTo(c, func(d types.Dtype) types.Dtype { return d })
	if !answer.Waits {
		return answer
	}
	switch a, b := c.Arg(0), c.Arg(1); {
	case a == b, isScalar(b):
		answer.Out = c.Args[0]
	case isScalar(a):
		answer.Out = c.Args[1]
	}
	return answer
}

func isScalar(t types.Type) bool {
	tensor, ok := t.(*types.Tensor)
	return ok && len(tensor.Shape) == 0
}

// compare gives bool.
func compare(c *op.Call) op.Answer {
	return broadcastTo(c, func(types.Dtype) types.Dtype { return types.Bool })
}

// broadcastTo is the relation of operators of two operands of one dtype: the broadcast
// shape, with a dtype that `result` makes of theirs. Extents that are not known become
// equations.
func broadcastTo(c *op.Call, result func(types.Dtype) types.Dtype) op.Answer {
	if answer, ok := c.AreTensors(); !ok {
		return answer
	}
	if answer, ok := c.SameDtype(0, 1); !ok {
		return answer
	}
	shape, equal, answer, ok := c.Spread(0, 1)
	if !ok {
		return answer
	}
	return op.Done(op.TensorOf(result(c.Arg(0).(*types.Tensor).Dtype), shape...), equal...)
}
