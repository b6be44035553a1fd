package lsp

import "strings"

// A likeness ranks how well a name meets what was typed: the lower, the better.
type likeness struct {
	class int // of the match, see the constants
	gaps  int // letters between those that match
	extra int // letters of the name besides
}

// The classes of a match.
const (
	exactly = iota
	inFront
	inside
	scattered
)

// alike tells whether the letters of a query stand in a name in their order,
// and how well. Capitals do not count; the sigil of a name counts only where
// the query has one.
func alike(query, name string) (likeness, bool) {
	if query == "" || query[0] != '@' {
		name = strings.TrimPrefix(name, "@")
	}
	query, name = strings.ToLower(query), strings.ToLower(name)
	rank := likeness{class: scattered, extra: len(name) - len(query)}
	switch at := strings.Index(name, query); {
	case at == 0 && rank.extra == 0:
		rank.class = exactly
	case at == 0:
		rank.class = inFront
	case at > 0:
		rank.class = inside
	default:
		gaps, ok := subsequence(query, name)
		rank.gaps = gaps
		return rank, ok
	}
	return rank, true
}

// subsequence counts the letters that stand between those of a query in a name;
// false where the query is no subsequence of it.
func subsequence(query, name string) (gaps int, ok bool) {
	first, at := -1, 0
	for i := 0; i < len(name) && at < len(query); i++ {
		if name[i] != query[at] {
			continue
		}
		if first < 0 {
			first = i
		}
		at++
		gaps = i - first + 1 - at
	}
	return gaps, at == len(query)
}
