package rewriting_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
)

// TestLibrary tries each rewrite rule of the library on its examples.
func TestLibrary(t *testing.T) {
	paths, err := filepath.Glob("../../../examples/rules/*.fracrule")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	tried := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range parsed(t, string(text)) {
			for _, example := range rule.Examples {
				if rule.Kind == pattern.Rewrite {
					tried++
					t.Run(rule.Name, func(t *testing.T) { tryExample(t, rule, example) })
				}
			}
		}
	}
	t.Logf("%d examples", tried)
}

func tryExample(t *testing.T, rule *pattern.Rule, example pattern.Example) {
	m := checktest.Module("test.frac", example.Before.Text)
	r, err := rewriting.New([]*pattern.Rule{rule}).File(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	want := example.Before.Text
	if example.After != nil {
		want = example.After.Text
	}
	if got := r.Module.File().Text(); laidOut(got) != laidOut(want) {
		t.Errorf("%s\ngives\n%s\nwant\n%s\n%s", example.Before.Text, got, want, said(m, r))
	}
	if len(r.Refused) > 0 {
		t.Errorf("%s", said(m, r))
	}
}
