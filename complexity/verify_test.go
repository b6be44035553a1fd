package complexity_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestBoundsHold runs every definition of testdata on growing arguments with an
// evaluator that shares nothing with the analysis, and counts.
func TestBoundsHold(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.frac")
	suites, _ := filepath.Glob("testdata/literature/*.frac")
	for _, path := range append(paths, suites...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bounded, compared := holdModule(t, module(t, string(text)), trial.Options{Steps: 20_000, Size: 48})
		t.Logf("%s: %d definitions bounded, %d runs", path, bounded, compared)
	}
}

// holdModule compares what runs cost with the bounds of all definitions.
func holdModule(t *testing.T, m *typecheck.Module, o trial.Options) (bounded, compared int) {
	analysis := analysisOf(m)
	program, err := trial.Link(m)
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Items() {
		def := m.Object(i)
		if def == nil || def.Kind != typecheck.DefObject {
			continue
		}
		b := analysis.Of(def)
		if !slices.ContainsFunc(trial.Metrics, b.Bounded) {
			continue
		}
		bounded++
		s := &trial.Subject{Object: def, Names: analysis.Parameters(def), Bound: b, Analysis: analysis, Program: program, Item: def.Item}
		compared += hold(t, s, o)
	}
	return bounded, compared
}

func hold(t *testing.T, s *trial.Subject, o trial.Options) int {
	r := trial.Run(s, o)
	for _, m := range trial.Metrics {
		if p := r.Exceeded(m); p != nil {
			t.Errorf("%s costs %d of metric %d where %v are %v (%s), more than %s = %g", s.Object.Name, p.Measured[m], m, s.Bound.Sizes, p.Sizes, p.Style, s.Bound.Text(m), p.Bounds[m])
		}
	}
	if len(r.Points) == 0 {
		t.Logf("%s was not tried: %s", s.Object.Name, r.Reason)
	}
	return len(r.Points)
}
