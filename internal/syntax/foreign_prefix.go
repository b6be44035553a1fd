package syntax

import "github.com/fraccheck/fraccheck/internal/codes"

// foreignPrefixes are words that other languages have in front of an expression,
// and what is said of each. Without the word the expression stands.
var foreignPrefixes = map[string]string{
	"new":   "there is no `new`: a constructor is called by its name, `Some(%x)`",
	"await": "there is no `await`: a call gives its result",
	"move":  "there is no `move`: values never change, so that they may be shared",
	"yield": "there is no `yield`: `map` gives what a function makes of each element",
}

// foreignPrefix reports a word of foreignPrefixes here and skips it.
func (p *parser) foreignPrefix() bool {
	if p.quiet || !p.atForeignOperand() {
		return false
	}
	word := p.lexeme(p.tok)
	message, ok := foreignPrefixes[word]
	if !ok {
		return false
	}
	p.report(codes.SyntaxError, p.tok.Span, message, Replace("delete `"+word+"`", Span{p.tok.Start, p.peekToken(1).Start}, ""))
	p.advance()
	p.errorAt = p.i
	return true
}

// foreignStar reads `*%r`, as C and Rust read a reference.
func (p *parser) foreignStar() (NodeID, bool) {
	next := p.peekToken(1)
	if p.tok.Kind != TokStar || next.Kind != TokLocal || next.Flags != 0 {
		return NoNode, false
	}
	at := Span{p.tok.Start, next.End}
	text := "ref_read(" + p.lexeme(next) + ")"
	p.report(codes.SyntaxError, at, "there is no prefix `*`: a reference is read by `"+text+"`, and arguments are written one by one", Replace("write `"+text+"`", at, text))
	mark, start := p.mark(), p.tok.Start
	p.advance()
	p.errorAt = p.i
	p.push(p.local())
	return p.node(BadNode, mark, start), true
}
