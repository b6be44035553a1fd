package syntax

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// A Span is a half-open range of byte offsets, relative to the start of the
// item or the file that it speaks of.
type Span struct{ Start, End int32 }

// Len is the number of bytes in s.
func (s Span) Len() int32 { return s.End - s.Start }

// Contains reports whether the byte offset lies in s; the end counts, so that a
// cursor behind the last letter of a name is still on the name.
func (s Span) Contains(offset int32) bool { return s.Start <= offset && offset <= s.End }

// Shift moves s by a number of bytes: from item to file positions.
func (s Span) Shift(by int32) Span { return Span{s.Start + by, s.End + by} }

// Cover is the smallest span that holds both.
func (s Span) Cover(o Span) Span {
	return Span{min(s.Start, o.Start), max(s.End, o.End)}
}

// A Position is a place as people count it: line and column from 1, the
// column in Unicode code points; Offset is in bytes from 0.
type Position struct{ Line, Column, Offset int }

// Lines finds the line and column of byte offsets of one text.
type Lines struct {
	text   string
	starts []int32 // byte offset at which each line starts
}

// NewLines indexes text. A line ends with "\n" ("\r\n" is one line end).
func NewLines(text string) *Lines {
	starts := make([]int32, 1, 1+strings.Count(text, "\n"))
	for at := 0; ; {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return &Lines{text, starts}
		}
		at += next + 1
		starts = append(starts, int32(at))
	}
}

// Count is the number of lines.
func (l *Lines) Count() int { return len(l.starts) }

// Position counts the line and column of a byte offset; offsets outside the
// text are moved to its nearest end.
func (l *Lines) Position(offset int32) Position {
	offset = max(0, min(offset, int32(len(l.text))))
	line := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset }) - 1
	column := utf8.RuneCountInString(l.text[l.starts[line]:offset]) + 1
	return Position{Line: line + 1, Column: column, Offset: int(offset)}
}

// Line is the text of a line (from 1), without its line end.
func (l *Lines) Line(n int) string {
	span := l.LineSpan(n)
	return l.text[span.Start:span.End]
}

// LineSpan is the range of a line (from 1), without its line end.
func (l *Lines) LineSpan(n int) Span {
	start, end := l.starts[n-1], int32(len(l.text))
	if n < len(l.starts) {
		end = l.starts[n] - 1
		if end > start && l.text[end-1] == '\r' {
			end--
		}
	}
	return Span{start, end}
}
