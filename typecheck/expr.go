package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Expressions are typed in both directions (Pierce and Turner 2000): where a type
// is wanted it goes down into blocks, branches, tuples and lambdas, and what is
// inferred is unified with it at the leaves. Nested expressions recurse as deep as
// the parser lets them be; chains (`a + b + …`, `f(x)(y)…`) are loops.

// A reason states why a type is expected, for the message where it does not
// fit. It is turned into words only then.
type reason struct {
	kind  reasonKind
	name  string        // of the function or the binding
	index int           // of the argument, from 1
	node  syntax.NodeID // where the expectation comes from, NoNode if nowhere

	must  types.Type // see expectation.go; nil where no more is known than what is wanted
	outer *reason    // why must is asked for, of a call's argument
}

type reasonKind uint8

const (
	noReason reasonKind = iota
	resultReason
	lambdaReason
	argumentReason
	annotationReason
	branchReason
	clauseReason
	conditionReason
	elementReason
	patternReason
	parameterReason
)

// expr infers the type of an expression. Where a type is wanted, the
// expression is checked against it and the join of both is the answer.
func (c *checker) expr(n syntax.NodeID, want types.Type, why reason) types.Type {
	c.Meter.Spend(1)
	c.node = n
	var t types.Type
	switch c.Item.Kind(n) {
	case syntax.Block:
		t = c.block(n, want, why)
	case syntax.Paren:
		t = c.expr(c.Item.Inner(n), want, why)
	case syntax.If:
		t = c.branch(n, want, why)
	case syntax.Match:
		t = c.match(n, want, why)
	case syntax.Fn:
		t = c.lambda(n, want, why)
	case syntax.Tuple:
		t = c.tuple(n, want, why)
	case syntax.List:
		t = c.list(n, want, why)
	case syntax.Meta:
		t = c.meta(n, want, why)
	case syntax.Hole:
		t = c.openExpr(n, want)
	default:
		if f, ok := headFunc(want); ok && len(f.Params) > 0 {
			t = c.polymorphic(n, f, why)
		} else {
			c.dense = syntax.NoNode
			c.aim(n, want, why)
			got := c.known(n, c.infer(n))
			if why.must != nil && (isOpen(want) || !c.Contradicts(why.must, want)) {
				if t := c.wrongLiteral(n, got, why); t != nil {
					got = t
				}
			}
			t = c.fit(n, want, got, why)
			if c.dense == n && !types.IsBad(t) { // it has the extents that are written, also where `?` is wanted
				c.info.Types[n] = got
				return t
			}
		}
	}
	if want == nil {
		t = c.known(n, t)
	}
	c.info.Types[n] = t
	return t
}

// openExpr types a hole: it has the type that is wanted. Where none is, it is not known, and nothing
// that is done with it is an error.
func (c *checker) openExpr(n syntax.NodeID, want types.Type) types.Type {
	if c.m.lenient {
		c.Errorf(n, codes.SyntaxError, "a hole cannot be in the text of a version of TVM, which would not read it; leave out `#[version]`, or write the expression")
		return types.ErrorType
	}
	if want == nil {
		return types.ErrorType
	}
	return want
}

// polymorphic checks an expression against a polymorphic type: it must have
// the type whatever the parameters are.
func (c *checker) polymorphic(n syntax.NodeID, want *types.Func, why reason) types.Type {
	s := c.Skolemize(want.Params)
	c.Assume(want.Where, &s)
	c.Level++
	got := c.infer(n)
	_, clash := c.Unify(s.Apply(&types.Func{In: want.In, Out: want.Out}), got)
	c.Level--
	if clash != nil {
		c.mismatch(n, want, got, clash, why)
		return types.ErrorType
	}
	if f, ok := headFunc(got); !ok || len(f.Params) == 0 {
		c.flows(n, got, s.Apply(&types.Func{In: want.In, Out: want.Out}))
	}
	return want
}

// infer is expr for the kinds that a wanted type does not help.
func (c *checker) infer(n syntax.NodeID) types.Type {
	switch c.Item.Kind(n) {
	case syntax.Call, syntax.Project, syntax.Index:
		return c.postfix(n)
	case syntax.Local:
		return c.localUse(n)
	case syntax.Global:
		return c.globalUse(n)
	case syntax.Name:
		if t, ok := c.rafValue(n); ok {
			return t
		}
		return c.nameUse(n)
	case syntax.Binary:
		return c.binary(n)
	case syntax.Unary:
		return c.unary(n)
	case syntax.Int, syntax.Float, syntax.Bool:
		return c.literal(n)
	case syntax.String:
		if t, ok := c.rafValue(n); ok {
			return t
		}
		if c.undefined[stringValue] {
			return types.ErrorType
		}
		if c.undefined == nil {
			c.undefined = map[string]bool{}
		}
		c.undefined[stringValue] = true
		c.Errorf(n, codes.TypeMismatch, "a string is not a value; strings are written only as attributes, such as `layout=\"NCHW\"`")
	case syntax.BadNode, syntax.NamedArg:
		c.checkParts(n)
	}
	return types.ErrorType
}

// checkParts checks what was read of something broken, without a verdict on it.
func (c *checker) checkParts(n syntax.NodeID) {
	for _, kid := range c.Item.Kids(n) {
		if kid != syntax.NoNode && isExpr(c.Item.Kind(kid)) {
			c.expr(kid, nil, reason{})
		}
	}
}

func isExpr(k syntax.Kind) bool {
	return k >= syntax.Block && k <= syntax.Binary && k != syntax.Segment && k != syntax.Clause
}

// fit makes a type that was inferred agree with the wanted one.
func (c *checker) fit(n syntax.NodeID, want, got types.Type, why reason) types.Type {
	if want == nil || want == got {
		return got
	}
	if f, ok := headFunc(got); ok && len(f.Params) > 0 {
		if w, ok := headFunc(want); !ok || len(w.Params) == 0 {
			got = c.Instantiate(f, n)
		}
	}
	joined, clash := c.Unify(want, got)
	if clash != nil {
		if !c.IsClaimed(want, got) {
			c.mismatch(n, want, got, clash, why)
		}
		return types.ErrorType
	}
	if isExpr(c.Item.Kind(n)) {
		c.flows(n, got, joined)
	}
	if len(c.Queue) > 0 {
		c.Solve()
	}
	return joined
}

// block checks the statements of a block and gives the type of its result.
func (c *checker) block(n syntax.NodeID, want types.Type, why reason) types.Type {
	kids := c.Item.Kids(n)
	c.scope.open()
	defer c.scope.shut()
	result := types.Type(types.Unit)
	for i, kid := range kids {
		last := i == len(kids)-1
		switch {
		case kid == syntax.NoNode:
			return types.ErrorType
		case c.statement(kid):
			if last {
				result = types.ErrorType
			}
		case last:
			return c.expr(kid, want, why)
		default:
			c.expr(kid, nil, reason{})
		}
	}
	return c.fit(n, want, result, why)
}

// branch checks `if`.
func (c *checker) branch(n syntax.NodeID, want types.Type, why reason) types.Type {
	parts := c.Item.If(n)
	cond, then, other := parts.Cond, parts.Then, parts.Else
	if cond != syntax.NoNode {
		c.expr(cond, types.Scalar(types.Bool), reason{kind: conditionReason})
	}
	t, open := want, isOpen(want)
	if then != syntax.NoNode {
		t = c.expr(then, want, why)
	}
	if other == syntax.NoNode {
		c.noElse(n)
		return types.ErrorType
	}
	if open {
		why = reason{kind: branchReason, node: then}.inside(why)
		if types.IsBad(t) {
			t = nil
		}
	}
	result := c.expr(other, t, why)
	c.flows(then, nil, result)
	return result
}

// noElse reports an `if` of which nothing says what it gives otherwise.
func (c *checker) noElse(n syntax.NodeID) {
	if len(c.Item.Errors) > 0 && c.Item.Broken(n) {
		return
	}
	at := c.Item.Span(n)
	c.Report(syntax.Diagnostic{Code: codes.SyntaxError, Span: syntax.Span{Start: at.Start, End: at.Start + int32(len("if"))},
		Message: "this `if` has no `else`: it must give a value either way"})
}

// isOpen reports whether a wanted type says nothing yet.
func isOpen(want types.Type) bool {
	if want == nil {
		return true
	}
	v, ok := types.Head(want).(*types.Var)
	return ok && !v.Rigid
}

// tuple checks a tuple's elements, each against its part of the wanted type.
func (c *checker) tuple(n syntax.NodeID, want types.Type, why reason) types.Type {
	kids := c.Item.Kids(n)
	if len(kids) == 0 {
		return c.fit(n, want, types.Unit, why)
	}
	var wanted, must *types.Tuple
	if why.must != nil {
		if must, _ = types.Head(why.must).(*types.Tuple); must != nil && len(must.Elems) != len(kids) {
			must = nil
		}
	}
	if want != nil {
		wanted, _ = types.Head(want).(*types.Tuple)
		if wanted != nil && len(wanted.Elems) != len(kids) {
			wanted = nil
		}
	}
	t := types.NewTuple(len(kids))
	for i, kid := range kids {
		var w types.Type
		if wanted != nil {
			w = wanted.Elems[i]
		}
		why := why.part(nil)
		if must != nil {
			why = why.part(must.Elems[i])
		}
		t.Elems[i] = c.expr(kid, w, why)
	}
	if wanted != nil {
		return t
	}
	return c.fit(n, want, t, why)
}

// list checks a FractalTensor literal: all elements have one type.
func (c *checker) list(n syntax.NodeID, want types.Type, why reason) types.Type {
	var elem types.Type
	if want != nil {
		if f, ok := types.Head(want).(*types.Fractal); ok {
			elem = f.Elem
		}
		if c.listOfBrackets(n, want) {
			return types.ErrorType
		}
	}
	wanted := elem != nil
	if !wanted && c.denseFloats(n) {
		return types.ErrorType
	}
	if !wanted {
		v := c.Fresh()
		v.Leaf = true
		elem = v
	}
	kids := c.Item.Kids(n)
	because := why.part(nil)
	switch why.kind {
	case branchReason, clauseReason, elementReason:
		because = reason{} // what the first one is says nothing of elements
	}
	if isOpen(elem) && len(kids) > 0 {
		because = reason{kind: elementReason, node: kids[0]}.inside(why)
	}
	because.must = nil
	if why.must != nil {
		if f, ok := types.Head(why.must).(*types.Fractal); ok {
			because.must = f.Elem
		}
	}
	closed, errors := !isOpen(elem), len(c.Diagnostics)
	for _, kid := range kids {
		t := c.expr(kid, elem, because)
		if !types.IsBad(elem) && !(closed && types.IsBad(t)) {
			elem = t
		}
	}
	c.mergeAlike(errors, kids)
	if len(kids) == 0 {
		c.empties = append(c.empties, emptyList{c.unit, n, elem})
	}
	for _, kid := range kids {
		c.flows(kid, nil, elem)
	}
	if len(kids) > 1 {
		c.lists = append(c.lists, n)
	}
	t := &types.Fractal{Elem: elem}
	if wanted {
		return t
	}
	return c.fit(n, want, t, why)
}
