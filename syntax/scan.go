package syntax

// Scan cuts a text into the tokens that Lex gives and its comments. Type notes
// are among both.
func Scan(text string) (tokens []Token, comments []Span) {
	l := newLexer(text)
	l.keep = true
	tokens = make([]Token, 0, len(text)/4+1)
	for {
		t := l.next()
		tokens = append(tokens, t)
		if t.Kind == TokEOF {
			return tokens, l.comments
		}
	}
}
