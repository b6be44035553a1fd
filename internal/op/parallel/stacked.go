package parallel

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Stacked relates what a function gives for one element to what a parallel
// function makes of all of them: FractalTensor[B] for B, and a tuple of stacked
// components for a tuple.
var Stacked = &op.Op{
	Name: Stack, Doc: "Collects the results of a function on all elements.",
	Rule: "results B become FractalTensor[B]; tuples become tuples, each component stacked", Internal: true,
	Params: op.Args("result"), Relation: stacked,
}

// stacking is the constraint that results of type b stack to r.
func stacking(b, r types.Type) op.Pending {
	return op.Pending{Op: Stacked, Args: []types.Type{b}, Out: r}
}

// stacked decides the constraint: tuples become tuples of FractalTensors, others elements of one.
func stacked(c *op.Call) op.Answer {
	switch b := c.Arg(0).(type) {
	case *types.Bad:
		return op.Silent()
	case *types.Tuple:
		return stackedTuple(c, b)
	case *types.Var:
		if b.Rigid || !c.Choose() {
			return op.WaitFor(0)
		}
	}
	if bad, why, ok := CheckElement(c.Args[0]); !ok {
		return notHeld(bad, why)
	}
	return op.Done(fractal(c.Args[0]))
}

// stackedTuple stacks each component by itself, since it may be a tuple too.
func stackedTuple(c *op.Call, b *types.Tuple) op.Answer {
	if len(b.Elems) == 0 {
		return op.FailArg(0, "type-mismatch", "a FractalTensor cannot hold `()`, which this function gives",
			"return the value that each element is to have")
	}
	out, more := tuple(), []op.Pending(nil)
	for _, elem := range b.Elems {
		r := c.Fresh()
		out.Elems = append(out.Elems, r)
		more = append(more, op.Pending{Op: c.Op, Args: []types.Type{elem}, Out: r})
	}
	return op.Answer{Out: out, More: more}
}

func notHeld(bad types.Type, why string) op.Answer {
	return op.FailArg(0, "fractal-element", fmt.Sprintf("a FractalTensor cannot hold `%s`, which this function gives", types.Text(bad)), why)
}
