package exhaustive_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/reference"
)

// deliberate lists the differences that the language wants: an empty match on
// a type without constructors leaves nothing out.
var deliberate = map[string]bool{"match/105": true}

// TestAgainstTVM holds the verdicts against those of TVM 0.18.
func TestAgainstTVM(t *testing.T) {
	incomplete := 0
	for _, v := range reference.Verdicts(t, reference.Language) {
		if deliberate[v.ID] {
			continue
		}
		p := check(v.Program)
		want := strings.HasPrefix(v.Error, "match is not exhaustive")
		if want {
			incomplete++
		}
		if got := nonexhaustive(p); got != want && (len(p.types) == 0 || v.Verdict == "accept") {
			t.Errorf("%s: not exhaustive %v, TVM says %v (%s)\n%s\n%s", v.ID, got, want, v.Error, v.Program, p.Report())
		}
	}
	if incomplete < 10 {
		t.Errorf("%d programs with missing cases", incomplete)
	}
}

func nonexhaustive(p *program) bool {
	for _, d := range p.found {
		if d.Code == codes.NonexhaustiveMatch {
			return true
		}
	}
	return false
}
