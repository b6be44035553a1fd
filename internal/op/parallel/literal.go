package parallel

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Parts gives split's result, a tuple of as many FractalTensors as the literal
// k says. Literals looks at the attributes of the call that it comes from.
// Indices holds that its argument is a list of integers.
var (
	Parts = &op.Op{
		Name: Split, Doc: "Gives the parts into which split cuts.", Internal: true,
		Rule: "k parts of the type of xs", Params: op.Args("xs"), Relation: parts,
	}
	Literals = &op.Op{
		Name: "literals", Doc: "Checks the sizes that a call gives.", Internal: true,
		Rule: "windows, strides and distances are 1 or more", Relation: checkLiterals,
	}
	Indices = &op.Op{
		Name: "indices", Doc: "Holds that a value is a list of integers.", Internal: true,
		Rule: "indices are a FractalTensor of integers or an integer tensor of 1 dimension", Params: op.Args("is"), Relation: indices,
	}
)

// maxParts bounds split's k: each part is a component of the result's type.
const maxParts = 1 << 12

func parts(c *op.Call) op.Answer {
	k, ok := c.Attrs.Int("k")
	switch {
	case !ok:
		return op.FailAttr("k", "attribute-value", "the number of parts of `split` must be a literal",
			"the result's type has one component for each part, so k must be known when types are checked")
	case k < 1 || k > maxParts:
		return op.FailAttr("k", "attribute-value", fmt.Sprintf("`split` cannot cut into %d parts", k),
			fmt.Sprintf("k is from 1 to %d", maxParts))
	}
	out := tuple()
	for range k {
		out.Elems = append(out.Elems, c.Args[0])
	}
	return op.Done(out)
}

func literals(c *op.Call) []op.Pending {
	return []op.Pending{{Op: Literals, Attrs: c.Attrs, Out: types.Unit}}
}

// least holds the least values of the attributes; `k` may be 0, for no copies.
var least = map[string]int64{"window": 1, "stride": 1, "dilation": 1, "k": 0}

func checkLiterals(c *op.Call) op.Answer {
	if c.Attrs.Op == nil {
		return op.Done(types.Unit)
	}
	for _, a := range c.Attrs.Op.Attrs {
		bound, bounded := least[a.Name]
		if n, ok := c.Attrs.Int(a.Name); ok && bounded && n < bound {
			return op.FailAttr(a.Name, "attribute-value",
				fmt.Sprintf("`%s` of `%s` is %d, and must be %d or more", a.Name, c.Attrs.Op.Name, n, bound))
		}
	}
	return op.Done(types.Unit)
}

func indices(c *op.Call) op.Answer {
	switch is := c.Arg(0).(type) {
	case *types.Bad:
		return op.Silent()
	case *types.Var:
		if is.Rigid || !c.Choose() {
			return op.WaitFor(0)
		}
		return op.Done(types.Unit, op.Equation{Arg: 0, Type: fractal(int32Type)})
	case *types.Fractal:
		return indexElement(c, is)
	case *types.Tensor:
		if len(is.Shape) == 1 && is.Dtype.IsInteger() {
			return op.Done(types.Unit)
		}
	}
	return notIndices(c)
}

func indexElement(c *op.Call, is *types.Fractal) op.Answer {
	switch elem := types.Head(is.Elem).(type) {
	case *types.Bad:
		return op.Silent()
	case *types.Var:
		if !elem.Rigid {
			return op.Done(types.Unit, op.Equation{Arg: 0, Type: fractal(int32Type)})
		}
	case *types.Tensor:
		if len(elem.Shape) == 0 && elem.Dtype.IsInteger() {
			return op.Done(types.Unit)
		}
	}
	return notIndices(c)
}

func notIndices(c *op.Call) op.Answer {
	return op.FailArg(0, "type-mismatch", fmt.Sprintf("indices cannot be `%s`", types.Text(c.Args[0])),
		"they are a FractalTensor of integers, or an integer tensor of 1 dimension")
}
