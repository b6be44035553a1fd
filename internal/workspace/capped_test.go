package workspace

import (
	"context"
	"strings"
	"testing"
)

// Of very many findings of one code the first are told, and one counts the others.
func TestManyFindings(t *testing.T) {
	const path = "/c/many.frac"
	for name, c := range map[string]struct{ text, more string }{
		"items":    {strings.Repeat("def @f() { 1 }\n", 3001), "2000 more diagnostics"},
		"one item": {"def @f() {\n" + strings.Repeat("$\n", 3000) + "1 }", "more errors"},
	} {
		s := Open(Options{Root: "/c", Files: Overlay{Files: Disk{}, Texts: map[string]string{path: c.text}}})
		report, err := s.Check(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		counted := 0
		for _, f := range report.Findings {
			if strings.Contains(f.Message, c.more) {
				counted++
			}
		}
		if n := len(report.Findings); counted != 1 || n > 2*maxOfCode {
			t.Errorf("%s: %d findings, of which %d count others", name, n, counted)
		}
	}
}

// Suppressions are found in time that hardly grows with their number, above each
// other or in a row.
func TestManySuppressions(t *testing.T) {
	const path = "/c/many.frac"
	for name, text := range map[string]string{
		"of the next line": strings.Repeat("# fraccheck:ignore unused-binding\n", 50_000) + "def @f() { let %x = 1; 2 }\n",
		"of their line":    "def @f() {\n" + strings.Repeat("let %x = 1; # fraccheck:ignore unused-binding, shadowed-binding\n", 20_000) + "1 }\n",
		"on one line":      "def @f() { let %x = 1; " + strings.Repeat("# fraccheck:ignore unused-binding\r", 50_000) + "\n2 }\n",
		"of items":         strings.Repeat("#[allow(unused-binding)]\n", 20_000) + "def @f() { let %x = 1; 2 }\n",
	} {
		s := Open(Options{Root: "/c", Files: Overlay{Files: Disk{}, Texts: map[string]string{path: text}}})
		report, err := s.Check(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			if f.Code == "unused-binding" {
				t.Errorf("%s: not suppressed: %s", name, f.Message)
				break
			}
		}
	}
}
