package evaluate

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

// Every code of a fault has a page.
func TestFaultsAreExplained(t *testing.T) {
	for k := interp.ProgramFault; k <= interp.InternalFault; k++ {
		code := (&Fault{Fault: &interp.Fault{Kind: k}}).Code()
		if !slices.Contains(slices.Concat(explain.Faults(), explain.Codes()), code) {
			t.Errorf("%s has no page", code)
		}
	}
}

// The programs on the pages have no mistakes, and do what their comments say.
func TestFaultPagesHold(t *testing.T) {
	dir, err := filepath.Abs("../explain/faults")
	if err != nil {
		t.Fatal(err)
	}
	s := workspace.Open(workspace.Options{Root: filepath.Dir(dir)})
	for _, code := range explain.Faults() {
		path := filepath.Join(dir, code+".md")
		if _, err := os.Stat(path); err != nil {
			t.Fatal(err)
		}
		report, err := s.Check(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			t.Errorf("%s: %s: %s", code, f.Code, f.Message)
		}
		p, err := Open(s, path)
		if err != nil {
			t.Fatal(err)
		}
		for i, comment := range p.Comments() {
			if o := p.Judge(context.Background(), i, interp.Options{MaxSteps: 1e6, MaxDepth: 1e5, MaxMemory: 1 << 28}); o.Verdict != Passed {
				t.Errorf("%s: %s: %v", code, p.Text(comment), o)
			}
		}
	}
}
