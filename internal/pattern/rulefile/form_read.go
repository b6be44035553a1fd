package rulefile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// How each form is read, in the order of the table in form.go.

// operandPattern is the i-th operand as a pattern.
func (r *reader) operandPattern(c *formCall, i int) *pattern.Pattern {
	o := c.items[i]
	switch {
	case o == nil:
		return c.of
	case o.Value == nil:
		r.wrongOperand(c, o, "a pattern")
		return pattern.Any()
	}
	return r.pattern(o.Value)
}

func (r *reader) wrongOperand(c *formCall, o *item, want string) {
	r.report(r.node(o.Pos, o.EndPos), fmt.Sprintf("expected %s as an operand of `%s`", want, c.name), "it is written `"+forms[c.name].usage+"`")
}

// alone is an operand that is nothing but a head; nil where it is more.
func alone(o *item) *head {
	if o == nil || o.Value == nil || len(o.Value.Names) > 0 || len(o.Value.Chain.Rest) > 0 {
		return nil
	}
	first := o.Value.Chain.First
	if len(first.Prefixes) > 0 || len(first.Tails) > 0 {
		return nil
	}
	return first.Head
}

// operandString is the i-th operand, a string, with the place of its text.
func (r *reader) operandString(c *formCall, i int) (text string, at syntax.Span, ok bool) {
	h := alone(c.items[i])
	if h == nil || h.Literal == "" || h.Literal[0] != '"' {
		r.wrongOperand(c, c.items[i], "a string")
		return "", syntax.Span{}, false
	}
	span := r.node(h.Pos, h.EndPos)
	return unquote(h.Literal), syntax.Span{Start: span.Start + 1, End: span.End - 1}, true
}

func (r *reader) isExpr(c *formCall) *pattern.Pattern {
	if f := r.operandFragment(c, expressions, "an expression of the language"); f != nil {
		return pattern.IsExpr(f)
	}
	return pattern.Any()
}

func (r *reader) operandFragment(c *formCall, w wrapper, what string) *pattern.Fragment {
	o := c.items[0]
	if o.Fragment == "" {
		r.wrongOperand(c, o, what)
		return nil
	}
	span := syntax.Span{Start: int32(o.Pos.Offset), End: int32(o.Pos.Offset + len(o.Fragment))}
	return r.fragment(span, w, what)
}

func (r *reader) isVar(c *formCall) *pattern.Pattern {
	if len(c.items) == 0 {
		return pattern.IsVar("")
	}
	name, _, _ := r.operandString(c, 0)
	return pattern.IsVar(name)
}

func (r *reader) isConstant(*formCall) *pattern.Pattern { return pattern.IsConstant() }

func (r *reader) isOp(c *formCall) *pattern.Pattern {
	name, at, ok := r.operandString(c, 0)
	if !ok {
		return pattern.Any()
	}
	if operator(name) != nil || typecheck.IsBuiltin(name) {
		r.word(at, OperatorWord, nil)
		return pattern.IsOp(name)
	}
	d := r.report(at, fmt.Sprintf("`%s` is no operator", short(name)), "docs/operators.md lists them all")
	suggest(d, name, nearOperators(name))
	return pattern.Any()
}

func (r *reader) isTuple(c *formCall) *pattern.Pattern {
	if len(c.items) == 1 {
		if h := alone(c.items[0]); h != nil && h.Group != nil && (h.Group.Trailing || len(h.Group.List) != 1) {
			return r.group(h.Group, c.span) // is_tuple((p, q))
		}
	}
	parts, open := r.patterns(&items{List: c.items}, "a tuple")
	if open {
		return pattern.IsTupleAny()
	}
	return pattern.IsTuple(parts...)
}

func (r *reader) isTupleGetItem(c *formCall) *pattern.Pattern {
	p := r.operandPattern(c, 0)
	if len(c.items) == 1 {
		return pattern.IsTupleGetItem(p, pattern.AnyIndex)
	}
	h := alone(c.items[1])
	if h == nil || !isNumber(h.Literal) || strings.ContainsAny(h.Literal, ".eE") {
		r.wrongOperand(c, c.items[1], "the number of a component")
		return pattern.Any()
	}
	return r.projection(p, h.Literal, c.span)
}

func (r *reader) function(c *formCall) *pattern.Pattern {
	if c.items[0].Open {
		return pattern.IsFunctionAny(r.operandPattern(c, 1))
	}
	h := alone(c.items[0])
	if h == nil || h.List == nil {
		r.wrongOperand(c, c.items[0], "the parameters in brackets, or `...`,")
		return pattern.Any()
	}
	params, open := r.patterns(h.List, "a list")
	body := r.operandPattern(c, 1)
	if open {
		return pattern.IsFunctionAny(body)
	}
	return pattern.IsFunction(params, body)
}

func (r *reader) isIf(c *formCall) *pattern.Pattern {
	return pattern.IsIf(r.operandPattern(c, 0), r.operandPattern(c, 1), r.operandPattern(c, 2))
}

func (r *reader) isLet(c *formCall) *pattern.Pattern {
	return pattern.IsLet(r.operandPattern(c, 0), r.operandPattern(c, 1), r.operandPattern(c, 2))
}

func (r *reader) isMatch(c *formCall) *pattern.Pattern {
	p := r.operandPattern(c, 0)
	if c.items[1].Open {
		return pattern.IsMatchAny(p)
	}
	h := alone(c.items[1])
	if h == nil || h.List == nil {
		r.wrongOperand(c, c.items[1], "the clauses in brackets, or `...`,")
		return pattern.Any()
	}
	if len(h.List.List) == 1 && h.List.List[0].Open {
		return pattern.IsMatchAny(p)
	}
	var clauses []*pattern.Fragment
	var bodies []*pattern.Pattern
	for _, o := range h.List.List {
		if o.Body == nil {
			r.wrongOperand(c, o, "a clause `P => q`")
			return pattern.Any()
		}
		span := syntax.Span{Start: int32(o.Pos.Offset), End: int32(o.Pos.Offset + len(o.Fragment))}
		f := r.fragment(span, clausePatterns, "a pattern of the language")
		if f == nil {
			return pattern.Any()
		}
		clauses, bodies = append(clauses, f), append(bodies, r.pattern(o.Body))
	}
	return pattern.IsMatch(p, clauses, bodies...)
}

func (r *reader) isConstructorForm(c *formCall) *pattern.Pattern {
	name, at, ok := r.operandString(c, 0)
	if !ok {
		return pattern.Any()
	}
	if name == "" || !isConstructor(name) {
		d := r.report(at, fmt.Sprintf("`%s` is no constructor", short(name)), "the name of a constructor begins with a capital letter")
		suggest(d, name, spelling.Near(name, slices.Sorted(maps.Keys(constructors()))))
		return pattern.Any()
	}
	r.word(at, ConstructorWord, nil)
	return pattern.IsConstructor(name)
}

func (r *reader) hasType(c *formCall) *pattern.Pattern {
	f := r.operandFragment(c, typeTexts, "a type")
	if f == nil || !r.checkType(f) {
		return pattern.Any()
	}
	return pattern.TypeIs(f)
}

func (r *reader) hasDtype(c *formCall) *pattern.Pattern {
	name, at, ok := r.operandString(c, 0)
	if !ok {
		return pattern.Any()
	}
	if d, ok := types.ParseDtype(name); ok {
		r.word(at, ValueWord, nil)
		return pattern.DtypeIs(d.String())
	}
	r.unknownDtype(name, at)
	return pattern.Any()
}

func (r *reader) kindForm(c *formCall) *pattern.Pattern {
	name, at, ok := r.operandString(c, 0)
	if !ok {
		return pattern.Any()
	}
	k, ok := kinds()[name]
	if !ok {
		d := r.report(at, fmt.Sprintf("`%s` is no kind of operators", short(name)), "they are "+quoted(kindNames))
		suggest(d, name, spelling.Near(name, kindNames))
		return pattern.Any()
	}
	r.word(at, ValueWord, nil)
	return pattern.IsOfKind(k)
}

func (r *reader) hasAttr(c *formCall) *pattern.Pattern {
	return pattern.AttributesAre(r.attributes(c, c.of)...)
}

func (r *reader) optional(c *formCall) *pattern.Pattern {
	p := r.operandPattern(c, 0)
	r.it = append(r.it, p)
	q := r.operandPattern(c, 1)
	r.it = r.it[:len(r.it)-1]
	return p.Or(q)
}

func (r *reader) dominates(c *formCall) *pattern.Pattern {
	return pattern.Dominate(r.operandPattern(c, 0), r.operandPattern(c, 1), r.operandPattern(c, 2))
}

func (r *reader) anyDepth(c *formCall) *pattern.Pattern {
	return pattern.Contains(r.operandPattern(c, 0))
}

func (r *reader) hasShape(c *formCall) *pattern.Pattern {
	h := alone(c.items[0])
	if h == nil || h.Group == nil && !isNumber(h.Literal) {
		r.wrongOperand(c, c.items[0], "a shape in parentheses")
		return pattern.Any()
	}
	if h.Group == nil {
		h = &head{Pos: h.Pos, EndPos: h.EndPos, Group: &items{List: c.items}}
	}
	var s pattern.Shape
	for i, e := range h.Group.List {
		if e.Open && i == len(h.Group.List)-1 {
			s.Open = true
			break
		}
		n, ok := extent(e)
		if !ok {
			r.report(r.node(e.Pos, e.EndPos), "expected an extent: a number, `?` for any, or `...` at the end for any further ones", "as in `has_shape((1, ?, 28))`")
			return pattern.Any()
		}
		s.Extents = append(s.Extents, n)
	}
	return pattern.ShapeIs(s)
}

// extent reads a number or `?`.
func extent(e *item) (int64, bool) {
	h := alone(e)
	if h == nil || h.Literal == "" {
		return 0, false
	}
	if h.Literal == "?" {
		return pattern.AnyExtent, true
	}
	v, ok := number(h.Literal, false)
	return v.Int, ok && v.Kind == op.IntValue && isNumber(h.Literal)
}
