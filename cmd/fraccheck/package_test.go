package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck"
	"github.com/fraccheck/fraccheck/internal/output"
)

// TestPackageAgrees holds that the package for Go programs gives what the commands print:
// diagnostics, exact bounds of work, values.
func TestPackageAgrees(t *testing.T) {
	for _, path := range []string{"../../internal/generate/testdata/mistakes.frac", "../../examples/lists.frac", "../../examples/red_black.relay"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		dir, name := t.TempDir(), filepath.Base(path)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
		program, err := fraccheck.Parse(name, string(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(printedFacts(t, dir, name), packageFacts(t, program)); diff != "" {
			t.Errorf("%s: the package differs from the commands: %s", name, diff)
		}
	}
}

// printedFacts are lines on what commands print of a program.
func printedFacts(t *testing.T, dir, name string) (facts []string) {
	var report struct {
		Diagnostics []output.Diagnostic
		Definitions []struct {
			Name string
			Work *struct{ Exact string }
		}
		Results []struct {
			Value *string
			Steps int64
		}
	}
	refused := false
	for _, args := range [][]string{{"check", "--hints"}, {"cost"}, {"run"}} {
		if args[0] == "run" && refused {
			break
		}
		if err := json.Unmarshal([]byte(printed(t, dir, append(args, "--format=json", name)...)), &report); err != nil {
			t.Fatal(err)
		}
		for _, d := range report.Diagnostics {
			refused = refused || d.Severity == "error"
		}
	}
	for _, d := range report.Diagnostics {
		facts = append(facts, fmt.Sprintf("%d:%d-%d %s %s %s, %d fixes", d.Range.Start.Line, d.Range.Start.Column, d.Range.End.Offset, d.Severity, d.Code, d.Message, len(d.Fixes)))
	}
	for _, d := range report.Definitions {
		work := ""
		if d.Work != nil {
			work = d.Work.Exact
		}
		facts = append(facts, fmt.Sprintf("%s costs %q", d.Name, work))
	}
	for _, r := range report.Results {
		facts = append(facts, fmt.Sprintf("%v in %d steps", *r.Value, r.Steps))
	}
	return facts
}

// packageFacts are the same lines, of what the package gives.
func packageFacts(t *testing.T, program *fraccheck.Program) (facts []string) {
	ctx := context.Background()
	diagnostics, err := program.Check(ctx)
	if err != nil {
		t.Fatal(err)
	}
	refused := false
	for _, d := range diagnostics {
		refused = refused || d.Severity == "error"
		facts = append(facts, fmt.Sprintf("%d:%d-%d %s %s %s, %d fixes", d.Start.Line, d.Start.Column, d.End.Offset, d.Severity, d.Code, d.Message, len(d.Fixes)))
	}
	costs, err := program.Costs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range costs {
		facts = append(facts, fmt.Sprintf("%s costs %q", c.Name, c.Work.Exact))
	}
	if refused {
		return facts
	}
	results, err := program.Run(ctx, fraccheck.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Err != nil {
			t.Error(r.Err)
		}
		facts = append(facts, fmt.Sprintf("%v in %d steps", r.Text, r.Steps))
	}
	return facts
}
