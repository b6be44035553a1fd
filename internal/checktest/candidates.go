package checktest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/progen"
)

// PassesOver holds that an analyzer, which looks at nothing but what another one passes
// over, finds nothing in random programs, in the programs that patterns name, and in so many
// rows of random changes of each of these.
func PassesOver(t *testing.T, missed *analysis.Analyzer, rows int, patterns ...string) {
	t.Helper()
	for seed := range uint64(40) {
		for _, text := range []string{progen.Make(seed).Text, progen.MakeSound(seed), progen.MakeFaults(seed)} {
			findsNothing(t, missed, text)
		}
	}
	for seed, text := range Texts(t, patterns...) {
		findsNothing(t, missed, text)
		m := progen.NewMutator(uint64(seed))
		for range rows {
			changed := text
			for range 6 {
				changed = m.Token(changed)
				findsNothing(t, missed, changed)
			}
		}
	}
}

func findsNothing(t *testing.T, missed *analysis.Analyzer, text string) {
	t.Helper()
	for _, f := range Check("a.frac", text, missed).Analyzed() {
		t.Fatalf("passed over: %s\n%s", f.Message, text)
	}
}

// Texts are the contents of the files that patterns name, of which each names some.
func Texts(t testing.TB, patterns ...string) (texts []string) {
	t.Helper()
	for _, pattern := range patterns {
		for _, p := range programs(t, pattern) {
			texts = append(texts, p.text)
		}
	}
	return texts
}

type program struct{ path, text string }

// programs are the files that a pattern names, which are some.
func programs(t testing.TB, pattern string) (found []program) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs %s: %v", pattern, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, program{path, string(text)})
	}
	return found
}
