package typecheck

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// match checks `match (e) { P => e, … }`.
func (c *checker) match(n syntax.NodeID, want types.Type, why reason) types.Type {
	kids := c.item.Kids(n)
	scrutinee := types.ErrorType
	if kids[0] != syntax.NoNode {
		scrutinee = c.expr(kids[0], nil, reason{})
	}
	result, first, open := want, syntax.NoNode, open(want)
	for _, clause := range kids[1:] {
		if c.item.Kind(clause) != syntax.Clause {
			continue
		}
		body := c.item.Kid(clause, 1)
		c.scope.open()
		c.patternMark = c.scope.mark()
		c.pattern(c.item.Kid(clause, 0), scrutinee)
		because := why
		if open && first != syntax.NoNode {
			because = reason{kind: clauseReason, node: first}
		}
		if body != syntax.NoNode {
			t := c.expr(body, result, because)
			if !types.IsBad(t) {
				result = t
				if first == syntax.NoNode {
					first = body
				}
			}
		}
		c.scope.shut()
	}
	if result == nil {
		return c.noClause(kids)
	}
	return result
}

// noClause is the type of a match that has no clause with a type: anything,
// for an empty match gives no value at all.
func (c *checker) noClause(kids []syntax.NodeID) types.Type {
	if len(kids) > 1 {
		return types.ErrorType
	}
	return c.fresh()
}

// pattern checks a pattern against the type of what it matches and declares
// its variables.
func (c *checker) pattern(n syntax.NodeID, t types.Type) {
	c.info.Types[n] = t
	switch c.item.Kind(n) {
	case syntax.PatVar:
		c.bindName(n, c.item.SourceText(n), t)
	case syntax.PatName:
		c.patternName(n, t)
	case syntax.PatCons:
		name := c.item.Kid(n, 0)
		c.patternCons(n, name, c.item.Kids(n)[1:], t)
	case syntax.PatTuple:
		c.patternTuple(n, t)
	case syntax.PatParen:
		c.pattern(c.item.Kid(n, 0), t)
	case syntax.PatTyped:
		c.patternTyped(n, t)
	case syntax.PatLit:
		c.patternLiteral(n, t)
	}
}

// bindName declares a pattern's variable. A pattern or parameter list may bind
// a name once; a later binding of the block may shadow it.
func (c *checker) bindName(n syntax.NodeID, name string, t types.Type) {
	if first := c.scope.since(c.patternMark, name); first != nil {
		c.duplicateLocal(n, first, "variable")
		return
	}
	c.local(name, n, t)
}

// constructor finds a constructor by name.
func (c *checker) constructor(name string) *Object {
	if o := c.m.value(name, c.unit.block); o != nil && o.Kind == ConstructorObject {
		return o
	}
	return nil
}

// patternName decides what a bare name is: a constructor in scope, else a
// lower-case one is a variable.
func (c *checker) patternName(n syntax.NodeID, t types.Type) {
	text := c.item.SourceText(n)
	if c.constructor(text) != nil {
		c.patternCons(n, n, nil, t)
		return
	}
	if first, _ := utf8.DecodeRuneInString(text); !unicode.IsUpper(first) {
		c.bindName(n, "%"+text, t)
		return
	}
	c.undefinedConstructor(n, text)
}

// patternCons checks a constructor pattern. Where the scrutinee's type is
// known, the fields' types follow from its arguments without inference.
func (c *checker) patternCons(n, name syntax.NodeID, subs []syntax.NodeID, t types.Type) {
	text := c.item.SourceText(name)
	o := c.constructor(text)
	if o == nil {
		c.matched = t
		c.undefinedConstructor(name, text)
		c.matched = nil
		c.subpatterns(subs, nil)
		return
	}
	c.info.Objects[name] = o
	c.info.Objects[n] = o
	args, ok := c.scrutinee(n, o, t)
	if !ok {
		c.subpatterns(subs, nil)
		return
	}
	if len(subs) != len(o.Cons.Fields) {
		c.patternArity(n, o, len(subs))
		c.subpatterns(subs, nil)
		return
	}
	if len(subs) == 0 {
		return
	}
	s := c.arguments(o.Cons.Of, args)
	for i, sub := range subs {
		c.pattern(sub, c.field(o.Cons, i, &s, t))
	}
}

// scrutinee makes the matched type one of the constructor's ADT and gives its
// arguments.
func (c *checker) scrutinee(n syntax.NodeID, o *Object, t types.Type) ([]types.Type, bool) {
	if adt, ok := types.Head(t).(*types.ADT); ok && adt.Decl == o.Cons.Of {
		return adt.Args, true
	}
	if types.IsBad(t) {
		return nil, false
	}
	s := c.uses(o.Cons.Of.Params)
	adt := &types.ADT{Decl: o.Cons.Of, Args: asArguments(&s)}
	if _, clash := c.unify(t, adt); clash != nil {
		c.patternMismatch(n, o, t, clash)
		return nil, false
	}
	return adt.Args, true
}

// asArguments gives a substitution's values as the arguments of an ADT.
func asArguments(s *types.Substitution) []types.Type {
	out := make([]types.Type, len(s.Params))
	for i, p := range s.Params {
		if p.Sym != nil {
			out[i] = &types.Extent{Dim: s.Dims[i]}
		} else {
			out[i] = s.Types[i]
		}
	}
	return out
}

// arguments is the substitution that an ADT's arguments stand for.
func (c *checker) arguments(d *types.Decl, args []types.Type) types.Substitution {
	s := types.Substitution{Params: d.Params, Types: args}
	for i, p := range d.Params {
		if p.Sym == nil {
			continue
		}
		if s.Dims == nil {
			s.Dims = make([]types.Dim, len(args))
		}
		if e, ok := types.Head(args[i]).(*types.Extent); ok {
			s.Dims[i] = e.Dim
		} else {
			s.Dims[i] = types.Any
		}
	}
	return s
}

// field is the type of a constructor's field. In a recursive field that is the
// ADT itself, the scrutinee's own type is used again.
func (c *checker) field(k *types.Constructor, i int, s *types.Substitution, whole types.Type) types.Type {
	if k.Recursive(i) {
		return types.Head(whole)
	}
	return s.Apply(k.Fields[i])
}

// subpatterns declares the variables of patterns whose types are unknown (nil)
// because of an error.
func (c *checker) subpatterns(subs []syntax.NodeID, t types.Type) {
	for _, sub := range subs {
		c.pattern(sub, orBad(t))
	}
}

func (c *checker) patternTuple(n syntax.NodeID, t types.Type) {
	kids := c.item.Kids(n)
	tuple, ok := types.Head(t).(*types.Tuple)
	if !ok && !types.IsBad(t) {
		elems := make([]types.Type, len(kids))
		for i := range elems {
			elems[i] = c.fresh()
		}
		tuple = &types.Tuple{Elems: elems}
		if _, clash := c.unify(t, tuple); clash != nil {
			c.tuplePatternMismatch(n, t)
			tuple = nil
		}
	}
	if tuple != nil && len(tuple.Elems) != len(kids) {
		c.errorf(n, syntax.ArityMismatch, "this pattern has %s, and what it matches is a tuple of %d: `%s`",
			count(len(kids), "part"), len(tuple.Elems), types.Text(c.clean(t)))
		tuple = nil
	}
	for i, kid := range kids {
		part := types.ErrorType
		if tuple != nil {
			part = tuple.Elems[i]
		}
		c.pattern(kid, part)
	}
}

func (c *checker) patternTyped(n syntax.NodeID, t types.Type) {
	annotation := c.item.Kid(n, 1)
	declared := t
	if annotation != syntax.NoNode {
		declared = c.resolver.resolve(annotation)
		c.fit(annotation, t, declared, reason{kind: patternReason})
	}
	c.pattern(c.item.Kid(n, 0), declared)
}

// patternLiteral checks a literal pattern: it takes the scrutinee's dtype.
func (c *checker) patternLiteral(n syntax.NodeID, t types.Type) {
	lit := c.item.Kid(n, 0)
	if c.item.Kind(lit) == syntax.Bool {
		c.fitLiteral(n, t, types.Bool)
		return
	}
	text := signed(c.item.SourceText(lit))
	tensor, known := types.Head(t).(*types.Tensor)
	if known && len(tensor.Shape) == 0 && tensor.Dtype.IsInteger() && trimSuffix(text) == text {
		if !fits(text, tensor.Dtype) {
			c.errorf(n, syntax.TypeMismatch, "%s does not fit `%s`, the type of what is matched", text, tensor.Dtype)
		}
		return
	}
	c.fitLiteral(n, t, c.integer(lit))
}

// fitLiteral makes what is matched agree with the dtype of a literal pattern.
func (c *checker) fitLiteral(n syntax.NodeID, t types.Type, d types.Dtype) {
	if tensor, ok := types.Head(t).(*types.Tensor); !types.IsBad(t) && !open(t) && (!ok || len(tensor.Shape) > 0) && c.misfit(t, nil) {
		return
	}
	c.fit(n, t, types.Scalar(d), reason{kind: patternReason})
}

func (c *checker) patternArity(n syntax.NodeID, o *Object, given int) {
	d := syntax.Diagnostic{
		Code: syntax.ArityMismatch, Span: c.item.Span(n),
		Message: fmt.Sprintf("the constructor `%s` has %s, and this pattern has %d", o.Name, count(len(o.Cons.Fields), "field"), given),
		Related: c.declaredHere(o),
	}
	if whole := o.Name + "(" + strings.TrimSuffix(strings.Repeat("_, ", len(o.Cons.Fields)), ", ") + ")"; given == 0 {
		d.Fixes = []syntax.Fix{writes(d.Span, whole)}
	} else if given < len(o.Cons.Fields) {
		d.Notes = []string{"Write `_` for a field that does not matter: `" + whole + "` matches them all."}
	}
	c.report(d)
}
