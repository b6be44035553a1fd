package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

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
// behind it too.
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

// spaceBehind is where the blanks behind an offset end.
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
	if p.quiet || p.tok.Kind != TokName || p.tok.Word != WordDef && !habits.Has("head", p.lexeme(p.tok)) {
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

// habitPrefix reports a word in front of an expression here and skips it.
func (p *parser) habitPrefix() bool {
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
