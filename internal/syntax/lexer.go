package syntax

import "strings"

// byteOrderMark may stand at the start of a text and is skipped there.
const byteOrderMark = "\uFEFF"

// tokenLookahead is how many bytes after a token's end the lexer may look to find
// that end. An edit in them may change the token, so Reparse reads it again.
const tokenLookahead = 4

// Lex cuts a text into tokens, type notes included, newlines not. It ends
// with a TokEOF. Blanks and comments lie between the tokens.
func Lex(text string) []Token {
	l := newLexer(text)
	tokens := make([]Token, 0, len(text)/4+1)
	for {
		t := l.next()
		tokens = append(tokens, t)
		if t.Kind == TokEOF {
			return tokens
		}
	}
}

// Comments gives the spans of a text's comments, type notes included.
func Comments(text string) []Span {
	l := newLexer(text)
	l.keep = true
	for l.next().Kind != TokEOF {
	}
	return l.comments
}

// A lexer reads one text from front to end.
type lexer struct {
	text     string
	pos      int
	flags    TokenFlags      // of the next token
	prev     TokenKind       // the last token, notes aside
	word     Word            // of it
	head     bool            // it begins a function: `fn`, `def`, `def @f`
	params   int             // how many brackets are open in a parameter list, 0 outside of one
	hyphened map[string]bool // names with a `-` that are bound before here, with their sigils
	depth    int             // open brackets
	far      int             // how far the lexer looked, where that is past a token's end
	keep     bool            // whether to collect comments
	comments []Span
}

func newLexer(text string) lexer {
	l := lexer{text: text, flags: AfterNewline}
	if strings.HasPrefix(text, byteOrderMark) {
		l.pos = len(byteOrderMark)
	}
	return l
}

// at is the byte at an offset, 0 after the end.
func (l *lexer) at(i int) byte {
	if i < len(l.text) {
		return l.text[i]
	}
	return 0
}

// next reads the next token. Blanks and comments before it become its flags.
func (l *lexer) next() Token {
	for l.pos < len(l.text) {
		start, c := l.pos, l.text[l.pos]
		switch byteClasses[c] {
		case byteBlank:
			l.flags |= AfterSpace
			l.pos++
		case byteNewline:
			l.flags |= AfterNewline | AfterSpace
			l.pos++
		case byteLetter:
			kind, word := l.name()
			return l.emit(kind, word, start)
		case bytePunct:
			return l.emit(l.punctuation(c), NoWord, start)
		case byteLocal:
			return l.emit(l.sigil(TokLocal), NoWord, start)
		case byteGlobal:
			return l.emit(l.sigil(TokGlobal), NoWord, start)
		case byteDigit:
			return l.emit(l.number(), NoWord, start)
		default:
			if t, ok := l.rare(c); ok {
				return t
			}
		}
	}
	return l.emit(TokEOF, NoWord, l.pos)
}

// rare reads what begins with a byte that few tokens begin with; a comment is none.
func (l *lexer) rare(c byte) (Token, bool) {
	start := l.pos
	switch next := l.at(start + 1); {
	case c == '#':
		return l.hash()
	case c == '/' && next == '/':
		l.lineComment()
		return Token{}, false
	case c == '/' && next == '*':
		return l.blockComment()
	case c == '/':
		return l.emit(l.punctuation(c), NoWord, start), true
	case c == '"':
		return l.emit(l.quoted(), NoWord, start), true
	}
	l.bad()
	return l.emit(TokBad, NoWord, start), true
}

// emit is the token from start to the lexer's position.
func (l *lexer) emit(kind TokenKind, word Word, start int) Token {
	t := Token{kind, l.flags, word, Span{int32(start), int32(l.pos)}}
	l.head = word == WordFn || word == WordDef || l.head && betweenHead[kind]
	l.flags, l.prev, l.word = 0, kind, word
	return t
}

// betweenHead holds the tokens that stand between `def` or `fn` and its parameters.
var betweenHead = [tokenKinds]bool{
	TokGlobal: true, TokName: true, TokComma: true, TokLess: true, TokGreater: true, TokLBracket: true, TokRBracket: true,
}

func (l *lexer) punctuation(c byte) TokenKind {
	kind := singles[c]
	switch kind {
	case TokLParen, TokLBracket, TokLBrace:
		if kind == TokLBrace && l.object() {
			return TokMeta
		}
		l.depth++
		if kind == TokLParen && l.head {
			l.params = l.depth
		}
	case TokRParen, TokRBracket, TokRBrace:
		if l.depth == l.params {
			l.params = 0
		}
		l.depth = max(0, l.depth-1)
	case TokDot, TokColon, TokSlash:
		if l.flags == 0 && (l.prev == TokLocal || l.prev == TokSegment) && l.segment(c) {
			return TokSegment
		}
	case TokComma, TokSemi:
	default:
		if l.conflict(c) {
			return TokBad
		}
		return l.pair(c, kind)
	}
	l.pos++
	return kind
}

// pair reads two bytes that make one token, or the one byte of a kind.
func (l *lexer) pair(c byte, kind TokenKind) TokenKind {
	next := l.at(l.pos + 1)
	l.pos++
	for _, p := range pairs[next] {
		if p.first == c {
			l.pos++
			return p.kind
		}
	}
	if kind == TokEOF {
		return TokBad // a lone `&` or `|`
	}
	return kind
}

// segment reads a tail segment of a local: `.x`, `.0`, `/x`, `/2`, `:0`, `::x`.
func (l *lexer) segment(c byte) bool {
	first := l.at(l.pos + 1)
	switch {
	case c == ':' && first == ':' && l.scoped():
		l.pos++
	case c == '.' && inName(first):
	case c == '/' && inName(first) && !l.divides():
	case c == ':' && isDigit(first):
	default:
		return false
	}
	l.pos = nameEnd(l.text, l.pos+1)
	return true
}

// divides reports whether the `/` here, directly after a local, can only be a
// division: by a number that is not a plain integer (`%x/1e-5f`) or by the
// result of a call (`%x/exp(%y)`).
func (l *lexer) divides() bool {
	rest := lexer{text: l.text, pos: l.pos + 1}
	if isDigit(rest.at(rest.pos)) {
		plain := rest.digits(rest.pos)
		kind := rest.number()
		l.far = max(l.far, rest.pos+tokenLookahead)
		return kind != TokBad && rest.pos > plain
	}
	rest.dotted()
	l.far = max(l.far, rest.pos+tokenLookahead)
	return rest.at(rest.pos) == '('
}

// bad reads what starts no token. A run of foreign letters is one mistake.
func (l *lexer) bad() {
	if l.habitRun() {
		return
	}
	if l.text[l.pos] >= 0x80 {
		l.foreign()
		return
	}
	l.pos++
}

// foreign reads the rest of a word that holds bytes beyond ASCII.
func (l *lexer) foreign() {
	for l.pos < len(l.text) && (inName(l.text[l.pos]) || l.text[l.pos] >= 0x80) {
		l.pos++
	}
}
