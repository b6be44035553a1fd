package effectcheck_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/effectcheck"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/progen"
)

// TestCandidates holds that nothing is found in what is passed over, in random
// programs and in random changes of the programs of the other tests.
func TestCandidates(t *testing.T) {
	for seed := range uint64(40) {
		for _, text := range []string{progen.Make(seed).Text, progen.MakeSound(seed), progen.MakeFaults(seed)} {
			missesNothing(t, text)
		}
	}
	paths, err := filepath.Glob("testdata/*.frac")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for seed, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := progen.NewMutator(uint64(seed))
		for range 150 {
			changed := string(text)
			for range 6 {
				changed = m.Token(changed)
				missesNothing(t, changed)
			}
		}
	}
}

func missesNothing(t *testing.T, text string) {
	t.Helper()
	for _, f := range checktest.Check("a.frac", text, effectcheck.Missed).Found {
		if !f.Checker {
			t.Fatalf("passed over: %s\n%s", f.Message, text)
		}
	}
}
