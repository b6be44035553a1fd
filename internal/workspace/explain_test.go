package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestExplainPages holds that each page's failing example gives its code, and that the passing one
// gives nothing but hints.
func TestExplainPages(t *testing.T) {
	dir, err := filepath.Abs("../explain/pages")
	if err != nil {
		t.Fatal(err)
	}
	here := func(ctx context.Context, path string, texts map[string]string) (map[int][]syntax.Diagnostic, error) {
		s := Open(Options{Root: filepath.Dir(dir), Files: Overlay{Files: Disk{}, Texts: texts}})
		source, err := s.Source(path)
		if err != nil {
			return nil, err
		}
		items := make([]int, source.File.Len())
		for i := range items {
			items[i] = i
		}
		return s.Execute(ctx, path, items)
	}
	s := Open(Options{Root: filepath.Dir(dir), Execute: here})
	for _, code := range explain.Codes() {
		path := filepath.Join(dir, code+".md")
		if _, err := os.Stat(path); err != nil {
			t.Fatal(err)
		}
		report, err := s.Check(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		if found := messages(slices.DeleteFunc(report.Findings, func(f Finding) bool { return f.Severity == codes.Hint })); len(found) > 0 {
			t.Errorf("%s: %q", code, found)
		}
	}
}
