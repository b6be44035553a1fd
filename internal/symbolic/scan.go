package symbolic

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	end tokenKind = iota
	number
	word // also sizes in bars
	mark
)

// A lexer cuts a text into tokens.
type lexer struct {
	text       string
	start, pos int
	kind       tokenKind
}

func (l *lexer) token() string { return l.text[l.start:l.pos] }
func (l *lexer) rest() string  { return l.text[l.pos:] }

func (l *lexer) next() {
	l.pos += len(l.rest()) - len(strings.TrimLeftFunc(l.rest(), unicode.IsSpace))
	l.start = l.pos
	r, width := utf8.DecodeRuneInString(l.rest())
	switch {
	case width == 0:
		l.kind = end
	case '0' <= r && r <= '9':
		l.kind = number
		l.number()
	case r == '|' || strings.HasPrefix(l.rest(), "max|"):
		l.kind = word
		l.bars()
	case isNameStart(r):
		l.kind = word
		l.name()
	default:
		l.kind = mark
		l.pos += width
	}
}

func (l *lexer) number() {
	l.digits()
	if rest := l.rest(); len(rest) > 1 && rest[0] == '.' && '0' <= rest[1] && rest[1] <= '9' {
		l.pos++
		l.digits()
	}
}

func (l *lexer) digits() { l.skip(func(r rune) bool { return '0' <= r && r <= '9' }) }

func (l *lexer) skip(is func(rune) bool) {
	l.pos += len(l.rest()) - len(strings.TrimLeftFunc(l.rest(), is))
}

func isNameStart(r rune) bool { return unicode.IsLetter(r) || r == '_' || r == '%' || r == '@' }

func (l *lexer) name() {
	l.skip(func(r rune) bool {
		return isNameStart(r) || unicode.IsDigit(r) || r == '.'
	})
}

// bars reads |xs|, |xs|_2 and max|xs|_2. Without a second bar, the first is a
// mark of its own.
func (l *lexer) bars() {
	first := strings.IndexByte(l.rest(), '|')
	width := strings.IndexByte(l.rest()[first+1:], '|')
	if width < 0 {
		l.kind = mark
		l.pos += first + 1
		return
	}
	l.pos += first + 1 + width + 1
	if rest := l.rest(); len(rest) > 1 && rest[0] == '_' && '0' <= rest[1] && rest[1] <= '9' {
		l.pos++
		l.digits()
	}
}

// operandFollows says that what comes next begins an operand.
func (l *lexer) operandFollows() bool {
	ahead := *l
	ahead.next()
	return ahead.kind == number || ahead.kind == word
}
