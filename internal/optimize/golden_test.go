package optimize

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/golden"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
)

// TestGolden optimizes the programs of testdata/*.txtar by the metric that the first line names. The
// archives have the program after it and what is said of each definition.
func TestGolden(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", flag.Lookup("update").Value.String() == "true", func(t *testing.T, name, text string) []golden.Made {
		first, _, _ := strings.Cut(text, "\n")
		metric := Metric(strings.TrimPrefix(first, "# "))
		m := checktest.Module("test.frac", text)
		r, err := Module(t.Context(), m, Options{Metric: metric})
		if err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		for _, c := range r.Changes {
			if !c.Changed {
				fmt.Fprintf(&said, "%s: %s: %s\n", c.Name, c.Before.Text, c.Reason)
				continue
			}
			fmt.Fprintf(&said, "%s: %s, before %s\n", c.Name, c.After.Text, c.Before.Text)
			var rules []string
			for _, s := range c.Steps {
				if !slices.Contains(rules, s.Rule) {
					rules = append(rules, s.Rule)
				}
			}
			slices.Sort(rules)
			fmt.Fprintf(&said, "    by %s\n", strings.Join(rules, ", "))
		}
		return []golden.Made{{Ending: "after", Text: r.Text}, {Ending: "said", Text: said.String()}}
	})
}

// TestRulesAreRead holds the rules that come with the package against their examples: each is
// read without an error, can be matched with classes, and makes of its example what it says.
func TestRulesAreRead(t *testing.T) {
	entries, err := shipped.ReadDir("rules")
	if err != nil || len(entries) == 0 {
		t.Fatal("there are no rules", err)
	}
	names := map[string]bool{}
	for _, entry := range entries {
		text, _ := shipped.ReadFile("rules/" + entry.Name())
		f := rulefile.Parse(entry.Name(), string(text))
		for _, d := range f.Diagnostics {
			t.Errorf("%s: %s", entry.Name(), d.Message)
		}
		for _, r := range f.Rules {
			if names[r.Name] {
				t.Errorf("there are two rules %s", r.Name)
			}
			names[r.Name] = true
			if !supported(r.Match) {
				t.Errorf("%s has a pattern that is not matched with classes", r.Name)
			}
			if r.Doc == "" || len(r.Examples) == 0 || r.Examples[0].After == nil {
				t.Errorf("%s lacks a sentence or an example", r.Name)
				continue
			}
			r.Once = true
			for _, e := range r.Examples {
				m := checktest.Module("test.frac", e.Before.Text)
				result, err := rewriting.New(f.Rules[slices.Index(f.Rules, r):][:1]).File(t.Context(), m)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := format.Text("", result.Module.File().Text()), format.Text("", e.After.Text); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
					t.Errorf("%s makes of its example\n%s\nnot\n%s", r.Name, got, want)
				}
			}
		}
	}
	for _, l := range laws {
		if names[l.name] {
			t.Errorf("the law %s has the name of a rule", l.name)
		}
		names[l.name] = true
	}
}
