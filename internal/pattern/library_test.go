package pattern_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/interp/agreement"
)

// TestLibrary holds that the rules in examples/rules are free of mistakes, that each
// is documented and has an example, that a rewrite does what each example says without
// a finding and keeps what the program computes, to the bit where it is `exact`, and
// that a lint matches where its examples say so.
func TestLibrary(t *testing.T) {
	paths, err := filepath.Glob("../../examples/rules/*.fracrule")
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
	if r.Kind == pattern.Rewrite {
		return cmp.Or(rewriteFails(t, &f, e), sidesDiffer(r, e))
	}
	matched := matchesOf(t, e.Before.Text, &f)[0] != "=> none"
	switch {
	case e.After != nil && !matched:
		return "not matched"
	case e.After == nil && matched && r.Kind != pattern.Partition:
		return "matched"
	}
	return ""
}

// sidesDiffer runs both sides of an example of a rewrite on the same arguments.
func sidesDiffer(r *pattern.Rule, e pattern.Example) string {
	if e.After == nil {
		return ""
	}
	for _, s := range agreement.Pairs(checktest.Module("before.frac", e.Before.Text), checktest.Module("after.frac", e.After.Text)) {
		if o := agreement.Compare(context.Background(), s, agreement.Options{Exact: r.Exact}); o.Verdict != agreement.Agree {
			return fmt.Sprintf("%s: %s %s %v", o.Name, o.Reason, o.Difference, o.Inputs)
		}
	}
	return ""
}

func rewriteFails(t *testing.T, f *rulefile.File, e pattern.Example) string {
	want := e.Before
	if e.After != nil {
		want = e.After
	}
	got, found := rewritten(t, e.Before.Text, f)
	if strings.Join(strings.Fields(got), "") != strings.Join(strings.Fields(want.Text), "") {
		return "got " + got
	}
	return strings.Join(found, "; ")
}

// rewritten is a program after the rules, and what was found in doing so.
func rewritten(t *testing.T, program string, f *rulefile.File) (text string, found []string) {
	t.Helper()
	r, err := rewriting.New(f.Rules).File(context.Background(), checktest.Module("test.frac", program))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Refused {
		found = append(found, fmt.Sprintf("%s %s", d.Message, strings.Join(d.Notes, " ")))
	}
	return r.Module.File().Text(), found
}
