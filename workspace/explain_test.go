package workspace

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/explain"
)

// Each page's failing example gives its code, and the passing one is clean.
func TestExplainPages(t *testing.T) {
	dir, err := filepath.Abs("../explain/pages")
	if err != nil {
		t.Fatal(err)
	}
	s := Open(Options{Root: filepath.Dir(dir), Execute: true})
	for _, code := range explain.Codes() {
		path := filepath.Join(dir, code+".md")
		if _, err := os.Stat(path); err != nil {
			t.Fatal(err)
		}
		report, err := s.Check(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		if found := messages(report.Findings); len(found) > 0 {
			t.Errorf("%s: %q", code, found)
		}
	}
}
