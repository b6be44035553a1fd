package syntax

import "github.com/fraccheck/fraccheck/internal/syntax/habits"

// castsAhead reports whether an expression is a type in parentheses, as C has it in
// front of what is converted, and an operand follows.
func (p *parser) castsAhead(left NodeID) bool {
	n := &p.nodes[left]
	if n.Kind != Paren || n.kids != 1 || p.quiet || p.inClause || p.alreadyReported() {
		return false
	}
	if !argumentAhead[p.tok.Kind] || p.tok.Flags&AfterNewline != 0 || p.peek() == TokAssign || p.tok.Kind == TokName && p.tok.Word != NoWord {
		return false
	}
	inner := p.nodes[p.kids[n.kid]]
	return inner.Kind == Name && habits.Scalar(p.text[inner.Span.Start:inner.Span.End]) != "" && !habits.IsInner(p.lexeme(p.tok))
}

// cast reads the operand after `(int32)`.
func (p *parser) cast(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	inner := p.nodes[p.kids[p.nodes[left].kid]].Span
	dtype := habits.Scalar(p.text[inner.Start:inner.End])
	behind := p.end
	reported := p.reportHabit(Span{start, behind}, habits.Cast.With(dtype))
	p.push(left)
	p.errorAt = p.i
	p.push(p.deeper(func(p *parser) NodeID { return p.postfix(p.primary()) }))
	if d := p.lone(reported); d != nil {
		text := p.cut(behind, p.end)
		for len(text) > 0 && text[0] == ' ' {
			text = text[1:]
		}
		d.Fixes = []Fix{Replace("write `cast(…)`", Span{start, p.end}, "cast("+text+", dtype=\""+dtype+"\")")}
	}
	return p.node(BadNode, mark, start)
}

// asCast reads `e as f32` after an expression, as Rust and Swift have it.
func (p *parser) asCast(left NodeID) NodeID {
	at, to := p.tok.Span, p.peekToken(1)
	dtype := habits.Scalar(p.lexeme(to))
	start := p.start(left)
	text := p.cut(start, p.nodes[left].Span.End)
	if dtype == "" {
		return p.habitRest(left, 1, habits.As.With("float32"))
	}
	whole := Span{start, to.End}
	mark := p.mark()
	p.push(left)
	p.reportHabit(at, habits.As.With(dtype), Replace("write `cast(…)`", whole, "cast("+text+", dtype=\""+dtype+"\")"))
	p.skip(2)
	return p.node(BadNode, mark, start)
}
