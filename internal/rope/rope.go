// Package rope holds texts that editors change: an edit makes the next text, which
// shares nearly all of its parts with the one before, in time with the edit and the
// logarithm of the text. Lines are counted as the language server protocol does: "\n",
// "\r\n" and "\r" end one. (Boehm, Atkinson and Plass, "Ropes: an alternative to strings",
// 1995.)
package rope

import (
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/sequence"
)

// A Text is immutable and safe for concurrent readers. Offsets are in bytes, lines are
// numbered from 0.
type Text struct {
	chunks sequence.Seq[string, extent, measure]
	whole  func() string
}

// chunkBytes is the length of most chunks.
const chunkBytes = 1 << 8

// An extent measures consecutive chunks.
type extent struct {
	bytes, ends int32 // ends of lines; a "\r\n" that two chunks share counts once
	first, last byte
}

type measure struct{}

func (measure) Of(chunk string) extent {
	e := extent{bytes: int32(len(chunk)), first: chunk[0], last: chunk[len(chunk)-1]}
	e.ends = int32(strings.Count(chunk, "\n"))
	for at := 0; ; at++ {
		next := strings.IndexByte(chunk[at:], '\r')
		if next < 0 {
			return e
		}
		if at += next; at+1 == len(chunk) || chunk[at+1] != '\n' {
			e.ends++
		}
	}
}

func (measure) Add(a, b extent) extent {
	switch {
	case a.bytes == 0:
		return b
	case b.bytes == 0:
		return a
	}
	sum := extent{a.bytes + b.bytes, a.ends + b.ends, a.first, b.last}
	if a.last == '\r' && b.first == '\n' {
		sum.ends--
	}
	return sum
}

// New is a text, of which it keeps the string.
func New(text string) *Text {
	t := &Text{whole: func() string { return text }}
	t.chunks = sequence.Of[string, extent, measure](cut(text))
	return t
}

// cut is a text in chunks.
func cut(text string) []string {
	chunks := make([]string, 0, (len(text)+chunkBytes-1)/chunkBytes)
	for len(text) > 0 {
		n := min(len(text), chunkBytes)
		chunks = append(chunks, text[:n])
		text = text[n:]
	}
	return chunks
}

// Len is the number of bytes.
func (t *Text) Len() int { return int(t.chunks.Sum().bytes) }

// Lines is the number of lines, of which the last one may be empty.
func (t *Text) Lines() int { return int(t.chunks.Sum().ends) + 1 }

// String is the whole text, joined at the first call.
func (t *Text) String() string { return t.whole() }

// find is the chunk that holds the byte at an offset, and what those before it measure.
func (t *Text) find(offset int) (chunk int, before extent) {
	return t.chunks.Find(func(sum extent) bool { return int(sum.bytes) > offset })
}

// Slice is the text from one offset up to another. Within one chunk nothing is copied.
func (t *Text) Slice(from, to int) string {
	if from >= to {
		return ""
	}
	first, before := t.find(from)
	at := int(before.bytes)
	if chunk := t.chunks.At(first); to <= at+len(chunk) {
		return chunk[from-at : to-at]
	}
	var b strings.Builder
	b.Grow(to - from)
	for _, chunk := range t.chunks.Range(first, t.chunks.Len()) {
		b.WriteString(chunk[max(0, from-at):min(len(chunk), to-at)])
		if at += len(chunk); at >= to {
			break
		}
	}
	return b.String()
}

// Replace is the text with another text in place of a part.
func (t *Text) Replace(from, to int, with string) *Text {
	first, before := t.find(from)
	last, behind := t.find(to)
	start, end := int(before.bytes), int(behind.bytes)
	if last < t.chunks.Len() {
		end += len(t.chunks.At(last))
		last++
	}
	if first == t.chunks.Len() && first > 0 { // at the end: the last chunk may have room
		first--
		start -= len(t.chunks.At(first))
	}
	next := &Text{chunks: t.chunks.Splice(first, last, cut(t.Slice(start, from)+with+t.Slice(to, end)))}
	next.whole = sync.OnceValue(next.join)
	return next
}

func (t *Text) join() string {
	var b strings.Builder
	b.Grow(t.Len())
	for _, chunk := range t.chunks.All() {
		b.WriteString(chunk)
	}
	return b.String()
}

// Line is the line of an offset: the number of lines that end before it. An offset
// between "\r" and "\n" belongs to the line that they end.
func (t *Text) Line(offset int) int {
	chunk, before := t.find(offset)
	if chunk == t.chunks.Len() {
		return int(before.ends)
	}
	text := t.chunks.At(chunk)
	inside := text[:offset-int(before.bytes)]
	line := before
	if inside != "" {
		line = measure{}.Add(before, measure{}.Of(inside))
	}
	if line.last == '\r' && line.bytes > 0 && text[len(inside)] == '\n' {
		return int(line.ends) - 1
	}
	return int(line.ends)
}

// Start is the offset at which a line begins; that of the text's end where there is no such
// line.
func (t *Text) Start(line int) int {
	if line <= 0 {
		return 0
	}
	if line >= t.Lines() {
		return t.Len()
	}
	// A "\r" at a chunk's end counts as the end of a line even where the next chunk begins
	// with "\n"; the line begins after both.
	i, before := t.chunks.Find(func(sum extent) bool { return int(sum.ends) >= line })
	text, at, ends := t.chunks.At(i), 0, int(before.ends)
	if before.last == '\r' && before.bytes > 0 && text[0] == '\n' {
		ends-- // counted again here
	}
	for ends < line {
		c := text[at]
		at++
		if c == '\n' || c == '\r' && (at == len(text) || text[at] != '\n') {
			ends++
		}
	}
	offset := int(before.bytes) + at
	if at == len(text) && text[at-1] == '\r' && i+1 < t.chunks.Len() && t.chunks.At(i + 1)[0] == '\n' {
		offset++
	}
	return offset
}

// Span is a line without what ends it.
func (t *Text) Span(line int) (start, end int) {
	start, end = t.Start(line), t.Start(line+1)
	if line+1 >= t.Lines() {
		return start, end
	}
	end--
	if end > start && t.Slice(end, end+1) == "\n" && t.Slice(end-1, end) == "\r" {
		end--
	}
	return start, end
}

// An Edit replaces the bytes from Start up to End by With.
type Edit struct {
	Start, End int
	With       string
}

// Difference is one edit that makes a text of an older one; ok is false where they are the
// same. Between a text and one that Replace made of it, that takes time with the edit.
func Difference(old, t *Text) (e Edit, ok bool) {
	prefix, suffix := sequence.Diff(old.chunks, t.chunks, func(a, b string) bool { return a == b })
	start := int(old.chunks.Before(prefix).bytes)
	was := old.Slice(start, int(old.chunks.Before(old.chunks.Len()-suffix).bytes))
	now := t.Slice(start, int(t.chunks.Before(t.chunks.Len()-suffix).bytes))
	if was == now {
		return e, false
	}
	n := 0
	for n < min(len(was), len(now)) && was[n] == now[n] {
		n++
	}
	m := 0
	for m < min(len(was), len(now))-n && was[len(was)-1-m] == now[len(now)-1-m] {
		m++
	}
	return Edit{start + n, start + len(was) - m, now[n : len(now)-m]}, true
}
