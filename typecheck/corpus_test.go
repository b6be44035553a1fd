package typecheck_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCorpus holds the checker against programs that TVM printed: it accepts
// them, and every type comment in them says the inferred type.
func TestCorpus(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(shared(t, "corpus"), "*", "*.relay"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs in the corpus", err)
	}
	agree := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c := check(path, string(text))
		if len(c.errors) > 0 {
			t.Errorf("%s:\n\t%s", filepath.Base(path), messages(c.errors))
		}
		for _, r := range c.results {
			agree += r.Agree
			if r.Differ > 0 {
				t.Errorf("%s: %d type comments differ:\n\t%s", filepath.Base(path), r.Differ, messages(r.Diagnostics))
			}
		}
	}
	t.Logf("%d files, %d type comments agree", len(paths), agree)
}
