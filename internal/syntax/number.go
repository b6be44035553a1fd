package syntax

import "strings"

// digits is the offset after the digits that start at i.
func (l *lexer) digits(i int) int {
	for isDigit(l.at(i)) {
		i++
	}
	return i
}

// number reads digits, a fraction, an exponent and a suffix: `3i64`, `1e-05f`.
// After a `.` only digits count, so that `%t .0.1` are two projections; the point of ML's
// `+. 1f` is none.
func (l *lexer) number() TokenKind {
	start := l.pos
	l.pos = l.digits(l.pos)
	if l.prev == TokDot && (l.flags&AfterSpace == 0 || !l.signWithPoint(start)) {
		return TokInt
	}
	real := l.fraction()
	real = l.exponent() || real
	suffix := l.suffix()
	if inName(l.at(l.pos)) || l.at(l.pos) >= 0x80 || real && suffix != 0 && suffix != 'f' {
		l.foreign()
		return TokBad
	}
	if real || suffix == 'f' {
		return TokFloat
	}
	return TokInt
}

// signWithPoint reports whether the `.` before an offset belongs to a sign of ML's
// floats, such as `+.`.
func (l *lexer) signWithPoint(at int) bool {
	before := strings.TrimRight(l.text[:at], " \t")
	return len(before) > 1 && strings.IndexByte("+-*/", before[len(before)-2]) >= 0
}

// fraction reads `.5`, and the point of `1.f`.
func (l *lexer) fraction() bool {
	if l.at(l.pos) != '.' {
		return false
	}
	next := l.at(l.pos + 1)
	if next == 'f' && !isLetter(l.at(l.pos+2)) {
		l.pos++
		return true
	}
	if isDigit(next) {
		l.pos = l.digits(l.pos + 1)
		return true
	}
	return false
}

// exponent reads `e5`, `E-05`.
func (l *lexer) exponent() bool {
	if c := l.at(l.pos); c != 'e' && c != 'E' {
		return false
	}
	i := l.pos + 1
	if c := l.at(i); c == '+' || c == '-' {
		i++
	}
	if !isDigit(l.at(i)) {
		return false
	}
	l.pos = l.digits(i)
	return true
}

// suffix reads the dtype letter and its width: `f`, `f16`, `i64`, `u8`.
func (l *lexer) suffix() byte {
	c := l.at(l.pos)
	switch c {
	case 'f', 'i':
		l.pos = l.digits(l.pos + 1)
		return c
	case 'u':
		if isDigit(l.at(l.pos + 1)) {
			l.pos = l.digits(l.pos + 1)
			return c
		}
	}
	return 0
}

// byteClass sorts the bytes a token may begin with.
type byteClass uint8

const (
	byteBad byteClass = iota // starts nothing: control bytes, non-ASCII, `$`
	byteLetter
	byteDigit
	bytePunct
	byteLocal  // %
	byteGlobal // @
	byteBlank
	byteNewline
	byteRare // begins a comment, an attribute, a string: # / "
)

var byteClasses = classifyBytes()

// singles are the tokens of one byte.
var singles = [256]TokenKind{
	'(': TokLParen, ')': TokRParen, '[': TokLBracket, ']': TokRBracket,
	'{': TokLBrace, '}': TokRBrace, ',': TokComma, ';': TokSemi,
	':': TokColon, '.': TokDot, '?': TokQuestion, '=': TokAssign,
	'+': TokPlus, '-': TokMinus, '*': TokStar, '/': TokSlash,
	'<': TokLess, '>': TokGreater, '!': TokNot, '^': TokCaret,
}

// pairs are the tokens of two bytes, by their second byte; only adjacent
// bytes form one.
var pairs = [256][]struct {
	first byte
	kind  TokenKind
}{
	'>': {{'-', TokArrow}, {'=', TokFatArrow}},
	'=': {{'<', TokLessEq}, {'>', TokGreaterEq}, {'=', TokEq}, {'!', TokNotEq}},
	'&': {{'&', TokAnd}},
	'|': {{'|', TokOr}},
}

func classifyBytes() (classes [256]byteClass) {
	for b := range 256 {
		if singles[b] != 0 {
			classes[b] = bytePunct
		}
	}
	for b := 'a'; b <= 'z'; b++ {
		classes[b], classes[b-'a'+'A'] = byteLetter, byteLetter
	}
	for b := '0'; b <= '9'; b++ {
		classes[b] = byteDigit
	}
	classes['_'] = byteLetter
	classes['&'], classes['|'] = bytePunct, bytePunct
	classes['%'], classes['@'], classes['\n'] = byteLocal, byteGlobal, byteNewline
	for _, b := range " \t\r\f\v" {
		classes[b] = byteBlank
	}
	classes['#'], classes['/'], classes['"'] = byteRare, byteRare, byteRare
	return classes
}

func isLetter(b byte) bool { return byteClasses[b] == byteLetter }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// nameBytes are those that go on a name.
var nameBytes = func() (in [256]bool) {
	for b, class := range byteClasses {
		in[b] = class == byteLetter || class == byteDigit
	}
	return in
}()

// inName reports whether a byte goes on a name.
func inName(b byte) bool { return nameBytes[b] }

func isBlank(b byte) bool { return byteClasses[b] == byteBlank }

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
