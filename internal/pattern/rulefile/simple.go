package rulefile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// usage reports a clause that is not written as it should be.
func (r *reader) usage(c clause, i int) {
	if r.kind(i) == syntax.TokBad && i < c.end {
		r.badToken(i)
		return
	}
	span, found := r.tokens[c.at].Span, "the end of the clause"
	if i < c.end {
		span, found = r.tokens[i].Span, "`"+short(r.lexeme(i))+"`"
	}
	r.report(span, fmt.Sprintf("the clause `%s` is written `%s`, found %s", c.form.word, c.form.usage, found))
}

// text reads a clause of one string.
func (r *reader) text(c clause) string {
	if c.end != c.from+1 || r.kind(c.from) != syntax.TokString {
		i := c.from
		if r.kind(i) == syntax.TokString {
			i++
		}
		r.usage(c, i)
		return ""
	}
	return unquote(r.lexeme(c.from))
}

// unquote gives the text of a string.
func unquote(text string) string {
	if s, err := strconv.Unquote(strings.ReplaceAll(text, "\n", `\n`)); err == nil {
		return s
	}
	return strings.TrimSuffix(strings.TrimPrefix(text, `"`), `"`)
}

func (r *reader) docClause(c clause) { r.rule.Doc = r.text(c) }

func (r *reader) exactClause(c clause) {
	r.rule.Exact = true
	if c.from < c.end {
		r.usage(c, c.from)
	}
}

func (r *reader) messageClause(c clause) {
	if r.rule.Message != "" {
		r.report(r.tokens[c.at].Span, "this rule has a message already", "a lint has one of `error`, `warn`, `info` and `hint`")
		return
	}
	r.rule.Message = r.text(c)
	r.rule.Severity = severities[c.form.word]
	r.message = c.from
}

// varClause reads `var x, y`.
func (r *reader) varClause(c clause) {
	for i := c.from; ; i += 2 {
		if i >= c.end || r.kind(i) != syntax.TokName || r.tokens[i].Word == syntax.WordHole {
			r.usage(c, i)
			return
		}
		r.declare(i)
		if i+1 >= c.end {
			return
		}
		if r.kind(i+1) != syntax.TokComma {
			r.usage(c, i+1)
			return
		}
	}
}

// declare takes a name of a `var` clause.
func (r *reader) declare(i int) {
	name, span := r.lexeme(i), r.tokens[i].Span
	if strings.Contains(name, ".") {
		r.report(span, fmt.Sprintf("`%s` cannot be the name of an expression: it has a `.`", name), "a name is made of letters, digits and `_`")
		return
	}
	if first, twice := r.declared[name]; twice {
		d := r.report(span, fmt.Sprintf("`%s` is declared already", name), "a name is declared once, and may be used at several places")
		d.Related = append(d.Related, syntax.Related{Place: syntax.Place{Span: first}, Message: "the first declaration"})
		return
	}
	r.declared[name] = span
	r.rule.Variables = append(r.rule.Variables, name)
	r.word(span, NameWord, &span)
}

// attrsClause reads `attrs { Composite = "x", … }`.
func (r *reader) attrsClause(c clause) {
	if r.kind(c.from) != syntax.TokLBrace || r.partner[c.from] != c.end-1 {
		r.usage(c, c.from)
		return
	}
	end := c.end - 1
	for i := c.from + 1; i < end; {
		if r.kind(i) == syntax.TokName && r.kind(i+1) == syntax.TokColon {
			r.unexpectedToken(i+1, i, false)
			return
		}
		if r.kind(i) != syntax.TokName || r.kind(i+1) != syntax.TokAssign {
			r.usage(c, i)
			return
		}
		to := i + 2
		for to < end && r.kind(to) != syntax.TokComma {
			to = r.skip(to)
		}
		if e := r.parse(i+2, to, false); e != nil {
			r.word(r.tokens[i].Span, AttributeWord, nil)
			if v, ok := r.value(e); ok {
				r.attribute(pattern.Attribute{Name: r.lexeme(i), Value: v, Span: r.span(i, to)})
			}
		}
		i = to + 1
	}
}

// attribute adds an attribute of a partition, once.
func (r *reader) attribute(a pattern.Attribute) {
	for _, b := range r.rule.Attributes {
		if b.Name == a.Name {
			r.report(a.Span, fmt.Sprintf("the attribute `%s` is given twice", a.Name), "delete one of them")
			return
		}
	}
	r.rule.Attributes = append(r.rule.Attributes, a)
}

// value reads an expression as the value of an attribute.
func (r *reader) value(e *expression) (op.Value, bool) {
	span := r.node(e.Pos, e.EndPos)
	o := e.Chain.First
	if len(e.Names) > 0 || len(e.Chain.Rest) > 0 || len(o.Tails) > 0 {
		r.noValue(span)
		return op.Value{}, false
	}
	negative := len(o.Prefixes) == 1 && o.Prefixes[0].Operator == "-"
	if len(o.Prefixes) > 0 && !negative {
		r.noValue(span)
		return op.Value{}, false
	}
	return r.headValue(o.Head, negative, span)
}

func (r *reader) noValue(span syntax.Span) {
	r.report(span, "the value of an attribute is a literal", "a number, a string, `True`, `None`, or a list of such: `[1, 1]`")
}

func (r *reader) headValue(h *head, negative bool, span syntax.Span) (op.Value, bool) {
	elements := h.List
	if elements == nil {
		elements = h.Group
	}
	switch {
	case elements != nil && !negative:
		return r.listValue(h, elements)
	case h.Name == "None" && !negative:
		return op.Value{}, true
	case h.Name != "" && isDtype(h.Name) && !negative:
		return op.Text(h.Name), true
	case h.Literal != "":
		if v, _, ok := literal(h.Literal, negative); ok {
			return v, true
		}
	}
	r.noValue(span)
	return op.Value{}, false
}

func (r *reader) listValue(h *head, elements *items) (op.Value, bool) {
	list := op.Value{Kind: op.ListValue}
	for _, i := range elements.List {
		if i.Value == nil {
			r.noValue(r.node(i.Pos, i.EndPos))
			return op.Value{}, false
		}
		v, ok := r.value(i.Value)
		if !ok {
			return op.Value{}, false
		}
		list.List = append(list.List, v)
	}
	if h.Group != nil && len(list.List) == 1 && !elements.Trailing {
		return list.List[0], true
	}
	return list, true
}
