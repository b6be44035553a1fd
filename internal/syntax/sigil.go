package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

// Names of variables and functions. TVM prints the names of a model's tensors as they
// are: `%onnx::Conv_0`, `%/layer/Add_output_0`, `%dense/kernel:0`, `%input-1`. What
// the lexer cannot tell from an expression (`%a/b`, `%t.0`) becomes segments, of which
// the scope decides; a `-` belongs to a name only where a name with it is bound.

// sigil reads `%name`, `%0` or `@name`.
func (l *lexer) sigil(kind TokenKind) TokenKind {
	start := l.pos + 1
	if l.quotedName(start) {
		return kind
	}
	first := start
	if kind == TokLocal && l.at(start) == '/' && inName(l.at(start+1)) {
		first++
	}
	l.pos = nameEnd(l.text, first)
	if l.at(l.pos) >= 0x80 {
		l.foreign()
		return TokBad
	}
	if l.pos == start {
		return TokBad
	}
	if kind == TokGlobal {
		l.globalTail()
	} else {
		l.hyphens(start - 1)
	}
	return kind
}

// quotedName reads a name in quotes, `%"a b"`, which ends on its line.
func (l *lexer) quotedName(start int) bool {
	if l.at(start) != '"' {
		return false
	}
	n := strings.IndexAny(l.text[start+1:], "\"\n")
	l.far = max(l.far, start+1+max(n, 0)+tokenLookahead)
	if n < 0 {
		l.far = len(l.text) + 1
	}
	if n < 1 || l.text[start+1+n] != '"' {
		return false
	}
	l.pos = start + n + 2
	return true
}

// globalTail reads `::x` and `-x` after the name of a function. A function is no
// operand of `-`, and a number after it is none of the name: `@n-1` subtracts.
func (l *lexer) globalTail() {
	for {
		next := l.pos + 1
		if l.at(l.pos) == ':' && l.at(next) == ':' {
			next++
		} else if l.at(l.pos) != '-' {
			return
		}
		if !isLetter(l.at(next)) {
			return
		}
		l.pos = nameEnd(l.text, next)
	}
}

// scoped reports whether the `::` here, directly after a local, begins a segment. The
// name of a type after it is one that a second `:` precedes by mistake.
func (l *lexer) scoped() bool {
	from := l.pos + 2
	if !isLetter(l.at(from)) {
		return false
	}
	end := nameEnd(l.text, from)
	l.far = max(l.far, end+tokenLookahead)
	word := l.text[from:end]
	return habits.Scalar(word) == "" && !typeWords[word] && strings.IndexByte("[(<", l.at(end)) < 0
}

// typeWords are names of types that habits.Scalar lacks.
var typeWords = map[string]bool{"int": true, "float": true, "Tensor": true, "List": true, "fn": true}

// hyphens goes on with a local whose name has a `-` in it, as far as such a name is
// bound: here, or before here in the same item.
func (l *lexer) hyphens(start int) {
	end, found := l.nameRun(l.pos)
	if !found {
		return
	}
	for at := end; at > l.pos; at = strings.LastIndexAny(l.text[:at], "-./:") {
		if l.hyphened[strings.TrimRight(l.text[start:at], ":")] {
			l.pos = start + len(strings.TrimRight(l.text[start:at], ":"))
			return
		}
	}
	if !l.binds(end) {
		return
	}
	if l.hyphened == nil {
		l.hyphened = map[string]bool{}
	}
	l.hyphened[l.text[start:end]] = true
	l.pos = end
}

// nameRun is the end of what could go on a local's name from an offset, and reports
// whether a `-` is in it.
func (l *lexer) nameRun(i int) (end int, hyphen bool) {
	for {
		c, next := l.at(i), i+1
		switch {
		case c == '-' || c == '.' || c == '/':
		case c == ':' && l.at(next) == ':' && isLetter(l.at(next+1)):
			next++
		case c == ':' && isDigit(l.at(next)):
		default:
			l.far = max(l.far, i+tokenLookahead)
			return i, hyphen
		}
		if !inName(l.at(next)) {
			l.far = max(l.far, next+tokenLookahead)
			return i, hyphen
		}
		hyphen = hyphen || c == '-'
		i = nameEnd(l.text, next)
	}
}

// binds reports whether a local that ends at an offset is bound where it stands: it is
// a parameter, or a type or `=` follows it after `let` or `free_var`. No expression
// stands there, so a `-` in it is no subtraction.
func (l *lexer) binds(end int) bool {
	for isBlank(l.at(end)) {
		end++
	}
	l.far = max(l.far, end+tokenLookahead)
	next := l.at(end)
	switch {
	case l.word == WordLet || l.word == WordFreeVar:
		return next == ':' || next == ';' || next == '=' && l.at(end+1) != '='
	case l.prev != TokLParen && l.prev != TokComma || l.params == 0 || l.depth != l.params:
		return false
	}
	return strings.IndexByte(":,){/", next) >= 0
}

// objectNames are the classes of objects that TVM prints in place, as the value of an
// attribute.
var objectNames = map[string]bool{"VirtualDevice": true, "Target": true, "SEScope": true, "Executor": true, "Runtime": true}

// printedObject reads what follows the name of such a class as the value of an
// attribute: `=VirtualDevice(device_type=1, …)`.
func (l *lexer) printedObject(name string) bool {
	if l.prev != TokAssign || l.depth == 0 || !objectNames[name] || l.at(l.pos) != '(' {
		return false
	}
	i := l.pos + 1
	for isBlank(l.at(i)) {
		i++
	}
	end := nameEnd(l.text, i)
	l.far = max(l.far, end+tokenLookahead)
	fields := end > i && l.at(end) == '=' || l.at(i) == '?' || l.at(i) == ')'
	return fields && l.balanced()
}

// object reads a map that TVM prints as the value of an attribute: `={"k"=1}`. A block that
// begins with a string has no `=` after it.
func (l *lexer) object() bool {
	if l.prev != TokAssign || l.depth == 0 {
		return false
	}
	i := l.blanksEnd(l.pos + 1)
	c := l.at(i)
	switch {
	case c == '}':
	case c == '"' || c == '\'':
		for i++; l.at(i) != c; i++ {
			if i >= len(l.text) || l.text[i] == '\n' {
				l.far = max(l.far, i+tokenLookahead)
				return false
			}
		}
		i = l.blanksEnd(i + 1)
		if l.at(i) != '=' || l.at(i+1) == '=' {
			return false
		}
	default:
		l.far = max(l.far, i+len(dictField)+tokenLookahead)
		if !strings.HasPrefix(l.text[i:], dictField) {
			return false
		}
	}
	return l.balanced()
}

// blanksEnd is the offset after the blanks that a text has from i on.
func (l *lexer) blanksEnd(i int) int {
	for isBlank(l.at(i)) {
		i++
	}
	l.far = max(l.far, i+tokenLookahead)
	return i
}

// dictField is the first field of a printed map of attributes.
const dictField = "__dict__"

// balanced moves after the bracket that closes the one here, on the same line; quotes
// hide what they hold. Where it is missing, nothing is read.
func (l *lexer) balanced() bool {
	depth, quote := 0, byte(0)
	for i := l.pos; i < len(l.text) && l.text[i] != '\n'; i++ {
		l.far = max(l.far, i+tokenLookahead)
		switch c := l.text[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth == 0 {
				l.pos = i + 1
				return true
			}
		}
	}
	return false
}

// custom reads the rest of the dtype `custom[posit]16`, where there is one.
func (l *lexer) custom() {
	name := l.pos + 1
	end := nameEnd(l.text, name)
	l.far = max(l.far, end+tokenLookahead)
	if l.at(l.pos) != '[' || end == name || l.at(end) != ']' || !isDigit(l.at(end+1)) {
		return
	}
	l.pos = nameEnd(l.text, end+1)
	l.far = max(l.far, l.pos+tokenLookahead)
}
