package exhaustive_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/syntax"
)

// deliberate lists the differences that the language wants: an empty match on
// a type without constructors leaves nothing out.
var deliberate = map[string]bool{"match/105": true}

// TestAgainstTVM holds the verdicts against those of TVM 0.18, where its
// reference data lies beside the repository.
func TestAgainstTVM(t *testing.T) {
	path := filepath.Join("..", "..", "shared", "reference", "lang-types.jsonl")
	f, err := os.Open(path)
	if err != nil {
		t.Skip("skipped: the reference data lang-types.jsonl is not there")
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<20)
	incomplete := 0
	for scanner.Scan() {
		var v struct{ ID, Program, Verdict, Error string }
		if err := json.Unmarshal(scanner.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		if deliberate[v.ID] {
			continue
		}
		p := check(v.Program)
		want := strings.HasPrefix(v.Error, "match is not exhaustive")
		if want {
			incomplete++
		}
		if got := nonexhaustive(p); got != want && (len(p.types) == 0 || v.Verdict == "accept") {
			t.Errorf("%s: not exhaustive %v, TVM says %v (%s)\n%s\n%s", v.ID, got, want, v.Error, v.Program, p.report())
		}
	}
	t.Logf("%d programs with missing cases", incomplete)
}

func nonexhaustive(p *program) bool {
	for _, d := range p.found {
		if d.Code == syntax.NonexhaustiveMatch {
			return true
		}
	}
	return false
}
