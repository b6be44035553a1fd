package rulefile

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

func (r *reader) whereClause(c clause) {
	e := r.parse(c.from, c.end, true)
	if e == nil {
		return
	}
	r.rule.Where = append(r.rule.Where, r.condition(e))
}

// condition reads an expression as a condition. What is wrong becomes `True`.
func (r *reader) condition(e *expression) *pattern.Condition {
	span := r.node(e.Pos, e.EndPos)
	defer func() { r.depth-- }()
	if !r.enter(span) {
		return given(op.Boolean(true), span)
	}
	if len(e.Names) > 0 {
		at := at(e.Names[0].Pos, e.Names[0].Name)
		r.report(at, "a condition names nothing", "write `==` to compare")
		return given(op.Boolean(true), span)
	}
	return r.conditionTerm(r.grow(e.Chain, conditionLevels))
}

func given(v op.Value, span syntax.Span) *pattern.Condition {
	return &pattern.Condition{Kind: pattern.Given, Value: v, Span: span}
}

// conditionKinds are the operators between two conditions; the kind of the others is
// Compute.
var conditionKinds = map[string]pattern.ConditionKind{
	"and": pattern.Both, "or": pattern.Either, negation: pattern.Not,
	"==": pattern.Compare, "!=": pattern.Compare, "<": pattern.Compare, "<=": pattern.Compare,
	">": pattern.Compare, ">=": pattern.Compare, "in": pattern.Compare,
	"+": pattern.Compute, "-": pattern.Compute, "*": pattern.Compute, "/": pattern.Compute, "%": pattern.Compute,
}

// conditionWord are the words for signs of programs.
var conditionWord = map[string]string{"&&": "and", "||": "or", "!": negation}

func (r *reader) conditionTerm(t *term) *pattern.Condition {
	if t.operand != nil {
		return r.conditionOperand(t.operand, t.span)
	}
	defer func() { r.depth-- }()
	if !r.enter(t.at) {
		return given(op.Boolean(true), t.span)
	}
	if word := conditionWord[t.operator]; word != "" {
		d := r.report(t.at, fmt.Sprintf("conditions are joined by `%s`, not by `%s`", word, t.operator))
		d.Fixes = append(d.Fixes, syntax.Replace("write `"+word+"`", t.at, word))
		return given(op.Boolean(true), t.span)
	}
	c := &pattern.Condition{Kind: conditionKinds[t.operator], Span: t.span}
	if c.Kind == pattern.Compare && t.left.operand == nil && conditionKinds[t.left.operator] == pattern.Compare {
		middle := r.file.Text[t.left.right.span.Start:t.left.right.span.End]
		r.report(t.at, fmt.Sprintf("`%s` compares two values, and before it is a comparison", t.operator),
			fmt.Sprintf("join two comparisons by `and`: `… %s %s and %s %s …`", t.left.operator, short(middle), short(middle), t.operator))
		return given(op.Boolean(true), t.span)
	}
	if c.Kind == pattern.Compare || c.Kind == pattern.Compute {
		c.Name = t.operator
	}
	if t.left != nil {
		c.Operands = append(c.Operands, r.conditionTerm(t.left))
	}
	c.Operands = append(c.Operands, r.conditionTerm(t.right))
	if c.Kind == pattern.Compare && c.Name != "in" && len(c.Operands) == 2 {
		r.comparable(c)
	}
	return c
}

// answers are the forms of what questions answer, in words; other questions answer in several forms.
var answers = map[string]string{"dtype": "a string", "shape": "a list", "rank": "a number", "uses": "a number", "size": "a number", "depth": "a number"}

// comparable reports a question that is compared with a literal of another form than its answer has:
// that would never be equal.
func (r *reader) comparable(c *pattern.Condition) {
	for i, ask := range c.Operands {
		other := c.Operands[1-i]
		want := answers[ask.Name]
		if ask.Kind != pattern.Ask || want == "" || other.Kind != pattern.Given {
			continue
		}
		found := ""
		switch other.Value.Kind {
		case op.StringValue:
			found = "a string"
		case op.IntValue, op.FloatValue:
			found = "a number"
		case op.ListValue:
			found = "a list"
		} // what is wrong is read as True and was reported
		if found != "" && found != want {
			d := r.report(other.Span, fmt.Sprintf("`%s` gives %s, and this is %s", ask.Name, want, found))
			if text := other.Value.Str; other.Value.Kind == op.StringValue && want == "a number" && text != "" && strings.Trim(text, "0123456789") == "" {
				d.Fixes = append(d.Fixes, syntax.Replace("write `"+text+"`", other.Span, text))
			}
		}
	}
}

func (r *reader) conditionOperand(o *operand, span syntax.Span) *pattern.Condition {
	if len(o.Prefixes)+len(o.Tails) > maxChain {
		r.tooLong(o.Pos)
		return given(op.Boolean(true), span)
	}
	prefixes := o.Prefixes
	if n := len(prefixes); n > 0 && prefixes[n-1].Operator == "-" && isNumber(o.Head.Literal) && len(o.Tails) == 0 {
		if v, _, ok := literal(o.Head.Literal, true); ok && n == 1 {
			return given(v, span)
		}
	}
	c := r.conditionTails(o)
	for i := len(prefixes) - 1; i >= 0; i-- {
		at := at(prefixes[i].Pos, prefixes[i].Operator)
		if word := conditionWord[prefixes[i].Operator]; word != "" || prefixes[i].Operator == negation {
			r.report(at, "write `not` before the condition, outside of other signs", "as in `not rank(x) == 4`")
			return c
		}
		c = &pattern.Condition{Kind: pattern.Compute, Name: "-", Operands: []*pattern.Condition{c}, Span: syntax.Span{Start: at.Start, End: span.End}}
	}
	return c
}

func (r *reader) conditionTails(o *operand) *pattern.Condition {
	h, tails := o.Head, o.Tails
	var c *pattern.Condition
	if h.Name != "" && len(tails) > 0 && tails[0].Call != nil {
		c = r.question(h, tails[0])
		tails = tails[1:]
	} else {
		c = r.conditionHead(h)
	}
	for _, t := range tails {
		span := r.node(o.Pos, t.EndPos)
		if t.Index == nil {
			r.report(r.node(t.Pos, t.EndPos), "only an index can follow a value in a condition", "as in `shape(x)[0]`")
			return given(op.Boolean(true), span)
		}
		c = &pattern.Condition{Kind: pattern.Element, Operands: []*pattern.Condition{c, r.condition(t.Index)}, Span: span}
	}
	return c
}

func (r *reader) conditionHead(h *head) *pattern.Condition {
	span := r.node(h.Pos, h.EndPos)
	switch {
	case h.Star, h.Literal == "_", h.Literal == "?", h.Literal != "" && h.Literal[0] == '@':
		r.report(span, fmt.Sprintf("`%s` is no value", r.file.Text[span.Start:span.End]), example(true))
	case h.Literal != "":
		if v, _, ok := literal(h.Literal, false); ok {
			return given(v, span)
		}
		r.report(span, fmt.Sprintf("`%s` is no number that a dtype has", short(h.Literal)))
	case h.Name == "None":
		return given(op.Value{}, span)
	case h.Name != "":
		r.bareName(h.Name, span)
	case h.List != nil:
		return r.array(h.List, span)
	case len(h.Group.List) == 1 && !h.Group.Trailing && h.Group.List[0].Value != nil:
		return r.condition(h.Group.List[0].Value)
	default:
		return r.array(h.Group, span)
	}
	return given(op.Boolean(true), span)
}

func (r *reader) array(l *items, span syntax.Span) *pattern.Condition {
	c := &pattern.Condition{Kind: pattern.Array, Span: span}
	for _, i := range l.List {
		if i.Value == nil {
			r.report(r.node(i.Pos, i.EndPos), "expected a value", "a list is written `[1, 2]`")
			continue
		}
		c.Operands = append(c.Operands, r.condition(i.Value))
	}
	return folded(c)
}

// folded makes a value of a list of values.
func folded(c *pattern.Condition) *pattern.Condition {
	list := op.Value{Kind: op.ListValue}
	for _, o := range c.Operands {
		if o.Kind != pattern.Given {
			return c
		}
		list.List = append(list.List, o.Value)
	}
	return given(list, c.Span)
}

// bareName reports a name of which nothing is asked.
func (r *reader) bareName(name string, span syntax.Span) {
	if questionNamed(name) != nil {
		r.report(span, fmt.Sprintf("`%s` asks something of a name", name), "write `"+usageOf(questionNamed(name))+"`")
		return
	}
	if isDtype(name) {
		r.report(span, fmt.Sprintf("the dtype `%s` is written as a string in conditions", name), "write `\""+name+"\"`")
		return
	}
	r.report(span, fmt.Sprintf("`%s` is an expression, and a condition compares what is known of it", name), "ask `shape("+name+")`, `dtype("+name+")`, `value("+name+")` or another question")
}

// questionNamed finds a question.
func questionNamed(name string) *pattern.Question {
	for i := range pattern.Questions {
		if pattern.Questions[i].Name == name {
			return &pattern.Questions[i]
		}
	}
	return nil
}

func questionNames() []string {
	var names []string
	for _, q := range pattern.Questions {
		names = append(names, q.Name)
	}
	return names
}

// usageOf is how a question is written.
func usageOf(q *pattern.Question) string {
	if len(q.Operands) == 2 {
		return q.Name + "(x, \"axis\")"
	}
	return q.Name + "(x)"
}

// question reads `rank(x)`.
func (r *reader) question(h *head, t *tail) *pattern.Condition {
	at, span := at(h.Pos, h.Name), r.node(h.Pos, t.EndPos)
	q := questionNamed(h.Name)
	if q == nil {
		names := questionNames()
		d := r.report(at, fmt.Sprintf("`%s` is no question that a condition can ask", short(h.Name)), "the questions are "+quoted(names))
		suggest(d, h.Name, spelling.Near(h.Name, names))
		return given(op.Boolean(true), span)
	}
	r.word(at, QuestionWord, nil)
	if n := len(t.Call.List); n != len(q.Operands) {
		r.report(span, fmt.Sprintf("`%s` takes %s, and here %s", q.Name, count(len(q.Operands), "operand"), areOf(n)), "it is written `"+usageOf(q)+"`")
		return given(op.Boolean(true), span)
	}
	c := &pattern.Condition{Kind: pattern.Ask, Name: q.Name, Span: span}
	for i, kind := range q.Operands {
		operand := r.questionOperand(q, kind, t.Call.List[i])
		if operand == nil {
			return given(op.Boolean(true), span)
		}
		c.Operands = append(c.Operands, operand)
	}
	if len(c.Operands) == 2 {
		a := &r.asked[len(r.asked)-1]
		a.attribute, a.at = c.Operands[1].Value.Str, c.Operands[1].Span
	}
	return c
}

func (r *reader) questionOperand(q *pattern.Question, kind pattern.ConditionKind, i *item) *pattern.Condition {
	h, span := alone(i), r.node(i.Pos, i.EndPos)
	switch {
	case kind == pattern.Named && h != nil && h.Name != "":
		r.asked = append(r.asked, asked{name: h.Name, span: span})
		return &pattern.Condition{Kind: pattern.Named, Name: h.Name, Span: span}
	case kind == pattern.Given && h != nil && h.Literal != "" && h.Literal[0] == '"':
		return given(op.Text(unquote(h.Literal)), span)
	case kind == pattern.Named:
		r.report(span, fmt.Sprintf("`%s` is asked of a name that the pattern gives", q.Name), "name the part by `x = p`, and write `"+usageOf(q)+"`")
	default:
		r.report(span, "the name of an attribute is a string here", "it is written `"+usageOf(q)+"`")
	}
	return nil
}
