package hint

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
)

// sight is how many bytes of a line on each side of a hint are looked at: what stands
// further away is not seen with it, and lines may be as long as a file.
const sight = 120

// stands tells whether a type is written out in the line of a place, around it.
func (h *hinter) stands(at int32, t types.Type) bool {
	if !h.typing.known(t) {
		return false
	}
	text := h.item.Text
	from, to := max(int(at)-sight, 0), min(int(at)+sight, len(text))
	from += strings.LastIndexByte(text[from:at], '\n') + 1
	if end := strings.IndexByte(text[at:to], '\n'); end >= 0 {
		to = int(at) + end
	}
	return containsWord(closed(text[from:to]), closed(h.typing.text(t)))
}

// closed is a text without its blanks.
func closed(text string) string { return strings.Join(strings.Fields(text), "") }

// containsWord tells whether a text holds another one that is no part of a longer word.
func containsWord(text, word string) bool {
	for from := 0; word != ""; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(word)
		if !(start > 0 && (isWordByte(text[start-1]) || strings.IndexByte("%@.", text[start-1]) >= 0)) && !(end < len(text) && isWordByte(text[end])) {
			return true
		}
		from = start + 1
	}
	return false
}
