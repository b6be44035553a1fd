package text

import "unicode/utf8"

// A Walker finds the positions of bytes of one text, each from the one before,
// so that many of them on a long line do not count it again and again. It is for
// one goroutine.
type Walker struct {
	text     *Text
	encoding Encoding

	line, at, column int // of the last position; at is its byte
}

// NewWalker walks over a text.
func NewWalker(t *Text, e Encoding) *Walker { return &Walker{text: t, encoding: e} }

// Position is that of the text.
func (w *Walker) Position(offset int) Position {
	content := w.text.content
	offset = max(0, min(offset, len(content)))
	line := w.text.line(offset)
	start, end := w.text.span(line)
	stop := min(offset, end)
	if stop < len(content) && !utf8.RuneStart(content[stop]) {
		return w.text.Position(offset, w.encoding) // inside a character, where no count can go on
	}
	if line != w.line || stop-start < w.at-stop {
		w.line, w.at, w.column = line, start, 0
	}
	if stop < w.at {
		w.column -= w.encoding.column(content[stop:w.at])
	} else {
		w.column += w.encoding.column(content[w.at:stop])
	}
	w.at = stop
	return Position{uint32(line), uint32(w.column)}
}
