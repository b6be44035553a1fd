package typecheck

import (
	"math/bits"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
)

// nearest gives the candidates that a misspelt name may mean: those that are
// nearest to it, at most three.
func nearest(name string, candidates []string) []string {
	type hit struct {
		name     string
		distance int
	}
	var hits []hit
	limit := tolerance(name)
	set := letters(name)
	for _, candidate := range candidates {
		if candidate == name || len(candidate) < len(name)-limit || len(candidate) > len(name)+limit || !alike(set, letters(candidate), limit) {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(candidate), limit); d <= limit {
			hits = append(hits, hit{candidate, d})
		}
	}
	sort.Slice(hits, func(i, j int) bool {
		if hits[i].distance != hits[j].distance {
			return hits[i].distance < hits[j].distance
		}
		return hits[i].name < hits[j].name
	})
	var out []string
	for _, h := range hits {
		if len(out) == 3 || h.distance > hits[0].distance || len(out) > 0 && out[len(out)-1] == h.name {
			continue
		}
		out = append(out, h.name)
	}
	return out
}

// tolerance is how many letters may be wrong in a name: of a name of one or two
// letters, none.
func tolerance(name string) int {
	switch n := len(strings.TrimLeft(name, "%@")); {
	case n <= 2:
		return 0
	default:
		return 1 + (n-1)/4
	}
}

// letters is the set of a word's letters, as bits.
func letters(word string) (set uint64) {
	for i := range len(word) {
		set |= 1 << (word[i] & 31)
	}
	return set
}

// alike tells whether words of such letters may be within a distance: each
// step brings in one letter at most and takes one away.
func alike(a, b uint64, limit int) bool {
	return bits.OnesCount64(a&^b) <= limit && bits.OnesCount64(b&^a) <= limit
}

// maxWord bounds the words that are compared.
const maxWord = 64

// distance is Damerau and Levenshtein's (adjacent swaps count one); above a
// limit it need not be exact.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit || max(len(a), len(b)) > maxWord {
		return limit + 1
	}
	var rows [3][maxWord + 1]int
	for j := range len(b) + 1 {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row := &rows[(i+2)%3], &rows[i%3], &rows[(i+1)%3]
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+differs(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit+1 { // a swap may still gain one on it
			return least
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}

func differs(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}

// suggest adds "did you mean", and the fixes.
func suggest(d *syntax.Diagnostic, names []string) {
	if len(names) == 0 {
		return
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = "`" + name + "`"
		d.Fixes = append(d.Fixes, writes(d.Span, name))
	}
	d.Message += "; did you mean " + strings.Join(quoted, " or ") + "?"
}
