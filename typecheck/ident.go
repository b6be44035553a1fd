package typecheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Names in expressions: `%x`, `@f` and bare ones. A local may have tail segments
// (`%a.0`, `%x/2`) which the lexer cannot tell from its name, since names hold
// dots and slashes; the longest declared prefix is the name.

// localUse types `%x` with its tail segments: the longest prefix that is
// declared is the name, the rest are projections or a division.
func (c *checker) localUse(n syntax.NodeID) types.Type {
	segments := c.Item.Kids(n)
	o, used := c.resolveLocal(n, segments)
	if o == nil {
		return c.undefinedLocal(n)
	}
	c.info.Objects[n] = o
	t := c.use(o, n)
	if len(segments) > 0 {
		c.info.RecordSplit(n, used)
	}
	return c.segments(n, t, segments[used:])
}

func (c *checker) resolveLocal(n syntax.NodeID, segments []syntax.NodeID) (*typed.Object, int) {
	if len(segments) == 0 {
		return c.findLocal(c.Item.SourceText(n)), 0
	}
	start := c.Item.Span(n).Start
	for used := len(segments); used > 0; used-- {
		end := c.Item.Span(segments[used-1]).End
		if o := c.scope.find(c.Item.Text[start:end]); o != nil {
			return o, used
		}
	}
	return c.findLocal(c.Item.Text[start:c.Item.Span(segments[0]).Start]), 0
}

func (c *checker) findLocal(name string) *typed.Object {
	if o := c.scope.find(name); o != nil {
		return o
	}
	if len(name) > 1 && name[1] >= '0' && name[1] <= '9' {
		return c.laterGraph(name)
	}
	return nil
}

// segments applies what follows a local's name: `.0` projects, `/x` divides.
func (c *checker) segments(n syntax.NodeID, t types.Type, rest []syntax.NodeID) types.Type {
	for i, s := range rest {
		text := c.Item.SourceText(s)
		switch {
		case text[0] == '.' && literal.IsDigits(text[1:]):
			t = c.project(s, t, literal.Index(text[1:]))
			c.info.Types[s] = t
		case text[0] == '/':
			return c.divide(n, t, rest[i:])
		default:
			c.undefinedSegment(n, s, t)
			return types.ErrorType
		}
	}
	return t
}

// divide types `%x/2`, `%x/y`: a division that looks like a name's tail.
func (c *checker) divide(n syntax.NodeID, t types.Type, rest []syntax.NodeID) types.Type {
	span := c.Item.Span(rest[0])
	end := c.Item.Span(rest[len(rest)-1]).End
	text := c.Item.Text[span.Start+1 : end]
	var right types.Type
	switch {
	case text[0] >= '0' && text[0] <= '9':
		right = literal.Type(text)
		c.numberFits(rest[0], text, types.Head(right).(*types.Tensor).Dtype)
	default:
		if o := c.scope.findBare(text); o != nil {
			c.info.Objects[rest[0]] = o
			right = c.use(o, n)
		}
	}
	if right == nil {
		c.undefinedSegment(n, rest[0], t)
		return types.ErrorType
	}
	return c.operate(op.Divide, n, []types.Type{t, right}, []syntax.NodeID{n, rest[0]})
}

// globalUse types `@f`.
func (c *checker) globalUse(n syntax.NodeID) types.Type {
	o := c.global(n)
	if o == nil {
		return types.ErrorType
	}
	return c.Instantiate(c.typeOf(o), n)
}

func (c *checker) global(n syntax.NodeID) *typed.Object {
	o := c.m.value(c.Item.SourceText(n), c.unit.block)
	if o == nil {
		c.undefinedGlobal(n)
		return nil
	}
	c.info.Objects[n] = o
	return o
}

// typeOf is a definition's type: its scheme, or what is known of it while its
// group is inferred.
func (c *checker) typeOf(o *typed.Object) types.Type {
	if t, ok := c.mono[o]; ok {
		return t
	}
	if o.Cons != nil {
		return o.Cons.Sig
	}
	return orBad(o.Type)
}

// bare decides what a bare name in an expression is: a variable, a
// constructor, or an operator (nil object).
func (c *checker) bare(n syntax.NodeID) (*typed.Object, *op.Op) {
	text := c.Item.SourceText(n)
	if o := c.scope.findBare(text); o != nil {
		c.info.Objects[n] = o
		return o, nil
	}
	if o := c.constructor(text); o != nil {
		c.info.Objects[n] = o
		return o, nil
	}
	if _, ambiguous := c.m.ambiguous(text, c.unit.block, false); ambiguous {
		return nil, nil
	}
	if o := c.m.config.Ops[text]; o != nil && !o.Internal {
		c.info.Objects[n] = c.operator(text)
		return nil, o
	}
	return nil, nil
}

// nameUse types a bare name that is not called: a variable, a constructor or
// an operator as a value. A constructor without fields is its value.
func (c *checker) nameUse(n syntax.NodeID) types.Type {
	o, operator := c.bare(n)
	switch {
	case o != nil && o.Cons != nil && len(o.Cons.Fields) == 0:
		return c.freshADT(o.Cons.Of)
	case o != nil && o.Kind == typed.LocalObject:
		return c.use(o, n)
	case o != nil:
		return c.Instantiate(c.typeOf(o), n)
	case operator != nil:
		return c.operatorValue(n, operator)
	case builtins[c.Item.SourceText(n)] != nil:
		return c.Instantiate(builtins[c.Item.SourceText(n)], n)
	}
	c.undefinedName(n, syntax.NoNode)
	return types.ErrorType
}

// operatorValue is an operator as a function: `fn(a, b) -> c where add(a, b) = c`.
func (c *checker) operatorValue(n syntax.NodeID, o *op.Op) types.Type {
	if o.Signature != nil {
		return c.Instantiate(o.Signature, n)
	}
	attrs, errs := op.Bind(o, nil)
	if len(errs) > 0 {
		c.Report(syntax.Diagnostic{
			Code: codes.AttributeValue, Span: c.Item.Span(n),
			Message: errs[0].Message + ", so it cannot be used as a function by itself",
			Notes:   []string{fmt.Sprintf("A function literal gives it, as in `fn(%%x) { %s(%%x, …) }`.", o.Name)},
		})
		return types.ErrorType
	}
	least, most := o.Arity()
	if most < 0 {
		c.Errorf(n, codes.AmbiguousType, "`%s` takes any number of arguments, so it must be called where it is named", o.Name)
		return types.ErrorType
	}
	if o.Scheme != nil {
		c.Relation.Op, c.Relation.Attrs = o, attrs
		inst := o.Scheme(least, &c.Relation)
		c.AddPending(&infer.Constraint{Owner: c.Owner, Node: n}, inst.More)
		return &types.Func{In: inst.In, Out: inst.Out}
	}
	args := make([]types.Type, len(o.Params))
	for i := range least {
		args[i] = c.Fresh()
	}
	out := c.Relate(o, args, attrs, n, nil)
	return &types.Func{In: args[:least], Out: out}
}

// use gives one use of a variable.
func (c *checker) use(o *typed.Object, n syntax.NodeID) types.Type {
	if len(o.Params) == 0 {
		return c.Instantiate(o.Type, n)
	}
	s := c.FreshArguments(o.Params)
	return s.Apply(o.Type)
}

// project types `e.0`; what has no known type yet keeps a constraint.
func (c *checker) project(n syntax.NodeID, t types.Type, index int) types.Type {
	if tuple, ok := types.Head(t).(*types.Tuple); ok && index >= 0 && index < len(tuple.Elems) {
		return tuple.Elems[index]
	}
	attrs, _ := op.Bind(infer.Projection, []op.Named{{Name: "index", Value: op.Int(int64(index))}})
	return c.Relate(infer.Projection, []types.Type{t}, attrs, n, []syntax.NodeID{n})
}
