package syntax

import "github.com/fraccheck/fraccheck/codes"

// foreignOpeners are what stands in front of a body in other languages instead
// of a brace, with the word that closes it, "" for none.
var foreignOpeners = map[string]string{"then": "", "do": "end", "begin": "end", ":": "", "=>": "", "=": ""}

// foreignBody tells of `then`, `do`, `begin`, `:` or `=>` in front of a body and
// skips it, false where nothing of these stands here. A `:` counts at the end of
// its line or behind a condition, as Python has it.
func (p *parser) foreignBody(what, of string) bool {
	if p.tok.Kind == TokLBrace || p.quiet {
		return false
	}
	word := p.lexeme(p.tok)
	if _, ok := foreignOpeners[word]; !ok || p.tok.Kind == TokName && p.tok.Word != NoWord {
		return p.bareBranch(of)
	}
	if p.peek() == TokLBrace {
		p.surplus(partOf(what, of) + " follows without `" + word + "`")
		return false
	}
	told := p.bare
	p.bare, p.closing = true, foreignOpeners[word] != ""
	if !told {
		p.report(codes.SyntaxError, p.tok.Span(), partOf(what, of)+" stands in braces: `{ … }`")
	}
	p.advance()
	p.errorAt = p.i
	return true
}

// bareBranch tells whether the branch of an `else` stands here without braces
// behind one that has none either: that has been told of.
func (p *parser) bareBranch(of string) bool {
	return of == "else" && p.bare && beginsExpr(p)
}

// bareBody reads the body behind what foreignBody skipped: an expression on the
// same line, statements where a new line begins.
func (p *parser) bareBody() NodeID {
	mark, start := p.mark(), p.tok.Start
	if p.tok.Flags&AfterNewline != 0 || p.closing {
		outer := p.ends
		p.ends = p.closing
		id := p.unopened()
		p.ends = outer
		p.skipEnd()
		return id
	}
	if beginsExpr(p) {
		p.push(p.deeper((*parser).expr))
	}
	p.skipEnd()
	return p.node(Block, mark, start)
}

// atEnd tells whether the `end` of a block of other languages stands here.
func (p *parser) atEnd() bool {
	return p.ends && p.tok.Kind == TokName && p.lexeme(p.tok) == "end"
}

// beginEnd reads `begin … end`, false where none begins here.
func (p *parser) beginEnd() (NodeID, bool) {
	if p.lexeme(p.tok) != "begin" || p.quiet || !p.atForeignOperand() {
		return NoNode, false
	}
	p.report(codes.SyntaxError, p.tok.Span(), "a block stands in braces: `{ … }`")
	p.advance()
	p.errorAt = p.i
	p.closing = true
	return p.bareBody(), true
}

// skipEnd skips the word that closes a body in other languages.
func (p *parser) skipEnd() {
	if p.tok.Kind == TokName && p.lexeme(p.tok) == "end" {
		p.advance()
		p.errorAt = p.i
	}
}
