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
func verdicts(t *testing.T, path string, o prove.Options) []prove.Outcome {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file := rulefile.Parse(path, string(text))
	for _, d := range file.Diagnostics {
		t.Fatalf("%s: %s", path, d.Message)
	}
	s := workspace.Open(workspace.Options{Files: workspace.Overlay{Files: workspace.Disk{}}, Root: t.TempDir()})
	var all []prove.Outcome
	for _, r := range file.Rules {
		if r.Kind == pattern.Rewrite {
			all = append(all, prove.Rule(context.Background(), s, r, o))
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s has no rules", path)
	}
	return all
}

// patient has time for each proof.
var patient = prove.Options{Timeout: time.Minute, Instances: 20}

// TestShippedRules refutes no rule that `fraccheck optimize` comes with.
func TestShippedRules(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute or two")
	}
	paths, _ := filepath.Glob("../optimize/rules/*.fracrule")
	if len(paths) == 0 {
		t.Fatal("there are no rules")
	}
	for _, path := range paths {
		for _, o := range verdicts(t, path, prove.Options{Timeout: time.Second, Instances: 200}) {
			if o.Verdict == prove.Refuted {
				t.Errorf("%s is refuted: %+v", o.Rule.Name, o.Counterexample)
			}
		}
	}
}

// TestRightRules proves rules that are right, and refutes none.
func TestRightRules(t *testing.T) {
	for _, o := range verdicts(t, "testdata/right.fracrule", patient) {
		if o.Verdict != prove.Proved {
			t.Errorf("%s: %s: %s", o.Rule.Name, o.Verdict, o.Reason)
			if x := o.Counterexample; x != nil {
				t.Log(x.Before, x.After, x.Arguments, x.Gives, x.Instead)
			}
		}
	}
}

// TestSubstitutions proves most of the substitutions that others publish, and refutes none.
func TestSubstitutions(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute or two")
	}
	proved, all := 0, verdicts(t, "testdata/substitutions.fracrule", patient)
	for _, o := range all {
		switch o.Verdict {
		case prove.Proved:
			proved++
		case prove.Refuted:
			t.Errorf("%s is refuted: %+v", o.Rule.Name, o.Counterexample)
		default:
			t.Logf("%s: %s", o.Rule.Name, o.Reason)
		}
	}
	if t.Logf("%d of %d are proved", proved, len(all)); 100*proved < 85*len(all) {
		t.Error("too few are proved")
	}
}

// TestWrongRules refutes rules that are wrong: those above are changed in an operand, an axis,
// an attribute, a constant, or lack a condition.
func TestWrongRules(t *testing.T) {
	for _, o := range verdicts(t, "testdata/wrong.fracrule", patient) {
		if o.Verdict == prove.Proved || o.Verdict == prove.Refuted && o.Counterexample == nil {
			t.Errorf("%s: %s", o.Rule.Name, o.Verdict)
		}
	}
}
