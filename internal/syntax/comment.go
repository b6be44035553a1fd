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

// attributeWord is the first word after `#[`.
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
	if _, ok := noteType(text, l.prev == TokMeta); ok {
		return Token{TokTypeNote, flags, NoWord, Span{int32(start), int32(l.pos)}}, true
	}
	return Token{}, false
}

// skipBlock moves after a block comment, or to the end if it has none.
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

// noteType finds the type in the text of a comment `/* ty=T span=… */`. Without metadata TVM
// prints a constant as `meta[relay.Constant][0] /* Tensor[(8), float32] */`.
func noteType(comment string, ofConstant bool) (Span, bool) {
	start := 2
	for start < len(comment)-2 && (isBlank(comment[start]) || comment[start] == '\n') {
		start++
	}
	switch {
	case strings.HasPrefix(comment[start:], "ty="):
		start += len("ty=")
	case !ofConstant || !strings.HasPrefix(comment[start:], "Tensor["):
		return Span{}, false
	}
	end := len(comment) - 2
	end = start + typeEnd(comment[start:end])
	return Span{int32(start), int32(end)}, start <= end
}

// typeEnd is where the type at the start of a comment's text ends: before the
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

// markerLength is how often the sign of a marker stands at the start of its line.
const markerLength = 7

// What is said of the parts of a conflict that are no program.
const (
	conflictBegins = "a merge left a conflict here: keep one of its sides, and delete the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`"
	conflictOther  = "from here to the line of `>>>>>>>` is another side of a conflict, which is not checked"
	conflictEnds   = "this line ends a conflict that a merge left: delete it"
)

// conflict reads a marker that a merge left at the start of a line. The one before
// the first side is its line alone, and that side is read as the program. What follows it
// (`|||||||` with the text before both changes, `=======` with the other side) is passed
// over together with the marker that ends it; without that one it is no conflict, and the
// signs are those of the language.
func (l *lexer) conflict(c byte) bool {
	if l.flags&AfterNewline == 0 || l.at(l.pos+1) != c || l.pos > 0 && l.text[l.pos-1] != '\n' {
		return false
	}
	l.far = max(l.far, l.pos+markerLength+tokenLookahead)
	if markerOf(l.text[l.pos:]) != c {
		return false
	}
	end := l.pos
	if c == '|' || c == '=' {
		if end = l.conflictEnd(c); end < 0 {
			return false
		}
	}
	l.pos = lineStop(l.text, end)
	return true
}

// conflictEnd is where the marker stands that ends the conflict, -1 if another one comes
// before: so no text is searched more than twice.
func (l *lexer) conflictEnd(c byte) int {
	separated := c == '='
	for at := l.pos; ; {
		n := strings.IndexByte(l.text[at:], '\n')
		if n < 0 {
			l.far = max(l.far, len(l.text)+tokenLookahead)
			return -1
		}
		at += n + 1
		l.far = max(l.far, at+markerLength+tokenLookahead)
		switch marker := markerOf(l.text[at:]); {
		case marker == '>':
			return at
		case marker == '=' && !separated:
			separated = true
		case marker != 0:
			return -1
		}
	}
}

// markerOf is the sign of the marker that a line begins with, 0 if it begins with none.
func markerOf(line string) byte {
	if len(line) < markerLength || strings.IndexByte("<|=>", line[0]) < 0 {
		return 0
	}
	for i := range markerLength {
		if line[i] != line[0] {
			return 0
		}
	}
	if len(line) > markerLength && strings.IndexByte(" \t\r\n", line[markerLength]) < 0 {
		return 0
	}
	return line[0]
}

// lineStop is the end of a line without what ends it.
func lineStop(text string, at int) int {
	line, _, _ := strings.Cut(text[at:], "\n")
	return at + len(strings.TrimSuffix(line, "\r"))
}

// conflictMessages are what is said of each marker.
var conflictMessages = map[byte]string{'<': conflictBegins, '|': conflictOther, '=': conflictOther, '>': conflictEnds}

// Conflict is what is said of a bad token that is part of a conflict, and where: at its
// marker.
func Conflict(text string, at Span) (message string, marker Span, ok bool) {
	message, ok = conflictMessages[markerOf(text)]
	return message, Span{at.Start, at.Start + markerLength}, ok
}
