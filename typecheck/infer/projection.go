package infer

import (
	"fmt"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Projection is the relation after `e.0`, which has a syntax of its own; as a
// relation it can wait like an operator.
var Projection = &op.Op{
	Name: "project", Internal: true, Params: op.Args("tuple"),
	Attrs:    []op.Attr{{Name: "index", Type: op.IntAttr}},
	Relation: projectRelation,
}

func projectRelation(q *op.Call) op.Answer {
	index, _ := q.Attrs.Int("index")
	switch t := q.Arg(0).(type) {
	case *types.Tuple:
		if index < 0 || int(index) >= len(t.Elems) {
			return op.FailArg(-1, string(codes.BadProjection), outOfRange(t, index))
		}
		return op.Done(t.Elems[index])
	case *types.Var:
		return op.WaitFor(0)
	case *types.Bad:
		return op.Silent()
	}
	return op.FailArg(-1, string(codes.BadProjection),
		fmt.Sprintf("only tuples have numbered parts, and this is `%s`", types.Text(q.Args[0])), readInstead(q.Arg(0))...)
}

// readInstead reports how what is no tuple is read.
func readInstead(t types.Type) []string {
	switch t := t.(type) {
	case *types.Fractal:
		return []string{"an element of a FractalTensor is read with brackets, as in `%xs[0]`"}
	case *types.Tensor:
		if len(t.Shape) > 0 {
			return []string{"an element of a tensor is read with brackets, as in `%x[0]`"}
		}
	case *types.ADT:
		return []string{"`match` takes a value of a data type apart"}
	case *types.Func:
		return []string{"call the function to get its result"}
	}
	return nil
}

func outOfRange(t *types.Tuple, index int64) string {
	switch {
	case len(t.Elems) == 0:
		return "the empty tuple `()` has no parts"
	case index < 0:
		return fmt.Sprintf("the index is too large: the tuple has %s", message.Count(len(t.Elems), "part"))
	}
	if len(t.Elems) == 1 {
		return fmt.Sprintf("there is no part %d: the tuple `%s` has part 0 only", index, types.Text(t))
	}
	return fmt.Sprintf("there is no part %d: the tuple `%s` has parts 0 to %d", index, types.Text(t), len(t.Elems)-1)
}
