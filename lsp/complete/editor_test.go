package complete_test

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/lsp/complete"
)

// An editor shows candidates as VS Code does: those whose filter has the letters of the word in
// their order and begins a word of the filter with the first of them, by a score of how they lie
// there, and those of one score in the order of the server.
//
// The score is that of the best alignment: a letter that continues the beginning counts 7 (5 in
// the other case), one at the beginning of a word of the name 5, any other 1, and one more where it
// follows the letter before it; each gap costs 5, also that after the last letter, and a match that
// begins late costs 5. Of the rest of VS Code's rules none decides between names of programs.
func editor(found []complete.Candidate, word string) []complete.Candidate {
	type scored struct {
		complete.Candidate
		score int
	}
	var kept []scored
	for _, c := range found {
		if score, ok := score(word, c.Filter); ok {
			kept = append(kept, scored{c, score})
		}
	}
	slices.SortStableFunc(kept, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	shown := make([]complete.Candidate, len(kept))
	for i, c := range kept {
		shown[i] = c.Candidate
	}
	return shown
}

// never is the score of what does not match.
const never = -1 << 20

// score aligns a word with a name by dynamic programming over their letters.
func score(word, name string) (int, bool) {
	if word == "" {
		return 0, true
	}
	low, letters := strings.ToLower(name), strings.ToLower(word)
	// ends[j] is the best score in which the letter at j of the name is the last one that matched.
	ends := make([]int, len(name))
	for i := range letters {
		next, best := make([]int, len(name)), never // best: of those that end before a gap
		for j := range low {
			if j > 1 {
				best = max(best, ends[j-2])
			}
			next[j] = never
			if low[j] != letters[i] {
				continue
			}
			here, starts := letterScore(word[i], name, i, j)
			switch {
			case i == 0 && starts:
				next[j] = here - 5*min(j, 1)
			case i > 0:
				next[j] = max(best-5, previous(ends, j)+1) + here
			}
		}
		ends = next
	}
	best := never
	for j, s := range ends {
		if j+1 == len(name) {
			s += 5 // there is no gap after it
		}
		best = max(best, s-5-max(j+1-len(word), 0))
	}
	return best, best > never/2
}

func previous(ends []int, j int) int {
	if j == 0 {
		return never
	}
	return ends[j-1]
}

// letterScore is that of the letter at j of a name as the letter at i of the word, and whether a
// match may begin there.
func letterScore(typed byte, name string, i, j int) (score int, starts bool) {
	separates := func(k int) bool { return k >= 0 && strings.IndexByte("_-. /\\'\":$<>()[]{}", name[k]) >= 0 }
	capital := func(k int) bool { return k >= 0 && 'A' <= name[k] && name[k] <= 'Z' }
	switch {
	case i == j, capital(j) && !capital(j-1):
		if typed == name[j] {
			return 7, true
		}
		return 5, true
	case separates(j) && !separates(j-1), separates(j - 1):
		return 5, true
	}
	return 1, false
}
