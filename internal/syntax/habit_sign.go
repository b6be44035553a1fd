package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// longestQuoted bounds how far the lexer looks for a closing quote.
const longestQuoted = 80

// habitRun reads a foreign sign, string, type parameter (`'a`) or variable
// (`$x`), false where nothing of these begins here.
func (l *lexer) habitRun() bool {
	ahead := l.text[l.pos:min(len(l.text), l.pos+longestQuoted)]
	l.far = max(l.far, l.pos+longestQuoted+tokenLookahead)
	if n := l.docString(); n > 0 {
		l.pos += n
		return true
	}
	if sign := habits.SignAt(ahead); sign != nil {
		l.pos += len(sign.Form)
		return true
	}
	if n, _ := habits.Quoted(ahead); n > 0 {
		l.pos += n
		return true
	}
	if n := habits.LambdaSign(ahead); n > 0 {
		l.pos += n
		return true
	}
	if c := l.text[l.pos]; (c == '\'' || c == '$') && isLetter(l.at(l.pos+1)) {
		l.pos++
		for inName(l.at(l.pos)) {
			l.pos++
		}
		return true
	}
	return false
}

// docQuotes enclose a comment in Python.
const docQuotes = "'''"

// longestDocString bounds how far the lexer looks for the quotes that close one.
const longestDocString = 2000

// docString gives the length of the text in three single quotes that begins here,
// 0 where there is none.
func (l *lexer) docString() int {
	end := min(len(l.text), l.pos+longestDocString)
	rest, ok := strings.CutPrefix(l.text[l.pos:end], docQuotes)
	if !ok {
		return 0
	}
	l.far = max(l.far, l.pos+longestDocString+tokenLookahead)
	n := strings.Index(rest, docQuotes)
	if n < 0 {
		return 0
	}
	return n + 2*len(docQuotes)
}

// judgeHabit says what a bad token of habitRun is read as, what to write instead, "" where that
// depends on more, and what is said of it; ok is false of all others.
func judgeHabit(text string) (kind TokenKind, write, message string, ok bool) {
	if sign := habits.Word(habits.Char, text); sign != nil {
		return kindOf(sign.Writes(), TokBad), sign.Writes(), sign.Message, true
	}
	if strings.HasPrefix(text, docQuotes) {
		return TokBad, "", habits.Comment.Message, true
	}
	if n, inner := habits.Quoted(text); n > 0 && n == len(text) {
		if o := habits.Word(habits.Infix, inner); text[0] == '`' && o != nil && o.Call != "" {
			return TokString, "", habits.InfixName.With(inner, o.Call), true
		}
		return TokString, `"` + inner + `"`, habits.Quotes.Message, true
	}
	switch {
	case len(text) > 1 && text[0] == '\'':
		return TokName, "", habits.TypeVariable.Message, true
	case len(text) > 1 && text[0] == '$':
		return TokLocal, "%" + text[1:], habits.Dollar.Message, true
	}
	return TokBad, "", "", false
}

// behindDashes reports whether the name that was read last is the first word
// after a `--`, as in Haskell, Lua and SQL.
func (p *parser) behindDashes(word NodeID) bool {
	i := p.i - 1
	for i > 0 && p.tokens[i].Start > p.start(word) {
		i--
	}
	return i >= 2 && p.tokens[i-1].Kind == TokMinus && p.tokens[i-2].Kind == TokMinus &&
		p.tokens[i-1].Flags == 0 && p.tokens[i].Flags&AfterSpace != 0 && p.tokens[i].Flags&AfterNewline == 0
}

// dashes reports a comment that begins with `--` and skips it. The current token
// is its second word.
func (p *parser) dashes(word NodeID) NodeID {
	start := int32(strings.LastIndex(p.text[:p.start(word)], "--"))
	at := Span{start, start + int32(len("--"))}
	p.report(codes.SyntaxError, at, habits.Comment.Message, Replace("write `#`", at, "#"))
	for p.tok.Kind != TokEOF && p.tok.Flags&AfterNewline == 0 && p.tok.Kind != TokNewline {
		p.advance()
	}
	p.errorAt = p.i
	return word
}

// parenComment skips `(* … *)`, as ML has it, where a `(` precedes a
// `*`; false where it does not.
func (p *parser) parenComment() (NodeID, bool) {
	next := p.peekToken(1)
	to := p.partnerOf(p.i)
	if p.quiet || next.Kind != TokStar || next.Flags != 0 || to < 0 || p.tokens[to-1].Kind != TokStar || to-1 == p.i+1 {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	closing := Span{p.tokens[to-1].Start, p.tokens[to].End}
	p.report(codes.SyntaxError, Span{start, next.End}, habits.BlockComment.Message,
		Fix{Title: "write `/* … */`", Edits: []Edit{{Span{start, next.End}, "/*"}, {closing, "*/"}}})
	p.skipOne()
	p.errorAt = p.i
	return p.node(BadNode, mark, start), true
}

// braceComment skips `{- … -}`, as Haskell has it; false where none stands here.
func (p *parser) braceComment() (NodeID, bool) {
	next := p.peekToken(1)
	if p.quiet || next.Kind != TokMinus || next.Flags != 0 {
		return NoNode, false
	}
	to := p.partnerOf(p.i)
	if to < p.i+3 || p.tokens[to-1].Kind != TokMinus || p.tokens[to].Flags != 0 {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	opening, closing := Span{start, next.End}, Span{p.tokens[to-1].Start, p.tokens[to].End}
	p.reportHabit(opening, habits.BlockComment.Message,
		Fix{Title: "write `/* … */`", Edits: []Edit{{opening, "/*"}, {closing, "*/"}}})
	p.skipOne()
	p.errorAt = p.i
	return p.node(BadNode, mark, start), true
}

// semicolons reports a comment that begins with `;;`, as in Lisp, and skips it,
// and of the `;;` after an item, as in OCaml; false where none stands here.
func (p *parser) semicolons() (NodeID, bool) {
	next := p.peekToken(1)
	if p.tok.Kind != TokSemi || next.Kind != TokSemi || next.Flags != 0 || p.quiet {
		return NoNode, false
	}
	mark, at := p.mark(), Span{p.tok.Start, next.End}
	comments := p.peekToken(2).Flags&AfterNewline == 0 && p.peekToken(2).Kind != TokEOF
	p.advance()
	p.advance()
	if comments {
		p.reportHabit(at, habits.Comment.Message, Replace("write `#`", at, "#"))
	} else {
		p.reportHabit(at, habits.DoubledEnd.Message, Replace("delete `;;`", at, ""))
	}
	for p.tok.Kind != TokEOF && p.tok.Flags&AfterNewline == 0 && p.tok.Kind != TokNewline {
		p.skipOne()
	}
	p.errorAt = p.i
	return p.node(BadNode, mark, at.Start), true
}

// docString skips the text in three quotes that Python has for comments; false
// where a statement begins with none.
func (p *parser) docString() (NodeID, bool) {
	if p.tok.Kind != TokString || p.quiet || !strings.HasPrefix(p.text[p.tok.Start:], `"""`) && !p.sentence() {
		return NoNode, false
	}
	mark, start := p.mark(), p.tok.Start
	p.report(codes.SyntaxError, p.tok.Span, habits.Comment.Message)
	for p.tok.Kind == TokString {
		p.advance()
	}
	p.errorAt = p.i
	return p.node(BadNode, mark, start), true
}

// sentence reports whether the string here is a line of its own with more after it:
// no result.
func (p *parser) sentence() bool {
	next := p.peekToken(1)
	return p.tok.Flags&AfterNewline != 0 && next.Flags&AfterNewline != 0 && beginsLine[next.Kind] && p.depth > 0
}

// beginsLine are the tokens that begin a statement.
var beginsLine = [tokenKinds]bool{TokLocal: true, TokGlobal: true, TokName: true, TokInt: true, TokFloat: true}

// atHabitComment reports whether an item begins with `; word`, as in Lisp, or with
// `<!--`.
func (p *parser) atHabitComment() bool {
	next := p.peekToken(1)
	switch p.tok.Kind {
	case TokSemi:
		return next.Kind == TokName && next.Flags&AfterSpace != 0 && next.Flags&AfterNewline == 0
	case TokLess:
		return next.Kind == TokNot && next.Flags == 0
	}
	return false
}

// hidden reports the comment that hides the closing half of a bracket behind an
// operand, as `{ %a // 2 }` does; false where there is none. open is the offset
// of the bracket.
func (p *parser) hidden(open int32, closer string) bool {
	if p.hiding > 0 && p.reportedHidden(open) {
		p.hiding--
		return true
	}
	if p.searchedHidden {
		return false
	}
	p.searchedHidden = true
	for i := 0; i+1 < len(p.tokens); i++ {
		t := p.tokens[i]
		if t.Start < open || !endsOperand[t.Kind] {
			continue
		}
		line, _, _ := strings.Cut(p.cut(t.End, p.tokens[i+1].Start), "\n")
		comment := strings.TrimLeft(line, " \t")
		if !strings.HasPrefix(comment, "//") || !strings.Contains(comment, closer) {
			continue
		}
		at := t.End + int32(len(line)-len(comment))
		p.hiding, p.hiddenAt = strings.Count(comment, ")")+strings.Count(comment, "]")+strings.Count(comment, "}")-1, at
		return p.report(codes.UnclosedDelimiter, Span{at, t.End + int32(len(line))}, habits.HiddenDivisor.Message, p.quotient(t, at, comment)...)
	}
	return false
}

// reportedHidden reports whether the comment that was reported follows a bracket,
// whose other half it may hide too.
func (p *parser) reportedHidden(open int32) bool { return open < p.hiddenAt }

// quotient is the fix that makes a call of two operands around `//`, nil where
// they are not single tokens.
func (p *parser) quotient(left Token, at int32, comment string) []Fix {
	right := strings.TrimLeft(comment[2:], " \t")
	n := 0
	for n < len(right) && (inName(right[n]) || n == 0 && right[0] == '%') {
		n++
	}
	if n == 0 || left.Kind != TokLocal && left.Kind != TokInt {
		return nil
	}
	from := at + int32(len(comment)-len(right))
	return []Fix{{Title: "write `floor_divide(…)`", Edits: []Edit{
		{Span{left.Start, left.Start}, "floor_divide("},
		{Span{left.End, from}, ", "},
		{Span{from + int32(n), from + int32(n)}, ")"},
	}}}
}
