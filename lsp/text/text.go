// Package text has the text of an open document as the protocol sees it: lines, columns
// counted in one of three encodings, and edits.
//
// Lines end with "\n", "\r\n" or a lone "\r" (LSP 3.18, Text Documents). Positions outside
// of the text are moved to the nearest position inside of it, as the protocol asks; one
// inside of a character is moved to its start.
//
// Read text.go first, then encoding.go.
package text

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/rope"
)

// A Text is a text whose lines are counted. It never changes; an edit takes time with the
// edit, not with the text.
type Text struct{ rope *rope.Text }

// A Position is a line and a column, both from 0. Its fields are those of the
// protocol's.
type Position struct{ Line, Character uint32 }

// New is a text, of which it keeps the string.
func New(content string) *Text { return &Text{rope.New(content)} }

// Rope is the text in the parts that it shares with other versions of it.
func (t *Text) Rope() *rope.Text { return t.rope }

// String is the text itself, which is joined at the first call.
func (t *Text) String() string { return t.rope.String() }

// Len is the number of bytes.
func (t *Text) Len() int { return t.rope.Len() }

// Offset is the byte at a position.
func (t *Text) Offset(p Position, e Encoding) int {
	if uint64(p.Line) >= uint64(t.rope.Lines()) {
		return t.Len()
	}
	start, end := t.rope.Span(int(p.Line))
	return start + e.offset(t.rope.Slice(start, end), int(min(p.Character, math.MaxInt32)))
}

// Position is where a byte is; one of a line's end is after its last
// character.
func (t *Text) Position(offset int, e Encoding) Position {
	offset = max(0, min(offset, t.Len()))
	line := t.rope.Line(offset)
	start, end := t.rope.Span(line)
	return Position{uint32(line), uint32(e.column(t.rope.Slice(start, min(offset, end))))}
}

// Replace is the text after the part between two positions was replaced. Where
// they are the wrong way round, the part is still the one between them.
func (t *Text) Replace(start, end Position, e Encoding, with string) *Text {
	from, to := t.Offset(start, e), t.Offset(end, e)
	return &Text{t.rope.Replace(min(from, to), max(from, to), with)}
}
