package complexity_test

import (
	"os"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
)

// A suite is programs by which papers measure their analyses, written anew, and how many of them
// have a bound of work and one that grows as the work does, at least.
type suite struct {
	file           string
	bounded, tight int
}

var suites = []suite{
	{"loops", 52, 48},
	{"higher_order", 9, 9},
	{"raml", 21, 19},
	{"okasaki", 13, 11},
}

// TestLiterature counts the bounds of the suites. Above a definition stands how its work grows
// (`exam: work n`) and, where the bound grows more, how that does (`found: work n^2`).
func TestLiterature(t *testing.T) {
	for _, s := range suites {
		text, err := os.ReadFile("testdata/literature/" + s.file + ".frac")
		if err != nil {
			t.Fatal(err)
		}
		m := module(t, string(text))
		a := analysisOf(m, complexity.Work)
		all, bounded, tight := 0, 0, 0
		for i, item := range m.File().All() {
			want, graded := commented(item, "# exam: ")["work"]
			if !graded {
				continue
			}
			all++
			got := answer(a.Of(m.Object(i)), "work")
			if got != "unknown" {
				bounded++
			}
			switch known, loose := commented(item, "# found: ")["work"]; {
			case !loose && got == want:
				tight++
			case !loose || got != known:
				t.Errorf("%s: %s: work is %s, want %s", s.file, m.Object(i).Name, got, want)
			}
		}
		t.Logf("%s: of %d, %d are bounded, %d tight", s.file, all, bounded, tight)
		if bounded < s.bounded || tight < s.tight {
			t.Errorf("%s: %d are bounded and %d tight, and %d and %d were", s.file, bounded, tight, s.bounded, s.tight)
		}
	}
}
