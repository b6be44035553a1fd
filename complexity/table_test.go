package complexity_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// metricNames are the words with which comments in testdata begin.
var metricNames = map[string]complexity.Metric{
	"work": complexity.Work, "tick": complexity.Tick, "span": complexity.Span, "memory": complexity.Memory,
}

// TestBounds holds the bounds of every definition in testdata that comments `tick:`,
// `work:`, `span:` or `memory:` stand above.
func TestBounds(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.frac")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := module(t, string(text))
		a := analysisOf(m)
		for i, item := range m.File().All() {
			for name, metric := range metricNames {
				_, expected, ok := strings.Cut(item.Text, "# "+name+": ")
				if !ok {
					continue
				}
				expected, _, _ = strings.Cut(expected, "\n")
				b := a.Of(m.Object(i))
				got := b.Text(metric)
				if got == "" {
					got = "unknown"
				}
				if condition := b.Condition(metric); condition != "" {
					got += " " + condition
				}
				if got != expected {
					t.Errorf("%s: %s of %s: got %s, want %s (%v)", path, name, m.Object(i).Name, got, expected, b.Loss)
				}
			}
		}
	}
}

// TestTicksAlone counts calls where nothing else is asked for: a function literal that never
// ends makes none of a definition, and what is called before it counts.
func TestTicksAlone(t *testing.T) {
	m := module(t, `
data Knot { Tied(int32, List[Knot]) }
def @last(%x: List[int32]) -> int32 { match (%x) { Nil => 0, Cons(%h, Nil) => %h, Cons(_, %t) => @last(%t) } }
def @turning(%x: List[int32]) -> int32 {
  let %f = fn(%y: List[int32]) -> Knot { %f(%y) };
  let %n = @last(%x);
  match (%f(%x)) { Tied(%v, _) => %v + %n }
}`)
	b := analysisOf(m, complexity.Tick).Of(m.Object(2))
	if got := b.Text(complexity.Tick); got != "|x| + 2" {
		t.Errorf("got %s, want |x| + 2 (%v)", got, b.Loss)
	}
}

func module(t testing.TB, text string) *typecheck.Module {
	t.Helper()
	ops := table.Default()
	pre := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})
	m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: pre, Ops: ops})
	for i := range m.Items() {
		for _, d := range m.Check(i).Diagnostics {
			t.Errorf("%s: %s", d.Code, d.Message)
		}
	}
	return m
}

func analysisOf(m *typecheck.Module, wanted ...complexity.Metric) *complexity.Analysis {
	return complexity.New(m.Ops(), func(o *typecheck.Object) *typecheck.Info {
		home, i := m.Owner(o)
		if home == nil {
			return nil
		}
		return home.Check(i).Info
	}, wanted...)
}
