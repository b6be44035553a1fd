package python

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	endOfFile tokenKind = iota
	newline
	indent
	dedent
	identifier
	keyword
	number
	text // a string literal
	operator
)

type token struct {
	kind tokenKind
	Span
}

var keywords = map[string]bool{
	"False": true, "None": true, "True": true, "and": true, "as": true, "assert": true,
	"async": true, "await": true, "break": true, "class": true, "continue": true, "def": true,
	"del": true, "elif": true, "else": true, "except": true, "finally": true, "for": true,
	"from": true, "global": true, "if": true, "import": true, "in": true, "is": true,
	"lambda": true, "nonlocal": true, "not": true, "or": true, "pass": true, "raise": true,
	"return": true, "try": true, "while": true, "with": true, "yield": true,
}

// operators are longest first: the first one that the text begins with is the token.
var operators = []string{
	"**=", "//=", ">>=", "<<=", "...",
	"!=", "%=", "&=", "**", "*=", "+=", "-=", "->", "//", "/=", ":=", "<<", "<=", "==", ">=", ">>", "@=", "^=", "|=",
	"%", "&", "(", ")", "*", "+", ",", "-", ".", "/", ":", ";", "<", "=", ">", "@", "[", "]", "^", "{", "|", "}", "~",
}

// A lexer cuts a source into tokens. columns are those of the open blocks, the outermost
// first, and grow from the first to the last; brackets is how many are open, within which lines are
// joined. A token `newline` ends a logical line, and is none of a blank one.
type lexer struct {
	source   string
	at       int
	columns  []int
	brackets int
	tokens   []token
	comments []Span
	errors   []*Error
}

// Comments are the places of the comments of a source, each from its `#` to the end of its line.
func Comments(source string) []Span {
	l := lexer{source: source}
	l.scan()
	return l.comments
}

// scan cuts all of the source.
func (l *lexer) scan() {
	l.columns = []int{0}
	if strings.HasPrefix(l.source, "\ufeff") {
		l.at = len("\ufeff")
	}
	for l.beginLine() {
		for l.at < len(l.source) && !l.token() {
		}
	}
	if n := len(l.tokens); n > 0 && l.tokens[n-1].kind != newline {
		l.add(newline, l.at)
	}
	for range l.columns[1:] {
		l.add(dedent, l.at)
	}
	l.add(endOfFile, l.at)
}

func (l *lexer) add(kind tokenKind, start int) {
	l.tokens = append(l.tokens, token{kind, Span{start, l.at}})
}

func (l *lexer) fail(start, end int, message string) {
	l.errors = append(l.errors, &Error{Span{start, end}, message})
}

// beginLine passes over blank lines and compares the column of the next one with those of the
// open blocks. It reports whether there is a line. A tab goes on to the next multiple of 8, as in the
// reference.
func (l *lexer) beginLine() bool {
	for l.at < len(l.source) {
		column := 0
		for ; l.at < len(l.source); l.at++ {
			if c := l.source[l.at]; c == ' ' {
				column++
			} else if c == '\t' {
				column += 8 - column%8
			} else if c == '\f' {
				column = 0
			} else {
				break
			}
		}
		l.comment()
		if l.at < len(l.source) && l.lineEnd() == 0 {
			l.block(column)
			return true
		}
		l.at += l.lineEnd()
	}
	return false
}

// block opens a block at a column, or closes those that are deeper. A column between those of two blocks
// is an error, and from there on the column of the inner one that is left.
func (l *lexer) block(column int) {
	top := len(l.columns) - 1
	if column > l.columns[top] {
		l.columns = append(l.columns, column)
		l.add(indent, l.at)
		return
	}
	for column < l.columns[top] {
		top--
		l.add(dedent, l.at)
	}
	l.columns = l.columns[:top+1]
	if column != l.columns[top] {
		l.fail(l.at, l.at, "the indentation matches no open block")
		if top > 0 {
			l.columns[top] = column
		}
	}
}

// lineEnd returns the number of bytes of a line's end here, 0 where there is none.
func (l *lexer) lineEnd() int {
	switch rest := l.source[l.at:]; {
	case strings.HasPrefix(rest, "\r\n"):
		return 2
	case strings.HasPrefix(rest, "\n"), strings.HasPrefix(rest, "\r"):
		return 1
	}
	return 0
}

func (l *lexer) comment() {
	if l.at < len(l.source) && l.source[l.at] == '#' {
		start := l.at
		for l.at < len(l.source) && l.lineEnd() == 0 {
			l.at++
		}
		l.comments = append(l.comments, Span{start, l.at})
	}
}

// beginsStatement reports whether a word that no expression has begins the next line: a bracket
// that is still open there has no partner.
func (l *lexer) beginsStatement() bool {
	rest := strings.TrimLeft(l.source[l.at:], " \t")
	word := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz"))]
	switch word {
	case "class", "def", "import", "return", "while", "with", "try", "raise", "pass", "del", "global":
		return strings.HasPrefix(rest[len(word):], " ") || len(word) == len(rest) || strings.IndexByte(":\r\n", rest[len(word)]) >= 0
	}
	return false
}

// token reads one token. It reports whether a logical line ends.
func (l *lexer) token() bool {
	start := l.at
	c := l.source[l.at]
	if n := l.lineEnd(); n > 0 {
		l.at += n
		if l.brackets > 0 && !l.beginsStatement() {
			return false
		}
		l.brackets = 0
		l.tokens = append(l.tokens, token{newline, Span{start, start}})
		return true
	}
	switch {
	case c == ' ' || c == '\t' || c == '\f':
		l.at++
	case c == '#':
		l.comment()
	case c == '\\':
		l.at++
		if n := l.lineEnd(); n > 0 {
			l.at += n
		} else {
			l.fail(start, l.at, "a backslash outside of a string stands at the end of a line")
		}
	case isDigit(c) || c == '.' && l.at+1 < len(l.source) && isDigit(l.source[l.at+1]):
		l.number()
	case l.stringStart() > 0:
		l.string()
	default:
		l.word()
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// number reads digits, letters and `_`, a point, and a sign after the `e` of an exponent: anything that
// may be a number. Whoever needs its value reports one that is not.
func (l *lexer) number() {
	start := l.at
	prefixed := len(l.source) > start+1 && l.source[start] == '0' && strings.IndexByte("xXoObB", l.source[start+1]) >= 0
	for ; l.at < len(l.source); l.at++ {
		c := l.source[l.at]
		sign := (c == '+' || c == '-') && !prefixed && strings.IndexByte("eE", l.source[l.at-min(1, l.at-start)]) >= 0
		if !(isDigit(c) || c == '_' || c == '.' && !prefixed || c|0x20 >= 'a' && c|0x20 <= 'z' || sign) {
			break
		}
	}
	l.add(number, start)
}

// stringStart returns the number of bytes up to and with the first quote of a literal, 0
// where none begins.
func (l *lexer) stringStart() int {
	for i := 0; i <= 2 && l.at+i < len(l.source); i++ {
		c := l.source[l.at+i]
		if c == '"' || c == '\'' {
			return i + 1
		}
		if strings.IndexByte("rRbBuUfF", c) < 0 {
			return 0
		}
	}
	return 0
}

// string reads a literal up to its closing quotes.
func (l *lexer) string() {
	start := l.at
	n := l.stringStart()
	formatted := strings.ContainsAny(l.source[start:start+n], "fF")
	quote := l.source[start+n-1 : start+n]
	l.at += n
	if strings.HasPrefix(l.source[l.at:], quote+quote) {
		quote += quote + quote
		l.at += 2
	}
	end := stringEnd(l.source, l.at, quote, formatted, 0)
	if end < 0 {
		l.at = len(l.source)
		if len(quote) == 1 {
			if i := strings.IndexAny(l.source[start:], "\r\n"); i >= 0 {
				l.at = start + i
			}
		}
		l.fail(start, l.at, "the string has no closing quote")
	} else {
		l.at = end + len(quote)
	}
	l.add(text, start)
}

// stringEnd returns the place of the closing quotes of a literal, -1 for none. Quotes within
// a replacement field of an f-string belong to strings of the field.
func stringEnd(source string, at int, quote string, formatted bool, depth int) int {
	for at < len(source) {
		switch c := source[at]; {
		case strings.HasPrefix(source[at:], quote):
			return at
		case c == '\\':
			at += 2
		case len(quote) == 1 && (c == '\n' || c == '\r'):
			return -1
		case formatted && strings.HasPrefix(source[at:], "{{"):
			at += 2
		case formatted && c == '{' && depth < maxNesting:
			end := fieldEnd(source, at+1, quote, depth+1)
			if end < 0 {
				return -1
			}
			at = end + 1
		default:
			at++
		}
	}
	return -1
}

// fieldEnd returns the place of the brace that closes a replacement field, -1 for none. A field
// ends at the quote of the f-string around it, too, as before Python 3.12, if that leaves
// nothing open.
func fieldEnd(source string, at int, outer string, depth int) int {
	for open := 0; at < len(source); {
		switch c := source[at]; {
		case c == '}' && open == 0:
			return at
		case c == '{' || c == '[' || c == '(':
			open++
			at++
		case c == '}' || c == ']' || c == ')':
			open--
			at++
		case len(outer) == 1 && (c == '\n' || c == '\r'):
			return -1
		case c == '"' || c == '\'':
			quote := source[at : at+1]
			end := stringEnd(source, at+1, quote, false, depth)
			if end < 0 {
				return -1
			}
			at = end + 1
		default:
			at++
		}
	}
	return -1
}

// word reads a name, a keyword or an operator. Letters of all scripts are those of names; they are
// compared as they are written, and not in the normal form NFKC.
func (l *lexer) word() {
	start := l.at
	for l.at < len(l.source) {
		r, n := utf8.DecodeRuneInString(l.source[l.at:])
		if !(r == '_' || unicode.IsLetter(r) || l.at > start && (unicode.IsDigit(r) || unicode.In(r, unicode.Mn, unicode.Mc))) {
			break
		}
		l.at += n
	}
	if l.at > start {
		kind := identifier
		if keywords[l.source[start:l.at]] {
			kind = keyword
		}
		l.add(kind, start)
		return
	}
	for _, o := range operators {
		if strings.HasPrefix(l.source[start:], o) {
			l.at += len(o)
			l.bracket(o)
			l.add(operator, start)
			return
		}
	}
	_, n := utf8.DecodeRuneInString(l.source[start:])
	l.at += n
	l.fail(start, l.at, "the character begins no token of Python")
}

func (l *lexer) bracket(o string) {
	switch o {
	case "(", "[", "{":
		l.brackets++
	case ")", "]", "}":
		l.brackets = max(0, l.brackets-1)
	}
}
