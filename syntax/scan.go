package syntax

// Scan cuts a text into tokens and comments in one pass: both in the order of
// the text. Type notes are comments here, and the TokEOF is left out. What it
// finds is appended to the slices given, so that they can be used again.
func Scan(text string, tokens []Token, comments []Span) ([]Token, []Span) {
	l := newLexer(text)
	l.keep, l.comments = true, comments
	for t := l.next(); t.Kind != TokEOF; t = l.next() {
		if t.Kind != TokTypeNote {
			tokens = append(tokens, t)
		}
	}
	return tokens, l.comments
}
