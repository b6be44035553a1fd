package rulefile

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
)

// kindAttribute is the attribute of operators themselves.
const kindAttribute = "TOpPattern"

// converted gives an attribute's value the type that an operator has for it: the first
// one that takes it.
func (r *reader) converted(operators []*op.Op, a pattern.Attribute, at syntax.Span) (pattern.Attribute, bool) {
	var refused *op.Error
	for _, o := range operators {
		i := o.Attr(a.Name)
		if i < 0 {
			continue
		}
		v, problem := op.Convert(o, a.Name, a.Value)
		if problem == nil {
			a.Value = v
			return a, true
		}
		if refused == nil {
			refused = problem
		}
	}
	if refused == nil {
		if len(operators) > 0 {
			r.unknownAttribute(operators[0], a.Name, at)
		}
		return a, false
	}
	d := r.report(a.Span, refused.Message, refused.Notes...)
	if refused.Instead != "" {
		d.Message += "; did you mean `" + refused.Instead + "`?"
	}
	return a, false
}

// unknownAttribute reports an attribute that an operator does not have.
func (r *reader) unknownAttribute(o *op.Op, name string, at syntax.Span) *syntax.Diagnostic {
	names := make([]string, len(o.Attrs))
	for i, a := range o.Attrs {
		names[i] = a.Name
	}
	if len(names) == 0 {
		return r.report(at, fmt.Sprintf("`%s` has no attributes, so `%s` cannot be given", o.Name, name))
	}
	d := r.report(at, fmt.Sprintf("`%s` has no attribute `%s`", o.Name, name), "its attributes are "+quoted(names))
	if here := library.Attribute(name, names); here != "" && !library.Opposite(name, here) {
		suggest(d, name, []string{here})
		return d
	}
	suggest(d, name, spelling.Near(name, names))
	return d
}

// checkAttribute reports a question for an attribute that none of the calls has which a
// name may stand for, where all of these are of known operators.
func (r *reader) checkAttribute(a asked, order []*pattern.Pattern) {
	if a.attribute == "" {
		return
	}
	var called []*op.Op
	for _, p := range order {
		if p.Kind != pattern.Capture || p.Name != a.name {
			continue
		}
		operators := calledOperators(p)
		if len(operators) == 0 || slices.ContainsFunc(operators, func(o *op.Op) bool { return o.Free || o.Attr(a.attribute) >= 0 }) {
			return
		}
		called = append(called, operators...)
	}
	switch {
	case len(called) == 0:
	case a.needs != "":
		r.report(a.at, fmt.Sprintf("%s, and `%s`, whose attributes are passed on, has none", a.needs, called[0].Name))
	case len(called[0].Attrs) == 0:
		r.report(a.at, fmt.Sprintf("`%s` has no attributes, so `%s` cannot be asked for", called[0].Name, a.attribute))
	default:
		d := r.unknownAttribute(called[0], a.attribute, syntax.Span{Start: a.at.Start + 1, End: a.at.End - 1})
		d.Span = a.at // the fixes stay within the quotes
	}
}

// attributes reads the operands of `has_attr`; p is what they are asked of, nil where
// that is not known.
func (r *reader) attributes(c *formCall, p *pattern.Pattern) []pattern.Attribute {
	var found []pattern.Attribute
	for _, i := range c.items {
		if i.Value == nil || len(i.Value.Names) == 0 {
			r.report(r.node(i.Pos, i.EndPos), "`has_attr` takes attributes with their values", "as in `has_attr(data_layout = \"NHWC\")`")
			continue
		}
		if a, ok := r.hasAttribute(i.Value, p); ok {
			found = append(found, a)
		}
	}
	return found
}

// hasAttribute reads one of them. Calls of operators have the operator's attributes;
// functions may have any.
func (r *reader) hasAttribute(e *expression, p *pattern.Pattern) (pattern.Attribute, bool) {
	b := e.Names[0]
	at := at(b.Pos, b.Name)
	word := len(r.file.Words)
	r.word(at, AttributeWord, nil)
	v, ok := r.value(&expression{Pos: e.Chain.First.Pos, EndPos: e.EndPos, Names: e.Names[1:], Chain: e.Chain})
	a := pattern.Attribute{Name: b.Name, Value: v, Span: r.node(b.Pos, e.EndPos)}
	if !ok {
		return a, false
	}
	if b.Name == kindAttribute {
		return r.kindValue(a)
	}
	called := calledOperators(p)
	if len(called) == 0 {
		return a, true
	}
	r.file.Words[word].Of = called[0].Name
	return r.converted(called, a, at)
}

// calledOperators are the operators of which a pattern matches calls.
func calledOperators(p *pattern.Pattern) []*op.Op {
	for p != nil {
		switch p.Kind {
		case pattern.Call:
			return pattern.Operators(p.Parts[0])
		case pattern.And, pattern.Capture:
			p = p.Parts[0]
		default:
			return nil
		}
	}
	return nil
}

// kindValue checks the value of `TOpPattern`.
func (r *reader) kindValue(a pattern.Attribute) (pattern.Attribute, bool) {
	if a.Value.Kind == op.StringValue {
		if _, ok := kinds()[a.Value.Str]; ok {
			return a, true
		}
	}
	d := r.report(a.Span, "`TOpPattern` is one of the kinds of operators", "they are "+quoted(kindNames))
	suggest(d, a.Value.Str, spelling.Near(a.Value.Str, kindNames))
	d.Fixes = nil
	return a, false
}
