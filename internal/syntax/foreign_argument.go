package syntax

import "github.com/fraccheck/fraccheck/internal/codes"

// Arguments as other languages write them: named with `:=`, `=>` or `~`, spread
// from a sequence, an operator in place of a function.

// spreadForm is what is said of arguments that are spread.
const spreadForm = "nothing is spread: arguments, elements and fields are written one by one"

// foreignArgument reports a habit in front of an argument, or of its name, and goes
// on to what stands for it.
func (p *parser) foreignArgument() {
	switch {
	case p.tok.Kind == TokStar && p.spreads():
		p.report(codes.SyntaxError, p.tok.Span, "there is no prefix `*`: "+spreadForm)
		for p.tok.Kind == TokStar {
			p.advance()
		}
		p.errorAt = p.i
	case p.tok.Kind == TokForeign && p.lexeme(p.tok) == "~":
		at := Span{p.tok.Start, p.peekToken(2).End}
		text := p.lexeme(p.peekToken(1))
		p.report(codes.SyntaxError, at, namedForm(text), Replace("write `"+text+"=`", at, text+"="))
		p.advance()
		p.tokens[p.i+1].Kind = TokAssign
	}
}

// spreads reports whether the stars here stand in front of an argument: two of them,
// or one where no reference can be meant.
func (p *parser) spreads() bool {
	next := p.peekToken(1)
	return next.Kind == TokStar && next.Flags == 0
}

// namedForm is what is said of an argument's name.
func namedForm(name string) string {
	return "an argument's name is followed by `=`: `" + name + "=…`"
}

// arrowNames reports whether the `=>` behind the name here gives an argument its
// value, as in Ruby: a function would speak of its parameter.
func (p *parser) arrowNames() bool {
	if p.tok.Word != NoWord || p.tok.Kind != TokName || p.peek() != TokFatArrow {
		return false
	}
	name := p.lexeme(p.tok)
	for n := 2; n < ahead; n++ {
		t := p.peekToken(n)
		switch {
		case t.Kind == TokName && p.lexeme(t) == name, t.Kind == TokLocal && p.lexeme(t)[1:] == name:
			return false
		case t.Kind == TokComma, isCloser[t.Kind], t.Kind == TokEOF:
			return true
		}
	}
	return false
}

// section reads an infix operator in place of a function: `+` as an argument, `(+)`,
// `(+ 1)`; false where none stands here.
func (p *parser) section() (NodeID, bool) {
	if precedence[p.tok.Kind] == 0 || p.tok.Kind == TokForeign || p.quiet || p.i == 0 || p.infixAt == p.i-1 {
		return NoNode, false
	}
	before := p.tokens[p.i-1].Kind
	if before != TokLParen && before != TokComma {
		return NoNode, false
	}
	next := p.peekToken(1)
	if p.tok.Kind == TokStar && next.Kind == TokLocal && next.Flags == 0 {
		return NoNode, false // see foreignStar
	}
	alone := next.Kind == TokRParen || next.Kind == TokComma
	if !alone && !(before == TokLParen && beginsOperand[next.Kind]) {
		return NoNode, false
	}
	mark, start, sign := p.mark(), p.tok.Start, p.lexeme(p.tok)
	text := "fn(%a, %b) { %a " + sign + " %b }"
	message, fixes := "an operator is no function: write `"+text+"`, or the operator's name", []Fix{Replace("write `"+text+"`", p.tok.Span, text)}
	if !alone {
		message, fixes = "a function is written `fn(%x) { %x "+sign+" … }`: no part of an operation is one", nil
	}
	p.report(codes.SyntaxError, p.tok.Span, message, fixes...)
	p.advance()
	p.errorAt = p.i
	if !alone {
		p.push(p.deeper((*parser).expr))
	}
	return p.node(BadNode, mark, start), true
}
