package workspace

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/explain"
)

// awaited are the codes whose check is not built yet: their pages do not hold.
var awaited = map[string]bool{"shadowed-binding": true, "unused-binding": true}

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
		switch found := messages(report.Findings); {
		case awaited[code] && len(found) == 0:
			t.Errorf("%s: the page holds now and is awaited no longer", code)
		case !awaited[code] && len(found) > 0:
			t.Errorf("%s: %q", code, found)
		}
	}
}
