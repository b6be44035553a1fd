package syntax

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// let reads `let p : T = e`.
func (p *parser) let() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	if (p.tok.Kind == TokStar || p.tok.Kind == TokNot) && p.tok.Flags == 0 && !p.quiet {
		p.surplus("a binding begins with `let`, without `" + p.lexeme(p.tok) + "`")
	}
	modifier := p.skipModifiers()
	from := p.tok.Start
	if id, ok := p.letBrackets(); ok {
		p.push(id)
	} else if p.namesFunction() {
		p.push(p.leaf(PatName))
	} else {
		p.push(p.pattern(false))
		p.shared()
	}
	if tuple := p.bareTuple(p.stack[len(p.stack)-1], from, ""); tuple != NoNode {
		p.stack[len(p.stack)-1] = tuple
	}
	if value, ok := p.localFunction(modifier); ok {
		p.push(NoNode)
		p.push(value)
		return p.node(Let, mark, start)
	}
	p.colonForAssign()
	p.push(p.annotation())
	outer := p.inLet
	p.inLet = true
	p.push(p.value("of the binding"))
	p.inLet = outer
	id := p.node(Let, mark, start)
	if p.tok.Kind == TokName && p.lexeme(p.tok) == "in" {
		p.endsWithIn()
	}
	return id
}

// shared skips the variable whose memory RAF gives a bound one, `let %y(share: %x) = …`,
// which says nothing of values.
func (p *parser) shared() {
	if p.tok.Kind != TokLParen || p.quiet || p.peek() != TokName {
		return
	}
	word := p.lexeme(p.peekToken(1))
	if (word == "share" || word == "may_share") && p.peekToken(2).Kind == TokColon && p.peekToken(3).Kind == TokLocal && p.peekToken(4).Kind == TokRParen {
		for range 5 {
			p.advance()
		}
	}
}

// namesFunction reports whether a name and parameters in parentheses stand here, as ML and
// others define a function: a constructor begins with a capital.
func (p *parser) namesFunction() bool {
	return !p.quiet && p.tok.Kind == TokName && p.tok.Word == NoWord && !isCapital(p.lexeme(p.tok)) && p.peek() == TokLParen && p.parametersAhead(1) > 0
}

// skipModifiers reports a word of other languages between `let` and the variable, and a
// type before it. The `rec` of a function with parameters is no error of its own: its
// span is what localFunction deletes.
func (p *parser) skipModifiers() (modifier Span) {
	next := p.peekToken(1)
	if p.tok.Kind != TokName || next.Flags&AfterNewline != 0 {
		return modifier
	}
	word := p.lexeme(p.tok)
	modifies := habits.Word(habits.Binding, word)
	if tuple := next.Kind == TokLParen && next.Flags&AfterSpace != 0; next.Kind != TokLocal && !(modifies != nil && (next.Kind == TokName || tuple)) {
		return modifier
	}
	if word == "rec" && !p.quiet && p.parametersAhead(2) > 0 {
		modifier = Span{p.tok.Start, next.Start}
		p.advance()
		return modifier
	}
	message := "a type follows the variable: `let %x: T = …`"
	if modifies != nil {
		message = modifies.Message
	}
	p.report(codes.SyntaxError, p.tok.Span, message, Replace("delete `"+word+"`", Span{p.tok.Start, next.Start}, ""))
	p.skip(1)
	return modifier
}

// endsWithIn reads the `in` after a binding, as ML and Haskell have it, as the
// `;` that belongs there.
func (p *parser) endsWithIn() {
	p.report(codes.SyntaxError, p.tok.Span, habits.BindIn.Message,
		Replace("write `;`", Span{p.end, p.tok.End}, ";"))
	p.tok.Kind = TokSemi
	p.tokens[p.i] = p.tok
}

// annotation reads `: T`, NoNode where there is none.
func (p *parser) annotation() NodeID {
	if p.tok.Kind == TokColon && p.pairs(TokAssign) || !p.accept(TokColon) {
		return NoNode // the first half of `:=` is not one
	}
	p.secondColon()
	id := p.typeExpr()
	if p.noteAt == p.i {
		p.annotate(id)
	}
	return id
}

// colonForAssign makes the `:` before what can be no type the `=` that is meant.
func (p *parser) colonForAssign() {
	next := p.peekToken(1)
	if p.tok.Kind != TokColon || p.quiet || !valueAhead[next.Kind] || next.Flags&AfterNewline != 0 {
		return
	}
	p.report(codes.SyntaxError, p.tok.Span, "a variable is bound with `=`: `let %x = …`", Replace("write `=`", Span{p.end, p.tok.End}, " ="))
	p.tok.Kind = TokAssign
	p.tokens[p.i] = p.tok
}

// valueAhead are the tokens that begin an expression and no type.
var valueAhead = [tokenKinds]bool{TokLocal: true, TokGlobal: true, TokFloat: true, TokString: true}

// secondColon reports the second `:` of `%x :: T` and skips it.
func (p *parser) secondColon() {
	if p.tok.Kind == TokColon && p.tok.Flags == 0 && !p.quiet {
		p.surplus("a type follows one `:`")
	}
}

// value reads `= e`.
func (p *parser) value(what string) NodeID {
	switch {
	case p.tok.Kind == TokAssign:
		p.advance()
	case p.tok.Kind == TokEq:
		p.instead("=", "write `=` before the value "+what)
	case p.tok.Kind == TokLess && p.pairs(TokMinus):
		p.report(codes.SyntaxError, Span{p.tok.Start, p.peekToken(1).End}, "write `=` before the value "+what,
			Replace("write `=`", Span{p.tok.Start, p.peekToken(1).End}, "="))
		p.skip(2)
	case p.tok.Kind == TokColon && p.peek() == TokAssign:
		p.surplus("write `=`, not `:=`, before the value " + what)
		p.advance()
	case beginsExpr(p) && p.tok.Flags&AfterNewline == 0:
		p.missing("=", "before the value "+what)
	default:
		p.expected("`=` and the value " + what)
		return p.nothing()
	}
	return p.unbracketed((*parser).expr)
}

// graph reads `%0 = e`. With a name in place of a number a `let` is meant.
func (p *parser) graph() NodeID {
	mark, start := p.mark(), p.tok.Start
	if !p.numbered() && p.bindsReference(p.lexeme(p.tok)) {
		return p.writesReference()
	}
	if !p.numbered() || p.peek() == TokSegment {
		p.report(codes.SyntaxError, p.tok.Span, "write `let` before "+p.found()+": only numbered variables such as `%0` are bound without it",
			Replace("insert `let`", Span{start, start}, "let "))
		p.push(p.patternLeaf(PatVar))
		p.push(NoNode)
		p.push(p.value("of the binding"))
		return p.node(Let, mark, start)
	}
	p.push(p.local())
	if p.noteAt == p.i {
		p.annotate(p.stack[len(p.stack)-1])
	}
	p.push(p.value("of the binding"))
	return p.node(Graph, mark, start)
}

// maxLookBack is how many tokens are looked at for the binding of a variable.
const maxLookBack = 4096

// bindsReference reports whether a variable is bound to `ref(…)` before here.
func (p *parser) bindsReference(name string) bool {
	for i := p.i - 4; i >= max(0, p.i-maxLookBack); i-- {
		if p.tokens[i].Kind == TokLocal && p.tokens[i+1].Kind == TokAssign && p.tokens[i+2].Kind == TokName &&
			p.tokens[i+3].Kind == TokLParen && p.lexeme(p.tokens[i]) == name {
			return p.lexeme(p.tokens[i+2]) == "ref"
		}
	}
	return false
}

// writesReference reads `%r = e`, where `%r` is a reference.
func (p *parser) writesReference() NodeID {
	mark, start := p.mark(), p.tok.Start
	name, at := p.lexeme(p.tok), len(p.errors)
	reported := p.report(codes.SyntaxError, p.tok.Span, "a reference is written by `ref_write("+name+", …)`")
	p.advance()
	p.push(p.value("of the binding"))
	if value := p.nodes[p.stack[len(p.stack)-1]]; reported && value.Kind != BadNode {
		whole := Span{start, value.Span.End}
		text := "ref_write(" + name + ", " + p.cut(value.Span.Start, value.Span.End) + ")"
		p.errors[at].Fixes = []Fix{Replace("write `ref_write("+name+", …)`", whole, text)}
	}
	return p.node(BadNode, mark, start)
}

// numbered distinguishes `%0` from `%x`.
func (p *parser) numbered() bool { return isDigit(p.text[min(p.tok.Start+1, p.tok.End-1)]) }

// freeVar reads `free_var %x : T`.
func (p *parser) freeVar() NodeID {
	mark, start := p.mark(), p.tok.Start
	p.advance()
	p.push(p.local())
	p.push(p.annotation())
	return p.node(FreeVar, mark, start)
}

// assign reads `= e` after an expression; only an element can stand there.
func (p *parser) assign(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	if p.nodes[left].Kind != Index {
		p.expected("the end of the expression: only a variable can be bound with `=`")
	}
	p.push(left)
	p.advance()
	p.push(p.expr())
	return p.node(Assign, mark, start)
}
