package pattern_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/pattern"
	"github.com/fraccheck/fraccheck/pattern/rulefile"
)

// TestLibrary holds that the rules in examples/rules are free of mistakes, that each
// is documented and has an example, that it matches where an example says that
// something changes, and a lint not where it says that nothing is found.
func TestLibrary(t *testing.T) {
	paths, err := filepath.Glob("../examples/rules/*.fracrule")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := rulefile.Parse(filepath.Base(path), string(text))
		for _, d := range f.Diagnostics {
			t.Errorf("%s:%s: %s %v", path, place(f.Text, d.Span.Start), d.Message, d.Notes)
		}
		for _, r := range f.Rules {
			if r.Doc == "" || len(r.Examples) == 0 {
				t.Errorf("%s: %s has no documentation or no example", path, r.Name)
			}
			for _, e := range r.Examples {
				if message := exampleFails(t, *f, r, e); message != "" {
					t.Errorf("%s: %s: %s: %s", path, r.Name, message, e.Before.Text)
				}
			}
		}
	}
}

// exampleFails says what is wrong with an example; "" for nothing.
func exampleFails(t *testing.T, f rulefile.File, r *pattern.Rule, e pattern.Example) string {
	f.Rules = []*pattern.Rule{r}
	matched := matchesOf(t, e.Before.Text, &f)[0] != "=> none"
	switch {
	case e.After != nil && !matched:
		return "not matched"
	case e.After == nil && matched && (r.Kind == pattern.Lint || r.Kind == pattern.Find):
		return "matched"
	}
	return ""
}
