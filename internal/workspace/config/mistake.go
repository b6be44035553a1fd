package config

import (
	"errors"
	"strings"

	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/pelletier/go-toml/v2/unstable"
)

// beginning is the beginning of a line on which a key or a header begins.
var beginning = lazyregexp.New(`^[ \t]*(?:\[\[?` + dotted + `\]|` + dotted + `=)`)

// dotted is a key of one or more names.
const dotted = `[ \t]*` + oneName + `(?:[ \t]*\.[ \t]*` + oneName + `)*[ \t]*`

const oneName = `(?:[\w-]+|"[^"\n]*"|'[^'\n]*')`

// mistake reports what is wrong after the end of the last expression, and goes on at the next line
// that begins one.
func (p *treeParser) mistake(end int) {
	var e *unstable.ParserError
	if !errors.As(p.parser.Error(), &e) { // without a place
		p.fault(syntax.Span{Start: int32(end), End: int32(end)}, p.parser.Error().Error())
		p.base = len(p.text)
		return
	}
	at := p.span(p.parser.Range(e.Highlight))
	line := min(p.lineAfter(end), strings.LastIndexByte(p.text[:at.Start], '\n')+1)
	if strings.HasPrefix(strings.TrimLeft(p.text[line:], " \t"), "[") {
		p.in = nil // whose keys the next ones are is not known
	}
	p.explain(line, at, e.Message)
	open := opens(p.text[line:p.nextLine(line)])
	for p.base = p.nextLine(line); open && p.base < len(p.text) && !beginning().MatchString(p.text[p.base:p.nextLine(p.base)]); {
		p.base = p.nextLine(p.base)
	}
}

// opens reports whether a value that begins on a line goes on after it.
func opens(line string) bool {
	_, value, _ := strings.Cut(line, "=")
	return strings.Count(value, "[") > strings.Count(value, "]") || strings.Count(value, "{") > strings.Count(value, "}") ||
		strings.Count(value, `"""`) == 1 || strings.Count(value, "'''") == 1
}

// lineAfter is the first line from the end of an expression on that has more than a comment: the
// rest of its own, where there is something else after it.
func (p *treeParser) lineAfter(end int) int {
	for end < len(p.text) {
		next := p.nextLine(end)
		if rest := strings.TrimLeft(p.text[end:next], "] \t\r\n"); rest != "" && rest[0] != '#' {
			return end
		}
		end = next
	}
	return max(0, strings.LastIndexByte(strings.TrimRight(p.text, "\n"), '\n')+1)
}

func (p *treeParser) nextLine(at int) int {
	if i := strings.IndexByte(p.text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(p.text)
}

// word is a text without quotes, as other languages write one.
var word = lazyregexp.New(`^[^\s"'\[\]{},#=]+`)

// explain reports a mistake of the syntax, with a fix where what is meant is plain.
func (p *treeParser) explain(line int, at syntax.Span, message string) {
	rest := p.text[at.Start:]
	bare := word().FindString(rest)
	before := strings.TrimRight(p.text[line:at.Start], " \t\r\n")
	end := syntax.Span{Start: int32(line + len(before)), End: int32(line + len(before))} // of what is right
	written := syntax.Span{Start: end.End - int32(len(strings.TrimLeft(before, " \t"))), End: end.End}
	write := func(text string) Fix { return Fix{"write `" + text + "`", end, text} }
	begins := func(prefix string) bool { return strings.HasPrefix(message, prefix) }
	value := before != "" && strings.ContainsRune("=[,{", rune(before[len(before)-1]))
	switch {
	case message == "expected '=' after key" && strings.HasPrefix(rest, ":"):
		p.fault(at, "a key and its value are joined by `=`", Fix{"write `=`", at, " ="})
	case message == "expected '=' after key":
		p.fault(written, "expected `=` and a value after the key", Fix{"write `=`", end, " ="})
	case begins("expected ']' to close"):
		p.fault(written, "the header of a table ends with `]`", write("]"))
	case begins("expected ',' or ']'"):
		p.fault(at, "expected `,` or `]` after a value of the list", write(","))
	case begins("expected ',' or '}'"):
		p.fault(at, "expected `,` or `}` after a value", write(","))
	case begins("array is incomplete"):
		p.fault(firstLine(written, before), "the list has no `]` at its end")
	case begins("inline table is incomplete"):
		p.fault(firstLine(written, before), "the table has no `}` at its end")
	case strings.HasSuffix(message, "strings cannot have new lines"):
		p.fault(written, "the text has no quote at its end")
	case bare == "True" || bare == "False":
		p.fault(spanOf(at, bare), "truth values are written `true` and `false`", Fix{"write `" + strings.ToLower(bare) + "`", spanOf(at, bare), strings.ToLower(bare)})
	case value && bare != "":
		p.fault(spanOf(at, bare), "`"+bare+"` is no value: a text is written in quotes", Fix{"write `\"" + bare + "\"`", spanOf(at, bare), `"` + bare + `"`})
	case value && strings.Trim(rest[:min(len(rest), 1)], "\r\n#") == "":
		p.fault(written, "expected a value after `=`")
	case begins("invalid character at start of key"):
		p.fault(at, "expected a key, or the name of a table in brackets")
	case begins("expected newline"):
		p.fault(at, "expected the end of the line after the value")
	default:
		p.fault(at, message)
	}
}

// firstLine is the part of a span on the first line of the text in it.
func firstLine(at syntax.Span, text string) syntax.Span {
	text = strings.TrimLeft(text, " \t")
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		at.End = at.Start + int32(i)
	}
	return at
}

func spanOf(at syntax.Span, word string) syntax.Span {
	return syntax.Span{Start: at.Start, End: at.Start + int32(len(word))}
}
