package op

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
)

// Tensors gives all arguments as tensors, nil for optional ones not given.
// Where one is none, answer says what to return: an argument in error or of a
// wrong type decides before one that is not known yet.
func (c *Call) Tensors() (ts []*types.Tensor, answer Answer, ok bool) {
	if answer, ok = c.AreTensors(); !ok && !answer.Waits {
		return nil, answer, false
	}
	ts = make([]*types.Tensor, len(c.Args))
	for i, arg := range c.Args {
		if arg != nil {
			ts[i], _ = c.Arg(i).(*types.Tensor)
		}
	}
	return ts, answer, ok
}

// OnTensor is a relation that needs argument 0 to be a tensor, and answers as Tensor does
// while it is none.
func OnTensor(relation func(c *Call, t *types.Tensor) Answer) Relation {
	return func(c *Call) Answer {
		t, answer, ok := c.Tensor(0)
		if !ok {
			return answer
		}
		return relation(c, t)
	}
}

// OnTensors is a relation that needs all arguments to be tensors, and answers as Tensors does
// while one is none.
func OnTensors(relation func(c *Call, ts []*types.Tensor) Answer) Relation {
	return func(c *Call) Answer {
		ts, answer, ok := c.Tensors()
		if !ok {
			return answer
		}
		return relation(c, ts)
	}
}

// AreTensors is Tensors for those that need no list of them.
func (c *Call) AreTensors() (answer Answer, ok bool) {
	ok = true
	for i := range c.Args {
		if c.Args[i] == nil {
			continue
		}
		_, a, isTensor := c.Tensor(i)
		if !isTensor && (ok || !a.Waits) {
			answer, ok = a, false
		}
		if !isTensor && !a.Waits {
			return answer, false
		}
	}
	return answer, ok
}

// TensorsOf gives the elements of argument i, a tuple of tensors. It waits
// while one of them is unknown.
func (c *Call) TensorsOf(i int) (ts []*types.Tensor, answer Answer, ok bool) {
	tuple, isTuple := c.Arg(i).(*types.Tuple)
	if !isTuple {
		return nil, notATuple(c, i), false
	}
	ok = true
	for k, elem := range tuple.Elems {
		switch elem := types.Head(elem).(type) {
		case *types.Tensor:
			ts = append(ts, elem)
		case *types.Bad:
			return nil, Silent(), false
		case *types.Var:
			answer, ok = WaitFor(i), false
		default:
			return nil, notAnElement(c, i, k, elem), false
		}
	}
	return ts, answer, ok
}

// notATensor refuses argument i. A type parameter is waited for: the relation
// then becomes a constraint on it (`where add(a, a) = b`).
func notATensor(c *Call, i int) Answer {
	switch arg := c.Arg(i).(type) {
	case *types.Var:
		return WaitFor(i)
	case *types.Fractal:
		return wrongDepth(c, i, arg)
	}
	message := fmt.Sprintf("%s must be a tensor, not %s", c.Operand(i), KindOf(c.Arg(i)))
	return FailArg(i, "type-mismatch", message, takenApart(c.Arg(i))...)
}

// takenApart returns how a tensor is got out of what is none.
func takenApart(t types.Type) []string {
	switch t := t.(type) {
	case *types.Tuple:
		if len(t.Elems) > 0 {
			return []string{"a part of a tuple is read with a dot, as in `%t.0`"}
		}
	case *types.ADT:
		return []string{"`match` takes a value of a data type apart"}
	case *types.Func:
		return []string{"call the function to get its result"}
	case *types.Ref:
		return []string{"`ref_read(%r)` gives what a cell holds"}
	}
	return nil
}

// notATuple answers for argument i that is no tuple.
func notATuple(c *Call, i int) Answer {
	switch arg := c.Arg(i).(type) {
	case *types.Var:
		return WaitFor(i)
	case *types.Bad:
		return Silent()
	case *types.Fractal:
		message := fmt.Sprintf("%s must be a tuple of tensors, not `%s`", c.Operand(i), types.Text(arg))
		return FailArg(i, "depth-mismatch", message, "`flatten(%xs, axis=0)` joins the leaves of a FractalTensor, `stack(%xs)` its elements")
	}
	message := fmt.Sprintf("%s must be a tuple of tensors, not %s", c.Operand(i), KindOf(c.Arg(i)))
	return FailArg(i, "type-mismatch", message, fmt.Sprintf("write `%s((%%a, %%b))`", c.Op.Name))
}

func notAnElement(c *Call, i, k int, elem types.Type) Answer {
	if _, ok := elem.(*types.Fractal); ok {
		return wrongDepth(c, i, elem)
	}
	message := fmt.Sprintf("element %d of %s must be a tensor, not %s", k, c.Operand(i), KindOf(elem))
	return FailArg(i, "type-mismatch", message, takenApart(elem)...).InPart(k)
}

// wrongDepth refuses a FractalTensor and tells how to reach its leaves.
func wrongDepth(c *Call, i int, t types.Type) Answer {
	depth, leaf := types.Depth(t)
	message := fmt.Sprintf("%s must be a tensor, not a FractalTensor of depth %d (`%s`)", c.Operand(i), depth, types.Text(t))
	args := make([]string, len(c.Args))
	for k := range args {
		if args[k] = "…"; k == i {
			args[k] = "%e"
		}
	}
	return FailArg(i, "depth-mismatch", message,
		fmt.Sprintf("`forall(fn(%%e) { %s(%s) }, %%xs)` applies it to every leaf, each %s `%s`", c.Op.Name, strings.Join(args, ", "), article(types.Text(leaf)), types.Text(leaf)))
}

// article is the one before a type.
func article(text string) string {
	if strings.ContainsAny(text[:1], "aeioAEIO") {
		return "an"
	}
	return "a"
}

// Operand names argument i in messages: "argument 2 (`rhs`) of `add`".
func (c *Call) Operand(i int) string {
	name := c.Op.Params[min(i, len(c.Op.Params)-1)].Name
	if len(c.Op.Params) == 1 {
		return fmt.Sprintf("the argument of `%s`", c.Op.Name)
	}
	return fmt.Sprintf("argument %d (`%s`) of `%s`", i+1, name, c.Op.Name)
}

// KindOf describes a type that is no tensor, for messages.
func KindOf(t types.Type) string {
	text := "`" + types.Text(t) + "`"
	switch types.Head(t).(type) {
	case *types.Tensor:
		return "the tensor " + text
	case *types.Tuple:
		return "the tuple " + text
	case *types.Func:
		return "the function " + text
	case *types.Ref:
		return "the cell " + text
	}
	return text
}

// Expect asks that argument i is of type want. What is known to clash is an
// error; the rest is left to an equation.
func (c *Call) Expect(i int, want *types.Tensor) (Equation, Answer, bool) {
	equal := Equation{Arg: i, Type: want}
	got, answer, ok := c.Tensor(i)
	if !ok {
		return equal, answer, answer.Waits
	}
	if got.Dtype != want.Dtype {
		return equal, mismatch(c, i, "dtype-mismatch", got, want), false
	}
	if len(got.Shape) != len(want.Shape) || slices.ContainsFunc(clashes(got.Shape, want.Shape), numbers) {
		return equal, mismatch(c, i, "shape-mismatch", got, want), false
	}
	return equal, Answer{}, true
}

func mismatch(c *Call, i int, code string, got, want types.Type) Answer {
	answer := FailArg(i, code, fmt.Sprintf("%s must be `%s`, not `%s`", c.Operand(i), types.Text(want), types.Text(got)))
	answer.Err.Want, answer.Err.Got = want, got
	return answer
}
