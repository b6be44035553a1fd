package complete

import (
	"cmp"
	"slices"
	"strings"
)

// most is how many candidates are given at once.
const most = 500

// ranked keeps the candidates that match what is typed, and puts the best in
// front.
func (s *scene) ranked(all []Candidate) List {
	var kept []Candidate
	for _, c := range all {
		if c.Filter == "" {
			c.Filter = s.filter(c.Label)
		}
		if c.Span.Len() == 0 && c.Span.Start == 0 {
			c.Span = s.replaces()
		}
		if quality, ok := matches(s.word.typed, c.Filter); ok {
			c.quality = quality
			kept = append(kept, c)
		}
	}
	slices.SortStableFunc(kept, compareCandidates)
	if len(kept) > most {
		return List{kept[:most], true}
	}
	return List{Candidates: kept}
}

func compareCandidates(a, b Candidate) int {
	return cmp.Or(
		cmp.Compare(a.quality, b.quality),
		cmp.Compare(a.fit, b.fit),
		cmp.Compare(a.class, b.class),
		cmp.Compare(a.order, b.order),
		cmp.Compare(a.Label, b.Label),
	)
}

// filter is a label as it is held against the word: a word without a sigil
// means names with one as well.
func (s *scene) filter(label string) string {
	if s.word.kind == bareWord {
		return strings.TrimLeft(label, "%@")
	}
	return label
}

// matches tells whether the letters of a word occur in a name in their order,
// upper and lower case alike; of better quality are names that begin so.
func matches(word, name string) (quality int, ok bool) {
	if len(word) <= len(name) && strings.EqualFold(name[:len(word)], word) {
		return 0, true
	}
	at := 0
	for i := 0; i < len(word); i++ {
		for at < len(name) && lower(name[at]) != lower(word[i]) {
			at++
		}
		if at == len(name) {
			return 0, false
		}
		at++
	}
	return 1, true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
