package prove_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/prove"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// verdicts judges the rules of a file.
func verdicts(t *testing.T, name string) []prove.Outcome {
	t.Helper()
	path := filepath.Join("testdata", name)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file := rulefile.Parse(name, string(text))
	for _, d := range file.Diagnostics {
		t.Fatalf("%s: %s", name, d.Message)
	}
	s := workspace.Open(workspace.Options{Files: workspace.Overlay{Files: workspace.Disk{}}, Root: t.TempDir()})
	var all []prove.Outcome
	for _, r := range file.Rules {
		if r.Kind == pattern.Rewrite {
			all = append(all, prove.Rule(context.Background(), s, r, prove.Options{Timeout: time.Minute, Instances: 20}))
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s has no rules", name)
	}
	return all
}

// TestRightRules proves rules that are right, and refutes none.
func TestRightRules(t *testing.T) {
	for _, o := range verdicts(t, "right.fracrule") {
		if o.Verdict != prove.Proved {
			t.Errorf("%s: %s: %s", o.Rule.Name, o.Verdict, o.Reason)
			if x := o.Counterexample; x != nil {
				t.Log(x.Before, x.After, x.Arguments, x.Gives, x.Instead)
			}
		}
	}
}

// TestWrongRules refutes rules that are wrong: those above are changed in an operand, an axis,
// an attribute, a constant, or lack a condition.
func TestWrongRules(t *testing.T) {
	for _, o := range verdicts(t, "wrong.fracrule") {
		if o.Verdict == prove.Proved || o.Verdict == prove.Refuted && o.Counterexample == nil {
			t.Errorf("%s: %s", o.Rule.Name, o.Verdict)
		}
	}
}
