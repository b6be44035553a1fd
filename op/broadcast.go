package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/types"
)

// broadcast lists the operators of two arguments whose shapes are broadcast.
var broadcast = []*Op{
	binary("add", "sum"),
	binary("subtract", "difference"),
	binary("multiply", "product"),
	binary("divide", "quotient; on integers rounded towards zero"),
	binary("sub", "difference"),
	binary("mul", "product"),
	binary("div", "quotient; on integers rounded towards zero"),
	binary("power", "power"),
	binary("mod", "remainder, with the sign of the dividend"),
	binary("floor_divide", "quotient rounded towards minus infinity"),
	binary("floor_mod", "remainder of the quotient rounded towards minus infinity"),
	binary("trunc_divide", "quotient rounded towards zero"),
	binary("trunc_mod", "remainder of the quotient rounded towards zero"),
	binary("maximum", "the greater of two"),
	binary("minimum", "the smaller of two"),
	binary("left_shift", "bits shifted to the left"),
	binary("right_shift", "bits shifted to the right"),
	binary("bitwise_and", "conjunction of the bits"),
	binary("bitwise_or", "disjunction of the bits"),
	binary("bitwise_xor", "exclusive disjunction of the bits"),
	binary("logical_and", "conjunction"),
	binary("logical_or", "disjunction"),
	binary("logical_xor", "exclusive disjunction"),
	comparison("equal", "equal"),
	comparison("not_equal", "different"),
	comparison("less", "in the order less than"),
	comparison("less_equal", "in the order at most"),
	comparison("greater", "in the order greater than"),
	comparison("greater_equal", "in the order at least"),
}

func binary(name, what string) *Op {
	return &Op{
		Name: name, Kind: Broadcast, Params: Args("lhs", "rhs"),
		Doc:      "Computes, element by element with broadcasting: " + what + ".",
		Rule:     "both arguments have one dtype; the result has it and the broadcast shape",
		Relation: arithmetic, Map: BinaryMapping(name), Kernel: MapKernel,
	}
}

func comparison(name, what string) *Op {
	return &Op{
		Name: name, Kind: Broadcast, Params: Args("lhs", "rhs"),
		Doc:      "Tells, element by element with broadcasting, which pairs are " + what + ".",
		Rule:     "both arguments have one dtype; the result has dtype bool and the broadcast shape",
		Relation: compare, Map: BinaryMapping(name), Kernel: MapKernel,
	}
}

// arithmetic gives a result of the operands' dtype. While an operand is not
// known, the result may be: against a scalar, or against itself, it is the
// operand's own type.
func arithmetic(c *Call) Answer {
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

func compare(c *Call) Answer {
	return broadcastTo(c, func(types.Dtype) types.Dtype { return types.Bool })
}

func broadcastTo(c *Call, result func(types.Dtype) types.Dtype) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	if answer, ok := c.SameDtype(0, 1); !ok {
		return answer
	}
	shape, equal, answer, ok := c.Spread(0, 1)
	if !ok {
		return answer
	}
	return Done(tensor(result(ts[0].Dtype), shape...), equal...)
}

// SameDtype refuses tensor arguments i and k of different dtypes.
func (c *Call) SameDtype(i, k int) (Answer, bool) {
	a, b := c.Arg(i).(*types.Tensor), c.Arg(k).(*types.Tensor)
	if a.Dtype == b.Dtype {
		return Answer{}, true
	}
	message := fmt.Sprintf("`%s` needs operands of one dtype, and gets %s and %s", c.Op.Name, dtypeText(a.Dtype), dtypeText(b.Dtype))
	at := -1
	switch {
	case len(a.Shape) > 0 && len(b.Shape) == 0:
		at = k
	case len(b.Shape) > 0 && len(a.Shape) == 0:
		at = i
	}
	return FailArg(at, "dtype-mismatch", message, dtypeFix(a, b)), false
}

// dtypeText names a dtype, also the one that an operator without its `dtype`
// attribute leaves.
func dtypeText(d types.Dtype) string {
	if d == types.NoDtype {
		return "no dtype"
	}
	return d.String()
}

// dtypeFix proposes to convert the narrower of two operands; literals are the
// checker's to mend.
func dtypeFix(a, b *types.Tensor) string {
	to := a.Dtype
	if roomier(b.Dtype, a.Dtype) {
		to = b.Dtype
	}
	return fmt.Sprintf("`cast(…, dtype=%q)` converts a value", to)
}

// roomier tells whether a dtype holds what another one does: floats do before
// integers, and of one class the one with more bits.
func roomier(a, b types.Dtype) bool {
	if float := a.Class == types.FloatClass; float != (b.Class == types.FloatClass) {
		return float
	}
	return a.Bits > b.Bits
}
