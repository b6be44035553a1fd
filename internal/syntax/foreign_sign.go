package syntax

import "strings"

// Habits of other languages are reported by name (foreign_*.go): what the language
// writes instead, at the place where the habit shows, as the only error there.
// Each file holds a table for one kind of place. A habit is looked for only
// where the parser would report an error anyway, so that no program that the
// grammar accepts is read in another way.

// A foreignSign is a character or a quoted text that starts no token: what it is
// read as, and what is said of it.
type foreignSign struct {
	kind    TokenKind
	text    string // what to write instead, "" where that depends on more
	message string
}

// foreignSigns are the signs of one character.
var foreignSigns = map[string]foreignSign{
	"−":  {TokMinus, "-", "this is the sign U+2212; a minus is written `-`"},
	"–":  {TokMinus, "-", "this is a dash (U+2013); a minus is written `-`"},
	"—":  {TokMinus, "-", "this is a dash (U+2014); a minus is written `-`"},
	"×":  {TokStar, "*", "multiplication is written `*`"},
	"·":  {TokStar, "*", "multiplication is written `*`"},
	"÷":  {TokSlash, "/", "division is written `/`"},
	"≤":  {TokLessEq, "<=", "at most is written `<=`"},
	"≥":  {TokGreaterEq, ">=", "at least is written `>=`"},
	"≠":  {TokNotEq, "!=", "inequality is written `!=`"},
	"→":  {TokArrow, "->", "an arrow is written `->`"},
	"⇒":  {TokFatArrow, "=>", "an arrow is written `=>`"},
	"¬":  {TokNot, "!", "negation is written `!`"},
	"∧":  {TokAnd, "&&", "the logical and is written `&&`"},
	"∨":  {TokOr, "||", "the logical or is written `||`"},
	"~=": {TokNotEq, "!=", "inequality is written `!=`"},
	"~":  {TokNot, "!", "there is no `~`: write `!` for truth values, `bitwise_not(%a)` for the bits of integers"},
}

// signAt gives the foreign sign that a text begins with.
func signAt(text string) (sign string, ok bool) {
	for n := min(3, len(text)); n > 0; n-- {
		if _, ok := foreignSigns[text[:n]]; ok {
			return text[:n], true
		}
	}
	return "", false
}

// foreignQuotes are the quotes of other languages, with those that close them.
var foreignQuotes = []struct{ open, close string }{
	{"'", "'"}, {"“", "”"}, {"”", "”"}, {"„", "“"}, {"‘", "’"}, {"«", "»"}, {"`", "`"},
}

// foreignString gives the length of the string in foreign quotes that a text
// begins with, 0 where there is none. It stands on one line, and a single quote
// encloses only what an attribute may hold (`'float32'`): `'a` is something
// else.
func foreignString(text string) int {
	for _, q := range foreignQuotes {
		rest, ok := strings.CutPrefix(text, q.open)
		if !ok {
			continue
		}
		end := strings.Index(rest, q.close)
		if end < 0 || strings.ContainsAny(rest[:end], "\n(){}[]<>;:\"") {
			continue
		}
		if behind := end + len(q.close); q.open == "'" && behind < len(rest) && isLetter(rest[behind]) {
			continue // type parameters: `'a tree = Leaf | Node of 'a`
		}
		return len(q.open) + end + len(q.close)
	}
	return 0
}

// longestForeignString bounds how far the lexer looks for a closing quote.
const longestForeignString = 80

// foreignRun reads a foreign sign, string, type parameter (`'a`) or variable
// (`$x`), false where nothing of these begins here.
func (l *lexer) foreignRun() bool {
	ahead := l.text[l.pos:min(len(l.text), l.pos+longestForeignString)]
	l.far = max(l.far, l.pos+longestForeignString+tokenLookahead)
	if n := l.docString(); n > 0 {
		l.pos += n
		return true
	}
	if sign, ok := signAt(ahead); ok {
		l.pos += len(sign)
		return true
	}
	if n := foreignString(ahead); n > 0 {
		l.pos += n
		return true
	}
	if n := lambdaSign(ahead); n > 0 {
		l.pos += n
		return true
	}
	if c := l.text[l.pos]; (c == '\'' || c == '$') && isLetter(l.at(l.pos+1)) {
		l.pos++
		for inName(l.at(l.pos)) {
			l.pos++
		}
		return true
	}
	return false
}

// lambdaSign gives the length of the `λ` that a function begins with, 0 where there is
// none: parameters and an arrow or a dot follow.
func lambdaSign(text string) int {
	rest, ok := strings.CutPrefix(text, "λ")
	if !ok {
		return 0
	}
	behind := strings.TrimLeft(rest, "% (),_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
	if behind == rest || behind == "" || !strings.ContainsAny(behind[:1], ".-=→:") {
		return 0
	}
	return len("λ")
}

// docQuotes enclose a comment in Python.
const docQuotes = "'''"

// longestDocString bounds how far the lexer looks for the quotes that close one.
const longestDocString = 2000

// docString gives the length of the text in three single quotes that begins here,
// 0 where there is none.
func (l *lexer) docString() int {
	end := min(len(l.text), l.pos+longestDocString)
	rest, ok := strings.CutPrefix(l.text[l.pos:end], docQuotes)
	if !ok {
		return 0
	}
	l.far = max(l.far, l.pos+longestDocString+tokenLookahead)
	n := strings.Index(rest, docQuotes)
	if n < 0 {
		return 0
	}
	return n + 2*len(docQuotes)
}

// judgeForeign says what a bad token of foreignRun is read as and what to write
// instead; ok is false of all others.
func judgeForeign(text string) (sign foreignSign, ok bool) {
	if sign, ok := foreignSigns[text]; ok {
		return sign, true
	}
	if strings.HasPrefix(text, docQuotes) {
		return foreignSign{TokBad, "", commentForm}, true
	}
	if n := foreignString(text); n > 0 && n == len(text) {
		for _, q := range foreignQuotes {
			if inner, ok := strings.CutPrefix(text, q.open); ok {
				inner = strings.TrimSuffix(inner, q.close)
				if call := foreignOperators[inner].call; call != "" && q.open == "`" {
					return foreignSign{TokString, "", "there is no infix `" + inner + "`: write `" + call + "(%a, %b)`"}, true
				}
				return foreignSign{TokString, `"` + inner + `"`, "a string is written in straight double quotes"}, true
			}
		}
	}
	switch {
	case len(text) > 1 && text[0] == '\'':
		return foreignSign{TokName, "", "a type parameter has no `'`: `def @f<a>(%x: a)` declares `a`"}, true
	case len(text) > 1 && text[0] == '$':
		return foreignSign{TokLocal, "%" + text[1:], "a variable begins with `%`"}, true
	}
	return foreignSign{}, false
}
