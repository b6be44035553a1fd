package typecheck

import (
	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// operatorCall types `op(…)`.
func (c *checker) operatorCall(n syntax.NodeID, o *op.Op) types.Type {
	if o.Signature != nil {
		return c.declaredCall(n, o)
	}
	args := c.item.Call(n).Args
	o, first := c.form(o, args)
	ops, ok := c.operands(n, o, args)
	if !ok {
		return c.failedCall(n)
	}
	if ops.meta != syntax.NoNode && !c.metaAttributes(o, ops.meta, &ops) {
		return c.failedCall(n)
	}
	c.nameClass(n, o, &ops)
	attrs, errs := op.Bind(o, ops.named)
	for i := range errs {
		// What is missing may be what was written wrongly.
		if _, written := ops.places[errs[i].Attr]; written || i == 0 {
			c.attributeError(n, ops.places, &errs[i])
		}
	}
	if c.m.legacy {
		legacyDefaults(attrs)
	}
	if !c.plain(o, args, &ops) {
		c.info.called(n, o, attrs, &ops)
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
		default:
			types[i] = c.expr(arg, nil, reason{})
		}
	}
	if len(errs) > 0 {
		return badType
	}
	return c.relate(o, types, attrs, n, ops.nodes)
}

// legacyDefaults puts in the defaults of the text format v0.0.4.
func legacyDefaults(attrs op.Attrs) {
	for i, given := range attrs.Given {
		if old := attrs.Op.Attrs[i].Legacy; old != nil && !given {
			attrs.Values[i] = *old
		}
	}
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
	case fractal && !relay:
		return o.Fractal, nil
	case relay && !fractal, len(args) == 0 || c.item.Kind(args[0]) == syntax.NamedArg:
		return o, nil
	}
	first := c.expr(args[0], nil, reason{})
	c.solve()
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
				"`"+o.Name+"` has two forms, one for tensors and one for FractalTensors, and nothing tells which is meant",
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
	return c.relate(o, args, noAttrs(o), n, nodes)
}

func noAttrs(o *op.Op) op.Attrs {
	attrs, _ := op.Bind(o, nil)
	return attrs
}
