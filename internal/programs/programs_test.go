package programs

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

const root = "../.."

func TestProgramsAreClean(t *testing.T) {
	for _, pattern := range []string{"examples/*.*", "internal/prelude/*.frac", "README.md", "docs/*.md"} {
		for _, path := range glob(t, pattern) {
			t.Run(filepath.Base(path), func(t *testing.T) {
				report := check(t, path)
				for _, f := range report.Findings {
					if f.Severity <= codes.Warning {
						start, _ := f.Range()
						t.Errorf("%s:%d:%d: %s: %s %s: %s", path, start.Line, start.Column, f.Severity, f.Code, f.Message, strings.Join(f.Notes, "; "))
					}
				}
			})
		}
	}
}

var expectation = regexp.MustCompile(`(?:#|//) (?:.* )?evaluates to \S`)

// TestExamplesTell holds that an example says what it shows, and what each of
// its top-level expressions gives.
func TestExamplesTell(t *testing.T) {
	for _, path := range glob(t, "examples/*.*") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), "# ") && !strings.HasPrefix(string(text), "// ") {
			t.Errorf("%s: the first line is no comment", path)
		}
		expressions := 0
		for _, item := range syntax.ParseFile(path, string(text)).All() {
			if item.Kind(item.Root) == syntax.ItemExpr {
				expressions++
			}
		}
		values := len(expectation.FindAll(text, -1))
		if expressions == 0 || values < expressions {
			t.Errorf("%s: %d values for %d top-level expressions", path, values, expressions)
		}
	}
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no file matches %s: %v", pattern, err)
	}
	return paths
}

func check(t *testing.T, path string) *workspace.Report {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	report, err := workspace.Open(workspace.Options{Root: filepath.Dir(path)}).Check(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	return report
}
