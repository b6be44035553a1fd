package playground

import (
	"slices"
	"unicode/utf8"
)

// units counts the UTF-16 code units of the first n bytes of a text. A byte that is no UTF-8
// counts as one, as the character that replaces it in JavaScript does.
func units(text string, n int) (count int) {
	for _, r := range text[:n] {
		if count++; r > 0xffff {
			count++
		}
	}
	return count
}

// byteAt is the byte offset of the character at which a number of UTF-16 code units ends; the
// length of the text where it has fewer.
func byteAt(text string, n int) int {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if n -= 1; r > 0xffff {
			n--
		}
		if n < 0 {
			return at
		}
		at += size
	}
	return len(text)
}

// An offsets converts many byte offsets of one text: the text is counted once, up to the
// greatest of them, when the first one is asked for.
type offsets struct {
	text  string
	known map[int32]int
}

// offsetsIn counts the offsets, in any order, in time with the text.
func offsetsIn(text string, all []int32) *offsets {
	o := &offsets{text, map[int32]int{}}
	sorted := slices.Sorted(slices.Values(all))
	at, count := 0, 0
	for _, offset := range slices.Compact(sorted) {
		end := min(max(int(offset), 0), len(text))
		count += units(text[at:end], end-at)
		at, o.known[offset] = end, count
	}
	return o
}

func (o *offsets) of(offset int32) int { return o.known[offset] }
