package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/types"
)

const IdentityRule = "the result has the argument's type"

// Identity gives the type of the first argument. Where that is not known yet, the
// result is known to be the same, and what the argument may be is still to be asked.
// As in TVM, tuples pass; that cannot be meant.
func Identity(c *Call) Answer {
	switch arg := c.Arg(0).(type) {
	case *types.Fractal, *types.ADT, *types.Func:
		return notATensor(c, 0)
	case *types.Tuple, *types.Ref:
		answer := Done(arg)
		answer.Warn = []Warning{SuspectOperand(c, arg)}
		return answer
	case *types.Var:
		return Answer{Out: arg, Waits: true}
	}
	return Done(c.Args[0])
}

func SuspectOperand(c *Call, arg types.Type) Warning {
	return Warning{
		Code: "suspect-operand", Arg: 0,
		Message: fmt.Sprintf("`%s` works on tensors, and gets %s", c.Op.Name, KindOf(arg)),
		Notes:   []string{"the types fit, and the run fails; apply it to each part"},
	}
}

// LikeFirst wants tensors and gives the first one's type.
func LikeFirst(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	return Done(ts[0])
}
