package typecheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Function literals. A literal that is checked against a polymorphic type has the
// type's parameters as rigid variables (skolems) in its body, which must be right
// for all of them (Odersky and Läufer 1996).

// lambda checks `fn<a>(P : T) -> U { e }`; what is wanted gives the types of
// parameters that are not annotated.
func (c *checker) lambda(n syntax.NodeID, want types.Type, why reason) types.Type {
	if f, ok := headFunc(want); ok && len(f.Params) > 0 {
		return c.polymorphicLambda(n, f, why)
	}
	parts := c.Item.Fn(n)
	params, list, result, body := parts.TypeParams, parts.Params, parts.Result, parts.Body
	outer := c.resolver.Params
	defer func() { c.resolver.Params = outer }()
	if params != syntax.NoNode {
		c.Level++
		defer func() { c.Level-- }()
		c.resolver.DeclareParams(params, c.Level)
		c.scopes = append(c.scopes, typeScope{c.Item.Span(n), c.resolver.Params})
	}
	c.scope.open()
	defer c.scope.shut()
	want = c.unzipped(n, list, want)
	expected := c.expectedFunc(n, want, list)
	if params != syntax.NoNode && !types.IsBad(orBad(want)) {
		expected = c.unannotated(expected, list)
	}
	f := types.NewFunc(c.countParams(list))
	c.parameters(f.In, list, expected)
	f.Out = c.lambdaResult(result, body, expected)
	if params != syntax.NoNode {
		f.Params = c.resolver.Params.Quantified()
		c.Level--
		t := c.fit(n, want, f, why)
		c.Level++
		return t
	}
	return c.fit(n, want, f, why)
}

func headFunc(t types.Type) (*types.Func, bool) {
	if t == nil {
		return nil, false
	}
	f, ok := types.Head(t).(*types.Func)
	return f, ok
}

// polymorphicLambda checks a lambda against a polymorphic type: its body must
// do whatever the type parameters are.
func (c *checker) polymorphicLambda(n syntax.NodeID, want *types.Func, why reason) types.Type {
	s := c.Skolemize(want.Params)
	c.Assume(want.Where, &s)
	bare := s.Apply(&types.Func{In: want.In, Out: want.Out})
	c.Level++
	t := c.lambda(n, bare, why)
	c.Level--
	c.flows(n, t, bare)
	if types.IsBad(t) {
		return t
	}
	return want
}

// unzipped reports a function of several parameters where one that takes them
// as a tuple is needed, as map over a zip does, and goes on as if it took it.
func (c *checker) unzipped(n, list syntax.NodeID, want types.Type) types.Type {
	f, ok := headFunc(want)
	if !ok || len(f.In) != 1 || len(f.Params) > 0 {
		return want
	}
	tuple, ok := types.Head(f.In[0]).(*types.Tuple)
	params := c.Item.Kids(list)
	if !ok || len(params) != len(tuple.Elems) || len(params) < 2 {
		return want
	}
	span := c.Item.Span(params[0]).Cover(c.Item.Span(params[len(params)-1]))
	inside := c.Item.Text[span.Start:span.End]
	c.Report(syntax.Diagnostic{
		Code: codes.ArityMismatch, Span: span,
		Message: fmt.Sprintf("this function takes %d arguments, and is given one: a tuple of %d", len(params), len(params)),
		Notes:   []string{"`map` over a `zip` passes one tuple; take it apart with a pattern."},
		Fixes:   []syntax.Fix{syntax.Replace("take the tuple apart", span, "("+inside+")")},
	})
	c.Unify(f.Out, types.ErrorType)
	return &types.Func{In: tuple.Elems, Out: f.Out}
}

// expectedFunc is the wanted type where it is a function of as many
// parameters.
func (c *checker) expectedFunc(n syntax.NodeID, want types.Type, list syntax.NodeID) *types.Func {
	count := c.countParams(list)
	if want != nil && types.IsBad(want) {
		return brokenFunc(count)
	}
	f, ok := headFunc(want)
	if !ok || len(f.Params) > 0 || count != len(f.In) {
		return nil
	}
	return f
}

// countParams is how many parameters a list has.
func (c *checker) countParams(list syntax.NodeID) (count int) {
	for _, p := range c.Item.Kids(list) {
		if c.Item.Kind(p) == syntax.Param {
			count++
		}
	}
	return count
}

// unannotated is what is expected of a function with type parameters of its own: only
// of an instance of it, so of its parameters that have no type. What its annotations
// say is compared when the whole is instantiated.
func (c *checker) unannotated(expected *types.Func, list syntax.NodeID) *types.Func {
	if expected == nil {
		return nil
	}
	open := &types.Func{Out: c.Fresh()}
	for _, p := range c.Item.Kids(list) {
		if c.Item.Kind(p) != syntax.Param {
			continue
		}
		in := expected.In[len(open.In)]
		if c.Item.Param(p).Type != syntax.NoNode {
			in = c.Fresh()
		}
		open.In = append(open.In, in)
	}
	return open
}

// brokenFunc is what a function is checked against in a call that is in error:
// nothing about its parameters is worth another one.
func brokenFunc(params int) *types.Func {
	f := &types.Func{In: make([]types.Type, params), Out: types.ErrorType}
	for i := range f.In {
		f.In[i] = types.ErrorType
	}
	return f
}

// parameters declares the parameters of a function and fills in their types.
func (c *checker) parameters(in []types.Type, list syntax.NodeID, expected *types.Func) {
	next := 0
	c.patternMark = c.scope.mark()
	swapped := c.swappedParameters(list, expected)
	if swapped {
		expected = nil
	}
	for _, p := range c.Item.Kids(list) {
		if c.Item.Kind(p) != syntax.Param {
			continue
		}
		var t types.Type
		refused := false // the annotation clashes with what is expected, which is reported once
		if annotation := c.Item.Param(p).Type; annotation != syntax.NoNode {
			t = c.resolver.Resolve(annotation)
			if expected != nil {
				refused = types.IsBad(c.fit(annotation, expected.In[next], t, reason{kind: parameterReason}))
			}
		} else if expected != nil {
			t = expected.In[next]
		} else {
			t = c.Fresh()
		}
		if pattern := c.Item.Param(p).Pattern; pattern != syntax.NoNode {
			c.pattern(pattern, t)
		}
		c.info.Types[p] = t
		if refused || swapped {
			t = types.ErrorType
		}
		in[next] = t
		next++
	}
}

// swappedParameters reports two parameters whose written types fit in the other order alone.
func (c *checker) swappedParameters(list syntax.NodeID, expected *types.Func) bool {
	if expected == nil || len(expected.In) != 2 {
		return false
	}
	var params []syntax.NodeID
	var written []types.Type
	for _, p := range c.Item.Kids(list) {
		if c.Item.Kind(p) == syntax.Param && c.Item.Param(p).Type != syntax.NoNode {
			params = append(params, p)
		}
	}
	if len(params) != 2 {
		return false
	}
	errors := len(c.Diagnostics)
	for _, p := range params {
		written = append(written, c.resolver.Resolve(c.Item.Param(p).Type))
	}
	fits := func(i, j int) bool { return !c.ContradictsExactly(expected.In[i], written[j]) }
	if len(c.Diagnostics) > errors || fits(0, 0) || fits(1, 1) || !fits(0, 1) || !fits(1, 0) {
		return false
	}
	a, b := c.Item.Span(params[0]), c.Item.Span(params[1])
	c.Report(syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: a.Cover(b),
		Message: "the parameters of this function are in another order than what it is given",
		Notes:   []string{fmt.Sprintf("It is given `%s` first, then `%s`.", types.Text(c.ResolveVars(expected.In[0])), types.Text(c.ResolveVars(expected.In[1])))},
		Fixes: []syntax.Fix{{Title: "swap them", Edits: []syntax.Edit{
			{Span: a, NewText: c.Item.SourceText(params[1])}, {Span: b, NewText: c.Item.SourceText(params[0])},
		}}},
	})
	return true
}

func (c *checker) lambdaResult(annotation, body syntax.NodeID, expected *types.Func) types.Type {
	var out types.Type
	why := reason{}
	if annotation != syntax.NoNode {
		out = c.resolver.Resolve(annotation)
		why = reason{kind: resultReason, node: annotation}
	}
	if body == syntax.NoNode {
		return orBad(out)
	}
	if out == nil && expected != nil {
		if v, ok := types.Head(expected.Out).(*types.Var); !ok || v.Rigid {
			return c.expr(body, expected.Out, reason{kind: lambdaReason})
		}
	}
	t := c.expr(body, out, why)
	if out != nil {
		c.flows(body, nil, out)
		return out
	}
	return t
}
