package spelling

import (
	"slices"
	"strings"
)

// maxWord is the length in bytes of the longest names that are compared: it
// bounds the time and the memory of one comparison.
const maxWord = 64

// most is how many names are proposed at once.
const most = 3

// Tolerance is how many mistakes are taken for a misspelling of a name, its
// sigil aside: none in one or two letters, then one, and one more for every
// four letters.
func Tolerance(name string) int {
	n := len(strings.TrimLeft(name, "%@"))
	if n <= 2 {
		return 0
	}
	return 1 + (n-1)/4
}

// Distance is how many mistakes lie between two names, or any number above the
// limit where there are more than that; longer names than maxWord are always
// too far apart.
func Distance(a, b string, limit int) int {
	return distance(strings.ToLower(a), strings.ToLower(b), limit)
}

// Nearest gives the name that is closest to what was written, the first in the
// list among equals; false where none is near enough to be meant.
func Nearest(written string, names []string) (string, bool) {
	best, least := "", Tolerance(written)+1
	for _, name := range names {
		if d := Distance(written, name, least-1); d < least {
			best, least = name, d
		}
	}
	return best, best != ""
}

// Near gives the other names of a list that are closest to what was written, at
// most three, in alphabetical order; none where none is near enough to be meant.
func Near(written string, names []string) []string {
	folded, least := strings.ToLower(written), Tolerance(written)
	var hits []string
	for _, name := range names {
		d := distance(folded, strings.ToLower(name), least)
		if name == written || d > least {
			continue
		}
		if d < least {
			hits, least = hits[:0], d
		}
		hits = append(hits, name)
	}
	return proposed(hits)
}

// proposed orders names that are equally near.
func proposed(hits []string) []string {
	slices.Sort(hits)
	hits = slices.Compact(hits)
	return hits[:min(len(hits), most)]
}

// distance is Distance of names in lower case. It fills the usual table row by
// row and keeps three of them: an exchange of neighbours looks two rows back.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit || max(len(a), len(b)) > maxWord {
		return limit + 1
	}
	var rows [3]row
	rows[0].begin(len(b))
	before, least := 0, 0
	for i := 1; i <= len(a); i++ {
		before, least = least, rows[i%3].next(&rows[(i+2)%3], &rows[(i+1)%3], a, b, i)
		if least > limit && before+1 > limit {
			return limit + 1
		}
	}
	return int(rows[len(a)%3][len(b)])
}

// A row holds the distances between a prefix of one word and all prefixes of
// the other, by length.
type row [maxWord + 1]uint8

// begin is the row of the empty prefix.
func (r *row) begin(n int) {
	for j := range n + 1 {
		r[j] = uint8(j)
	}
}

// next is the row of a's prefix of i letters, from those of i-1 (above) and of
// i-2 (top, which counts from i = 2 on). It gives a lower bound of the distance
// between the whole words: what is left of them may agree but for its length
// (Ukkonen 1985). A later exchange may get around a row, at the price of 1.
func (r *row) next(above, top *row, a, b string, i int) (least int) {
	r[0] = uint8(i)
	least = i + apart(len(a)-i, len(b))
	for j := 1; j <= len(b); j++ {
		d := min(above[j]+1, r[j-1]+1)
		if a[i-1] == b[j-1] {
			d = min(d, above[j-1])
		} else {
			d = min(d, above[j-1]+1)
		}
		if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
			d = min(d, top[j-2]+1)
		}
		r[j] = d
		least = min(least, int(d)+apart(len(a)-i, len(b)-j))
	}
	return least
}

func apart(a, b int) int { return max(a-b, b-a) }
