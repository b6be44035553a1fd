package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// higherOrderCall types a call of a function that takes functions: its scheme gives
// the parameter types of this use. Lambdas are checked after what determines their
// parameters.
func (c *checker) higherOrderCall(n syntax.NodeID, o *op.Op, attrs op.Attrs, first types.Type, ops *operands) types.Type {
	given := ops.given()
	c.Relation.Op, c.Relation.Attrs = o, attrs
	inst := o.Scheme(len(given), &c.Relation)
	if inst.More != nil && slices.ContainsFunc(given, c.isHole) {
		return c.openCall(ops) // the argument would decide what the operator does
	}
	errors := len(c.Diagnostics)
	for _, lambdas := range []bool{false, true} {
		for i, arg := range given {
			switch {
			case i >= len(inst.In) || (c.Item.Kind(arg) == syntax.Fn) != lambdas:
			case i == 0 && first != nil:
				c.fit(arg, inst.In[0], first, reason{kind: argumentReason, name: o.Name, index: 1})
				c.flows(arg, nil, inst.In[0])
			default:
				want := inst.In[i]
				if lambdas && len(c.wrongArguments(errors, given)) > 0 {
					want = types.ErrorType // what it is given may follow from the mistake
				}
				c.higherOrderArgument(o, i, arg, want, ops)
			}
		}
		c.Solve()
	}
	if len(c.Diagnostics) > errors {
		want := func(i int) types.Type { return inst.In[i] }
		if !c.wrongStart(errors, given, o.Name) && !c.otherParameters(errors, given, want, o.Name) && !c.otherStart(errors, given, want, o.Name) && !c.reportOtherOperator(errors, n, o, given) && !c.swapped(errors, given, c.freshScheme(o, attrs, len(given)), o.Name) {
			c.keepFirstWrong(errors, given)
			c.showStart(errors, given)
			c.adviseList(errors, given, o.Name)
		}
		return types.ErrorType
	}
	c.AddPending(&infer.Constraint{Op: o, Owner: c.Owner, Node: n, Nodes: given}, inst.More)
	c.Solve()
	c.inferLength(n, o, attrs, given)
	return inst.Out
}

// freshScheme are the parameter types of an operator before any argument has
// decided on them.
func (c *checker) freshScheme(o *op.Op, attrs op.Attrs, n int) []types.Type {
	c.Relation.Op, c.Relation.Attrs = o, attrs
	return o.Scheme(n, &c.Relation).In
}

// higherOrderArgument checks one argument of a parallel function. A user's
// function may take further arguments that the call gives by name.
func (c *checker) higherOrderArgument(o *op.Op, i int, arg syntax.NodeID, want types.Type, ops *operands) {
	why := reason{kind: argumentReason, name: o.Name, index: i + 1}
	f, isFunc := types.Head(want).(*types.Func)
	if isFunc && len(ops.extra) > 0 {
		want = c.withNamed(f, arg, ops)
	}
	c.expr(arg, want, why)
	c.flows(arg, nil, want)
}

// withNamed extends the function type that is wanted by the named arguments
// that the call passes on, in the order of the function's own parameters.
func (c *checker) withNamed(f *types.Func, arg syntax.NodeID, ops *operands) types.Type {
	extra := ops.extra
	names := c.parameterNames(arg)
	wanted := &types.Func{In: append([]types.Type{}, f.In...), Out: f.Out}
	byName := map[string]syntax.NodeID{}
	for _, named := range extra {
		byName[c.Item.SourceText(c.Item.NamedArg(named).Name)] = named
	}
	for _, name := range names[min(len(f.In), len(names)):] {
		if named, ok := byName[name]; ok {
			wanted.In = append(wanted.In, c.expr(c.Item.NamedArg(named).Value, nil, reason{}))
			c.info.RecordExtra(ops.call, c.Item.NamedArg(named).Value)
			delete(byName, name)
		}
	}
	for _, named := range extra {
		if name := c.Item.SourceText(c.Item.NamedArg(named).Name); byName[name] != syntax.NoNode {
			c.unknownNamed(named, name)
			c.expr(c.Item.NamedArg(named).Value, nil, reason{})
		}
	}
	return wanted
}

// parameterNames are the names of the parameters of a lambda or a global, or of a
// variable or a block that stands for one. Variables are followed up to maxAliases.
func (c *checker) parameterNames(n syntax.NodeID) []string {
	const maxAliases = 64
	item, list := c.Item, syntax.NoNode
	for range maxAliases {
		n = item.Unparen(n)
		if kids := item.Kids(n); item.Kind(n) == syntax.Block && len(kids) > 0 && kids[len(kids)-1] != syntax.NoNode {
			n = kids[len(kids)-1]
			continue
		}
		if item.Kind(n) != syntax.Local || len(item.Kids(n)) > 0 {
			break
		}
		o := c.info.Objects[n]
		if o == nil {
			o = c.scope.find(item.SourceText(n))
		}
		value, ok := c.functions[o]
		if !ok {
			return nil
		}
		n = value
	}
	switch c.Item.Kind(n) {
	case syntax.Fn:
		list = item.Fn(n).Params
	case syntax.Global:
		if o := c.m.value(item.SourceText(n), c.unit.block); o != nil && o.Kind == typed.DefObject {
			item = o.Item
			list = item.Def(item.Root).Params
		}
	}
	var names []string
	if list == syntax.NoNode {
		return nil
	}
	for _, p := range item.Kids(list) {
		if item.Kind(p) == syntax.Param {
			text := item.SourceText(item.Param(p).Pattern)
			if len(text) > 0 && text[0] == '%' {
				text = text[1:]
			}
			names = append(names, text)
		}
	}
	return names
}
