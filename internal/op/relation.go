package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/types"
)

// A Relation types one call. It must be a pure function of the call: asked
// again when an argument's type became known, it answers again from the start.
type Relation func(*Call) Answer

// A Call is what a relation sees of a call.
type Call struct {
	Op    *Op
	Args  []types.Type // by parameter; nil for an optional one not given
	Attrs Attrs
	Out   types.Type // the result as far as it is known, nil where nothing is
	// Last means that nothing else will become known: a relation that waits
	// for a choice (forall's depth) makes its default now.
	Last bool
	// Open tells, with Last, that a use of the definition that the call is in may
	// tell more. A choice that a signature can leave open (`where stack(a) = b`) is
	// not made then.
	Open bool
	// Fresh invents a type variable; FreshLeaf one that stands only for what a
	// FractalTensor may hold.
	Fresh     func() types.Type
	FreshLeaf func() types.Type
}

// Choose tells a relation that waits for a choice, and that a signature can name, to
// make its default.
func (c *Call) Choose() bool { return c.Last && !c.Open }

// Arg is the i-th argument's type behind its links.
func (c *Call) Arg(i int) types.Type { return types.Head(c.Args[i]) }

// Tensor gives argument i as a tensor. Where it is none, answer says what to
// return: wait for it, stay silent (an expression in error), or an error.
func (c *Call) Tensor(i int) (t *types.Tensor, answer Answer, ok bool) {
	switch arg := c.Arg(i).(type) {
	case *types.Tensor:
		return arg, Answer{}, true
	case *types.Bad:
		return nil, Silent(), false
	case *types.Var:
		// A declared parameter may turn out to be a tensor at a use: the
		// checker keeps the relation as a constraint of the signature.
		return nil, WaitFor(i), false
	}
	return nil, notATensor(c, i), false
}

// An Answer is what a relation says of a call. Without Err, Out is the result's
// type; where the relation Waits, Out may say it all the same, if it follows
// from what is known.
type Answer struct {
	Out   types.Type
	Equal []Equation // what follows for the arguments
	More  []Pending  // further relations that must hold
	Waits bool       // not enough is known yet
	Wait  int        // for this argument
	Err   *Error
	Warn  []Warning
}

// An Equation says that argument Arg has type Type.
type Equation struct {
	Arg  int
	Type types.Type
}

// A Pending is a relation between types that a scheme or a relation leaves to
// be solved: Op's relation gives Out for Args.
type Pending struct {
	Op    *Op
	Args  []types.Type
	Attrs Attrs
	Out   types.Type
}

// An Error is a call that cannot be typed. Arg and Attr tell which part is at
// fault; -1 and "" are the call as a whole.
type Error struct {
	Code    string
	Arg     int
	Attr    string
	Message string
	Notes   []string

	// Part, from 1 on, is the part of Arg that is at fault, where that is a
	// tuple; 0 is all of it.
	Part int
	// Want and Got, where there are any, are what Arg must be and what it is.
	Want, Got types.Type
	// Shapes are shown one under the other; on the right where they are
	// aligned there.
	Shapes    []Shown
	FromRight bool
	// Instead is what to write in place of the attribute's value, or of its
	// name where that is unknown; "" where nothing is certain.
	Instead string
	// Missing is a required attribute that the call does not give.
	Missing string
}

// A Shown is a shape in a message: that of an argument, by whose text it is
// called, or under a label. Clash is the dimension to mark, -1 for none.
type Shown struct {
	Arg   int
	Label string
	Shape []types.Dim
	Clash int
}

// A Warning is a call that types and cannot be meant.
type Warning = Error

// A Scheme gives the function type of one use of an operator, with n arguments
// by position, over fresh variables.
type Scheme func(n int, c *Call) Instance

// An Instance is a scheme made for one use.
type Instance struct {
	In   []types.Type
	Out  types.Type
	More []Pending
}

// Done answers with the result's type.
func Done(out types.Type, equal ...Equation) Answer { return Answer{Out: out, Equal: equal} }

// WaitFor answers that argument i must be known first.
func WaitFor(i int) Answer { return Answer{Waits: true, Wait: i} }

// Silent is the answer where an argument is in error already.
func Silent() Answer { return Answer{Out: types.ErrorType} }

// FailArg is an error at argument i (-1: the whole call).
func FailArg(i int, code, message string, notes ...string) Answer {
	return Answer{Err: &Error{Code: code, Arg: i, Message: message, Notes: notes}}
}

// Showing adds shapes to an error, to be seen one under the other.
func (a Answer) Showing(shapes ...Shown) Answer {
	a.Err.Shapes = shapes
	return a
}

// InPart says which part of a tuple, counted from 0, an error is in.
func (a Answer) InPart(k int) Answer {
	a.Err.Part = k + 1
	return a
}

// FailAttr is an error at an attribute.
func FailAttr(attr, code, message string, notes ...string) Answer {
	return Answer{Err: &Error{Code: code, Arg: -1, Attr: attr, Message: message, Notes: notes}}
}

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
