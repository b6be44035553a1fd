package syntax

import "strings"

// quoted reads a string. It may span lines. Where its quote is missing, the
// next string's first quote would close it; that is reported by what stands
// around that quote, and the string then ends with its line, as a TokBad.
func (l *lexer) quoted() TokenKind {
	start := l.pos
	end, ok := l.closingQuote(start + 1)
	l.far = max(l.far, end+tokenLookahead)
	if ok && (strings.IndexByte(l.text[start:end], '\n') < 0 || !l.opensString(end)) {
		l.pos = end + 1
		return TokString
	}
	if n := strings.IndexByte(l.text[start:], '\n'); n >= 0 {
		l.pos = start + n
	} else {
		l.pos = len(l.text)
	}
	return TokBad
}

// closingQuote is the offset of the first quote that no backslash escapes.
func (l *lexer) closingQuote(i int) (int, bool) {
	for ; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '"':
			return i, true
		}
	}
	return len(l.text), false
}

// opensString reports whether the quote at i looks like the first one of a
// string: behind `=`, `(`, `[`, `,` or `import`, or in front of a letter.
func (l *lexer) opensString(i int) bool {
	if inName(l.at(i + 1)) {
		return true
	}
	before := strings.TrimRight(l.text[:i], " \t")
	return strings.HasSuffix(before, "import") || before != "" && strings.IndexByte("=([,", before[len(before)-1]) >= 0
}
