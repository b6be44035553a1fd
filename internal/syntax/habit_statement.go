package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// habitBody reports `then`, `do`, `begin`, `:` or `=>` before a body and
// skips it, false where nothing of these stands here. A `:` counts at the end of
// its line or after a condition, as Python has it.
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
// after one that has none either: that has been reported.
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

// bareBody reads the body after what habitBody skipped: an expression on the
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
		p.push(p.nothing())
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

// habitStatement reads a statement of another language, false where none
// begins here.
func (p *parser) habitStatement() (NodeID, bool) {
	if id, ok := p.docString(); ok {
		return id, true
	}
	if p.tok.Kind != TokName || p.quiet || p.alreadyReported() {
		return NoNode, false
	}
	if id, ok := p.innerDefinition(); ok {
		return id, true
	}
	if id, ok := p.namedBinding(); ok {
		return id, true
	}
	if id, ok := p.typedBinding(); ok {
		return id, true
	}
	if p.endOnLine() {
		return p.beginEnd()
	}
	return p.readHabit(habits.Statement)
}

// endOnLine reports whether `begin` stands here and `end` further on in its line.
func (p *parser) endOnLine() bool {
	return p.lexeme(p.tok) == "begin" && p.peekToken(1).Flags&AfterNewline == 0 && p.onLine(2, p.spells("end"))
}

// endsReturn makes the fix of the `return` that was reported last delete the `;`
// after it too.
func (p *parser) endsReturn(semi Token) {
	if len(p.errors) == 0 {
		return
	}
	if d := &p.errors[len(p.errors)-1]; len(d.Fixes) == 1 && d.Fixes[0].Title == deleteReturn {
		d.Fixes[0].Edits = append(d.Fixes[0].Edits, Edit{Span: semi.Span})
	}
}

// returnsBehind reports `return (e);` at the end of a block, which reads as a call
// for its effect, false where the block ends otherwise. semi is its last token.
func (p *parser) returnsBehind(semi Token) bool {
	id := p.stack[max(0, len(p.stack)-2)]
	n := p.nodes[id]
	if semi.Kind != TokSemi || n.Kind != Call || p.quiet {
		return false
	}
	callee := p.nodes[p.kids[n.kid]].Span
	if p.text[callee.Start:callee.End] != "return" {
		return false
	}
	p.nodes[id].Kind = BadNode
	p.kids[n.kid] = NoNode // the word has no meaning of its own
	p.reportHabit(callee, habits.Return.Message, Fix{Title: deleteReturn, Edits: []Edit{{Span: Span{callee.Start, p.spaceBehind(callee.End)}}, {Span: semi.Span}}})
	return true
}

// spaceBehind is where the blanks after an offset end.
func (p *parser) spaceBehind(at int32) int32 {
	return at + int32(len(p.text[at:])-len(strings.TrimLeft(p.text[at:], " \t")))
}

const deleteReturn = "delete `return`"

// halfIf reports the `if` without `else` on the lines in front, as in languages
// where a choice is a statement: the rest of the block is what the `else` holds.
func (p *parser) halfIf() {
	n := &p.nodes[p.stack[len(p.stack)-1]]
	if n.Kind != If || p.kids[n.kid+n.kids-1] != NoNode || p.tok.Flags&AfterNewline == 0 || p.quiet {
		return
	}
	if p.returned {
		p.restIsElse()
		p.errorAt = p.i
	}
	p.report(codes.SyntaxError, Span{n.Span.Start, n.Span.Start + int32(len("if"))}, habits.HalfChoice.Message)
	n.Kind = BadNode
}

// restIsElse makes the error of the `return` that was reported last speak of the `if`
// that it leaves.
func (p *parser) restIsElse() {
	if d := &p.errors[len(p.errors)-1]; d.Message == habits.Return.Message {
		d.Message, d.Fixes = habits.EarlyExit.Message, nil
	}
}

// headsBlock reports whether the word here is followed by a block, or by
// parentheses and a block.
func (p *parser) headsBlock() bool {
	next := p.peekToken(1)
	if next.Kind == TokLParen && next.Flags&AfterNewline == 0 {
		if to := p.partnerOf(p.i + 1); to > 0 {
			next = p.tokens[min(to+1, len(p.tokens)-1)]
		}
	}
	return next.Kind == TokLBrace && next.Flags&AfterNewline == 0
}

// appliesHere reports whether the word here is applied to what follows it on
// its line without parentheses.
func (p *parser) appliesHere() bool {
	next := p.peekToken(1)
	return (argumentAhead[next.Kind] || next.Kind == TokNot) && next.Flags&AfterNewline == 0 && p.peekToken(2).Kind != TokFatArrow
}

// skipIndented skips the lines that are indented deeper than the one on which a
// statement begins.
func (p *parser) skipIndented(start int32) {
	column := p.column(start)
	for p.tok.Kind != TokEOF && !isCloser[p.tok.Kind] {
		if p.tok.Flags&AfterNewline != 0 && p.tok.Kind != TokNewline && p.column(p.tok.Start) <= column {
			return
		}
		p.skipOne()
	}
}

// column counts the bytes between the beginning of the line and an offset.
func (p *parser) column(at int32) int {
	return int(at) - 1 - strings.LastIndexByte(p.text[:at], '\n')
}

// skipHabit skips to the end of a statement: its last block, or its line.
func (p *parser) skipHabit() NodeID {
	mark, start := p.mark(), p.tok.Start
	for {
		if p.tok.Kind == TokColon && p.peekToken(1).Flags&AfterNewline != 0 {
			p.advance()
			p.skipIndented(start)
			break
		}
		braces := p.tok.Kind == TokLBrace
		p.skipOne()
		if p.tok.Kind == TokEOF || p.tok.Kind == TokSemi || p.tok.Kind == TokNewline || isCloser[p.tok.Kind] || p.tok.Flags&AfterNewline != 0 {
			break
		}
		if braces && p.tok.Kind != TokName {
			break
		}
	}
	p.errorAt = p.i
	return p.node(BadNode, mark, start)
}

// innerDefinition reports `def @g(…) {…}`, `fn g(…) {…}` and their like in a block.
// What follows in the block may speak of the function, so all of it is skipped and
// the block's result has no type; false where none stands here.
func (p *parser) innerDefinition() (NodeID, bool) {
	name, open := p.peekToken(1), p.peekToken(2)
	if name.Kind != TokGlobal && name.Kind != TokLocal && (name.Kind != TokName || name.Word != NoWord) || open.Kind != TokLParen || open.Flags&AfterSpace != 0 {
		return NoNode, false
	}
	if p.quiet || p.tok.Kind != TokName || p.tok.Word != WordDef && !habits.Has("definer", p.lexeme(p.tok)) {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	reported := p.reportHabit(Span{start, name.End}, habits.InnerFunction.Message)
	fix, writable := p.innerFix(start, name)
	for p.tok.Kind != TokEOF && p.tok.Kind != TokRBrace {
		p.skipOne()
	}
	p.errorAt = p.i
	if d := p.lone(reported); d != nil && writable {
		d.Fixes = []Fix{fix}
	}
	return p.node(BadNode, mark, start), true
}

// innerFix binds the function, whose name is given, with `let`, and writes a variable
// wherever the item speaks of it further on; false where its body cannot be found.
func (p *parser) innerFix(start int32, name Token) (Fix, bool) {
	to := p.partnerOf(p.i + 2)
	for to >= 0 && to < len(p.tokens)-1 && p.tokens[to].Kind != TokLBrace {
		if p.tokens[to].Kind == TokColon || p.tokens[to].Kind == TokSemi {
			return Fix{}, false
		}
		to++
	}
	to = p.partnerAt(to)
	if to < 0 {
		return Fix{}, false
	}
	bare := p.lexeme(name)
	if name.Kind != TokName {
		bare = bare[1:]
	}
	end := p.tokens[to].End
	edits := []Edit{{Span{start, name.End}, "let %" + bare + " = fn"}}
	for i, t := range p.tokens {
		if i == to {
			edits = append(edits, Edit{Span{end, end}, ";"})
		}
		if t.Start > name.End && t.Kind == TokGlobal && p.lexeme(t)[1:] == bare {
			edits = append(edits, Edit{t.Span, "%" + bare})
		}
	}
	return Fix{Title: "write `let %" + bare + " = fn(…) { … };`", Edits: edits}, true
}

// habitPrefix reports a word before an expression here and skips it.
func (p *parser) habitPrefix() bool {
	if !p.appliesHere() {
		return false
	}
	_, ok := p.readHabit(habits.Prefix)
	return ok
}

// readStar reads `*%r`, as C and Rust read a reference.
func (p *parser) readStar() (NodeID, bool) {
	next := p.peekToken(1)
	if p.tok.Kind != TokStar || next.Kind != TokLocal || next.Flags != 0 {
		return NoNode, false
	}
	at := Span{p.tok.Start, next.End}
	text := "ref_read(" + p.lexeme(next) + ")"
	p.report(codes.SyntaxError, at, habits.ReadReference.With(text), Replace("write `"+text+"`", at, text))
	mark, start := p.mark(), p.tok.Start
	p.skip(1)
	p.push(p.local())
	return p.node(BadNode, mark, start), true
}
