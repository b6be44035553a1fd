package op

// Nearest gives the name that is closest to what was written, by edit distance
// with swaps counted once (Damerau, restricted); false where none is close
// enough to be meant.
func Nearest(written string, names []string) (string, bool) {
	best, least := "", 2+(len(written)-1)/4
	if len(written) <= 2 { // any other name is near to these
		least = 1
	}
	for _, name := range names {
		if d := distance(written, name); d < least {
			best, least = name, d
		}
	}
	return best, best != ""
}

func distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above, top := rows[i%3], rows[(i+2)%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if fold(a[i-1]) == fold(b[j-1]) {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], top[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}

// fold ignores the case of ASCII letters.
func fold(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
