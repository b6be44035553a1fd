package syntax

import "strings"

// name reads a bare name. `nn.conv2d`, `meta[relay.Constant][0]`, `inff` and
// the version `v0.0.4` are one token each.
func (l *lexer) name() (TokenKind, Word) {
	start := l.pos
	if l.dotted(); l.at(l.pos) >= 0x80 {
		l.foreign()
		return TokBad, NoWord
	}
	text := l.text[start:l.pos]
	switch text[0] {
	case 'm':
		if text == "meta" && l.meta() {
			return TokMeta, NoWord
		}
	case 'c':
		if text == "custom" {
			l.custom()
		}
	case 'M':
		if text == "METADATA" && l.flags&AfterNewline != 0 && l.depth == 0 && l.at(l.pos) == ':' && l.lineEnds(l.pos+1) {
			l.pos = len(l.text)
			return TokMetadata, NoWord
		}
	case 'V', 'T', 'S', 'E', 'R':
		if l.printedObject(text) {
			return TokMeta, NoWord
		}
	case 's':
		if text == "str" && l.at(l.pos) == '"' { // RAF's strings
			return l.quoted(), NoWord
		}
	case 'v':
		if l.flags&AfterNewline != 0 && l.depth == 0 && l.version(start) {
			return TokVersion, NoWord
		}
	case 'i', 'n':
		if isSpecialFloat(text) {
			return TokFloat, NoWord
		}
		if l.converted(text) {
			return TokInt, NoWord
		}
	case 'u':
		if l.converted(text) {
			return TokInt, NoWord
		}
	case 'f':
		if l.converted(text) {
			return TokFloat, NoWord
		}
	}
	return TokName, wordOf(text)
}

// dotted reads letters and digits, and further such names after dots.
func (l *lexer) dotted() {
	text := l.text
	i := nameEnd(text, l.pos)
	for i+1 < len(text) && text[i] == '.' && isLetter(text[i+1]) {
		i = nameEnd(text, i+2)
	}
	l.pos = i
}

// nameEnd is the offset after the letters and digits that a text has from i on.
func nameEnd(text string, i int) int {
	for i < len(text) && inName(text[i]) {
		i++
	}
	return i
}

// meta reads the two bracketed parts after `meta`: a dotted key, a number.
func (l *lexer) meta() bool {
	i := l.pos
	if l.at(i) != '[' {
		return false
	}
	for i++; inName(l.at(i)) || l.at(i) == '.'; i++ {
	}
	l.far = max(l.far, i+tokenLookahead)
	if l.at(i) != ']' || l.at(i+1) != '[' || !isDigit(l.at(i+2)) {
		return false
	}
	i = l.digits(i + 2)
	l.far = max(l.far, i+tokenLookahead)
	if l.at(i) != ']' {
		return false
	}
	l.pos = i + 1
	return true
}

// version reads the rest of `v0.0.4`.
func (l *lexer) version(start int) bool {
	i := l.digits(start + 1)
	parts := 0
	for l.at(i) == '.' && isDigit(l.at(i+1)) {
		i = l.digits(i + 1)
		parts++
	}
	l.far = max(l.far, i+tokenLookahead)
	if parts == 0 || inName(l.at(i)) {
		return false
	}
	l.pos = i
	return true
}

// lineEnds reports whether nothing but blanks stands on a line from an offset on.
func (l *lexer) lineEnds(i int) bool {
	for isBlank(l.at(i)) {
		i++
	}
	l.far = max(l.far, i+tokenLookahead)
	return l.at(i) == '\n'
}

// converted reads the rest of a number as TVM 0.6 printed those that are neither int32 nor
// float32, `int64(5)` or `float64(-1e-05)`, where one begins with a name.
func (l *lexer) converted(name string) bool {
	if l.at(l.pos) != '(' || !IsDtypeName(name) || strings.IndexByte(name, 'x') >= 0 || l.prev == TokDot {
		return false
	}
	back := l.pos
	l.pos++
	if l.at(l.pos) == '-' {
		l.pos++
	}
	digits := l.pos
	l.pos = l.digits(l.pos)
	if name[0] == 'f' {
		l.fraction()
		l.exponent()
	}
	l.far = max(l.far, l.pos+tokenLookahead)
	if digits == l.pos || !isDigit(l.at(digits)) || l.at(l.pos) != ')' {
		l.pos = back
		return false
	}
	l.pos++
	return true
}

// isSpecialFloat reports whether a name is an infinity or not a number: `inff`,
// `nanf`, `inff64`.
func isSpecialFloat(name string) bool {
	width, ok := strings.CutPrefix(name, "inff")
	if !ok {
		width, ok = strings.CutPrefix(name, "nanf")
	}
	return ok && (width == "" || width == "16" || width == "32" || width == "64")
}
