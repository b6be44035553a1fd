package rulefile

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// namedCall reads a name with arguments: a form of patterns, or a call.
func (r *reader) namedCall(h *head, t *tail) *pattern.Pattern {
	name, at := h.Name, at(h.Pos, h.Name)
	span := r.node(h.Pos, t.EndPos)
	_, declared := r.declared[name]
	if f := forms[name]; f != nil && r.let(name) == nil && !declared && operator(name) == nil {
		r.word(at, FormWord, nil)
		return r.form(f, &formCall{name: name, at: at, items: t.Call.List, span: span})
	}
	before := len(r.file.Diagnostics)
	f := r.mention(name, at, true)
	if f.Kind == pattern.Wildcard && len(r.file.Diagnostics) > before {
		return f // its arguments may be anything
	}
	return r.call(f, t.Call, span)
}

// call reads a call of what a pattern matches.
func (r *reader) call(f *pattern.Pattern, arguments *items, span syntax.Span) *pattern.Pattern {
	c := callee{operators: pattern.Operators(f)}
	if f.Kind == pattern.Constructor {
		c.constructor = f.Name
	}
	var parts []*pattern.Pattern
	var attributes []pattern.Attribute
	open, misplaced := false, false
	for _, i := range arguments.List {
		switch {
		case i.Open:
			open = true
		case i.Value == nil:
			r.noArm(i)
		case c.isAttribute(i.Value):
			if a, ok := r.callAttribute(c, i.Value); ok {
				attributes = append(attributes, a)
			}
		case r.misplaced(c, i.Value, len(parts)):
			misplaced = true
		default:
			parts = append(parts, r.pattern(i.Value))
		}
	}
	if open && len(parts) > 0 {
		r.report(span, "`...` matches all arguments, and there are others", "write `_` for an argument that may be anything")
	}
	if !open && !misplaced {
		r.checkArity(f, c, len(parts), span)
	}
	p := withSpan(f.Call(parts...), span)
	if open {
		p = withSpan(f.CallAny(), span)
	}
	if len(attributes) > 0 {
		p = withSpan(p.HasAttr(attributes...), span)
		p.Parts[1].Span = span
	}
	return p
}

// A callee is what is known of what a call calls.
type callee struct {
	operators   []*op.Op // all that it may be; nil where it may be others too
	constructor string
}

// isAttribute reports whether `name = …` among the arguments is an attribute.
func (c callee) isAttribute(e *expression) bool {
	if len(e.Names) == 0 {
		return false
	}
	for _, o := range c.operators {
		if o.Attr(e.Names[0].Name) >= 0 {
			return true
		}
	}
	return false
}

// callAttribute reads `k = v` among the arguments of a call.
func (r *reader) callAttribute(c callee, e *expression) (pattern.Attribute, bool) {
	b := e.Names[0]
	at := at(b.Pos, b.Name)
	r.word(at, AttributeWord, nil).Of = c.operators[0].Name
	v, ok := r.value(&expression{Pos: e.Chain.First.Pos, EndPos: e.EndPos, Names: e.Names[1:], Chain: e.Chain})
	if !ok {
		return pattern.Attribute{}, false
	}
	a := pattern.Attribute{Name: b.Name, Value: v, Span: r.node(b.Pos, e.EndPos)}
	return r.converted(c.operators, a, at)
}

// misplaced reports `name = p` that would be read as a capture and is meant otherwise:
// where the name is that of a parameter at another place, or p is an attribute's value.
func (r *reader) misplaced(c callee, e *expression, index int) bool {
	if len(e.Names) == 0 || len(c.operators) == 0 {
		return false
	}
	name := e.Names[0].Name
	at := at(e.Names[0].Pos, name)
	for _, o := range c.operators {
		if i := o.Param(name); i >= 0 && i != index {
			r.report(at, fmt.Sprintf("`%s` is argument %d of `%s`, and this is argument %d", name, i+1, o.Name, index+1),
				"arguments are matched by position in patterns; `"+name+" = p` names what p matches")
			return true
		}
	}
	if len(e.Names) == 1 && isLiteral(e.Chain) {
		r.unknownAttribute(c.operators[0], name, at)
		return true
	}
	return false
}

// isLiteral reports whether c is a value rather than a pattern: a list or a string.
func isLiteral(c *chain) bool {
	h := c.First.Head
	return len(c.Rest) == 0 && len(c.First.Prefixes)+len(c.First.Tails) == 0 && (h.List != nil || h.Literal != "" && h.Literal[0] == '"')
}

// checkArity reports a number of arguments that no call has.
func (r *reader) checkArity(f *pattern.Pattern, c callee, n int, span syntax.Span) {
	name := f.Name
	if c.constructor != "" {
		if k := constructors()[name]; k != nil && k.fields != n {
			r.report(span, fmt.Sprintf("`%s` has %s, and here %s", name, count(k.fields, "field"), areOf(n)), "write `_` for a field that may be anything, or `"+name+"(...)` for any fields")
		}
		return
	}
	if b := typecheck.Builtin(name); f.Kind == pattern.Operator && b != nil {
		if len(b.In) != n {
			r.report(span, fmt.Sprintf("`%s` takes %s, and here %s", name, count(len(b.In), "argument"), areOf(n)), "write `_` for an argument that may be anything")
		}
		return
	}
	r.checkCount(c.operators, n, span, "write `_` for an argument that may be anything, or `"+name+"(...)` for any arguments")
}

// checkCount reports a number of arguments that none of the operators takes.
func (r *reader) checkCount(operators []*op.Op, n int, span syntax.Span, note string) (ok bool) {
	if len(operators) == 0 {
		return true
	}
	for _, o := range operators {
		for ; o != nil; o = o.Fractal {
			if least, most := o.Arity(); n >= least && (n <= most || most < 0 || o.Scheme != nil) {
				return true
			}
		}
	}
	o := operators[0]
	message := fmt.Sprintf("`%s` takes %s, and here %s", o.Name, arity(o), areOf(n))
	if note == "" {
		r.report(span, message)
		return false
	}
	r.report(span, message, strings.Replace(note, "`(...)`", "`"+o.Name+"(...)`", 1))
	return false
}

// areOf says that there is a number of things.
func areOf(n int) string {
	if n == 1 {
		return "is 1"
	}
	return fmt.Sprintf("are %d", n)
}

// arity says how many arguments an operator takes.
func arity(o *op.Op) string {
	least, most := o.Arity()
	switch {
	case most < 0:
		return count(least, "argument") + " or more"
	case least < most:
		return fmt.Sprintf("%d to %s", least, count(most, "argument"))
	}
	return count(least, "argument")
}

// count is a number with a noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
