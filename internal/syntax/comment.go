package syntax

import "strings"

// note remembers a comment for those who ask for them. The end of a line with a carriage
// return is no part of it.
func (l *lexer) note(start int) {
	if l.keep {
		text := strings.TrimRight(l.text[start:l.pos], "\r")
		l.comments = append(l.comments, Span{int32(start), int32(start + len(text))})
	}
	l.flags |= AfterSpace
}

// lineComment skips to the end of the line; the newline itself stays.
func (l *lexer) lineComment() {
	start := l.pos
	if n := strings.IndexByte(l.text[start:], '\n'); n >= 0 {
		l.pos += n
	} else {
		l.pos = len(l.text)
	}
	l.note(start)
}

// hash reads what begins with `#`: an attribute where one may stand, the
// metadata section, a comment everywhere else.
func (l *lexer) hash() (Token, bool) {
	first := l.flags&AfterNewline != 0
	if first && l.at(l.pos+1) == '[' {
		start := l.pos
		switch word := l.attributeWord(); {
		case word == "metadata":
			l.pos = len(l.text)
			return l.emit(TokMetadata, NoWord, start), true
		case l.depth == 0 && l.attribute():
			return l.emit(TokAttribute, NoWord, start), true
		}
	}
	l.lineComment()
	return Token{}, false
}

// attributeWord is the first word behind `#[`.
func (l *lexer) attributeWord() string {
	i := l.pos + 2
	for isBlank(l.at(i)) {
		i++
	}
	start := i
	for inName(l.at(i)) {
		i++
	}
	l.far = max(l.far, i+tokenLookahead)
	return l.text[start:i]
}

// attribute reads `#[…]` to its closing bracket, which stands on the same
// line, outside of strings.
func (l *lexer) attribute() bool {
	depth, quoted := 0, false
	for i := l.pos + 1; i < len(l.text) && l.text[i] != '\n'; i++ {
		l.far = max(l.far, i+tokenLookahead)
		switch c := l.text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			depth++
		case c == ']':
			if depth--; depth == 0 {
				l.pos = i + 1
				return true
			}
		}
	}
	return false
}

// blockComment skips `/* … */`, which nests. A type note is a token; so is a
// comment that never ends.
func (l *lexer) blockComment() (Token, bool) {
	start := l.pos
	if !l.skipBlock() {
		l.far = len(l.text) + 1
		return l.emit(TokBad, NoWord, start), true
	}
	flags := l.flags
	l.note(start)
	text := l.text[start:l.pos]
	if strings.IndexByte(text, '\n') >= 0 {
		l.flags |= AfterNewline
	}
	if _, ok := noteType(text); ok {
		return Token{TokTypeNote, flags, NoWord, Span{int32(start), int32(l.pos)}}, true
	}
	return Token{}, false
}

// skipBlock moves behind a block comment, or to the end if it has none.
func (l *lexer) skipBlock() bool {
	depth := 0
	for i := l.pos; i+1 < len(l.text); i++ {
		switch {
		case l.text[i] == '/' && l.text[i+1] == '*':
			depth++
			i++
		case l.text[i] == '*' && l.text[i+1] == '/':
			i++
			if depth--; depth == 0 {
				l.pos = i + 1
				return true
			}
		}
	}
	l.pos = len(l.text)
	return false
}

// noteType finds the type in the text of a comment `/* ty=T span=… */`.
func noteType(comment string) (Span, bool) {
	start := 2
	for start < len(comment)-2 && (isBlank(comment[start]) || comment[start] == '\n') {
		start++
	}
	if !strings.HasPrefix(comment[start:], "ty=") {
		return Span{}, false
	}
	start += len("ty=")
	end := len(comment) - 2
	end = start + typeEnd(comment[start:end])
	return Span{int32(start), int32(end)}, start <= end
}

// typeEnd is where the type at the start of a comment's text ends: in front of the
// first `name=` outside of brackets, as in `T span=…` and `T, en_id=3`, with the comma.
func typeEnd(text string) int {
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == '=' && depth == 0 && i > from:
			return len(strings.TrimRight(text[:from], " ,"))
		case !inName(c):
			from = i + 1
		}
	}
	return len(text)
}
