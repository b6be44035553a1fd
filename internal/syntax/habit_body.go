package syntax

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// habitBody reports `then`, `do`, `begin`, `:` or `=>` in front of a body and
// skips it, false where nothing of these stands here. A `:` counts at the end of
// its line or behind a condition, as Python has it.
func (p *parser) habitBody(what, of string) bool {
	if p.tok.Kind == TokLBrace || p.quiet {
		return false
	}
	if p.atPipe() && p.owner != literal && of != "if" && of != "else" {
		p.report(codes.SyntaxError, p.tok.Span, habits.Guards.Message)
		p.skipItem()
		return true
	}
	if _, opener := habits.Opener(p.lexeme(p.tok)); !opener && p.tok.Flags&AfterNewline != 0 && p.endsWithEnd() {
		p.braceReported = p.reportHabit(p.tok.Span, habits.BracesEnd.With(partOf(what, of)), Fix{Title: bracesTitle}) + 1
		p.addBraces(Edit{Span{p.end, p.end}, " {"})
		p.bare, p.closing, p.errorAt = true, true, p.i
		return true
	}
	word := p.lexeme(p.tok)
	closer, ok := habits.Opener(word)
	if !ok || p.tok.Kind == TokName && p.tok.Word != NoWord {
		return p.bareBranch(of)
	}
	if p.peek() == TokLBrace {
		p.surplus(habits.Surplus.With(partOf(what, of), word))
		return false
	}
	reported := p.bare
	p.bare, p.closing = true, closer != ""
	if !reported {
		if p.headReported > 0 {
			p.errorAt = p.i // the head of the same definition is another language's
		}
		p.braceReported = p.reportHabit(p.tok.Span, habits.Braces.With(partOf(what, of)), Fix{Title: bracesTitle}) + 1
	}
	p.addBraces(Edit{Span{p.end, p.tok.End}, " {"})
	p.skip(1)
	return true
}

const bracesTitle = "write `{ … }`"

// addBraces adds edits to the fix of the error that habitBody has reported: it puts each
// body without braces in braces. What is reported besides takes the fix away.
func (p *parser) addBraces(edits ...Edit) bool {
	d := p.lone(p.braceReported - 1)
	if d == nil || len(d.Fixes) != 1 || d.Fixes[0].Title != bracesTitle {
		if p.braceReported > 0 && p.braceReported <= len(p.errors) {
			p.errors[p.braceReported-1].Fixes = nil
		}
		p.braceReported = 0
		return false
	}
	d.Fixes[0].Edits = append(d.Fixes[0].Edits, edits...)
	return true
}

// endsWithEnd reports whether the item ends with the word `end` on its own line.
func (p *parser) endsWithEnd() bool {
	last := p.tokens[max(0, len(p.tokens)-2)]
	return last.Kind == TokName && last.Flags&AfterNewline != 0 && p.lexeme(last) == "end" && !p.atEnd()
}

// bareBranch reports whether the branch of an `else` stands here without braces
// behind one that has none either: that has been reported.
func (p *parser) bareBranch(of string) bool {
	if of != "else" || !p.bare || !beginsExpr(p) {
		return false
	}
	p.addBraces(Edit{Span{p.end, p.end}, " {"})
	return true
}

// bareIf reports whether the branch of an `if` here lacks both of its braces: an `else`
// follows on its line with no brace between.
func (p *parser) bareIf(of string) bool { return of == "if" && p.elseAhead() }

// bareBody reads the body behind what habitBody skipped: an expression on the
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
	} else if p.tok.Kind == TokEOF {
		p.push(p.hole())
	}
	p.skipEnd()
	return p.node(Block, mark, start)
}

// atEnd reports whether the `end` of a block of other languages stands here.
func (p *parser) atEnd() bool {
	return p.ends && p.tok.Kind == TokName && p.lexeme(p.tok) == "end"
}

// beginEnd reads `begin … end`, false where none begins here.
func (p *parser) beginEnd() (NodeID, bool) {
	if p.lexeme(p.tok) != "begin" || p.quiet || !p.appliesHere() && !p.endAhead() {
		return NoNode, false
	}
	if reported := p.reportHabit(p.tok.Span, habits.Block.Message, Fix{Title: bracesTitle}); reported >= 0 {
		p.braceReported = reported + 1
	}
	p.addBraces(Edit{p.tok.Span, "{"})
	p.skip(1)
	p.closing = true
	return p.bareBody(), true
}

// endAhead reports whether a word `end` stands alone on a line further on, and
// the current token ends its own.
func (p *parser) endAhead() bool {
	if p.peekToken(1).Flags&AfterNewline == 0 {
		return false
	}
	for n := 2; n < ahead; n++ {
		t := p.peekToken(n)
		if t.Kind == TokEOF {
			return false
		}
		if t.Kind == TokName && t.Flags&AfterNewline != 0 && p.lexeme(t) == "end" {
			return true
		}
	}
	return false
}

// skipEnd skips the word that closes a body in other languages.
func (p *parser) skipEnd() {
	if p.tok.Kind == TokName && p.lexeme(p.tok) == "end" {
		p.addBraces(Edit{p.tok.Span, "}"})
		p.skip(1)
		return
	}
	p.addBraces(Edit{Span{p.end, p.end}, " }"})
}
