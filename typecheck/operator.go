package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// operatorCall types `op(…)`.
func (c *checker) operatorCall(n syntax.NodeID, o *op.Op) types.Type {
	if t, ok := c.oldCall(n, o.Name); ok {
		return t
	}
	if o.Signature != nil {
		return c.declaredCall(n, o)
	}
	args := c.Item.Call(n).Args
	o, first := c.form(o, args)
	ops, ok := c.operands(n, o, args)
	if !ok {
		return c.failedCall(n)
	}
	if ops.meta != syntax.NoNode && !c.metaAttributes(o, ops.meta, &ops) {
		return c.failedCall(n)
	}
	if c.Item.OpenAttribute(n) != syntax.NoNode {
		return c.openCall(&ops)
	}
	c.nameClass(n, o, &ops)
	attrs, errs := c.m.bind(o, ops.named)
	if o.Scheme != nil {
		c.attributeErrors(n, o, attrs, errs, &ops, nil)
	}
	for _, w := range attrs.Unlisted() {
		c.attributeWarning(n, ops.places, &w)
	}
	if !c.plain(o, args, &ops) {
		c.info.RecordCall(n, &typed.OperatorCall{Op: o, Args: ops.nodes, Attrs: attrs, Places: ops.places})
	}
	if o.Scheme != nil {
		return c.higherOrderCall(n, o, attrs, first, &ops)
	}
	types := make([]types.Type, len(ops.nodes))
	for i, arg := range ops.nodes {
		switch {
		case arg == syntax.NoNode:
		case i == 0 && first != nil:
			types[i] = first
		case i == 0 && o.Compiled && c.Item.Kind(arg) == syntax.Global && c.m.value(c.Item.SourceText(arg), c.unit.block) == nil:
			types[i] = badType
		default:
			types[i] = c.expr(arg, nil, reason{})
		}
	}
	if len(errs) > 0 {
		c.attributeErrors(n, o, attrs, errs, &ops, types)
		return badType
	}
	return c.Relate(o, types, attrs, n, ops.nodes)
}

func (c *checker) isHole(n syntax.NodeID) bool { return c.Item.Kind(n) == syntax.Hole }

// openCall types a call with a hole among its attributes, on which its result may depend.
func (c *checker) openCall(ops *operands) types.Type {
	for _, arg := range ops.given() {
		c.expr(arg, nil, reason{})
	}
	return badType
}

// attributeErrors reports what op.Bind refuses of a call, whose arguments have types. What
// is missing may be what was written wrongly.
func (c *checker) attributeErrors(n syntax.NodeID, o *op.Op, attrs op.Attrs, errs []op.Error, ops *operands, args []types.Type) {
	switch {
	case len(errs) == 0:
	case errs[0].Missing != "":
		c.missingAttributes(n, o, attrs, errs, args)
	default:
		c.refusedAttributes(n, o, attrs, errs, ops, args)
	}
}

// bind binds attributes with the defaults that a call has: those of TVM's text, where the
// file is written for it, else those of TVM's Python functions too.
func (m *Module) bind(o *op.Op, given []op.Named) (op.Attrs, []op.Error) {
	if m.lenient {
		return op.Bind(o, given)
	}
	return op.BindPython(o, given)
}

var badType = types.ErrorType

// form picks between an operator's Relay form and its form on FractalTensors:
// by the type of the first argument, which is given back, or by the arguments
// where only one form takes them.
func (c *checker) form(o *op.Op, args []syntax.NodeID) (*op.Op, types.Type) {
	if o.Fractal == nil {
		return o, nil
	}
	relay, fractal := c.takes(o, args), c.takes(o.Fractal, args)
	switch {
	case fractal && !relay && !c.isTensor(args):
		return o.Fractal, nil
	case fractal && !relay:
		return o, c.info.Types[args[0]] // an attribute is given by position
	case relay && !fractal, len(args) == 0 || c.Item.Kind(args[0]) == syntax.NamedArg:
		return o, nil
	}
	first := c.expr(args[0], nil, reason{})
	c.Solve()
	switch t := types.Head(first).(type) {
	case *types.Fractal:
		return o.Fractal, first
	case *types.Var:
		if !t.Rigid {
			return overloaded(o), first
		}
	}
	return o, first
}

// isTensor reports whether the first argument of a call is a tensor with dimensions and the
// second one a literal, as in `split(%x, 2)`.
func (c *checker) isTensor(args []syntax.NodeID) bool {
	if len(args) < 2 || !c.isLiteralValue(args[1]) || c.Item.Kind(args[0]) == syntax.NamedArg || c.Item.Kind(args[0]) == syntax.Fn {
		return false
	}
	first := c.expr(args[0], nil, reason{})
	c.Solve()
	t, ok := types.Head(first).(*types.Tensor)
	return ok && len(t.Shape) > 0
}

// overloaded is the form of a call whose first argument is not known yet: a
// relation that waits for it and then asks the form's own.
func overloaded(o *op.Op) *op.Op {
	both := *o
	both.Relation = func(q *op.Call) op.Answer {
		switch q.Arg(0).(type) {
		case *types.Fractal:
			return fractalAnswer(o.Fractal, q)
		case *types.Var:
			if !q.Last {
				return op.WaitFor(0)
			}
			return op.FailArg(0, string(codes.AmbiguousType),
				"`"+o.Name+"` has two forms, one for tensors and one for FractalTensors, and nothing determines which is meant",
				"Annotate the argument's type.")
		}
		return o.Relation(q)
	}
	return &both
}

// fractalAnswer asks a form on FractalTensors for the result of a call.
func fractalAnswer(o *op.Op, q *op.Call) op.Answer {
	if o.Relation != nil {
		return o.Relation(q)
	}
	given := 0
	for _, arg := range q.Args {
		if arg != nil {
			given++
		}
	}
	inst := o.Scheme(given, q)
	answer := op.Answer{Out: inst.Out, More: inst.More}
	for i, t := range inst.In {
		answer.Equal = append(answer.Equal, op.Equation{Arg: i, Type: t})
	}
	return answer
}

// operate relates an operator that is written as a symbol.
func (c *checker) operate(name string, n syntax.NodeID, args []types.Type, nodes []syntax.NodeID) types.Type {
	o := c.m.config.Ops[name]
	if o == nil {
		return types.ErrorType
	}
	return c.Relate(o, args, typed.NoAttrs(o), n, nodes)
}
