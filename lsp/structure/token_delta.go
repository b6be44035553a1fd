package structure

import (
	"slices"
	"strconv"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// TokenAnswers hold the last tokens that were given of each document, for
// the requests that ask what has changed since.
type tokenAnswers struct {
	mu    sync.Mutex
	last  int           // the number of the latest answer
	given []tokenAnswer // the latest last
}

// A tokenAnswer is the one for a document.
type tokenAnswer struct {
	document uri.URI
	id       string
	data     []uint32
}

// maxTokenAnswers is for how many documents an answer is held: an editor asks again
// for those on the screen.
const maxTokenAnswers = 16

// keep remembers an answer in place of the document's former one, and names it.
func (h *tokenAnswers) keep(document uri.URI, data []uint32) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	h.given = slices.DeleteFunc(h.given, func(g tokenAnswer) bool { return g.document == document })
	if len(h.given) == maxTokenAnswers {
		h.given = slices.Delete(h.given, 0, 1)
	}
	id := strconv.Itoa(h.last)
	h.given = append(h.given, tokenAnswer{document, id, data})
	return id
}

// find gives the answer of a name, unless it is forgotten.
func (h *tokenAnswers) find(document uri.URI, id string) ([]uint32, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.given, func(g tokenAnswer) bool { return g.document == document && g.id == id })
	if i < 0 {
		return nil, false
	}
	return h.given[i].data, true
}

// tokenSize is how many numbers a token is sent as.
const tokenSize = 5

// tokenEdits makes one list of tokens of another: all between what they have in
// common at their start and at their end is replaced, in whole tokens.
//
// One edit is enough: tokens are encoded relative to the one before, so inserting a line
// changes one number, and only typing at two places at once would need two edits.
func tokenEdits(former, next []uint32) []protocol.SemanticTokensEdit {
	start, end := 0, 0
	shortest := min(len(former), len(next))
	for start < shortest && former[start] == next[start] {
		start++
	}
	if start == len(former) && start == len(next) {
		return []protocol.SemanticTokensEdit{}
	}
	start -= start % tokenSize
	for end < shortest-start && former[len(former)-1-end] == next[len(next)-1-end] {
		end++
	}
	end -= end % tokenSize
	return []protocol.SemanticTokensEdit{{
		Start:       uint32(start),
		DeleteCount: uint32(len(former) - end - start),
		Data:        next[start : len(next)-end],
	}}
}
