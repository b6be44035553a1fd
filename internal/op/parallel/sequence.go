package parallel

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Sequence says in a signature that a type parameter stands for what a FractalTensor
// may hold, where no FractalTensor of it shows that.
var Sequence = &op.Op{
	Name: "sequence", Doc: "Holds that a FractalTensor may hold a type.", Internal: true,
	Rule:   "sequence(a) = FractalTensor[a], for an a that a FractalTensor may hold",
	Params: op.Args("element"), Relation: sequence,
}

func sequence(c *op.Call) op.Answer {
	switch c.Arg(0).(type) {
	case *types.Bad:
		return op.Silent()
	case *types.Var:
		return op.Answer{Out: fractal(c.Args[0]), Waits: true}
	}
	if bad, why, ok := CheckElement(c.Args[0]); !ok {
		return op.FailArg(0, "fractal-element", fmt.Sprintf("a FractalTensor cannot hold `%s`", types.Text(bad)), why)
	}
	return op.Done(fractal(c.Args[0]))
}
