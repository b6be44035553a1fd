package syntax

import (
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
)

// attributes takes the `#[…]` lines before an item.
func (s *splitter) attributes() int {
	i := s.skipNotes(0)
	for s.at(i).Kind == TokAttribute && !s.isVersion(i) {
		i = s.take(i)
	}
	return i
}

// isVersion distinguishes `#[version = …]` from the attributes of an item.
func (s *splitter) isVersion(i int) bool {
	return attributeName(s.text, s.at(i)) == "version"
}

// attributeName is the first word of a `#[…]` token.
func attributeName(text string, t Token) string {
	l := lexer{text: text[:t.End], pos: int(t.Start)}
	return l.attributeWord()
}

// body takes the item after its attributes and gives the index of the first
// token that is no longer its.
func (s *splitter) body(i int) int {
	t := s.at(i)
	switch t.Kind {
	case TokEOF:
		return i
	case TokVersion, TokMetadata, TokAttribute:
		if s.prev != TokEOF {
			return i // attributes without an item
		}
		return s.take(i)
	}
	switch {
	case t.Word == WordDef && !s.namedDef(i+1):
		return s.definition(i)
	case t.Word == WordLet && s.letDefinition(i+1):
		return s.definition(i)
	case t.Kind == TokGlobal && s.at(i+1).Kind == TokColon,
		t.Kind == TokName && s.at(i+1).Kind == TokAssign:
		return s.line(s.take(i), NoWord)
	case s.heads(i) || s.headsOverLines(i):
		return s.line(s.head(i), t.Word)
	}
	if next := s.at(i + 1); t.Word == WordWhere && next.isParameter() && s.at(i+2).Kind == TokAssign {
		return s.indentedLines(s.take(i))
	}
	if s.guarded(i) {
		return s.indentedLines(s.take(i))
	}
	if s.signed(i) {
		return s.equations(i)
	}
	if s.headsPrimfn(i) {
		return s.primfn(i)
	}
	if end := s.wordBlock(i); end > i {
		return end
	}
	return s.expression(i)
}

func (s *splitter) lexeme(t Token) string { return s.text[t.Start:t.End] }

// track brings the brackets up to the i-th token.
func (s *splitter) track(i int) {
	switch kind := s.at(i).Kind; {
	case kind < TokLParen || kind > TokRBrace:
	case isOpener[kind]:
		s.brackets.open(kind, i)
	default:
		s.brackets.close(kind)
	}
}

// leaves reports whether another item begins at the i-th token, whatever is
// still open.
func (s *splitter) leaves(i int) bool {
	t := s.at(i)
	return t.Kind == TokEOF || t.Flags&AfterNewline != 0 && s.heads(i)
}

// line takes an item that ends with its line outside of brackets, or with its closing
// brace: an alias, an import, a type; word is its first. A brace on another line belongs
// to it where it has constructors and no `=` stands in front, else it begins a block. The
// first brace of data may be missing.
func (s *splitter) line(i int, word Word) int {
	constructors := word == WordData || word == WordType
	for !s.leaves(i) {
		t := s.at(i)
		if s.brackets.depth() == 0 {
			block := t.Kind == TokLBrace && t.Flags&AfterNewline != 0 && !constructors && !awaitsMore[s.prev]
			ended := s.prev == TokRBrace || block || s.breaks(t) && !s.awaitsParameters(i)
			if ended && (word != WordData || s.prev == TokRBrace || !s.oweBrace(i)) {
				return s.strays(i)
			}
			constructors = constructors && t.Kind != TokAssign
		}
		i = s.pass(i, 0)
	}
	return i
}

// awaitsParameters reports whether a `fn` precedes the i-th token.
func (s *splitter) awaitsParameters(i int) bool {
	for i--; i > 0 && s.at(i).Kind == TokTypeNote; {
		i--
	}
	return s.at(i).Word == WordFn
}

// breaks reports whether t begins a line that is not part of a header.
func (s *splitter) breaks(t Token) bool {
	if t.Flags&AfterNewline == 0 || awaitsMore[s.prev] || t.Word == WordWhere || s.lexeme(t) == "|" || t.Kind == TokName && library.IsClause(s.lexeme(t)) && !s.atMargin(t) {
		return false
	}
	return t.Kind != TokLBrace && (lineStarts[t.Kind] != goesOn || t.Kind == TokRBrace)
}

// strays takes the closing brackets after an item that close nothing.
func (s *splitter) strays(i int) int {
	for isCloser[s.at(i).Kind] {
		i = s.take(i)
	}
	return i
}

// headsPrimfn reports whether a function of TIR begins at the i-th token: `@f = primfn(`.
func (s *splitter) headsPrimfn(i int) bool {
	if s.at(i).Kind == TokGlobal && s.at(i+1).Kind == TokAssign {
		i += 2
	}
	return s.at(i).Kind == TokName && s.lexeme(s.at(i)) == "primfn" && s.at(i+1).Kind == TokLParen
}

// primfn takes a function of TIR: the lines up to the next one that begins in the first
// column and does not close a bracket.
func (s *splitter) primfn(i int) int {
	for i = s.take(i); s.at(i).Kind != TokEOF; i = s.take(i) {
		if t := s.at(i); t.Flags&AfterNewline != 0 && s.atMargin(t) && !isCloser[t.Kind] {
			break
		}
	}
	return i
}

// definition takes a `def`: a header, which may run over lines, and a body in
// braces.
func (s *splitter) definition(i int) int {
	i = s.take(i)
	if s.at(i).Kind == TokGlobal {
		i = s.take(i) // on whatever line
	}
	for !s.leaves(i) {
		t := s.at(i)
		if t.Kind == TokLBrace && !s.opensAttributes(i) {
			s.brackets.reset()
			return s.braces(i)
		}
		if s.brackets.depth() == 0 && s.endsHeader(t) && s.bareBody(i) {
			return s.indentedBody(i)
		}
		if s.brackets.depth() == 0 && s.endsHeader(t) {
			if s.oweBrace(i) { // the body's first brace is missing
				return s.braces(i)
			}
			return s.strays(i)
		}
		i = s.pass(i, 0)
	}
	return i
}

// opensAttributes reports a parameter's `{virtual_device=…}` from a body.
func (s *splitter) opensAttributes(i int) bool {
	name := s.skipNotes(i + 1)
	return s.brackets.depth() > 0 && s.at(name).Kind == TokName && s.at(s.skipNotes(name+1)).Kind == TokAssign
}

// endsHeader reports whether t begins a line that a header cannot go on with.
func (s *splitter) endsHeader(t Token) bool {
	if t.Kind == TokLParen || t.Kind == TokLBracket {
		return false
	}
	return s.breaks(t) || s.prev == TokColon && t.Flags&AfterNewline != 0 && t.Word == WordLet
}

// bareBody reports whether the line of the i-th token is the body of a definition
// as other languages have it: after a `:`, or from `do` or `begin` to `end`.
func (s *splitter) bareBody(i int) bool {
	word := s.lexeme(s.at(i))
	return s.prev == TokColon && !s.atMargin(s.at(i)) || word == "do" || word == "begin" || !s.atMargin(s.at(i)) && s.endsAhead(i)
}

// endsAhead reports whether a line `end` in the first column closes what begins at
// the i-th token, before the next item, as in Julia.
func (s *splitter) endsAhead(i int) bool {
	for n := i; n-i < ahead && !s.leaves(n); n++ {
		if t := s.at(n); t.Kind == TokLBrace {
			return false
		} else if t.Kind == TokName && s.atMargin(t) {
			return s.lexeme(t) == "end"
		}
	}
	return false
}

// indentedBody takes the lines of such a body: those that do not begin in the
// first column, up to the next item, and the word before and after them.
func (s *splitter) indentedBody(i int) int {
	for first := true; !s.leaves(i); first = false {
		t := s.at(i)
		end := t.Kind == TokName && s.lexeme(t) == "end"
		if !first && s.atMargin(t) && !end {
			break
		}
		s.track(i)
		i = s.take(i)
		if end && s.atMargin(t) {
			break
		}
	}
	return i
}

// braces takes a body. Where it is never closed, it ends before what
// looks like the next item.
func (s *splitter) braces(i int) int {
	s.level, s.indented = level{}, false
	escape := -1
	for !s.leaves(i) || s.definesInside(i) {
		t := s.at(i)
		if t.Flags&AfterNewline != 0 {
			s.indented = s.indented || !s.atMargin(t) && !isCloser[t.Kind]
			if escape < 0 && (s.indented && s.atMargin(t) && !isCloser[t.Kind] || s.looksOutside(t)) {
				escape = i
			}
		}
		if s.brackets.depth() == 1 {
			s.readLevel(i)
		}
		i = s.pass(i, 1)
		if t.Kind == TokRBrace && s.brackets.depth() == 0 && !s.reopens(i) {
			return s.strays(i)
		}
	}
	if escape >= 0 && i-escape < maxLookahead {
		return escape
	}
	return i
}

// definesInside reports whether a definition that begins at the i-th token stands in the
// body that is taken, as other languages allow: off the margin, and where a
// closing brace is after both.
func (s *splitter) definesInside(i int) bool {
	t := s.at(i)
	if t.Word != WordDef || s.atMargin(t) || s.brackets.depth() == 0 || s.at(i+2).Kind != TokLParen {
		return false
	}
	depth := 0
	for n := i; n-i < maxInside; n++ {
		switch t := s.at(n); {
		case t.Kind == TokEOF, n > i && t.Flags&AfterNewline != 0 && s.atMargin(t) && !isCloser[t.Kind]:
			return false
		case t.Kind == TokLBrace:
			depth++
		case t.Kind == TokRBrace:
			if depth--; depth < 0 {
				return true
			}
		}
	}
	return false
}

// maxInside bounds how many tokens definesInside looks at.
const maxInside = 512

// atMargin reports whether a token stands in the first column.
func (s *splitter) atMargin(t Token) bool {
	return t.Start == 0 || s.text[t.Start-1] == '\n'
}

// looksOutside reports whether t, on the level of a definition's body, looks
// like the start of a top-level expression: a line with a global after a
// closing brace, where no binding is open.
func (s *splitter) looksOutside(t Token) bool {
	return t.Kind == TokGlobal && s.brackets.depth() == 1 &&
		s.prev == TokRBrace && s.level.stage == noBinding
}

// readLevel moves the newline rule's state over the i-th token.
func (s *splitter) readLevel(i int) {
	t := s.at(i)
	if s.level.stage == inValue && t.Flags&AfterNewline != 0 && s.level.judge(s.prev, t) == ends {
		s.level = level{}
		s.prev = TokNewline
	}
	s.level.read(s.prev, t, s.at(i+1).Kind)
}

// reopens reports whether the body's closing brace, which precedes the
// i-th token, is one too many: what follows only makes sense in a body.
func (s *splitter) reopens(i int) bool {
	t := s.at(i)
	if (t.Word == WordCase || t.Word == WordElse) && s.at(i+1).Kind != TokAssign || t.Kind == TokSemi {
		s.brackets.open(TokLBrace, i)
		return true
	}
	if t.Flags&AfterNewline == 0 || isCloser[t.Kind] || s.leaves(i) || s.indented && s.atMargin(t) {
		return false
	}
	return s.oweBrace(i)
}

// oweBrace reports whether a brace that nothing opens closes what begins at the
// i-th token, before the next definition. If so, the brace is opened here.
func (s *splitter) oweBrace(i int) bool {
	var b brackets
	for n := i; n-i < maxLookahead && !s.leaves(n); n++ {
		switch kind := s.at(n).Kind; {
		case kind == TokAttribute:
			return false
		case isOpener[kind]:
			b.open(kind, n)
		case isCloser[kind]:
			if b.close(kind) < 0 && kind == TokRBrace {
				s.brackets.open(TokLBrace, i)
				return true
			}
		}
	}
	return false
}
