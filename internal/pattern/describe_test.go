package pattern

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
)

func TestDescribe(t *testing.T) {
	relu, add := IsOp("nn.relu"), IsOp("add")
	conv := IsOp("nn.conv2d").Call(Any(), Any())
	for _, c := range []struct {
		p    *Pattern
		want string
	}{
		{Any(), "anything"},
		{relu.Call(Any()), "a call of `nn.relu` with anything"},
		{add.Or(IsOp("subtract")).Call(Var("x"), IsValue(op.Int(0), "int64")), "a call of `add` or `subtract` with what `x` matches and the constant `0` of `int64`"},
		{conv.HasAttr(Attribute{Name: "groups", Value: op.Int(1)}).As("c"), "a call of `nn.conv2d` with anything and anything, where `groups = 1`, named `c`"},
		{IsTupleGetItem(IsTuple(IsVar("x"), IsVar("")), 0), "component 0 of a tuple of a variable of the name `%x` and a variable"},
		{Dominate(conv.CallAny(), IsOfKind(op.Elementwise).CallAny(), IsTupleAny()),
			"a tuple, from which every way back to a call of a call of `nn.conv2d` with anything and anything goes through a call of an operator of the kind `elemwise`, where nothing else uses what lies between"},
		{Recursion("chain", func(self *Pattern) *Pattern { return relu.Call(self).Or(IsConstant()) }), "`chain`, which is a call of `nn.relu` with `chain`, or else a constant"},
		{relu.Call(relu.Call(relu.Call(relu.Call(relu.Call(Any()))))), "a call of `nn.relu` with a call of `nn.relu` with a call of `nn.relu` with a call of `nn.relu` with `nn.relu(_)`"},
		{IsFunction(nil, Any()).And(IsGlobal("f")), "a function without parameters whose body is anything that is also `@f`"},
	} {
		if got := Describe(c.p); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.p, got, c.want)
		}
	}
}

// TestEveryKindIsSaidAndPrinted holds the tables against the list of kinds.
func TestEveryKindIsSaidAndPrinted(t *testing.T) {
	for k := Wildcard; k <= Recursive; k++ {
		if sayings[k] == nil || printers[k] == nil {
			t.Errorf("the kind %d has no text", k)
		}
	}
}
