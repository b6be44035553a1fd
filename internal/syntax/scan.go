package syntax

// Scan cuts a text into the tokens that Lex gives and its comments, both in the
// order of the text; type notes are among both. What it finds is appended to the
// slices given, so that they can be used again.
func Scan(text string, tokens []Token, comments []Span) ([]Token, []Span) {
	if tokens == nil {
		tokens = make([]Token, 0, len(text)/4+1)
	}
	l := newLexer(text)
	l.keep, l.comments = true, comments
	for {
		t := l.next()
		tokens = append(tokens, t)
		if t.Kind == TokEOF {
			return tokens, l.comments
		}
	}
}
