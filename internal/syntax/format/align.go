package format

import (
	"strings"
	"unicode/utf8"
)

// commentColumn is how far to the right comments after code are aligned. One
// whose code reaches further stands by itself.
const commentColumn = 80

// commentGap is how far a comment follows code at least.
const commentGap = 2

// A line is one of the formatted text, with the comment that ends it.
type line struct {
	comment int // its piece, -1 for none
	indent  int32
	width   int32 // before the comment
	closes  bool  // it begins with a closing bracket
}

// alignComments puts the comments after code of lines that follow one another
// in one column. One after a closing bracket speaks of all that it closes and
// stands by itself.
func alignComments(text string, pieces []piece) {
	var run []line
	for i := 0; i < len(pieces); {
		l, next := readLine(text, pieces, i)
		if len(run) > 0 && (l.comment < 0 || run[0].indent != l.indent || run[0].closes || l.closes || emptyLineAbove(text, pieces, i)) {
			align(pieces, run)
			run = run[:0]
		}
		if l.comment >= 0 {
			run = append(run, l)
		}
		i = next
	}
	align(pieces, run)
}

// emptyLineAbove reports whether the source has an empty line before a
// piece that may keep it.
func emptyLineAbove(text string, pieces []piece, i int) bool {
	return pieces[i].newlines > 1 && strings.Count(text[pieces[i-1].span.End:pieces[i].span.Start], "\n") > 1
}

// readLine measures the line that begins with a piece and gives the first
// piece after it.
func readLine(text string, pieces []piece, first int) (line, int) {
	l := line{comment: -1, indent: pieces[first].blanks, closes: pieces[first].kind == closer}
	if pieces[first].kind == unformatted {
		return l, first + 1
	}
	i := first
	for ; i < len(pieces) && (i == first || pieces[i].newlines == 0 && pieces[i].kind != unformatted); i++ {
		if i > first && pieces[i].kind == lineComment {
			l.comment = i
			return l, i + 1
		}
		l.width = pieces[i].extent(text, l.width)
	}
	return l, i
}

// extent is the column after a piece that begins after another column.
func (at *piece) extent(text string, column int32) int32 {
	lexeme := text[at.span.Start:at.span.End]
	if at.kind == token || at.kind == blockComment {
		if n := strings.LastIndexByte(lexeme, '\n'); n >= 0 {
			return int32(utf8.RuneCountInString(lexeme[n+1:]))
		}
	}
	return column + at.blanks + int32(utf8.RuneCountInString(lexeme))
}

// align puts the comments of lines below one another.
func align(pieces []piece, run []line) {
	column := int32(0)
	for _, l := range run {
		if l.width <= commentColumn {
			column = max(column, l.width)
		}
	}
	for _, l := range run {
		pieces[l.comment].blanks = max(column-l.width, 0) + commentGap
	}
}
