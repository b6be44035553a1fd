package binding_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/binding"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/progen"
)

// TestCandidates holds that nothing is found in what is passed over, in random programs, in
// the examples and in random changes of the programs of the other tests.
func TestCandidates(t *testing.T) {
	for seed := range uint64(40) {
		for _, text := range []string{progen.Make(seed).Text, progen.MakeSound(seed), progen.MakeFaults(seed)} {
			missesNothing(t, text)
		}
	}
	for seed, path := range programs(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := progen.NewMutator(uint64(seed))
		for range 20 {
			changed := string(text)
			for range 6 {
				missesNothing(t, changed)
				changed = m.Token(changed)
			}
		}
	}
}

func programs(t *testing.T) (paths []string) {
	for _, pattern := range []string{"testdata/*.frac", "../examples/*.frac"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		paths = append(paths, found...)
	}
	return paths
}

func missesNothing(t *testing.T, text string) {
	t.Helper()
	for _, f := range checktest.Check("a.frac", text, binding.Missed).Found {
		if !f.Checker {
			t.Fatalf("passed over: %s\n%s", f.Message, text)
		}
	}
}
