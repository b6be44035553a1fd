package syntax

import "github.com/fraccheck/fraccheck/internal/syntax/habits"

// conditional reads `? a : b` after a condition.
func (p *parser) conditional(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	p.push(left)
	reported := p.reportHabit(p.tok.Span, habits.Conditional.Message)
	p.skip(1)
	then := p.branchText()
	if !p.accept(TokColon) {
		return p.node(BadNode, mark, start)
	}
	p.errorAt = p.i
	other := p.branchText()
	p.offerIf(reported, start, p.cut(start, p.nodes[left].Span.End), then, other)
	return p.node(BadNode, mark, start)
}

// branchText reads an expression and gives its text.
func (p *parser) branchText() string {
	from := p.tok.Start
	if beginsExpr(p) {
		p.push(p.deeper((*parser).expr))
	}
	return p.cut(from, p.end)
}

// offerIf gives the error with index reported the fix that writes an `if` of three texts,
// unless something else is wrong with them.
func (p *parser) offerIf(reported int, start int32, cond, then, other string) {
	d := p.lone(reported)
	if d == nil || then == "" || other == "" {
		return
	}
	text := "if (" + cond + ") { " + then + " } else { " + other + " }"
	d.Fixes = []Fix{Replace("write `if`", Span{start, p.end}, text)}
}

// conditionAfter reads `if c else b` after an expression, as Python has it.
func (p *parser) conditionAfter(left NodeID) NodeID {
	if !p.elseAhead() {
		return left
	}
	mark, start := p.mark(), p.start(left)
	p.push(left)
	reported := p.reportHabit(p.tok.Span, habits.Conditional.Message)
	p.advance()
	cond := p.branchText()
	if p.tok.Word == WordElse {
		p.advance()
	}
	p.errorAt = p.i
	other := p.branchText()
	p.offerIf(reported, start, cond, p.cut(start, p.nodes[left].Span.End), other)
	return p.node(BadNode, mark, start)
}

// elseAhead reports whether an `else` follows on this line with no brace between.
func (p *parser) elseAhead() bool {
	return p.onLine(1, func(t Token) bool { return t.Word == WordElse }, TokLBrace, TokRBrace, TokSemi)
}
