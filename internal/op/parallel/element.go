package parallel

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// holds is what a FractalTensor may hold, for messages.
const holds = "a FractalTensor holds integers, tensors of one dimension or more, FractalTensors, and tuples of these"

// CheckElement reports whether a FractalTensor may hold t. Where it may not, bad
// is the part at fault and why says what to do; the finding's code is
// fractal-element. What a FractalTensor inside t holds was checked when that one
// was made.
func CheckElement(t types.Type) (bad types.Type, why string, ok bool) {
	ok = true
	types.Walk(t, func(part types.Type) bool {
		if ok {
			bad, why, ok = checkPart(part)
		}
		_, tuple := part.(*types.Tuple)
		return tuple && ok
	})
	return bad, why, ok
}

// checkPart is CheckElement without the parts of a tuple.
func checkPart(t types.Type) (bad types.Type, why string, ok bool) {
	switch t := t.(type) {
	case *types.Tensor:
		return checkTensor(t)
	case *types.Tuple:
		if len(t.Elems) == 0 {
			return t, "() holds nothing", false
		}
		return nil, "", true
	case *types.Fractal, *types.Var, *types.Bad:
		return nil, "", true
	}
	return t, holds, false
}

func checkTensor(t *types.Tensor) (bad types.Type, why string, ok bool) {
	if len(t.Shape) > 0 || t.Dtype.IsInteger() {
		return nil, "", true
	}
	return t, fmt.Sprintf("of single values only integers can be held; `expand_dims(…, axis=0)` makes a Tensor[(1), %s] of one", t.Dtype), false
}

// Sequence says in a signature that a type parameter represents what a FractalTensor
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
