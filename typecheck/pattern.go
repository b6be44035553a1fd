package typecheck

import (
	"unicode"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Patterns take their types from what is matched, and never the other way round
// where that is known: the field types of a constructor follow from the arguments
// of the matched data type. Which cases are missing is package exhaustive's matter.

// match checks `match (e) { P => e, … }`.
func (c *checker) match(n syntax.NodeID, want types.Type, why reason) types.Type {
	parts := c.Item.Match(n)
	scrutinee := types.ErrorType
	if parts.Scrutinee != syntax.NoNode {
		scrutinee = c.expr(parts.Scrutinee, nil, reason{})
	}
	result, first, open := want, syntax.NoNode, isOpen(want)
	for _, clause := range parts.Clauses {
		if c.Item.Kind(clause) != syntax.Clause {
			continue
		}
		clause := c.Item.Clause(clause)
		c.scope.open()
		c.patternMark = c.scope.mark()
		c.pattern(clause.Pattern, scrutinee)
		because := why
		if open && first != syntax.NoNode {
			because = reason{kind: clauseReason, node: first}.inside(why)
		}
		if clause.Body != syntax.NoNode {
			t := c.expr(clause.Body, result, because)
			if !types.IsBad(t) {
				result = t
				if first == syntax.NoNode {
					first = clause.Body
				}
			}
		}
		c.scope.shut()
	}
	if result == nil {
		return c.noClause(parts.Clauses)
	}
	for _, clause := range parts.Clauses {
		if c.Item.Kind(clause) == syntax.Clause {
			c.flows(c.Item.Clause(clause).Body, nil, result)
		}
	}
	return result
}

// noClause is the type of a match that has no clause with a type: anything,
// for an empty match gives no value at all.
func (c *checker) noClause(clauses []syntax.NodeID) types.Type {
	if len(clauses) > 0 {
		return types.ErrorType
	}
	return c.Fresh()
}

// pattern checks a pattern against the type of what it matches and declares
// its variables.
func (c *checker) pattern(n syntax.NodeID, t types.Type) {
	c.info.Types[n] = t
	switch c.Item.Kind(n) {
	case syntax.PatVar:
		c.bindName(n, c.Item.SourceText(n), t)
	case syntax.PatName:
		c.patternName(n, t)
	case syntax.PatCons:
		cons := c.Item.PatCons(n)
		c.patternCons(n, cons.Name, cons.Args, t)
	case syntax.PatTuple:
		c.patternTuple(n, t)
	case syntax.PatParen:
		c.pattern(c.Item.Inner(n), c.parenthesized(n, t))
	case syntax.PatTyped:
		c.patternTyped(n, t)
	case syntax.PatLit:
		c.patternLiteral(n, t)
	case syntax.BadNode:
		c.badPattern(n)
	}
}

// badPattern binds the variables of a pattern of another language, as far as they are known.
func (c *checker) badPattern(n syntax.NodeID) {
	kids := c.Item.Kids(n)
	if len(kids) == 0 {
		c.namesMissing()
		return
	}
	c.subpatterns(kids, nil)
}

// parenthesized gives what the pattern in parentheses matches. To TVM it is a tuple of
// one: where it meets one in TVM's files, the two readings differ.
func (c *checker) parenthesized(n syntax.NodeID, t types.Type) types.Type {
	tuple, ok := types.Head(t).(*types.Tuple)
	inner := c.Item.Inner(n)
	if !c.m.lenient || !ok || len(tuple.Elems) != 1 || c.Item.Kind(inner) == syntax.PatWild {
		return t
	}
	text := c.Item.SourceText(inner)
	c.Report(syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: c.Item.Span(n),
		Message: "a tuple of one is matched by `(" + text + ",)`; without the comma, TVM reads this pattern as that tuple and Frac as what is in the parentheses",
		Fixes:   []syntax.Fix{message.WriteFix(c.Item.Span(n), "("+text+",)")},
	})
	return tuple.Elems[0]
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
func (c *checker) constructor(name string) *typed.Object {
	if o := c.m.value(name, c.unit.block); o != nil && o.Kind == typed.ConstructorObject {
		return o
	}
	return nil
}

// patternName decides what a bare name is: a constructor in scope, else a
// lower-case one is a variable.
func (c *checker) patternName(n syntax.NodeID, t types.Type) {
	text := c.Item.SourceText(n)
	if c.constructor(text) != nil {
		c.patternCons(n, n, nil, t)
		return
	}
	if c.ambiguousName(n, text) || c.absentValue(n, text, t) {
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
	text := c.Item.SourceText(name)
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
func (c *checker) scrutinee(n syntax.NodeID, o *typed.Object, t types.Type) ([]types.Type, bool) {
	if adt, ok := types.Head(t).(*types.ADT); ok && adt.Decl == o.Cons.Of {
		return adt.Args, true
	}
	if types.IsBad(t) {
		return nil, false
	}
	adt := c.freshADT(o.Cons.Of)
	if _, clash := c.Unify(t, adt); clash != nil {
		c.patternMismatch(n, o, t, clash)
		return nil, false
	}
	return adt.Args, true
}

// freshADT is an ADT with fresh variables for its arguments.
func (c *checker) freshADT(d *types.Decl) *types.ADT {
	s, adt := c.FreshArguments(d.Params), types.NewADT(d, len(d.Params))
	for i, p := range s.Params {
		if p.Sym != nil {
			adt.Args[i] = &types.Extent{Dim: s.Dims[i]}
		} else {
			adt.Args[i] = s.Types[i]
		}
	}
	return adt
}

// arguments is the substitution that an ADT's arguments stand for.
func (c *checker) arguments(d *types.Decl, args []types.Type) types.Substitution {
	s := types.Substitution{Meter: &c.Meter, Params: d.Params, Types: args}
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
	kids := c.Item.Kids(n)
	tuple, ok := types.Head(t).(*types.Tuple)
	if !ok && !types.IsBad(t) {
		tuple = types.NewTuple(len(kids))
		for i := range tuple.Elems {
			tuple.Elems[i] = c.Fresh()
		}
		if _, clash := c.Unify(t, tuple); clash != nil {
			c.tuplePatternMismatch(n, t)
			tuple = nil
		}
	}
	if tuple != nil && len(tuple.Elems) != len(kids) {
		if len(kids) < len(tuple.Elems) {
			c.namesMissing()
		}
		c.Errorf(n, codes.ArityMismatch, "this pattern has %s, and what it matches is a tuple of %d: `%s`",
			message.Count(len(kids), "part"), len(tuple.Elems), types.Text(c.ResolveVars(t)))
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
	parts := c.Item.PatTyped(n)
	declared := t
	if parts.Type != syntax.NoNode {
		declared = c.resolver.Resolve(parts.Type)
		c.fit(parts.Type, t, declared, reason{kind: patternReason})
		c.flows(n, t, declared)
	}
	c.pattern(parts.Pattern, declared)
}

// patternLiteral checks a literal pattern: it takes the scrutinee's dtype.
func (c *checker) patternLiteral(n syntax.NodeID, t types.Type) {
	lit := c.Item.Inner(n)
	if c.Item.Kind(lit) == syntax.Bool {
		c.fitLiteral(n, t, types.Bool)
		return
	}
	if !c.convertedNumber(lit) {
		return
	}
	text := c.Item.NumberText(lit)
	tensor, known := types.Head(t).(*types.Tensor)
	if known && len(tensor.Shape) == 0 && tensor.Dtype.IsInteger() && literal.TrimSuffix(text) == text {
		if !literal.Fits(text, tensor.Dtype) {
			c.Errorf(n, codes.TypeMismatch, "%s does not fit `%s`, the type of what is matched", text, tensor.Dtype)
		}
		return
	}
	c.fitLiteral(n, t, c.integer(lit))
}

// fitLiteral makes what is matched agree with the dtype of a literal pattern.
func (c *checker) fitLiteral(n syntax.NodeID, t types.Type, d types.Dtype) {
	if tensor, ok := types.Head(t).(*types.Tensor); !types.IsBad(t) && !isOpen(t) && (!ok || len(tensor.Shape) > 0) && c.reportedBefore(t, nil) {
		return
	}
	c.fit(n, t, types.Scalar(d), reason{kind: patternReason})
}
