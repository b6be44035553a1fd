package syntax

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Span is a half-open range of byte offsets, relative to the start of the
// item or the file that it speaks of.
type Span struct{ Start, End int32 }

// Len is the number of bytes in s.
func (s Span) Len() int32 { return s.End - s.Start }

// Contains reports whether the byte offset lies in s; the end counts, so that a
// cursor after the last letter of a name is still on the name.
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

// Lines finds the line and column of byte offsets of one text. A line ends with "\n"
// ("\r\n" is one line end).
type Lines struct {
	text   string
	starts []int32 // byte offset at which each line starts

	file   *File // of a program, in place of text and starts
	mu     sync.Mutex
	tables map[*Item][]int32 // offsets of the line ends in long items, once looked at
}

// NewLines indexes text.
func NewLines(text string) *Lines {
	return &Lines{text: text, starts: append([]int32{0}, lineEnds(text, 1)...)}
}

// Lines are the lines of a program. They are counted item by item: nothing is indexed.
func (f *File) Lines() *Lines { return &Lines{file: f} }

// lineEnds are the offsets of the line ends in a text, each moved by a number of bytes.
func lineEnds(text string, by int) []int32 {
	ends := make([]int32, 0, strings.Count(text, "\n"))
	for at := 0; ; at++ {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return ends
		}
		at += next
		ends = append(ends, int32(at+by))
	}
}

// Count is the number of lines.
func (l *Lines) Count() int {
	if l.file != nil {
		return int(l.file.items.Sum().lines) + 1
	}
	return len(l.starts)
}

func (l *Lines) size() int32 {
	if l.file != nil {
		return int32(l.file.Size())
	}
	return int32(len(l.text))
}

// Position counts the line and column of a byte offset; offsets outside the
// text are moved to its nearest end.
func (l *Lines) Position(offset int32) Position {
	offset = max(0, min(offset, l.size()))
	line := l.lineOf(offset)
	column := utf8.RuneCountInString(l.slice(l.start(line), offset)) + 1
	return Position{Line: line + 1, Column: column, Offset: int(offset)}
}

// At is the line of an offset, from 1, and where it begins.
func (l *Lines) At(offset int32) (line int, start int32) {
	line = l.lineOf(offset)
	return line + 1, l.start(line)
}

// lineOf is the line of an offset, from 0.
func (l *Lines) lineOf(offset int32) int {
	if l.file == nil {
		return sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset }) - 1
	}
	i, before := l.file.items.Find(func(sum extents) bool { return sum.bytes > offset })
	if i == l.file.Len() {
		return int(before.lines)
	}
	item, inside := l.file.Item(i), offset-before.bytes
	if ends := l.table(item); ends != nil {
		n, _ := slices.BinarySearch(ends, inside)
		return int(before.lines) + n
	}
	return int(before.lines) + strings.Count(item.Text[:inside], "\n")
}

// start is the offset at which a line begins, from 0.
func (l *Lines) start(line int) int32 {
	if l.file == nil {
		return l.starts[line]
	}
	if line == 0 {
		return 0
	}
	i, before := l.file.items.Find(func(sum extents) bool { return int(sum.lines) >= line })
	text, n, at := l.file.Item(i).Text, line-int(before.lines), 0
	if ends := l.table(l.file.Item(i)); ends != nil {
		return before.bytes + ends[n-1] + 1
	}
	for ; n > 0; n-- {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	return before.bytes + int32(at)
}

// longItem is the length from which on the line ends of an item are indexed.
const longItem = 4 << 10

// table are the offsets of the line ends in an item; nil of a short one, whose text is
// read instead.
func (l *Lines) table(item *Item) []int32 {
	if len(item.Text) < longItem {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	ends, ok := l.tables[item]
	if !ok {
		if l.tables == nil {
			l.tables = map[*Item][]int32{}
		}
		ends = lineEnds(item.Text, 0)
		l.tables[item] = ends
	}
	return ends
}

func (l *Lines) slice(from, to int32) string {
	if l.file != nil {
		return l.file.Slice(from, to)
	}
	return l.text[from:to]
}

// Line is the text of a line (from 1), without its line end.
func (l *Lines) Line(n int) string {
	span := l.LineSpan(n)
	return l.slice(span.Start, span.End)
}

// LineSpan is the range of a line (from 1), without its line end.
func (l *Lines) LineSpan(n int) Span {
	start, end := l.start(n-1), l.size()
	if n < l.Count() {
		end = l.start(n) - 1
		if end > start && l.slice(end-1, end) == "\r" {
			end--
		}
	}
	return Span{start, end}
}
