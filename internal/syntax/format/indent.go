package format

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Indent is how many blanks the line of an offset should begin with, that its
// author is about to write. It goes by the tokens before the line alone,
// so that it works in broken items too. It is false in strings and comments.
func Indent(item *syntax.Item, offset int32) (blanks int, ok bool) {
	start := int32(strings.LastIndexByte(item.Text[:offset], '\n') + 1)
	tokens, comments := syntax.Scan(item.Text, nil, nil)
	inside := func(at syntax.Span) bool { return at.Start < start && start < at.End }
	if slices.ContainsFunc(comments, inside) ||
		slices.ContainsFunc(tokens, func(t syntax.Token) bool { return inside(t.Span) }) {
		return 0, false
	}
	next := firstFrom(tokens, start)
	before := slices.DeleteFunc(slices.Clone(tokens[:next]), isAside)
	if len(before) == 0 {
		return 0, true
	}
	outer, steps := before[0], 0
	if open := unclosed(before); len(open) > 0 {
		outer, steps = open[len(open)-1], 1
	}
	if goesOn[before[len(before)-1].Kind] {
		steps++
	}
	if closesAt(item.Text, start, tokens[next]) {
		steps = 0
	}
	return blanksOf(item.Text, outer.Start) + steps*indentation, true
}

// isAside reports whether t is a token that says nothing about where lines stand.
func isAside(t syntax.Token) bool {
	return t.Kind == syntax.TokTypeNote || t.Kind == syntax.TokAttribute
}

// unclosed are the brackets that are open after tokens.
func unclosed(tokens []syntax.Token) (open []syntax.Token) {
	for _, t := range tokens {
		switch {
		case openers[t.Kind]:
			open = append(open, t)
		case closers[t.Kind] && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	return open
}

// closesAt reports whether a line begins with a closing bracket.
func closesAt(text string, start int32, t syntax.Token) bool {
	return closers[t.Kind] && t.Start < lineEnd(text, start)
}

// goesOn are the tokens after which an expression is further in on the next
// line.
var goesOn = [256]bool{
	syntax.TokAssign: true, syntax.TokFatArrow: true, syntax.TokPlus: true, syntax.TokMinus: true, syntax.TokStar: true,
	syntax.TokSlash: true, syntax.TokEq: true, syntax.TokNotEq: true, syntax.TokAnd: true, syntax.TokOr: true,
	syntax.TokLess: true, syntax.TokLessEq: true, syntax.TokGreaterEq: true,
}

// blanksOf is the indentation of the line of an offset.
func blanksOf(text string, offset int32) int {
	line := text[strings.LastIndexByte(text[:offset], '\n')+1 : offset]
	return len(line) - len(strings.TrimLeft(line, " \t"))
}
