package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Calls. Arguments that are function literals are checked after the others, whose
// types tell the parameters of the literals. An argument that
// does not fit a polymorphic function makes the call's result Bad, so that one
// mistake is one error.

// postfix types a chain of calls, projections and indexings, innermost first
// and without recursion, so that a chain may have any length.
func (c *checker) postfix(n syntax.NodeID) types.Type {
	bottom := len(c.spine)
	head := n
	for isPostfix(c.Item.Kind(head)) {
		c.spine = append(c.spine, head)
		head = c.Item.Base(head)
	}
	var t types.Type
	known := false // t is the type of what the next link applies to
	for i := len(c.spine) - 1; i >= bottom; i-- {
		link := c.spine[i]
		if !known && c.Item.Kind(link) == syntax.Call {
			t = c.namedCall(link, head)
		} else {
			if !known {
				t = c.expr(head, nil, reason{})
			}
			t = c.link(link, t)
		}
		known, t = true, c.known(link, t)
		c.info.Types[link] = t
	}
	c.spine = c.spine[:bottom]
	return t
}

func isPostfix(k syntax.Kind) bool {
	return k == syntax.Call || k == syntax.Project || k == syntax.Index
}

// link applies a call, a projection or an indexing to a value.
func (c *checker) link(n syntax.NodeID, t types.Type) types.Type {
	switch c.Item.Kind(n) {
	case syntax.Call:
		return c.valueCall(n, t)
	case syntax.Project:
		return c.project(n, t, int(c.Item.Node(n).Data))
	}
	index := c.Item.Index(n)
	at := c.expr(index.At, nil, reason{})
	return c.Relate(parallel.Element, []types.Type{t, at}, op.Attrs{Op: parallel.Element}, n, []syntax.NodeID{index.Sequence, index.At})
}

// namedCall types a call whose callee is the head of the chain: a name has
// its meaning looked up before its arguments are checked.
func (c *checker) namedCall(n, callee syntax.NodeID) types.Type {
	switch c.Item.Kind(callee) {
	case syntax.Global:
		o := c.global(callee)
		if o == nil {
			return c.failedCall(n)
		}
		c.info.Types[callee] = c.typeOf(o)
		return c.schemeCall(n, c.typeOf(o), o.Name)
	case syntax.Name:
		return c.bareCall(n, callee)
	}
	t := c.expr(callee, nil, reason{})
	if types.IsBad(t) {
		return c.failedCall(n)
	}
	return c.valueCall(n, t)
}

// bareCall types `name(…)`: a variable, a constructor, an operator or one of
// the functions on references.
func (c *checker) bareCall(n, callee syntax.NodeID) types.Type {
	text := c.Item.SourceText(callee)
	o, operator := c.bare(callee)
	switch {
	case o != nil:
		t := c.typeOf(o)
		c.info.Types[callee] = t
		return c.schemeCall(n, t, o.Name)
	case operator != nil:
		return c.operatorCall(n, operator)
	case builtins[text] != nil:
		return c.schemeCall(n, builtins[text], text)
	case text == constantName:
		return c.constant(n)
	}
	if t, ok := c.oldCall(n, text); ok {
		return t
	}
	if t, ok := c.rafCall(n, text); ok {
		return t
	}
	if t, ok := c.rafValue(n); ok {
		return t
	}
	if t := c.opaqueCall(n, callee); t != nil {
		return t
	}
	if library.IsClause(text) {
		c.undefinedName(callee, n)
		return types.ErrorType
	}
	c.scope.open()
	if c.foreignConstruct(text) {
		c.namesMissing()
	}
	t := c.failedCall(n)
	c.scope.shut()
	c.undefinedName(callee, n) // which proposes a call with arguments of these types
	return t
}

// failedCall checks the arguments of a call that has no type.
func (c *checker) failedCall(n syntax.NodeID) types.Type {
	args, _ := c.withoutAttributes(c.Item.Call(n).Args)
	for _, arg := range args {
		if c.Item.Kind(arg) == syntax.NamedArg || c.isData(arg) {
			continue
		}
		c.expr(arg, types.ErrorType, reason{})
	}
	return types.ErrorType
}

// valueCall types a call of a value.
func (c *checker) valueCall(n syntax.NodeID, t types.Type) types.Type {
	callee := c.Item.Call(n).Callee
	name := ""
	if c.Item.Kind(callee) == syntax.Local {
		name = c.Item.SourceText(callee)
	}
	return c.schemeCall(n, t, name)
}

// schemeCall types a call of a function type, polymorphic or not.
func (c *checker) schemeCall(n syntax.NodeID, t types.Type, name string) types.Type {
	switch f := types.Head(t).(type) {
	case *types.Func:
		return c.functionCall(n, f, name)
	case *types.Bad:
		return c.failedCall(n)
	case *types.Var:
		if !f.Rigid {
			return c.unknownCall(n, f)
		}
	}
	c.notAFunction(n, t, name)
	return c.failedCall(n)
}

// unknownCall types a call of something of which nothing is known: it is a
// function of the arguments' types.
func (c *checker) unknownCall(n syntax.NodeID, v *types.Var) types.Type {
	f := &types.Func{}
	for _, arg := range c.positional(n) {
		f.In = append(f.In, c.expr(arg, nil, reason{}))
	}
	out := c.Fresh()
	f.Out = out
	if _, clash := c.Unify(v, f); clash != nil {
		c.mismatch(c.Item.Call(n).Callee, v, f, clash, reason{})
		return types.ErrorType
	}
	c.Solve()
	return out
}

// positional are a call's arguments without the named ones, which only
// operators take.
func (c *checker) positional(n syntax.NodeID) []syntax.NodeID {
	args, _ := c.withoutAttributes(c.Item.Call(n).Args)
	for i, arg := range args {
		if c.Item.Kind(arg) != syntax.NamedArg {
			continue
		}
		out := append([]syntax.NodeID{}, args[:i]...)
		for _, arg := range args[i:] {
			if c.Item.Kind(arg) != syntax.NamedArg {
				out = append(out, arg)
			}
		}
		c.refuseNamed(n, args)
		return out
	}
	return args
}

// functionCall types a call of a known function. Lambdas are checked after
// the other arguments, from which their parameters' types follow.
func (c *checker) functionCall(n syntax.NodeID, f *types.Func, name string) types.Type {
	args := c.positional(n)
	if len(args) != len(f.In) {
		if written, _ := c.withoutAttributes(c.Item.Call(n).Args); len(args) == len(written) { // else the named ones are the mistake
			c.arity(n, f, args, name)
		}
		return c.failedCall(n)
	}
	if len(f.Params) == 0 && len(f.Where) == 0 {
		c.checkArguments(args, parameters{in: f.In}, name)
		return f.Out
	}
	musts, outer := c.expectations(n, f, args)
	s := c.FreshArguments(f.Params)
	if f == refWrite {
		return c.write(args, f, &s)
	}
	if !c.checkArguments(args, parameters{f.In, &s, musts, outer}, name) {
		return types.ErrorType // the result may depend on what is wrong
	}
	c.Require(f.Where, &s, n)
	if len(c.Queue) > 0 {
		c.Solve()
	}
	return s.Apply(f.Out)
}

// write types `ref_write(r, e)`. What is written to a reference whose type is declared
// has to be of the type that it declares; one whose type is inferred holds what all
// writes have in common.
func (c *checker) write(args []syntax.NodeID, f *types.Func, s *types.Substitution) types.Type {
	errors := len(c.Diagnostics)
	cell := c.expr(args[0], nil, reason{})
	c.fit(args[0], s.Apply(f.In[0]), cell, reason{kind: argumentReason, name: "ref_write", index: 1})
	content := s.Apply(f.In[1])
	if r, ok := types.Head(cell).(*types.Ref); ok {
		if _, open := r.Elem.(*types.Var); !open {
			content = r.Elem
		}
	}
	c.checkArgument(args[1], content, reason{kind: argumentReason, name: "ref_write", index: 2})
	if len(c.Diagnostics) > errors {
		fresh := c.FreshArguments(f.Params)
		c.swapped(errors, args, []types.Type{fresh.Apply(f.In[0]), fresh.Apply(f.In[1])}, "ref_write")
		return types.ErrorType
	}
	c.Solve()
	return f.Out
}

// The parameters of a call: their types under a substitution, nil for a monomorphic
// function, and what the arguments must be where the call's result is wanted.
type parameters struct {
	in    []types.Type
	s     *types.Substitution
	musts []types.Type // see expectation.go; nil where nothing is known
	outer *reason
}

// want is the type of an argument.
func (p *parameters) want(i int) types.Type {
	if p.s == nil {
		return p.in[i]
	}
	return p.s.Apply(p.in[i])
}

// why is the reason for the type of an argument.
func (p *parameters) why(i int, name string) reason {
	why := reason{kind: argumentReason, name: name, index: i + 1}
	if p.musts != nil {
		why.must, why.outer = p.musts[i], p.outer
	}
	return why
}

// checkArguments checks the arguments of a call against its parameters.
// It is false where an argument of a polymorphic function does not fit: what
// the others and the result must be may follow from that mistake.
func (c *checker) checkArguments(args []syntax.NodeID, params parameters, name string) (ok bool) {
	lambdas, errors := false, len(c.Diagnostics)
	defer func() {
		if len(c.Diagnostics) == errors {
			return
		}
		if c.wrongStart(errors, args, name) {
			ok = params.s == nil
			return
		}
		if c.otherParameters(errors, args, params.want, name) || c.otherStart(errors, args, params.want, name) {
			return
		}
		in := params.in
		if params.s != nil {
			fresh := c.FreshArguments(params.s.Params) // no argument has decided on these
			in = slices.Clone(in)
			for i, t := range in {
				in[i] = fresh.Apply(t)
			}
		}
		swapped := c.swapped(errors, args, in, name)
		c.showStart(errors, args)
		if params.s != nil {
			ok = !swapped && !c.keepFirstWrong(errors, args)
		}
		if !swapped {
			c.otherExtents(errors, args, params)
		}
	}()
	ok = true
	for i, arg := range args {
		if c.Item.Kind(arg) == syntax.Fn {
			lambdas = true
			continue
		}
		c.checkArgument(arg, params.want(i), params.why(i, name))
	}
	if !lambdas {
		return ok
	}
	c.Solve()
	for i, arg := range args {
		if c.Item.Kind(arg) == syntax.Fn {
			want := params.want(i)
			if len(c.wrongArguments(errors, args)) > 0 && params.s != nil {
				want = types.ErrorType
			}
			c.checkArgument(arg, want, params.why(i, name))
		}
	}
	return ok
}

// checkArgument checks one argument, and is remembered by the shape variables
// that it gives a value.
func (c *checker) checkArgument(arg syntax.NodeID, want types.Type, why reason) {
	outer := c.Argument
	c.Argument = why.index
	c.expr(arg, want, why)
	c.flows(arg, nil, want)
	c.Argument = outer
}
