package typecheck_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/reference"
)

// TestCorpus holds the checker against networks and against programs that TVM
// printed: it accepts them, and every type comment in them says the inferred type.
func TestCorpus(t *testing.T) {
	paths := reference.Corpus(t)
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
	if t.Logf("%d files, %d type comments agree", len(paths), agree); agree < 400 {
		t.Errorf("only %d type comments were compared", agree)
	}
}
