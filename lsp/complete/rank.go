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
//
// O(n log n) for n candidates, of which most are filtered out by the word when there is one.
func (s *scene) ranked(all []Candidate) List {
	var kept []Candidate
	for _, c := range all {
		if c.Filter == "" {
			c.Filter = s.filter(c.Label)
		}
		c.Span = s.word.span.Shift(s.piece.start)
		if quality, ok := matches(s.word.typed, c.Filter); ok {
			c.quality = quality
			c.Span.Start -= int32(len(c.receiver))
			c.Filter = c.receiver + c.Filter
			kept = append(kept, c)
		}
	}
	slices.SortFunc(kept, compareCandidates)
	if len(kept) > most {
		return List{kept[:most], true}
	}
	return List{kept, s.partial}
}

// compareCandidates puts the better one in front: by how well the name goes with what is
// typed, then by how likely it is in an expression or a type (cost), then by the type, by how near
// the declaration is, by how often networks use it (which is in order), and by the alphabet. What is
// typed comes first, since the user knows more than the types do.
func compareCandidates(a, b Candidate) int { return a.compare(&b) }

func (c *Candidate) compare(o *Candidate) int {
	switch {
	case c.quality != o.quality:
		return c.quality - o.quality
	case c.cost != o.cost:
		return c.cost - o.cost
	case c.fit != o.fit:
		return int(c.fit) - int(o.fit)
	case c.class != o.class:
		return int(c.class) - int(o.class)
	case c.order != o.order:
		return c.order - o.order
	}
	return cmp.Compare(c.Label, o.Label)
}

// best keeps the best of many candidates: most + 1 of them, so that it shows whether there are
// more. Once it is full it is a heap with the worst on top, which a better one replaces in
// O(log most); before, it is a plain list.
type best struct{ kept []Candidate }

// add takes a candidate, or drops the worst one for it.
func (b *best) add(c Candidate) {
	switch {
	case len(b.kept) <= most:
		b.kept = append(b.kept, c)
		for i := len(b.kept) / 2; len(b.kept) > most && i >= 0; i-- {
			b.sink(i)
		}
	case c.compare(&b.kept[0]) < 0:
		b.kept[0] = c
		b.sink(0)
	}
}

// sink moves a candidate below those that are worse.
func (b *best) sink(i int) {
	for {
		worst := i
		for _, kid := range []int{2*i + 1, 2*i + 2} {
			if kid < len(b.kept) && b.kept[kid].compare(&b.kept[worst]) > 0 {
				worst = kid
			}
		}
		if worst == i {
			return
		}
		b.kept[i], b.kept[worst] = b.kept[worst], b.kept[i]
		i = worst
	}
}

// filter is a label as it is held against the word: a word without a sigil
// means names with one as well.
func (s *scene) filter(label string) string {
	if s.word.kind == bareWord {
		return strings.TrimLeft(label, "%@")
	}
	return label
}

// matches reports whether the letters of a word occur in a name in their order,
// upper and lower case alike; of better quality are names that begin so.
//
// Two qualities are enough to sort by: a name that begins with the word, and one that has its letters
// in order. The greedy match finds a subsequence if there is one, in O(length of the name).
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
