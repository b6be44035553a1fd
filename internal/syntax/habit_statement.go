package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
)

const (
	noLoops  = "there are no loops: `map(fn(%x) { … }, %xs)` and `foldl(fn(%state, %x) { … }, %start, %xs)` go through a sequence, a function that calls itself does everything else"
	noDelete = "nothing is deleted: a value lives as long as something refers to it"
	noThrow  = "there are no exceptions: give an `Option`, `None` where there is no result"
)

// foreignStatements are words that begin statements of other languages: what is
// said of each. The statement is skipped and has no type.
var foreignStatements = map[string]string{
	"for": noLoops, "while": noLoops, "loop": noLoops, "repeat": noLoops, "do": noLoops,
	"break": noLoops, "continue": noLoops,
	"try": noThrow, "throw": noThrow, "raise": noThrow,
	"del": noDelete, "delete": noDelete, "free": noDelete, "drop": noDelete,
	"assert": "there is no `assert` inside of a function: `# evaluates to 3` behind a top-level expression claims its value",
	"begin":  "a block is written in braces: `{ … }`",
	"print":  "nothing is printed while a program runs: `fraccheck run` prints the value of each top-level expression",
	"when":   "a choice is written `if (…) { … } else { … }`",
	"unless": "a choice is written `if (!(…)) { … } else { … }`",
	"with":   "there is no `with`: a block is written in braces, and a value needs no closing",
	"pass":   "every block has a value: its last expression; `()` is the empty tuple",
}

// foreignBinders are words in front of a variable that other languages bind
// with, instead of or besides `let`.
var foreignBinders = map[string]bool{
	"var": true, "const": true, "val": true, "auto": true, "mut": true, "local": true, "set": true, "def": true,
}

// foreignStatement reads a statement of another language, false where none
// begins here.
func (p *parser) foreignStatement() (NodeID, bool) {
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
	word := p.lexeme(p.tok)
	if next := p.peekToken(1); next.Kind == TokLocal && next.Flags&AfterNewline == 0 && foreignBinders[word] {
		p.report(codes.SyntaxError, p.tok.Span, "a variable is bound with `let`; it keeps its value", Replace("write `let`", p.tok.Span, "let"))
		return p.let(), true
	}
	if next := p.peekToken(1); next.Kind == TokLocal && next.Flags&AfterNewline == 0 && p.peekToken(2).Kind == TokAssign && !foreignWords[word] && p.tok.Word == NoWord && word != "return" {
		p.report(codes.SyntaxError, p.tok.Span, "a variable is bound with `let`, its type follows it: `let "+p.lexeme(next)+": "+word+" = …`", Replace("write `let`", p.tok.Span, "let"))
		return p.let(), true
	}
	if word == "switch" && p.headsBlock() {
		p.report(codes.SyntaxError, p.tok.Span, "a choice between constructors is written `match (…) { P => e, … }`", Replace("write `match`", p.tok.Span, "match"))
		p.errorAt, p.pipes = p.i, true
		return p.match(), true
	}
	if next := p.peekToken(1); word == "do" && next.Flags&AfterNewline != 0 {
		mark, start := p.mark(), p.tok.Start
		p.report(codes.SyntaxError, p.tok.Span, "there is no `do`: a variable is bound with `let %x = …;`, and the last expression of a block is its result")
		for p.tok.Kind != TokEOF && !isCloser[p.tok.Kind] {
			p.skipOne()
		}
		p.errorAt = p.i
		return p.node(BadNode, mark, start), true
	}
	message, ok := foreignStatements[word]
	if !ok || !p.headsBlock() && !p.atForeignOperand() {
		return NoNode, false
	}
	p.report(codes.SyntaxError, p.tok.Span, message)
	return p.skipForeign(), true
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
	p.tell(callee, returnForm, Fix{Title: deleteReturn, Edits: []Edit{{Span: Span{callee.Start, p.spaceBehind(callee.End)}}, {Span: semi.Span}}})
	return true
}

// spaceBehind is where the blanks behind an offset end.
func (p *parser) spaceBehind(at int32) int32 {
	return at + int32(len(p.text[at:])-len(strings.TrimLeft(p.text[at:], " \t")))
}

const returnForm = "there is no `return`: the last expression of a block is its result"

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
	p.report(codes.SyntaxError, Span{n.Span.Start, n.Span.Start + int32(len("if"))}, "this `if` has no `else`: it must give a value either way")
	n.Kind = BadNode
}

// restIsElse makes the error of the `return` that was reported last speak of the `if`
// that it leaves.
func (p *parser) restIsElse() {
	if d := &p.errors[len(p.errors)-1]; d.Message == returnForm {
		d.Message, d.Fixes = returnForm+"; what follows this `if` belongs in its `else { … }`", nil
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

// atForeignOperand reports whether the word here is applied to what follows it on
// its line without parentheses.
func (p *parser) atForeignOperand() bool {
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

// skipForeign skips to the end of a statement: its last block, or its line.
func (p *parser) skipForeign() NodeID {
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

// Definitions inside of others, as Python, Rust and JavaScript have them.

// innerForm is what is said of a definition in a block.
const innerForm = "a function inside of another is bound by `let`: `let %g = fn(%x) { … };`"

// innerDefinition reports `def @g(…) {…}`, `fn g(…) {…}` and their like in a block.
// What follows in the block may speak of the function, so all of it is skipped and
// the block's result has no type; false where none stands here.
func (p *parser) innerDefinition() (NodeID, bool) {
	name, open := p.peekToken(1), p.peekToken(2)
	if name.Kind != TokGlobal && name.Kind != TokLocal && (name.Kind != TokName || name.Word != NoWord) || open.Kind != TokLParen || open.Flags&AfterSpace != 0 {
		return NoNode, false
	}
	if p.quiet || p.tok.Kind != TokName || p.tok.Word != WordDef && !foreignHeads[p.lexeme(p.tok)] {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	reported := p.tell(Span{start, name.End}, innerForm)
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
