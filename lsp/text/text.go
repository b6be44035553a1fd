// Package text has the text of an open document as the protocol sees it: lines, columns
// counted in one of three encodings, and edits.
//
// Lines end with "\n", "\r\n" or a lone "\r" (LSP 3.18, Text Documents). Positions outside
// of the text are moved to the nearest position inside of it, as the protocol asks; one
// inside of a character is moved to its start.
//
// Invariant: starts[i] is the byte at which line i begins, starts[0] = 0, and the slice is
// strictly increasing; so the line of a byte is a binary search, and an edit shifts a suffix.
//
// Read text.go first, then encoding.go.
package text

import (
	"math"
	"sort"
)

// A Text is a text with an index of its lines. It never changes.
type Text struct {
	content string
	starts  []int32 // the byte offset at which each line begins
}

// A Position is a line and a column, both from 0. Its fields are those of the
// protocol's.
type Position struct{ Line, Character uint32 }

// New indexes a text.
func New(content string) *Text {
	return &Text{content, scan([]int32{0}, content, 0, len(content))}
}

// scan appends the starts of the lines that begin behind one offset and not
// behind another.
func scan(starts []int32, content string, from, to int) []int32 {
	for i := from; i < to; i++ {
		c := content[i]
		if c == '\n' || c == '\r' && (i+1 == len(content) || content[i+1] != '\n') {
			starts = append(starts, int32(i+1))
		}
	}
	return starts
}

// String is the text itself.
func (t *Text) String() string { return t.content }

// line is the index of the line that holds an offset.
func (t *Text) line(offset int) int {
	return sort.Search(len(t.starts), func(i int) bool { return int(t.starts[i]) > offset }) - 1
}

// span is the extent of a line without its end.
func (t *Text) span(line int) (start, end int) {
	start, end = int(t.starts[line]), len(t.content)
	if line+1 == len(t.starts) {
		return start, end
	}
	end = int(t.starts[line+1]) - 1
	if end > start && t.content[end] == '\n' && t.content[end-1] == '\r' {
		end--
	}
	return start, end
}

// Offset is the byte at a position.
func (t *Text) Offset(p Position, e Encoding) int {
	if uint64(p.Line) >= uint64(len(t.starts)) {
		return len(t.content)
	}
	start, end := t.span(int(p.Line))
	return start + e.offset(t.content[start:end], int(min(p.Character, math.MaxInt32)))
}

// Position is where a byte is; one of a line's end is behind its last
// character.
func (t *Text) Position(offset int, e Encoding) Position {
	offset = max(0, min(offset, len(t.content)))
	line := t.line(offset)
	start, end := t.span(line)
	return Position{uint32(line), uint32(e.column(t.content[start:min(offset, end)]))}
}

// Replace is the text after the part between two positions was replaced. Where
// they are the wrong way round, the part is still the one between them.
func (t *Text) Replace(start, end Position, e Encoding, with string) *Text {
	from, to := t.Offset(start, e), t.Offset(end, e)
	return t.splice(min(from, to), max(from, to), with)
}

// splice replaces bytes. Only the lines around them are indexed again, the starts of later ones
// are shifted: O(bytes replaced + lines) besides the copy of the text, which is what makes
// typing in a file of some megabytes cheap.
func (t *Text) splice(from, to int, with string) *Text {
	content := t.content[:from] + with + t.content[to:]
	shift := len(content) - len(t.content)
	first := t.firstTouched(from)
	rest := t.line(to) + 1 // the lines that begin behind the edit still begin there
	scanned := len(content)
	if rest < len(t.starts) {
		scanned = int(t.starts[rest]) + shift - 1
	}
	starts := make([]int32, first+1, len(t.starts)+len(with)/16+1)
	copy(starts, t.starts)
	starts = scan(starts, content, int(t.starts[first]), scanned)
	for _, s := range t.starts[rest:] {
		starts = append(starts, s+int32(shift))
	}
	return &Text{content, starts}
}

// firstTouched is the first line that an edit at an offset may change. A "\n"
// put at the start of a line joins the "\r" that ends the line before.
func (t *Text) firstTouched(offset int) int { return max(t.line(offset)-1, 0) }
