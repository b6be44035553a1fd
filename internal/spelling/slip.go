package spelling

import "strings"

// Slip reports whether two spellings are surely of one word, written by a slip of the
// hand: signs, capitals, `_` and the family before a `.` aside, they are equal,
// or a letter inside a long word is missing, is one too many, is another, or stands
// on the wrong side of its neighbour. Short words, digits, and the beginning and the
// end of a word carry meaning: `gelu` is no `relu`, `nand` no `and`, `sinh` no `sin`,
// `%h1` no `%h2`.
func Slip(written, name string) bool {
	a, b := plain(written), plain(name)
	if strings.ReplaceAll(a, "_", "") == strings.ReplaceAll(b, "_", "") {
		return true
	}
	v, w := strings.Split(a, "_"), strings.Split(b, "_")
	if len(v) != len(w) {
		return false
	}
	for i := range v {
		if v[i] != w[i] && !slipInside(v[i], w[i]) {
			return false
		}
	}
	return true
}

// plain is a name without its sign and its family, in lower case.
func plain(name string) string {
	name = strings.TrimLeft(name, "%@")
	return strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
}

const (
	minSlip    = 5 // letters of a word in which one may be wrong
	minDoubled = 3 // letters of a word in which one may be doubled
)

// slipInside compares two words that are not equal.
func slipInside(a, b string) bool {
	from := common(a, b)
	to := common(backwards(a[from:]), backwards(b[from:]))
	left, right := a[from:len(a)-to], b[from:len(b)-to] // where they differ
	if strings.ContainsAny(left+right, "0123456789") {
		return false
	}
	if doubles(a, from, left, right) || doubles(b, from, right, left) {
		return min(len(a), len(b)) >= minDoubled
	}
	if from == 0 || to == 0 || min(len(a), len(b)) < minSlip {
		return false
	}
	return len(left) <= 1 && len(right) <= 1 || len(left) == 2 && left == backwards(right)
}

// doubles reports whether a word has one letter more than the other, which repeats the
// letter in front and is not the second of the word.
func doubles(word string, at int, more, fewer string) bool {
	return len(more) == 1 && fewer == "" && at > 1 && word[at-1] == more[0]
}

func backwards(word string) string {
	letters := []byte(word)
	for i, j := 0, len(letters)-1; i < j; i, j = i+1, j-1 {
		letters[i], letters[j] = letters[j], letters[i]
	}
	return string(letters)
}
