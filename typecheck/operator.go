package typecheck

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// An operand is one argument of an operator's call, by parameter.
type operands struct {
	nodes  []syntax.NodeID // by parameter; NoNode where none is given
	named  []op.Named
	places map[string]syntax.NodeID // where an attribute is written
	extra  []syntax.NodeID          // named arguments for the user's function
	call   syntax.NodeID
}

// operatorCall types `op(…)`.
func (c *checker) operatorCall(n syntax.NodeID, o *op.Op) types.Type {
	args := c.item.Kids(n)[1:]
	o, first := c.form(o, args)
	ops, ok := c.operands(n, o, args)
	if !ok {
		return c.failedCall(n)
	}
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
		return c.schemed(n, o, attrs, first, &ops)
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

// takes tells whether a form has room for a call's arguments and knows the
// names among them.
func (c *checker) takes(o *op.Op, args []syntax.NodeID) bool {
	operands := 0
	for _, arg := range args {
		if c.item.Kind(arg) != syntax.NamedArg {
			operands++
			continue
		}
		name := c.item.SourceText(c.item.Kid(arg, 0))
		switch {
		case o.Attr(name) >= 0:
		case o.Param(name) >= 0:
			operands++
		default:
			return false
		}
	}
	least, most := o.Arity()
	return operands >= least && (most < 0 || operands <= most)
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
			return op.FailArg(0, string(syntax.AmbiguousType),
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

// operands sorts a call's arguments into parameters and attributes.
func (c *checker) operands(n syntax.NodeID, o *op.Op, args []syntax.NodeID) (operands, bool) {
	out := operands{nodes: make([]syntax.NodeID, 0, len(o.Params)), call: n}
	variadic := len(o.Params) > 0 && o.Params[len(o.Params)-1].Variadic
	for i, arg := range args {
		if c.item.Kind(arg) == syntax.NamedArg {
			c.named(o, arg, &out)
			continue
		}
		if c.item.Kind(arg) == syntax.Meta && i == len(args)-1 && len(out.nodes) >= len(o.Params) && !variadic {
			continue // attributes that stand in the metadata section
		}
		c.literalAttr(o, len(out.nodes), arg, &out)
		out.nodes = append(out.nodes, arg)
	}
	return out, c.operandArity(n, o, &out, variadic)
}

// named sorts `name = value`: an attribute, a tensor argument given by name,
// or an argument for the user's function.
func (c *checker) named(o *op.Op, arg syntax.NodeID, out *operands) {
	name := c.item.SourceText(c.item.Kid(arg, 0))
	value := c.item.Kid(arg, 1)
	if value == syntax.NoNode {
		return
	}
	if o.Attr(name) < 0 {
		if i := o.Param(name); i >= 0 {
			for len(out.nodes) <= i {
				out.nodes = append(out.nodes, syntax.NoNode)
			}
			out.nodes[i] = value
			return
		}
		if o.Free {
			out.extra = append(out.extra, arg)
			return
		}
	}
	if out.places == nil {
		out.places = map[string]syntax.NodeID{}
	}
	out.places[name] = arg
	out.named = append(out.named, op.Named{Name: name, Value: c.attrValue(value)})
}

// literalAttr binds a literal argument to the attribute of its parameter's
// name as well, where a relation needs its value (`split(xs, 3)`).
func (c *checker) literalAttr(o *op.Op, i int, arg syntax.NodeID, out *operands) {
	if o.Scheme == nil || i >= len(o.Params) || o.Attr(o.Params[i].Name) < 0 {
		return
	}
	if v := c.attrValue(arg); v.Kind == op.IntValue {
		if out.places == nil {
			out.places = map[string]syntax.NodeID{}
		}
		out.places[o.Params[i].Name] = arg
		out.named = append(out.named, op.Named{Name: o.Params[i].Name, Value: v})
	}
}

// operandArity checks that each parameter has its argument.
func (c *checker) operandArity(n syntax.NodeID, o *op.Op, out *operands, variadic bool) bool {
	least, most := o.Arity()
	given := len(out.nodes)
	if most >= 0 && given > most || given < least {
		c.operatorArity(n, o, out, given)
		return false
	}
	for i, arg := range out.nodes {
		if arg == syntax.NoNode && i < least && !o.Params[i].Optional {
			c.operatorArity(n, o, out, given-1)
			return false
		}
	}
	for !variadic && len(out.nodes) < len(o.Params) {
		out.nodes = append(out.nodes, syntax.NoNode)
	}
	return true
}

// schemed types a call of a function that takes functions: its scheme gives
// the parameter types of this use. Lambdas are checked behind what tells their
// parameters.
func (c *checker) schemed(n syntax.NodeID, o *op.Op, attrs op.Attrs, first types.Type, ops *operands) types.Type {
	var given []syntax.NodeID
	for _, arg := range ops.nodes {
		if arg != syntax.NoNode {
			given = append(given, arg)
		}
	}
	c.relation.Op, c.relation.Attrs = o, attrs
	inst := o.Scheme(len(given), &c.relation)
	errors := len(c.diagnostics)
	for _, lambdas := range []bool{false, true} {
		for i, arg := range given {
			switch {
			case i >= len(inst.In) || (c.item.Kind(arg) == syntax.Fn) != lambdas:
			case i == 0 && first != nil:
				c.fit(arg, inst.In[0], first, reason{kind: argumentReason, name: o.Name, index: 1})
			default:
				want := inst.In[i]
				if lambdas && len(c.wrongArguments(errors, given)) > 0 {
					want = types.ErrorType // what it is given may follow from the mistake
				}
				c.schemedArgument(o, i, arg, want, ops)
			}
		}
		c.solve()
	}
	if len(c.diagnostics) > errors {
		if !c.instead(errors, n, o, given) && !c.swapped(errors, given, c.freshScheme(o, attrs, len(given)), o.Name) {
			c.firstWrong(errors, given)
		}
		return types.ErrorType
	}
	c.leave(&constraint{op: o, unit: c.unit, node: n, nodes: given}, inst.More)
	c.solve()
	c.measure(n, o, attrs, given)
	return inst.Out
}

// freshScheme are the parameter types of an operator before any argument has
// decided on them.
func (c *checker) freshScheme(o *op.Op, attrs op.Attrs, n int) []types.Type {
	c.relation.Op, c.relation.Attrs = o, attrs
	return o.Scheme(n, &c.relation).In
}

// schemedArgument checks one argument of a parallel function. A user's
// function may take further arguments that the call gives by name.
func (c *checker) schemedArgument(o *op.Op, i int, arg syntax.NodeID, want types.Type, ops *operands) {
	why := reason{kind: argumentReason, name: o.Name, index: i + 1}
	f, isFunc := types.Head(want).(*types.Func)
	if !isFunc || len(ops.extra) == 0 {
		c.expr(arg, want, why)
		return
	}
	c.expr(arg, c.withNamed(f, arg, ops), why)
}

// withNamed extends the function type that is wanted by the named arguments
// that the call passes on, in the order of the function's own parameters.
func (c *checker) withNamed(f *types.Func, arg syntax.NodeID, ops *operands) types.Type {
	extra := ops.extra
	names := c.parameterNames(arg)
	wanted := &types.Func{In: append([]types.Type{}, f.In...), Out: f.Out}
	byName := map[string]syntax.NodeID{}
	for _, named := range extra {
		byName[c.item.SourceText(c.item.Kid(named, 0))] = named
	}
	for _, name := range names[min(len(f.In), len(names)):] {
		if named, ok := byName[name]; ok {
			wanted.In = append(wanted.In, c.expr(c.item.Kid(named, 1), nil, reason{}))
			c.info.passedOn(ops.call, c.item.Kid(named, 1))
			delete(byName, name)
		}
	}
	for _, named := range extra {
		if name := c.item.SourceText(c.item.Kid(named, 0)); byName[name] != syntax.NoNode {
			c.errorf(named, syntax.UnknownAttribute, "the function has no parameter `%%%s` that could take this argument", name)
			c.expr(c.item.Kid(named, 1), nil, reason{})
		}
	}
	return wanted
}

// parameterNames are the names of the parameters of a lambda or a global.
func (c *checker) parameterNames(n syntax.NodeID) []string {
	item, list := c.item, syntax.NoNode
	switch c.item.Kind(n) {
	case syntax.Fn:
		list = item.Kid(n, 1)
	case syntax.Global:
		if o := c.m.value(item.SourceText(n), c.unit.block); o != nil && o.Kind == DefObject {
			item = o.Item
			list = item.Kid(item.Root, 2)
		}
	}
	var names []string
	if list == syntax.NoNode {
		return nil
	}
	for _, p := range item.Kids(list) {
		if item.Kind(p) == syntax.Param {
			text := item.SourceText(item.Kid(p, 0))
			if len(text) > 0 && text[0] == '%' {
				text = text[1:]
			}
			names = append(names, text)
		}
	}
	return names
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

// project types `e.0`; what has no known type yet keeps a constraint.
func (c *checker) project(n syntax.NodeID, t types.Type, index int) types.Type {
	if tuple, ok := types.Head(t).(*types.Tuple); ok && index >= 0 && index < len(tuple.Elems) {
		return tuple.Elems[index]
	}
	attrs, _ := op.Bind(projection, []op.Named{{Name: "index", Value: op.Int(int64(index))}})
	return c.relate(projection, []types.Type{t}, attrs, n, []syntax.NodeID{n})
}
