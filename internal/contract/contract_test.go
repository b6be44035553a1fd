package contract_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/contractcheck"
	"github.com/fraccheck/fraccheck/typecheck"
)

func TestContracts(t *testing.T) { checktest.Programs(t, "testdata/*.frac", contractcheck.Analyzer) }

func TestReports(t *testing.T) { checktest.Archives(t, "testdata/*.txtar", contractcheck.Analyzer) }

// TestClauseCheck holds what a clause of a configuration may be, whose definition is
// not known.
func TestClauseCheck(t *testing.T) {
	for _, c := range []struct{ key, value, want string }{
		{"work", "|l|^2*log(|l|)", ""},
		{"memory", "at most 24*|x| + 8", ""},
		{"span", "|l|^", "expected an expression, and the text ends (at byte 4)"},
		{"time", "1", "a contract has no `time`; it has `work`, `span`, `memory`, `tick`"},
	} {
		got := ""
		if err := contract.Check(contract.Clause{Key: c.key, Value: c.value}); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s = %q: got %q, want %q", c.key, c.value, got, c.want)
		}
	}
}

// TestOwnBoundsAreKept promises of every definition what is found of it, as it is
// printed: how it grows, and to the letter.
func TestOwnBoundsAreKept(t *testing.T) {
	paths, _ := filepath.Glob("../../complexity/testdata/*.frac")
	kept := 0
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := checktest.Module(path, string(text))
		a := complexity.New(m.Ops(), func(o *typecheck.Object) *typecheck.Info {
			home, i := m.Owner(o)
			if home == nil {
				return nil
			}
			return home.Check(i).Info
		})
		for i, item := range m.File().All() {
			o := m.Object(i)
			if o == nil || o.Kind != typecheck.DefObject {
				continue
			}
			b := a.Of(o)
			for _, k := range contract.Keys {
				if !b.Bounded(k.Metric) || strings.Contains(b.Text(k.Metric), "T(") {
					continue
				}
				for _, value := range []string{b.Theta(k.Metric), b.Order(k.Metric), "at most " + b.Text(k.Metric)} {
					kept++
					for _, d := range contract.Judge(contract.Clause{Key: k.Name, Value: value}, o.Name, item, b) {
						t.Errorf("%s: %s %s = %q: %s: %s %q", path, o.Name, k.Name, value, d.Code, d.Message, d.Notes)
					}
				}
			}
		}
	}
	if kept < 100 {
		t.Errorf("%d bounds were tried", kept)
	}
}

// FuzzAttributes reads any attribute: its parts are in it.
func FuzzAttributes(f *testing.F) {
	for _, s := range []string{`#[cost(work = "n", span = "1",)]`, `#[cost]`, `#[cost(`, `#[cost(wrk="n" x)]`, `#[cost(= "1", work)]`, `#[ cost ("a",,]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := checktest.Check("test.frac", text+"\ndef @f(%n: int32) -> int32 { %n }\n")
		for _, item := range p.Module.File().All() {
			for _, a := range contract.Attributes(item) {
				for _, c := range a.Clauses {
					if item.Text[c.ValueSpan.Start:c.ValueSpan.End] != c.Value || item.Text[c.KeySpan.Start:c.KeySpan.End] != c.Key {
						t.Errorf("%q: clause %+v", text, c)
					}
				}
				for _, d := range a.Mistakes {
					if d.Span.Start < a.Span.Start || d.Span.End > a.Span.End || d.Span.Start > d.Span.End {
						t.Errorf("%q: %s at %v of %v", text, d.Message, d.Span, a.Span)
					}
				}
				if a.Body.Start < a.Span.Start || a.Body.End > a.Span.End || a.Body.Start > a.Body.End {
					t.Errorf("%q: body %v of %v", text, a.Body, a.Span)
				}
			}
		}
	})
}
