package rewriting_test

import (
	"context"
	"flag"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/golden"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// updating recognizes the flag -update: the expected parts of testdata/*.txtar are
// written anew.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// TestGolden reads archives of `name.frac`, the rules `name.rules`, the text after
// them, `name.after`, and what is said of it, `name.said`. What precedes the
// first program are rules for all of them.
func TestGolden(t *testing.T) {
	rules := archivedRules(t)
	golden.Archives(t, "testdata/*.txtar", updating(), func(t *testing.T, name, text string) []golden.Made {
		archive := path.Base(t.Name())
		its := rules[archive+"/"+name]
		m := checktest.Module("test.frac", text)
		for i, item := range m.File().All() {
			for _, d := range append(item.Errors, m.Check(i).Diagnostics...) {
				if d.Severity == codes.Error {
					t.Errorf("%s: %s", name, d.Message)
				}
			}
		}
		r := apply(t, m, rules[archive]+its)
		made := []golden.Made{{Ending: "after", Text: r.Module.File().Text()}}
		if said := said(m, r); said != "" {
			made = append(made, golden.Made{Ending: "said", Text: said})
		}
		if its != "" {
			made = append([]golden.Made{{Ending: "rules", Text: its}}, made...)
		}
		return made
	})
}

// archivedRules are the rules of the archives, by archive and by program.
func archivedRules(t *testing.T) map[string]string {
	found := map[string]string{}
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range paths {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(file), ".txtar")
		found[base] = string(archive.Comment)
		for _, f := range archive.Files {
			if name, ok := strings.CutSuffix(f.Name, ".rules"); ok {
				found[base+"/"+name] = string(f.Data)
			}
		}
	}
	return found
}

func parsed(t testing.TB, text string) []*pattern.Rule {
	t.Helper()
	f := rulefile.Parse("test.fracrule", text)
	for _, d := range f.Diagnostics {
		t.Fatalf("%q: %s", text[d.Span.Start:d.Span.End], d.Message)
	}
	return f.Rules
}

func apply(t testing.TB, m *typecheck.Module, rules string) *rewriting.Result {
	t.Helper()
	r, err := rewriting.New(parsed(t, rules)).File(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// said lists what was rewritten and refused, with the text of its place.
func said(m *typecheck.Module, r *rewriting.Result) string {
	var b strings.Builder
	for _, w := range r.Rewrites {
		item := m.File().Item(w.Item)
		fmt.Fprintf(&b, "%s: %s\n", w.Rule.Name, short(item.Text[w.Span.Start:w.Span.End]))
	}
	for _, f := range r.Refused {
		item := m.File().Item(f.Item)
		fmt.Fprintf(&b, "%s at %s: %s\n", f.Code, short(item.Text[f.Span.Start:f.Span.End]), f.Message)
	}
	return b.String()
}

// short is a text on one line.
func short(text string) string { return strings.Join(strings.Fields(text), " ") }
