package text

import (
	"slices"
	"unicode/utf8"
)

// An Encoding says in which units the columns of a client count.
type Encoding uint8

const (
	UTF16 Encoding = iota // the protocol's default
	UTF8
	UTF32
)

var encodingNames = [...]string{"utf-16", "utf-8", "utf-32"}

// String is the protocol's name for the encoding.
func (e Encoding) String() string { return encodingNames[e] }

// preferred lists the encodings, the cheapest first: bytes need no conversion.
var preferred = [...]Encoding{UTF8, UTF16, UTF32}

// Negotiate picks an encoding out of those that a client offers; utf-16, which
// every client must understand, where it offers none that is known here.
func Negotiate(offered []string) Encoding {
	for _, e := range preferred {
		if slices.Contains(offered, e.String()) {
			return e
		}
	}
	return UTF16
}

// units is how many columns a character takes; a byte that is no character
// takes one.
func (e Encoding) units(r rune, size int) int {
	switch {
	case e == UTF8:
		return size
	case e == UTF16 && r > 0xffff:
		return 2
	}
	return 1
}

// column counts the units of a line's text.
func (e Encoding) column(line string) int {
	if e == UTF8 {
		return len(line)
	}
	n := 0
	for at := 0; at < len(line); {
		if line[at] < utf8.RuneSelf {
			n, at = n+1, at+1
			continue
		}
		r, size := utf8.DecodeRuneInString(line[at:])
		n, at = n+e.units(r, size), at+size
	}
	return n
}

// offset finds the byte at which a column begins; the end of the line for
// columns after it, the start of the character for columns inside one.
func (e Encoding) offset(line string, column int) int {
	at := 0
	for at < len(line) {
		r, size := rune(line[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(line[at:])
		}
		column -= e.units(r, size)
		if column < 0 {
			return at
		}
		at += size
	}
	return at
}

// Width counts the columns that a text takes within its line.
func (e Encoding) Width(text string) int { return e.column(text) }

// A Walker finds the positions of bytes of one text, each from the one before,
// so that many of them on a long line do not count it again and again: n positions in
// increasing order cost O(n + length of the text), and not O(n · length of a line) as n calls
// of Text.Position. Printed networks have lines of a megabyte. It is for one goroutine.
type Walker struct {
	text     *Text
	encoding Encoding

	line, at, column int // of the last position; at is its byte
	start, end       int // of its line
	begun            bool
}

// NewWalker walks over a text.
func NewWalker(t *Text, e Encoding) *Walker { return &Walker{text: t, encoding: e} }

// Position is that of the text.
func (w *Walker) Position(offset int) Position {
	content := w.text.rope
	offset = max(0, min(offset, content.Len()))
	if offset < w.start || offset > w.end || !w.begun {
		line := content.Line(offset)
		if w.start, w.end = content.Span(line); line != w.line {
			w.line, w.at, w.column = line, w.start, 0
		}
		w.begun = true
	}
	line, start, end := w.line, w.start, w.end
	stop := min(offset, end)
	if stop < content.Len() && !utf8.RuneStart(content.Slice(stop, stop+1)[0]) {
		return w.text.Position(offset, w.encoding) // inside a character, where no count can go on
	}
	if w.at < start || stop-start < w.at-stop {
		w.line, w.at, w.column = line, start, 0
	}
	if stop < w.at {
		w.column -= w.encoding.column(content.Slice(stop, w.at))
	} else {
		w.column += w.encoding.column(content.Slice(w.at, stop))
	}
	w.at = stop
	return Position{uint32(line), uint32(w.column)}
}
