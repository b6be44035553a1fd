package rulefile

import (
	"fmt"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// wholePattern reads the tokens from one up to another as a pattern; nil where they
// are none.
func (r *reader) wholePattern(from, end int) *pattern.Pattern {
	e := r.parse(from, end, false)
	if e == nil {
		return nil
	}
	r.collect(from, end)
	return r.pattern(e)
}

// collect notes the names before `=` among tokens: names that patterns give, and
// those of attributes.
func (r *reader) collect(from, end int) {
	for i := from; i < end; i++ {
		if r.kind(i) == syntax.TokName && r.kind(i+1) == syntax.TokAssign {
			r.bound[r.lexeme(i)] = true
		}
	}
}

func (r *reader) matchClause(c clause) { r.rule.Match = r.wholePattern(c.from, c.end) }

// maxDepth is how deep expressions may nest, chains included.
const maxDepth = 3000

// enter counts a level of nesting; false where there are too many.
func (r *reader) enter(span syntax.Span) bool {
	r.depth++
	if r.depth == maxDepth {
		r.report(span, "this nests more than 3,000 deep", "name a part with `let`, and mention the name")
	}
	return r.depth < maxDepth
}

// pattern reads an expression as a pattern. What is wrong becomes a wildcard.
func (r *reader) pattern(e *expression) *pattern.Pattern {
	span := r.node(e.Pos, e.EndPos)
	defer func() { r.depth-- }()
	if !r.enter(span) {
		return pattern.Any()
	}
	p := r.term(r.grow(e.Chain, patternLevels))
	for i := len(e.Names) - 1; i >= 0; i-- {
		p = r.name(e.Names[i], p, span.End)
	}
	return p
}

// name reads `name = p`.
func (r *reader) name(b *bound, p *pattern.Pattern, end int32) *pattern.Pattern {
	at := at(b.Pos, b.Name)
	if b.Name == "_" {
		r.report(at, "`_` matches anything and names nothing", "delete `_ =`, or choose a name")
		return p
	}
	if l := r.let(b.Name); l != nil {
		r.nameTaken(b.Name, at, l.span)
	}
	if _, ok := r.declared[b.Name]; ok {
		r.used[b.Name] = true
	}
	r.word(at, NameWord, &at)
	return withSpan(p.As(b.Name), syntax.Span{Start: at.Start, End: end})
}

// at is where a word stands.
func at(pos lexer.Position, text string) syntax.Span {
	return syntax.Span{Start: int32(pos.Offset), End: int32(pos.Offset + len(text))}
}

func withSpan(p *pattern.Pattern, span syntax.Span) *pattern.Pattern {
	p.Span = span
	return p
}

func (r *reader) term(t *term) *pattern.Pattern {
	if t.operand != nil {
		return r.operand(t.operand, t.span)
	}
	defer func() { r.depth-- }()
	if !r.enter(t.at) {
		return pattern.Any()
	}
	left, right := r.term(t.left), r.term(t.right)
	switch t.operator {
	case "|":
		return withSpan(left.Or(right), t.span)
	case "&":
		return withSpan(left.And(right), t.span)
	}
	return r.applied(op.Infix[t.operator], t.at, t.span, left, right)
}

// applied is a call of an operator that is written as a sign.
func (r *reader) applied(name string, at, span syntax.Span, operands ...*pattern.Pattern) *pattern.Pattern {
	w := r.word(at, OperatorWord, nil)
	w.Name = name
	return withSpan(withSpan(pattern.IsOp(name), at).Call(operands...), span)
}

func (r *reader) operand(o *operand, span syntax.Span) *pattern.Pattern {
	if n := len(o.Prefixes) + len(o.Tails); n > maxChain {
		r.tooLong(o.Pos)
		return pattern.Any()
	}
	prefixes := o.Prefixes
	var p *pattern.Pattern
	if n := len(prefixes); n > 0 && prefixes[n-1].Operator == "-" && isNumber(o.Head.Literal) && len(o.Tails) == 0 {
		prefixes = prefixes[:n-1]
		p = r.constant(o.Head.Literal, true, syntax.Span{Start: int32(o.Prefixes[n-1].Pos.Offset), End: span.End})
	} else {
		p = r.tails(o)
	}
	for i := len(prefixes) - 1; i >= 0; i-- {
		sign := at(prefixes[i].Pos, prefixes[i].Operator)
		p = r.applied(op.Prefix[prefixes[i].Operator], sign, syntax.Span{Start: sign.Start, End: span.End}, p)
	}
	return p
}

func isNumber(text string) bool { return text != "" && '0' <= text[0] && text[0] <= '9' }

// tails reads a head with what follows it.
func (r *reader) tails(o *operand) *pattern.Pattern {
	h, tails := o.Head, o.Tails
	var p *pattern.Pattern
	if h.Name != "" && len(tails) > 0 && tails[0].Call != nil {
		p = r.namedCall(h, tails[0])
		tails = tails[1:]
	} else {
		p = r.head(h)
	}
	for _, t := range tails {
		p = r.tail(p, t, r.node(o.Pos, t.EndPos))
	}
	return p
}

func (r *reader) tail(p *pattern.Pattern, t *tail, span syntax.Span) *pattern.Pattern {
	switch {
	case t.Call != nil:
		return r.call(p, t.Call, span)
	case t.Index != nil:
		return r.applied(element, at(t.Pos, "["), span, p, r.pattern(t.Index))
	case t.Field != "":
		return r.projection(p, t.Field, span)
	}
	return r.method(p, t.Method, span)
}

// head reads what an operand begins with, without a call after it.
func (r *reader) head(h *head) *pattern.Pattern {
	span := r.node(h.Pos, h.EndPos)
	switch {
	case h.Star || h.Literal == "_":
		return withSpan(pattern.Any(), span)
	case h.Name != "":
		return r.mention(h.Name, at(h.Pos, h.Name), false)
	case h.Literal != "":
		return r.literal(h.Literal, span)
	case h.List != nil:
		parts, _ := r.patterns(h.List, "a list")
		return withSpan(pattern.IsList(parts...), span)
	}
	return r.group(h.Group, span)
}

// group reads `(p)`, `(p,)`, `(p, q)`, `()`.
func (r *reader) group(g *items, span syntax.Span) *pattern.Pattern {
	if len(g.List) == 1 && !g.Trailing && g.List[0].Value != nil {
		return r.pattern(g.List[0].Value)
	}
	parts, open := r.patterns(g, "a tuple")
	if open {
		return withSpan(pattern.IsTupleAny(), span)
	}
	return withSpan(pattern.IsTuple(parts...), span)
}

// patterns reads items that are all patterns, or `...` alone.
func (r *reader) patterns(g *items, what string) (parts []*pattern.Pattern, open bool) {
	for _, i := range g.List {
		switch {
		case i.Open && len(g.List) == 1:
			return nil, true
		case i.Open:
			r.report(r.node(i.Pos, i.EndPos), "`...` is alone between its parentheses: "+what+" of any number of parts", "write `_` for a part that may be anything")
		case i.Value == nil:
			r.noArm(i)
		default:
			parts = append(parts, r.pattern(i.Value))
		}
	}
	return parts, false
}

func (r *reader) noArm(i *item) {
	r.report(r.node(i.Pos, i.EndPos), "a clause `P => q` occurs only in `is_match(p, [P => q])`", "write a pattern here")
}

func (r *reader) literal(text string, span syntax.Span) *pattern.Pattern {
	switch {
	case text[0] == '@':
		r.word(span, GlobalWord, nil)
		return withSpan(pattern.IsGlobal(text[1:]), span)
	case text == "?":
		r.report(span, "`?` is an extent of `has_shape` and `has_type`, and no pattern", "`_` matches anything")
		return pattern.Any()
	case text[0] == '"':
		r.report(span, fmt.Sprintf("the string %s is no pattern", short(text)), "an operator is matched by its name, written without quotes, or by `is_op(\"name\")`")
		return pattern.Any()
	}
	return r.constant(text, false, span)
}

// constant reads a number or truth value.
func (r *reader) constant(text string, negative bool, span syntax.Span) *pattern.Pattern {
	v, dtype, ok := literal(text, negative)
	if !ok {
		r.report(span, fmt.Sprintf("`%s` is no number that a dtype has", short(text)), "numbers are written as in programs: `2`, `2.5`, `1e-5`, `2i64`, `1f16`")
		return pattern.Any()
	}
	return withSpan(pattern.IsValue(v, dtype), span)
}

// projection reads `p.0`.
func (r *reader) projection(p *pattern.Pattern, field string, span syntax.Span) *pattern.Pattern {
	v, ok := number(field, false)
	if !ok || v.Int > maxIndex {
		r.report(span, "no tuple has as many components")
		return pattern.Any()
	}
	return withSpan(pattern.IsTupleGetItem(p, int(v.Int)), span)
}

const maxIndex = 1 << 20
